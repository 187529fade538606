// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
    /// The user who owns all data while no user has logged in; always present.
    public static let localUser = StoreSchema.localUser

    /// Returns the names of all users in alphabetical order.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func users() async throws(StoreError) -> [String] {
        try await perform { try String.fetchAll($0, sql: "SELECT name FROM users ORDER BY name") }
    }

    /// Adds a user.
    ///
    /// - Parameter name: 1...100 characters on one line, without surrounding blanks.
    /// - Returns: False if the user already exists.
    /// - Throws: `StoreError`; `.unsound` if the name is not permitted.
    @discardableResult
    public func addUser(_ name: String) async throws(StoreError) -> Bool {
        let name = try StoredText.user(name)
        return try await perform { database in
            try database.execute(sql: "INSERT OR IGNORE INTO users (name) VALUES (?)", arguments: [name])
            return database.changesCount > 0
        }
    }
}
