// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
    /// The owner of paths that belong to all; always present. Clients that have not signed in by name record for it.
    public static let localUser = StoreSchema.localUser

    /// Returns the names of `localUser` and of all others who ever owned a path, in alphabetical order.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func users() async throws(StoreError) -> [String] {
        try await perform { try String.fetchAll($0, sql: "SELECT name FROM users ORDER BY name") }
    }
}
