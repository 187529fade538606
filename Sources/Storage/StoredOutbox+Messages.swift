// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import GNSSTypes
internal import GRDB
public import Outbox

extension StoredOutbox {
    /// Creates messages; each item is then permanently assigned to one.
    ///
    /// - Parameter drafts: The drafts in the order of sending; a draft creates no message if all its items are assigned
    ///   or gone.
    /// - Returns: The created messages.
    /// - Throws: `OutboxStoreError`; no message is created in that case.
    public func make(_ drafts: [MessageDraft]) async throws(OutboxStoreError) -> [OutboxMessage] {
        try await perform { [tables] database in try drafts.compactMap { try Self.make($0, tables, database) } }
    }

    private static func make(
        _ draft: MessageDraft, _ tables: OutboxTables, _ database: Database
    ) throws -> OutboxMessage? {
        let range: StatementArguments = [draft.items.lowerBound, draft.items.upperBound]
        let facts = try tables.entries.first(
            database,
            """
            SELECT count(*) AS count, sum(length(content)) AS bytes, max(time) AS newest FROM \(tables.prefix)_entries
            WHERE message IS NULL AND number BETWEEN ? AND ?
            """, range)
        guard let facts, case let count = try facts.count("count"), count > 0 else { return nil }
        let (bytes, newest) = (try facts.count("bytes"), try facts.integer("newest", in: StoredRange.nanoseconds))
        try database.cachedStatement(
            sql: "INSERT INTO \(tables.prefix)_messages (id, sequence, entries, bytes, newest) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [draft.key, draft.sequence, count, bytes, newest])
        let number = database.lastInsertedRowID
        try database.cachedStatement(
            sql: "UPDATE \(tables.prefix)_entries SET message = ? WHERE message IS NULL AND number BETWEEN ? AND ?"
        ).execute(arguments: [number] + range)
        return try tables.messages.first(
            database, "SELECT * FROM \(tables.prefix)_messages WHERE number = ?", [number]
        ).map(OutboxMessage.init)
    }

    /// Returns the content of messages: their items' contents, joined in order of time. The order of insertion may
    /// differ if the clock was set back.
    ///
    /// - Returns: The contents in the order of the keys; empty for a message that does not exist.
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    public func contents(of keys: [String]) async throws(OutboxStoreError) -> [[UInt8]] {
        try await perform { [tables] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT e.content FROM \(tables.prefix)_entries e JOIN \(tables.prefix)_messages m ON e.message = m.number
                    WHERE m.id = ? ORDER BY e.time, e.number
                    """)
            return try keys.map { key in
                var content: [UInt8] = []
                let rows = try Row.fetchCursor(statement, arguments: [key])
                while let row = try rows.next() { try row.withUnsafeData(atIndex: 0) { content += $0 ?? Data() } }
                return content
            }
        }
    }

    /// Stores the messages' counts of attempts.
    ///
    /// - Parameter messages: The messages with their current counts.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func keepAttempts(_ messages: [OutboxMessage]) async throws(OutboxStoreError) {
        guard !messages.isEmpty else { return }
        try await perform { [tables] database in
            let update = try database.cachedStatement(
                sql: "UPDATE \(tables.prefix)_messages SET posts = ?, repeated = ? WHERE id = ?")
            for message in messages {
                try update.execute(arguments: [message.attempts, message.isRepeated, message.key])
            }
        }
    }

    /// Ends deliveries: removes the messages with their items, or returns the items to the queue.
    ///
    /// - Parameters:
    ///   - ends: The messages and how their deliveries ended; unknown keys are ignored.
    ///   - time: The current time.
    /// - Returns: The state of the queue.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func finish(
        _ ends: [(key: String, end: Delivery.End)], at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally {
        try await perform { [tables] database in
            for (key, end) in ends {
                let row = try tables.messages.first(
                    database, "SELECT number, entries, bytes FROM \(tables.prefix)_messages WHERE id = ?", [key])
                guard let row else { continue }
                try Self.finish(row, end, at: time.nanosecondsSince1970, tables, database)
            }
            return try OutboxTally(database, tables)
        }
    }

    private static func finish(
        _ row: StoredRow, _ end: Delivery.End, at time: Int64, _ tables: OutboxTables, _ database: Database
    ) throws {
        let (number, entries, bytes) = (try row.integer("number"), try row.count("entries"), try row.count("bytes"))
        let fate =
            end == .split
            ? "UPDATE \(tables.prefix)_entries SET message = NULL WHERE message = ?"
            : "DELETE FROM \(tables.prefix)_entries WHERE message = ?"
        try database.cachedStatement(sql: fate).execute(arguments: [number])
        try database.cachedStatement(sql: "DELETE FROM \(tables.prefix)_messages WHERE number = ?").execute(arguments: [
            number
        ])
        guard end != .split else { return }
        try tables.count(entries, bytes, end, at: time, database)
    }
}

extension OutboxTables {
    /// Changes the totals after items have left the queue.
    func count(_ items: Int, _ bytes: Int, _ end: Delivery.End, at time: Int64, _ database: Database) throws {
        let count =
            switch end {
            case .split: ""
            case .accepted: ", sent = sent + \(items), success = \(time)"
            case .unconfirmed: ", unconfirmed = unconfirmed + \(items)"
            case .refused: ", refused = refused + \(items)"
            }
        try database.execute(
            sql: "UPDATE \(prefix)_state SET entries = entries - \(items), bytes = bytes - \(bytes)" + count)
    }
}
