// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Synchronization

/// Removes the names of receivers that no point states any more, as a refused import or a deleted path leaves them. It
/// reads all points, in several transactions, so that a recording does not have to wait for all of them.
///
/// `step` and `note` are called within transactions of one store, which follow one another.
final class SourceSweep: Sendable {
    /// So many names are not worth reading all points.
    static let tolerated = 1000
    /// The largest number of points to read, or of names to remove, in one transaction.
    private static let rowsAtOnce = 20_000
    /// The largest number of names in one sweep, which bounds its memory; the next sweep finds the others.
    private static let namesAtOnce = 100_000

    private struct Progress {
        /// The names that no point stated so far.
        var unused: Set<Int64>
        /// The last point that was read.
        var path = Int64.min
        var number = Int64.min
        var hasReadAll = false
    }

    /// The sweep that the next step continues; nil if none is active.
    private let progress = Mutex<Progress?>(nil)

    /// Notes that a new point states a name, because the sweep may have passed the point's place.
    func note(_ source: Int64) { progress.withLock { _ = $0?.unused.remove(source) } }

    /// Takes the next step of a sweep, and begins one if there are more names than `tolerated`.
    ///
    /// - Returns: True if another step must follow.
    /// - Throws: SQLite's error; the next sweep starts from the beginning.
    func step(_ database: Database) throws -> Bool {
        let last = progress.withLock { progress in
            defer { progress = nil }
            return progress
        }
        guard var next = try last ?? Self.begin(database) else { return false }
        if next.hasReadAll {
            try Self.remove(&next, database)
            guard !next.unused.isEmpty else { return false }
        } else {
            try Self.read(&next, database)
        }
        progress.withLock { [next] in $0 = next }
        return true
    }

    private static func begin(_ database: Database) throws -> Progress? {
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM sources") ?? 0
        guard count > tolerated else { return nil }
        let names = try Int64.fetchSet(
            database, sql: "SELECT id FROM sources ORDER BY id DESC LIMIT ?", arguments: [namesAtOnce])
        return Progress(unused: names)
    }

    private static func read(_ progress: inout Progress, _ database: Database) throws {
        // SQLite stores values of any type in any column, so the query selects integers only.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT path, number, CASE typeof(source) WHEN 'integer' THEN source END FROM points
                WHERE typeof(path) = 'integer' AND typeof(number) = 'integer' AND (path, number) > (?, ?)
                ORDER BY path, number LIMIT ?
                """,
            arguments: [progress.path, progress.number, rowsAtOnce])
        var count = 0
        while let row = try rows.next() {
            count += 1
            (progress.path, progress.number) = (row[0] as Int64, row[1] as Int64)
            if let source = row[2] as Int64? { progress.unused.remove(source) }
        }
        progress.hasReadAll = count < rowsAtOnce || progress.unused.isEmpty
    }

    private static func remove(_ progress: inout Progress, _ database: Database) throws {
        let ids = Array(progress.unused.prefix(rowsAtOnce))
        let removal = try database.cachedStatement(sql: "DELETE FROM sources WHERE id = ?")
        for id in ids { try removal.execute(arguments: [id]) }
        progress.unused.subtract(ids)
    }
}

extension Store {
    /// Removes the names of receivers that no point states, if there are many names. A cancelled task leaves the rest.
    ///
    /// - Throws: `StoreError`; the names removed so far stay removed.
    func discardUnusedSources() async throws(StoreError) {
        while !Task.isCancelled, try await perform({ [sources] database in try sources.step(database) }) {}
    }
}
