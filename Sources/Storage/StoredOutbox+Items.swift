// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import GNSSTypes
internal import GRDB
public import Outbox

extension StoredOutbox: ItemOutbox {
    /// Returns the size of the queue and the totals.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    public func tally() async throws(OutboxStoreError) -> OutboxTally {
        try await perform { [tables] database in try OutboxTally(database, tables) }
    }

    /// Returns the oldest waiting items with their contents, in order.
    ///
    /// - Parameters:
    ///   - number: Only items after this number.
    ///   - limit: The largest number of items, 1...10 000.
    ///   - bytes: The size of the contents after which no other item is added.
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    public func items(
        after number: Int64, limit: Int, bytes: Int
    ) async throws(OutboxStoreError) -> [StoredItem] {
        let limit = min(max(limit, 1), 10_000)
        return try await perform { [tables] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT number, content FROM \(tables.prefix)_entries INDEXED BY \(tables.prefix)_waiting
                    WHERE message IS NULL AND number > ? ORDER BY number LIMIT ?
                    """)
            let rows = try Row.fetchCursor(statement, arguments: [number, limit])
            var (items, size): ([StoredItem], Int) = ([], 0)
            while size <= bytes, let row = try rows.next() {
                let cells = tables.entries.row(row)
                let item = StoredItem(number: try cells.integer("number"), content: try cells.bytes("content"))
                items.append(item)
                size += item.content.count
            }
            return items
        }
    }

    /// Removes items whose delivery is complete.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the items; items that no longer exist are ignored.
    ///   - end: How their deliveries ended; `.split` changes nothing.
    ///   - time: The current time.
    /// - Returns: The state of the queue.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func remove(
        _ numbers: [Int64], _ end: Delivery.End, at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally {
        try await perform { [tables] database in
            guard end != .split else { return try OutboxTally(database, tables) }
            let deletion = try database.cachedStatement(
                sql: "DELETE FROM \(tables.prefix)_entries WHERE message IS NULL AND number = ?")
            var (count, bytes) = (0, 0)
            for number in numbers {
                let row = try tables.entries.first(
                    database,
                    """
                    SELECT number, length(content) AS size FROM \(tables.prefix)_entries
                    WHERE message IS NULL AND number = ?
                    """, [number])
                guard let row else { continue }
                (count, bytes) = (count + 1, bytes + (try row.count("size")))
                try deletion.execute(arguments: [number])
            }
            try tables.count(count, bytes, end, at: time.nanosecondsSince1970, database)
            return try OutboxTally(database, tables)
        }
    }
}
