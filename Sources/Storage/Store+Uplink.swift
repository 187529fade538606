// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import GNSSTypes
internal import GRDB

extension Store {
    /// What is kept of the uplink, but for its entries.
    ///
    /// - Throws: `StoreError`.
    public func uplink() async throws(StoreError) -> StoredUplink {
        try await perform { database in
            var stored = StoredUplink()
            if let row = try Row.fetchOne(database, sql: "SELECT paused, announced FROM uplink_state") {
                (stored.isPaused, stored.announced) = (row["paused"], row["announced"])
            }
            stored.tally = try UplinkTally(database)
            stored.messages = try Row.fetchAll(database, sql: "SELECT * FROM uplink_messages ORDER BY number")
                .map(UplinkMessage.init)
            stored.members = try Row.fetchAll(database, sql: "SELECT * FROM uplink_members ORDER BY id").map { row in
                UplinkMember(
                    id: row["id"], name: row["name"], time: UTCTime(nanosecondsSince1970: row["time"]),
                    content: Array(row["content"] as Data))
            }
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
                SELECT number, length(content) FROM uplink_entries INDEXED BY uplink_waiting
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
                SELECT number, length(content) FROM uplink_entries INDEXED BY uplink_waiting
                WHERE message IS NULL AND number > ? ORDER BY number DESC LIMIT ?
                """, [number, limit], database
            ).reversed()
        }
    }

    private static func sizes(
        _ sql: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> [(number: Int64, size: Int)] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map { ($0[0], $0[1]) }
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
        guard let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT * FROM uplink_state")) else { return }
        (entries, bytes, sent) = (row["entries"], row["bytes"], row["sent"])
        (crowded, aged) = (row["crowded"], row["aged"])
        (refused, unconfirmed) = (row["refused"], row["unconfirmed"])
        success = (row["success"] as Int64?).map { UTCTime(nanosecondsSince1970: $0) }
        let oldest = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT time FROM uplink_entries ORDER BY number LIMIT 1"))
        self.oldest = oldest.map { UTCTime(nanosecondsSince1970: $0) }
    }
}
