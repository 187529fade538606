// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import GNSSTypes
internal import GRDB
public import Outbox

extension Store {
    /// The queue for agrirouter.
    public var uplink: StoredOutbox { StoredOutbox(self, .uplink) }
    /// The queue for an MQTT broker.
    public var mqtt: StoredOutbox { StoredOutbox(self, .mqtt) }
    /// The queue for an MQTT broker in the form of OwnTracks.
    public var ownTracks: StoredOutbox { StoredOutbox(self, .ownTracks) }
    /// The queue for a Traccar server.
    public var traccar: StoredOutbox { StoredOutbox(self, .traccar) }
    /// The queue for an MQTT broker in the form of Sparkplug.
    public var sparkplug: StoredOutbox { StoredOutbox(self, .sparkplug) }
}

/// An outbox queue in the store. Its errors contain the text of a `StoreError`.
public struct StoredOutbox: OutboxStore {
    private let store: Store
    let tables: OutboxTables

    init(_ store: Store, _ tables: OutboxTables) { (self.store, self.tables) = (store, tables) }

    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(OutboxStoreError) -> Value {
        do throws(StoreError) {
            return try await store.perform(body)
        } catch {
            if case .full = error { throw OutboxStoreError(error.description, isFull: true) }
            throw OutboxStoreError(error.description)
        }
    }

    /// Loads the stored state except items that belong to no message.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    public func load() async throws(OutboxStoreError) -> OutboxRecord {
        try await perform { [damage = store.damage, tables] database in
            var stored = OutboxRecord()
            if let row = try tables.state.first(database, "SELECT * FROM \(tables.prefix)_state") {
                (stored.isPaused, stored.announced) = (try row.flag("paused"), try row.optionalText("announced"))
            }
            stored.tally = try OutboxTally(database, tables)
            stored.messages = damage.read(
                try tables.messages.rows(database, "SELECT * FROM \(tables.prefix)_messages ORDER BY number"),
                OutboxMessage.init)
            stored.peers = damage.read(
                try tables.members.rows(database, "SELECT * FROM \(tables.prefix)_members ORDER BY id"),
                OutboxPeer.init)
            return stored
        }
    }

    /// Appends items and drops older ones if the limits are exceeded.
    ///
    /// - Parameters:
    ///   - items: The items in order. Items without a time get that of the next item with one.
    ///   - limits: If they are exceeded, the oldest waiting items are dropped, but messages only if all their items are
    ///     too old.
    /// - Returns: The state of the queue, and the keys of dropped messages.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String]) {
        try await perform { [tables] database in
            let insertion = try database.cachedStatement(
                sql: "INSERT INTO \(tables.prefix)_entries (time, verdict, content) VALUES (?, ?, ?)")
            var first: Int64 = .max
            // Before the first item, the queue may end with items without a time.
            var mayFollowUndated = true
            for item in items {
                try insertion.execute(arguments: [
                    item.time.nanosecondsSince1970, item.verdict.map { Int($0.rawValue) }, Data(item.content),
                ])
                let number = database.lastInsertedRowID
                first = min(first, number)
                let isDated = item.time.nanosecondsSince1970 != OutboxItem.unknownTime.nanosecondsSince1970
                if isDated, mayFollowUndated { try tables.date(before: number, item.time, database) }
                mayFollowUndated = !isDated
            }
            let bytes = items.reduce(0) { $0 + $1.content.count }
            try database.cachedStatement(
                sql: "UPDATE \(tables.prefix)_state SET entries = entries + ?, bytes = bytes + ?"
            )
            .execute(arguments: [items.count, bytes])
            let dropped = try OutboxLimiter(database, tables, limits, first).trim()
            return (try OutboxTally(database, tables), dropped)
        }
    }

    /// Returns the oldest waiting items in order.
    ///
    /// - Parameter limit: The largest number of items, 1...100 000.
    /// - Returns: Their numbers and the sizes of their content.
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    public func oldest(
        limit: Int
    ) async throws(OutboxStoreError) -> [WaitingItem] {
        let limit = min(max(limit, 1), 100_000)
        return try await perform { [tables] database in
            try Self.sizes(
                """
                SELECT number, length(content) AS size FROM \(tables.prefix)_entries INDEXED BY \(tables.prefix)_waiting
                WHERE message IS NULL ORDER BY number LIMIT ?
                """, [limit], tables, database)
        }
    }

    /// Returns the newest waiting items in order.
    ///
    /// - Parameters:
    ///   - number: Only items after this number.
    ///   - limit: The largest number of items, 1...100 000.
    /// - Returns: Their numbers and the sizes of their content.
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    public func newest(
        after number: Int64, limit: Int
    ) async throws(OutboxStoreError) -> [WaitingItem] {
        let limit = min(max(limit, 1), 100_000)
        return try await perform { [tables] database in
            try Self.sizes(
                """
                SELECT number, length(content) AS size FROM \(tables.prefix)_entries INDEXED BY \(tables.prefix)_waiting
                WHERE message IS NULL AND number > ? ORDER BY number DESC LIMIT ?
                """, [number, limit], tables, database
            ).reversed()
        }
    }

    private static func sizes(
        _ sql: String, _ arguments: StatementArguments, _ tables: OutboxTables, _ database: Database
    ) throws -> [WaitingItem] {
        try tables.entries.rows(database, sql, arguments).map { row in
            WaitingItem(number: try row.integer("number"), size: try row.count("size"))
        }
    }

    /// Stores whether people paused sending.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func setPaused(_ isPaused: Bool) async throws(OutboxStoreError) {
        try await perform { [tables] database in
            try database.execute(sql: "UPDATE \(tables.prefix)_state SET paused = ?", arguments: [isPaused])
        }
    }

    /// Stores the capabilities that were declared to the other side; nil if it knows none.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func setAnnounced(_ text: String?) async throws(OutboxStoreError) {
        try await perform { [tables] database in
            try database.execute(sql: "UPDATE \(tables.prefix)_state SET announced = ?", arguments: [text])
        }
    }

    /// Stores the last data of other participants.
    ///
    /// - Parameters:
    ///   - peers: The participants; each replaces its stored data.
    ///   - limit: Participants with an earlier time are removed.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func keep(
        _ peers: [OutboxPeer], removingBefore limit: UTCTime
    ) async throws(OutboxStoreError) {
        try await perform { [tables] database in
            let insertion = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO \(tables.prefix)_members (id, name, time, content) VALUES (?, ?, ?, ?)")
            for peer in peers {
                try insertion.execute(arguments: [
                    peer.id, peer.name, peer.time.nanosecondsSince1970, Data(peer.content),
                ])
            }
            try database.execute(
                sql: "DELETE FROM \(tables.prefix)_members WHERE time < ?", arguments: [limit.nanosecondsSince1970])
        }
    }

    /// Removes all data: the queue, the totals and the other participants.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    public func wipe() async throws(OutboxStoreError) {
        try await perform { [tables] database in
            try database.execute(
                sql: """
                    DELETE FROM \(tables.prefix)_entries;
                    DELETE FROM \(tables.prefix)_messages;
                    DELETE FROM \(tables.prefix)_members;
                    DELETE FROM \(tables.prefix)_state;
                    INSERT INTO \(tables.prefix)_state (id) VALUES (1);
                    """)
        }
    }
}

extension OutboxTables {
    /// Gives a time to the items without one that directly precede an item. They were stored before it and are therefore at
    /// least as old, so its time never makes them too old too early.
    fileprivate func date(before number: Int64, _ time: UTCTime, _ database: Database) throws {
        let dated = try Int64.fetchOne(
            database.cachedStatement(
                sql: "SELECT number FROM \(prefix)_entries WHERE number < ? AND time <> ? ORDER BY number DESC LIMIT 1"),
            arguments: [number, OutboxItem.unknownTime.nanosecondsSince1970])
        try database.cachedStatement(sql: "UPDATE \(prefix)_entries SET time = ? WHERE number > ? AND number < ?")
            .execute(arguments: [time.nanosecondsSince1970, dated ?? 0, number])
    }
}

extension OutboxTally {
    init(_ database: Database, _ tables: OutboxTables) throws {
        self.init()
        guard let row = try tables.state.first(database, "SELECT * FROM \(tables.prefix)_state") else { return }
        self = try OutboxTally(row)
        let oldest = try tables.entries.first(
            database, "SELECT number, time FROM \(tables.prefix)_entries ORDER BY number LIMIT 1")
        self.oldest = try oldest.map {
            UTCTime(nanosecondsSince1970: try $0.integer("time", in: StoredRange.nanoseconds))
        }
    }

    /// Reads the counts, without the time of the oldest item.
    init(_ row: StoredRow) throws(BadCell) {
        self.init()
        (items, bytes, sent) = (try row.count("entries"), try row.count("bytes"), try row.count("sent"))
        (crowded, aged) = (try row.count("crowded"), try row.count("aged"))
        (refused, unconfirmed) = (try row.count("refused"), try row.count("unconfirmed"))
        success = try row.optionalInteger("success", in: StoredRange.nanoseconds).map {
            UTCTime(nanosecondsSince1970: $0)
        }
    }
}

extension OutboxPeer {
    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            id: try row.text("id"), name: try row.optionalText("name"),
            time: UTCTime(nanosecondsSince1970: try row.integer("time", in: StoredRange.nanoseconds)),
            content: try row.bytes("content"))
    }
}

extension OutboxMessage {
    init(_ row: StoredRow) throws(BadCell) {
        _ = (try row.integer("number", in: StoredRange.numbers), try row.integer("newest", in: StoredRange.nanoseconds))
        self.init(
            key: try row.text("id"), sequence: try row.integer("sequence", in: 0...StoredRange.count),
            attempts: try row.count("posts"), isRepeated: try row.flag("repeated"),
            items: try row.count("entries"), bytes: try row.count("bytes"))
    }
}
