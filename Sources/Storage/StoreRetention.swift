// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

/// The limits of recorded data. Without limits all data are kept.
public struct StoreRetention: Hashable, Sendable {
    /// The age in nanoseconds after which finished paths are removed; nil: no limit.
    public var age: Int64?
    /// The size of the database in bytes, without what waits to be sent and the list of photos, beyond which the oldest
    /// finished paths are removed; nil: no limit.
    public var size: Int?
    /// True to also remove paths that were not sent on. Segments of the track log are always removed, because they are
    /// never sent.
    public var includesUnsent = false
    /// The start before which a track has no known age, because its receiver stated a wrong date (a week of GPS counted
    /// 1024 weeks too low); nil if every track has one.
    public var earliestTrack: UTCTime?

    /// 2026-01-01: no track is older than this program.
    public static let firstDay = UTCTime(nanosecondsSince1970: 1_767_225_600_000_000_000)

    /// Creates a retention without limits.
    public init() {}

    /// True if there is a limit.
    public var isLimited: Bool { age != nil || size != nil }
}

extension Store {
    /// Removes the oldest paths that exceed a limit, in many transactions, so that a recording does not have to wait for
    /// all of them. Paths that are not finished are always kept. The rest of interrupted deletions is removed too.
    ///
    /// - Parameters:
    ///   - retention: The limits.
    ///   - now: The host's time.
    /// - Returns: The removed paths, the oldest first.
    /// - Throws: `StoreError`; paths removed so far stay removed. If only the rest of a deletion could not be removed, the
    ///   limits are applied nevertheless, and the error is thrown if they removed nothing.
    public func apply(_ retention: StoreRetention, now: UTCTime) async throws(StoreError) -> [RecordedPath] {
        var removed: [RecordedPath] = []
        if let age = retention.age {
            let (limit, overflow) = now.nanosecondsSince1970.subtractingReportingOverflow(max(age, 0))
            if !overflow {
                try await remove(
                    retention, endedBefore: limit, tracksFrom: retention.earliestTrack, into: &removed
                ) { true }
            }
        }
        var failure: StoreError?
        do throws(StoreError) {
            while try await perform({ try Self.discardSome($0, onlyDeletions: true) }) {}
        } catch {
            failure = error
        }
        if let size = retention.size {
            // Names that no point states must not cost recordings.
            if try await recordedBytes() > size { try await discardUnusedSources() }
            try await remove(retention, endedBefore: .max, into: &removed) { () async throws(StoreError) -> Bool in
                try await self.exceeds(size)
            }
        }
        // Otherwise the caller would not know what was removed; the next call throws the error.
        if let failure, removed.isEmpty { throw failure }
        return removed
    }

    private func remove(
        _ retention: StoreRetention, endedBefore limit: Int64, tracksFrom earliest: UTCTime? = nil,
        into removed: inout [RecordedPath], while isWanted: () async throws(StoreError) -> Bool
    ) async throws(StoreError) {
        while try await isWanted() {
            let paths = try await oldest(retention, endedBefore: limit, tracksFrom: earliest)
            if paths.isEmpty { return }
            for path in paths {
                guard try await isWanted() else { return }
                if try await deletePath(path.id) { removed.append(path) }
            }
        }
    }

    /// True if the recordings need more than a size in bytes. A path that is being deleted must not cost another one, so
    /// that the rest of it is removed first, as far as that is possible.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func exceeds(_ size: Int) async throws(StoreError) -> Bool {
        do throws(StoreError) {
            while true {
                // One transaction, because another deletion may begin or end at any time.
                let answer = try await perform { database -> Bool? in
                    guard try Self.recordedBytes(database) > size else { return false }
                    return try Self.discardSome(database, onlyDeletions: true) ? nil : true
                }
                if let answer { return answer }
            }
        } catch {
            // A rest that cannot be removed must not stop the limit.
            return try await recordedBytes() > size
        }
    }

    /// The used part of the database in bytes. Freed space is reused before the file grows.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func usedBytes() async throws(StoreError) -> Int {
        try await perform { try Self.usedBytes($0) }
    }

    private static func usedBytes(_ database: Database) throws -> Int {
        func number(_ pragma: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0 }
        return (try number("page_count") - number("freelist_count")) * (try number("page_size"))
    }

    /// The used part of the database in bytes, without what waits for agrirouter, a broker, Traccar or the webhook: those
    /// queues have limits of their own, and an outage of theirs must not cost recordings. Nor must the list of photos and the
    /// tasks, which remain, or an import that is not complete, because it may be removed.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func recordedBytes() async throws(StoreError) -> Int {
        try await perform { try Self.recordedBytes($0) }
    }

    private static func recordedBytes(_ database: Database) throws -> Int {
        let overhead = entryOverhead
        let queries =
            OutboxTables.all.map { "SELECT bytes + entries * \(overhead) FROM \($0.prefix)_state" }
            + [
                "SELECT sum(length(body) + \(overhead)) FROM webhook_events",
                // The IDs are in an index too.
                """
                SELECT sum(2 * length(id) + length(upload) + length(CAST(summary AS BLOB)) + \(overhead)) FROM captures
                """,
                """
                SELECT sum(2 * length(capture) + length(hash) + coalesce(length(previous), 0) + \(overhead))
                FROM capture_manifests
                """,
                "SELECT sum(length(CAST(content AS BLOB)) + length(id) + \(overhead)) FROM back_office",
            ]
        // A damaged count must not overflow the sum.
        let apart = try queries.reduce(into: 0) {
            $0 += min(max(try Int.fetchOne(database, sql: $1) ?? 0, 0), 1 << 50)
        }
        let used = max(0, try usedBytes(database) - apart)
        return try used - Int(Double(used) * arrivingShare(database))
    }

    /// The part of all points that belongs to imports that are not complete, 0...1. It stands for their bytes, because
    /// counting these would take too long.
    private static func arrivingShare(_ database: Database) throws -> Double {
        // A path that is being deleted has an end.
        let arriving = "CASE WHEN NOT (\(StoredPath.isShown)) AND ended IS NULL THEN points END"
        let sql = "SELECT total(\(arriving)) / nullif(total(points), 0) FROM paths AS p"
        // A damaged count may make it larger or negative.
        return min(max(try Double.fetchOne(database, sql: sql) ?? 0, 0), 1)
    }

    /// The bytes that an entry needs beside its content: its other columns and its place in indices.
    private static var entryOverhead: Int { 64 }

    /// The newest time of the last points of all recorded paths and tracks that queries find, as a receiver stated it;
    /// nil if none has a time. Unlike it, the start and the end of a path come from the host's clock, and all times of
    /// an imported path from its file.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func newestRecording() async throws(StoreError) -> UTCTime? {
        try await perform { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT max((SELECT time FROM points WHERE path = p.id ORDER BY number DESC LIMIT 1)) FROM paths AS p
                    WHERE \(StoredPath.isShown) AND p.imported = 0
                    """
            ).map { UTCTime(nanosecondsSince1970: $0) }
        }
    }

    private func oldest(
        _ retention: StoreRetention, endedBefore limit: Int64, tracksFrom earliest: UTCTime?
    ) async throws(StoreError) -> [RecordedPath] {
        let removable =
            retention.includesUnsent
            ? ""
            : "AND (p.kind = \(RecordedPath.Kind.track.rawValue) OR p.sent = \(RecordedPath.SentState.sent.rawValue))"
        let dated = earliest.map {
            "AND (p.kind != \(RecordedPath.Kind.track.rawValue) OR p.started >= \($0.nanosecondsSince1970))"
        }
        // The host's clock, which dates the end of a path, may have been slow: the receiver's time counts as well.
        let sql = """
            \(StoredPath.selection)
            WHERE p.state = \(RecordedPath.State.finished.rawValue) AND coalesce(p.ended, p.started) < ? \(removable)
            \(dated ?? "")
            AND coalesce((SELECT time FROM points WHERE path = p.id ORDER BY number DESC LIMIT 1) < ?, 1)
            ORDER BY coalesce(p.ended, p.started), p.id LIMIT 100
            """
        return try await perform { [damage] database in
            damage.read(try StoreTable.paths.rows(database, sql, [limit, limit]), StoredPath.path)
        }
    }
}
