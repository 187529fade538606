// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import Outbox

/// Enforces the limits of an outbox queue within a transaction.
struct OutboxLimiter {
    private let database: Database
    private let tables: OutboxTables
    private let limits: OutboxLimits
    /// The number of the first item that was just appended; it and all later items stay.
    private let first: Int64

    init(_ database: Database, _ tables: OutboxTables, _ limits: OutboxLimits, _ first: Int64) {
        (self.database, self.tables, self.limits, self.first) = (database, tables, limits, first)
    }

    /// - Returns: The keys of the messages that were dropped.
    func trim() throws -> [String] {
        let dropped = try dropMessages()
        try dropItems()
        return dropped
    }

    /// Drops the oldest waiting items until the limits are met.
    private func dropItems() throws {
        let state = try tables.state.first(database, "SELECT id, entries, bytes FROM \(tables.prefix)_state")
        var trim = OutboxTrim(
            items: try state?.count("entries") ?? 0, bytes: try state?.count("bytes") ?? 0, to: limits)
        var last: Int64?
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT number, time, length(content) AS size FROM \(tables.prefix)_entries INDEXED BY \(tables.prefix)_waiting
                    WHERE message IS NULL AND number < ? ORDER BY number
                    """), arguments: [first])
        while let row = try rows.next() {
            let cells = tables.entries.row(row)
            let (number, length) = (try cells.integer("number"), try cells.count("size"))
            let time = UTCTime(nanosecondsSince1970: try cells.integer("time", in: StoredRange.nanoseconds))
            guard trim.drops(time: time, size: length) else { break }
            last = number
        }
        guard let last else { return }
        try database.cachedStatement(sql: "DELETE FROM \(tables.prefix)_entries WHERE message IS NULL AND number <= ?")
            .execute(arguments: [last])
        try note(trim.count, trim.size, aged: trim.aged)
    }

    /// Drops messages in which all items are too old.
    private func dropMessages() throws -> [String] {
        guard let oldest = limits.oldest?.nanosecondsSince1970 else { return [] }
        let rows = try tables.messages.rows(
            database, "SELECT * FROM \(tables.prefix)_messages WHERE newest < ?", [oldest])
        for row in rows {
            let (number, message) = (try row.integer("number"), try OutboxMessage(row))
            try database.execute(sql: "DELETE FROM \(tables.prefix)_entries WHERE message = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM \(tables.prefix)_messages WHERE number = ?", arguments: [number])
            try note(message.items, message.bytes, aged: message.items)
        }
        return try rows.map { try $0.text("id") }
    }

    private func note(_ count: Int, _ size: Int, aged: Int) throws {
        try database.cachedStatement(
            sql: """
                UPDATE \(tables.prefix)_state
                SET entries = entries - ?, bytes = bytes - ?, aged = aged + ?, crowded = crowded + ?
                """
        ).execute(arguments: [count, size, aged, count - aged])
    }
}
