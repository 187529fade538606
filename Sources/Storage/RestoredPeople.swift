// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB

/// The people of a restored backup or of a damaged store. All its browsers are signed out, because it does not show
/// which ones have been signed out since.
public struct RestoredPeople: Hashable, Sendable {
    /// The number of browsers that were signed out.
    public let browsers: Int
    /// The time of the last change to people and sessions in the backup.
    public let changed: Timestamp

    /// Signs out all browsers.
    ///
    /// - Returns: Nil if the store contains no people and sessions, or none that the daemon can read.
    static func signOut(_ database: Database) throws -> RestoredPeople? {
        guard try database.tableExists(StoreTable.settings.name) else { return nil }
        // The form that another version stored and this one could not read may name browsers too.
        try database.execute(
            sql: """
                UPDATE settings SET value = json_set(value, '$.sessions', json('[]'))
                WHERE key = ? AND CASE WHEN json_valid(value) THEN json_type(value) = 'object' ELSE 0 END
                """, arguments: [Store.unreadAccessKey])
        guard
            let row = try StoreTable.settings.first(
                database, "SELECT key, value, changed FROM settings WHERE key = ?", [Store.accessKey]),
            let value = try? row.text("value"),
            try Bool.fetchOne(database, sql: "SELECT json_valid(?)", arguments: [value]) == true
        else { return nil }
        let count = try Int.fetchOne(
            database, sql: "SELECT json_array_length(?, '$.sessions')", arguments: [value])
        try database.execute(
            sql: "UPDATE settings SET value = json_set(?, '$.sessions', json('[]')) WHERE key = ?",
            arguments: [value, Store.accessKey])
        let changed = (try? row.integer("changed", in: StoredRange.milliseconds)) ?? 0
        return RestoredPeople(browsers: count ?? 0, changed: Timestamp(milliseconds: changed))
    }
}
