// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
    /// The user whom everything belongs to while no user has logged in; always there.
    public static let localUser = StoreSchema.localUser

    /// The names of all users, in order.
    ///
    /// - Throws: `StoreError`.
    public func users() async throws(StoreError) -> [String] {
        try await perform { try String.fetchAll($0, sql: "SELECT name FROM users ORDER BY name") }
    }

    /// Makes a user known.
    ///
    /// - Parameter name: 1...100 characters on one line, without blanks around it.
    /// - Returns: false where there was one of that name already.
    /// - Throws: `StoreError`; `.unsound` where it is no such name.
    @discardableResult
    public func addUser(_ name: String) async throws(StoreError) -> Bool {
        let name = try StoredText.user(name)
        return try await perform { database in
            try database.execute(sql: "INSERT OR IGNORE INTO users (name) VALUES (?)", arguments: [name])
            return database.changesCount > 0
        }
    }
}
