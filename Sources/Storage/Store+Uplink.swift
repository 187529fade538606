// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import GNSSTypes
internal import GRDB

extension Store {
    /// What is kept of the uplink, but for its entries.
    ///
    /// - Throws: `StoreError`.
    public func uplink() async throws(StoreError) -> StoredUplink {
        try await perform { [damage] database in
            var stored = StoredUplink()
            if let row = try StoreTable.uplinkState.first(database, "SELECT * FROM uplink_state") {
                (stored.isPaused, stored.announced) = (try row.flag("paused"), try row.optionalText("announced"))
            }
            stored.tally = try UplinkTally(database)
            stored.messages = damage.read(
                try StoreTable.uplinkMessages.rows(database, "SELECT * FROM uplink_messages ORDER BY number"),
                UplinkMessage.init)
            stored.members = damage.read(
                try StoreTable.uplinkMembers.rows(database, "SELECT * FROM uplink_members ORDER BY id"),
                UplinkMember.init)
            return stored
        }
    }

    /// Appends what was collected, and makes room for it.
    ///
    /// - Parameters:
    ///   - entries: in their order.
    ///   - limits: beyond them the oldest that wait go; messages that are under way only where all of their entries are too
    ///     old.
    /// - Returns: what waits now, and the ids of messages that went.
    /// - Throws: `StoreError`; nothing is changed then.
    public func appendUplink(
        _ entries: [UplinkEntry], within limits: UplinkLimits
    ) async throws(StoreError) -> (tally: UplinkTally, dropped: [String]) {
        try await perform { database in
            let insertion = try database.cachedStatement(
                sql: "INSERT INTO uplink_entries (time, verdict, content) VALUES (?, ?, ?)")
            var first: Int64 = .max
            for entry in entries {
                try insertion.execute(arguments: [
                    entry.time.nanosecondsSince1970, entry.verdict.map { Int($0.rawValue) }, Data(entry.content),
                ])
                first = min(first, database.lastInsertedRowID)
            }
            let bytes = entries.reduce(0) { $0 + $1.content.count }
            try database.cachedStatement(sql: "UPDATE uplink_state SET entries = entries + ?, bytes = bytes + ?")
                .execute(arguments: [entries.count, bytes])
            let dropped = try UplinkLimiter(database, limits, first).trim()
            return (try UplinkTally(database), dropped)
        }
    }

    /// The oldest entries that wait, in their order.
    ///
    /// - Parameter limit: so many at most, 1...100 000.
    /// - Returns: their numbers and the bytes of their content.
    /// - Throws: `StoreError`.
    public func oldestUplinkEntries(
        limit: Int
    ) async throws(StoreError) -> [(number: Int64, size: Int)] {
        let limit = min(max(limit, 1), 100_000)
        return try await perform { database in
            try Self.sizes(
                """
                SELECT number, length(content) AS size FROM uplink_entries INDEXED BY uplink_waiting
                WHERE message IS NULL ORDER BY number LIMIT ?
                """, [limit], database)
        }
    }

    /// The newest entries that wait, in their order.
    ///
    /// - Parameters:
    ///   - number: they are newer than this one.
    ///   - limit: so many at most, 1...100 000.
    /// - Returns: their numbers and the bytes of their content.
    /// - Throws: `StoreError`.
    public func newestUplinkEntries(
        after number: Int64, limit: Int
    ) async throws(StoreError) -> [(number: Int64, size: Int)] {
        let limit = min(max(limit, 1), 100_000)
        return try await perform { database in
            try Self.sizes(
                """
                SELECT number, length(content) AS size FROM uplink_entries INDEXED BY uplink_waiting
                WHERE message IS NULL AND number > ? ORDER BY number DESC LIMIT ?
                """, [number, limit], database
            ).reversed()
        }
    }

    private static func sizes(
        _ sql: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> [(number: Int64, size: Int)] {
        try StoreTable.uplinkEntries.rows(database, sql, arguments).map { row in
            (try row.integer("number"), try row.count("size"))
        }
    }

    /// Whether people want nothing to be sent.
    ///
    /// - Throws: `StoreError`; it is then what it was.
    public func setUplinkPaused(_ isPaused: Bool) async throws(StoreError) {
        try await perform { database in
            try database.execute(sql: "UPDATE uplink_state SET paused = ?", arguments: [isPaused])
        }
    }

    /// What the other side was told that we can; nil: nothing that it knows of.
    ///
    /// - Throws: `StoreError`; it is then what it was.
    public func setUplinkAnnounced(_ text: String?) async throws(StoreError) {
        try await perform { database in
            try database.execute(sql: "UPDATE uplink_state SET announced = ?", arguments: [text])
        }
    }

    /// Keeps where members are.
    ///
    /// - Parameters:
    ///   - members: each takes the place of what was kept of it.
    ///   - limit: what is older goes.
    /// - Throws: `StoreError`; nothing is changed then.
    public func keepUplinkMembers(
        _ members: [UplinkMember], removingBefore limit: UTCTime
    ) async throws(StoreError) {
        try await perform { database in
            let insertion = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO uplink_members (id, name, time, content) VALUES (?, ?, ?, ?)")
            for member in members {
                try insertion.execute(arguments: [
                    member.id, member.name, member.time.nanosecondsSince1970, Data(member.content),
                ])
            }
            try database.execute(
                sql: "DELETE FROM uplink_members WHERE time < ?", arguments: [limit.nanosecondsSince1970])
        }
    }

    /// Removes all of it: what waits, what was counted, who else was there.
    ///
    /// - Throws: `StoreError`; nothing is changed then.
    public func wipeUplink() async throws(StoreError) {
        try await perform { database in
            try database.execute(
                sql: """
                    DELETE FROM uplink_entries;
                    DELETE FROM uplink_messages;
                    DELETE FROM uplink_members;
                    DELETE FROM uplink_state;
                    INSERT INTO uplink_state (id) VALUES (1);
                    """)
        }
    }
}

extension UplinkTally {
    init(_ database: Database) throws {
        self.init()
        guard let row = try StoreTable.uplinkState.first(database, "SELECT * FROM uplink_state") else { return }
        self = try UplinkTally(row)
        let oldest = try StoreTable.uplinkEntries.first(
            database, "SELECT number, time FROM uplink_entries ORDER BY number LIMIT 1")
        self.oldest = try oldest.map {
            UTCTime(nanosecondsSince1970: try $0.integer("time", in: StoredRange.nanoseconds))
        }
    }

    /// What is counted; not the oldest entry.
    init(_ row: StoredRow) throws(BadCell) {
        self.init()
        (entries, bytes, sent) = (try row.count("entries"), try row.count("bytes"), try row.count("sent"))
        (crowded, aged) = (try row.count("crowded"), try row.count("aged"))
        (refused, unconfirmed) = (try row.count("refused"), try row.count("unconfirmed"))
        success = try row.optionalInteger("success", in: StoredRange.nanoseconds).map {
            UTCTime(nanosecondsSince1970: $0)
        }
    }
}

extension UplinkMember {
    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            id: try row.text("id"), name: try row.optionalText("name"),
            time: UTCTime(nanosecondsSince1970: try row.integer("time", in: StoredRange.nanoseconds)),
            content: try row.bytes("content"))
    }
}
