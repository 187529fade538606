// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB

/// Makes room in the uplink's queue, within a transaction.
struct UplinkLimiter {
    private let database: Database
    private let limits: UplinkLimits
    /// The first of those that were appended now; they stay.
    private let first: Int64

    init(_ database: Database, _ limits: UplinkLimits, _ first: Int64) {
        (self.database, self.limits, self.first) = (database, limits, first)
    }

    /// - Returns: the ids of messages that went.
    func trim() throws -> [String] {
        let dropped = try dropMessages()
        try dropEntries()
        return dropped
    }

    /// The oldest that wait, as many as is needed.
    private func dropEntries() throws {
        let state = try StoreTable.uplinkState.first(database, "SELECT id, entries, bytes FROM uplink_state")
        var (entries, bytes) = (try state?.count("entries") ?? 0, try state?.count("bytes") ?? 0)
        let oldest = limits.oldest?.nanosecondsSince1970 ?? .min
        var last: Int64?
        var (count, size, aged) = (0, 0, 0)
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT number, time, length(content) AS size FROM uplink_entries INDEXED BY uplink_waiting
                    WHERE message IS NULL AND number < ? ORDER BY number
                    """), arguments: [first])
        while let row = try rows.next() {
            let cells = StoreTable.uplinkEntries.row(row)
            let (number, length) = (try cells.integer("number"), try cells.count("size"))
            let time = try cells.integer("time", in: StoredRange.nanoseconds)
            let isCrowded = entries > max(1, limits.entries) || bytes > max(1, limits.bytes)
            guard isCrowded || time < oldest else { break }
            if time < oldest { aged += 1 }
            (entries, bytes, count, size, last) = (entries - 1, bytes - length, count + 1, size + length, number)
        }
        guard let last else { return }
        try database.cachedStatement(sql: "DELETE FROM uplink_entries WHERE message IS NULL AND number <= ?")
            .execute(arguments: [last])
        try note(count, size, aged: aged)
    }

    /// Those of which every entry is too old.
    private func dropMessages() throws -> [String] {
        guard let oldest = limits.oldest?.nanosecondsSince1970 else { return [] }
        let rows = try StoreTable.uplinkMessages.rows(
            database, "SELECT * FROM uplink_messages WHERE newest < ?", [oldest])
        for row in rows {
            let (number, message) = (try row.integer("number"), try UplinkMessage(row))
            try database.execute(sql: "DELETE FROM uplink_entries WHERE message = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM uplink_messages WHERE number = ?", arguments: [number])
            try note(message.entries, message.bytes, aged: message.entries)
        }
        return try rows.map { try $0.text("id") }
    }

    private func note(_ count: Int, _ size: Int, aged: Int) throws {
        try database.cachedStatement(
            sql: """
                UPDATE uplink_state
                SET entries = entries - ?, bytes = bytes - ?, aged = aged + ?, crowded = crowded + ?
                """
        ).execute(arguments: [count, size, aged, count - aged])
    }
}
