// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

/// How much of what was recorded is kept. Without a limit everything is.
public struct StoreRetention: Hashable, Sendable {
    /// Finished paths that ended longer ago than this are removed, in nanoseconds; nil: none.
    public var age: Int64?
    /// The oldest finished paths are removed while the database holds more, in bytes; nil: none.
    public var size: Int?
    /// Paths that were not handed on are removed too. Pieces of the track log always are, because they are never sent.
    public var includesUnsent = false

    /// No limit: nothing is removed.
    public init() {}

    /// Whether there is any limit.
    public var isLimited: Bool { age != nil || size != nil }
}

extension Store {
    /// Removes the oldest paths that a limit allows no longer, each in a transaction of its own, so that a recording
    /// does not wait for all of them. What is not finished always stays.
    ///
    /// - Parameters:
    ///   - retention: what is kept.
    ///   - now: the host's time.
    /// - Returns: what was removed, the oldest first.
    /// - Throws: `StoreError`; what was removed so far is.
    public func apply(_ retention: StoreRetention, now: UTCTime) async throws(StoreError) -> [RecordedPath] {
        var removed: [RecordedPath] = []
        if let age = retention.age {
            let (limit, overflow) = now.nanosecondsSince1970.subtractingReportingOverflow(max(age, 0))
            if !overflow { try await remove(retention, endedBefore: limit, into: &removed) { true } }
        }
        if let size = retention.size {
            try await remove(retention, endedBefore: .max, into: &removed) { () async throws(StoreError) -> Bool in
                try await self.usedBytes() > size
            }
        }
        return removed
    }

    private func remove(
        _ retention: StoreRetention, endedBefore limit: Int64, into removed: inout [RecordedPath],
        while isWanted: () async throws(StoreError) -> Bool
    ) async throws(StoreError) {
        while try await isWanted() {
            let paths = try await oldest(retention, endedBefore: limit)
            if paths.isEmpty { return }
            for path in paths {
                guard try await isWanted() else { return }
                if try await deletePath(path.id) { removed.append(path) }
            }
        }
    }

    /// How much of the database is in use, in bytes. Room that was freed is used again before the file grows.
    ///
    /// - Throws: `StoreError`.
    public func usedBytes() async throws(StoreError) -> Int {
        try await perform { database in
            func number(_ pragma: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0 }
            return (try number("page_count") - number("freelist_count")) * (try number("page_size"))
        }
    }

    private func oldest(
        _ retention: StoreRetention, endedBefore limit: Int64
    ) async throws(StoreError) -> [RecordedPath] {
        let removable =
            retention.includesUnsent
            ? ""
            : "AND (p.kind = \(RecordedPath.Kind.track.rawValue) OR p.sent = \(RecordedPath.SentState.sent.rawValue))"
        let sql = """
            \(StoredPath.selection)
            WHERE p.state = \(RecordedPath.State.finished.rawValue) AND coalesce(p.ended, p.started) < ? \(removable)
            ORDER BY coalesce(p.ended, p.started), p.id LIMIT 100
            """
        return try await perform { [damage] database in
            damage.read(try StoreTable.paths.rows(database, sql, [limit]), StoredPath.path)
        }
    }
}
