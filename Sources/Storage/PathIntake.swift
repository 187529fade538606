// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

/// Stores the paths of one file while it is being read, in several transactions, so that a recording does not have to
/// wait for the whole file. Queries do not find these paths until all are complete. If that never happens,
/// `Store.discardArriving` removes them.
///
/// Its methods block. Use it from one thread only.
public final class PathIntake {
    /// A path that is complete except for its name.
    public struct Arrival {
        /// The path's properties as stated in the file.
        public let path: ImportedPath
        /// The time of the first point that has one that the store can hold.
        fileprivate let first: UTCTime?
        /// The time of the last point that has one that the store can hold.
        fileprivate let last: UTCTime?
        fileprivate let id: Int64

        /// The start that the file states, or else the time of the first point; nil if unknown. A time that the store
        /// cannot hold as the start of a path counts as unknown.
        public var started: UTCTime? { Self.storable(path.started) ?? first }
        /// The end that the file states, or else the time of the last point; nil as for `started`.
        public var ended: UTCTime? { Self.storable(path.ended) ?? last }

        fileprivate static func storable(_ time: UTCTime?) -> UTCTime? {
            time.flatMap { StoredRange.pathNanoseconds.contains($0.nanosecondsSince1970) ? $0 : nil }
        }
    }

    private struct Open {
        var id: Int64
        var first: UTCTime?
        var last: UTCTime?
    }

    private let store: Store
    private let user: String
    private var open: [Int: Open] = [:]
    /// The complete paths, in the order of the file.
    public private(set) var arrivals: [Arrival] = []

    init(_ store: Store, for user: String) { (self.store, self.user) = (store, user) }

    /// Stores the next part of the file in one transaction.
    ///
    /// - Throws: `StoreError`; nothing of this part is stored in that case.
    public func take(_ events: [PathEvent]) throws(StoreError) {
        let (before, known) = (open, arrivals.count)
        do throws(StoreError) {
            try store.performBlocking { database in
                // Complete paths get their numbers first, so that numbers follow the order of the file.
                for event in events { if case .complete = event.end { try begin(event.path, database) } }
                for event in events { try take(event, database) }
            }
        } catch {
            open = before
            arrivals.removeLast(arrivals.count - known)
            throw error
        }
    }

    /// Computes the geometry of a complete path.
    ///
    /// - Parameter isStopped: Called repeatedly; the method throws once it returns true.
    /// - Throws: `StoreError` if the points cannot be read or `isStopped` returned true.
    public func measure(
        _ arrival: Arrival, by measurement: PathMeasurement, isStopped: () -> Bool
    ) throws(StoreError) -> PathGeometry {
        var first = 0
        while true {
            guard !isStopped() else { throw .failed(path: store.path, reason: "the import was stopped") }
            let page = try store.performBlocking { database in
                var reader = PointReader(database, store.damage)
                return try reader.points(of: arrival.id, from: first, limit: 4096)
            }
            for point in page.points { measurement.append(point) }
            first += page.rows
            if page.rows == 0 { return measurement.finish() }
        }
    }

    /// Makes all complete paths visible in one transaction.
    ///
    /// - Parameter paths: The final name, times and geometry of each arrival, in the order of `arrivals`.
    /// - Returns: The paths as stored.
    /// - Throws: `StoreError`; no path becomes visible in that case.
    public func finish(_ paths: [RecordedPath]) throws(StoreError) -> [RecordedPath] {
        try store.performBlocking { database in
            let update = try database.makeStatement(
                sql: """
                    UPDATE paths SET name = ?, state = ?, started = ?, ended = ?, leap = ?, length = ?, area = ?, crosses = ?
                    WHERE id = ?
                    """)
            return try zip(arrivals, paths).map { arrival, path in
                let leap = (path.started.isLeapSecond ? 1 : 0) | (path.ended?.isLeapSecond == true ? 2 : 0)
                try update.execute(arguments: [
                    StoredText.name(path.name), RecordedPath.State.finished.rawValue,
                    path.started.nanosecondsSince1970, path.ended?.nanosecondsSince1970, leap, path.length?.metres,
                    path.area, path.crossesItself, arrival.id,
                ])
                return try StoredPath.known(arrival.id, database)
            }
        }
    }

    /// Removes the paths that are not complete, and then, if there are many, the names of receivers that no point states.
    ///
    /// - Throws: `StoreError`; the daemon then removes them at its next start.
    public func discard() throws(StoreError) {
        var hasRemoved = false
        while try store.performBlocking({ try Store.discardSome($0) }) { hasRemoved = true }
        guard hasRemoved else { return }
        while try store.performBlocking({ try store.sources.step($0) }) {}
    }

    private func take(_ event: PathEvent, _ database: Database) throws {
        if !event.points.isEmpty {
            try begin(event.path, database)
            guard let id = open[event.path]?.id else { return }
            var writer = PointWriter(database, path: id, store.sources)
            _ = try writer.append(event.points)
            note(event.points, of: event.path)
        }
        switch event.end {
        case .complete(let path):
            guard let open = open.removeValue(forKey: event.path) else { return }
            arrivals.append(Arrival(path: path, first: open.first, last: open.last, id: open.id))
        // `discard` removes the part that was already stored.
        case .dropped: open[event.path] = nil
        case nil: break
        }
    }

    private func note(_ points: [PathPoint], of path: Int) {
        if open[path]?.first == nil { open[path]?.first = points.lazy.compactMap { Arrival.storable($0.time) }.first }
        if let last = points.lazy.reversed().compactMap({ Arrival.storable($0.time) }).first { open[path]?.last = last }
    }

    private func begin(_ path: Int, _ database: Database) throws {
        guard open[path] == nil else { return }
        var arriving = RecordedPath(
            id: 0, name: StoredText.unnamed, user: user, started: UTCTime(nanosecondsSince1970: 0))
        (arriving.state, arriving.isImported) = (.arriving, true)
        open[path] = Open(id: try StoredPath.insert(arriving, database))
    }
}

extension Store {
    /// The largest number of points to remove in one transaction.
    static let discardedAtOnce = 20_000

    /// Starts the import of a file's paths. Only one may run at a time, because `PathIntake.discard` removes all
    /// unfinished ones.
    ///
    /// - Parameter user: The owner of the paths.
    public func makeIntake(for user: String = Store.localUser) -> PathIntake { PathIntake(self, for: user) }

    /// Removes the remains of interrupted imports and deletions in several transactions, and then, if there are many, the
    /// names of receivers that no point states. A cancelled task leaves the rest.
    ///
    /// - Returns: True if there were paths to remove.
    /// - Throws: `StoreError` if the store cannot be changed; the parts removed so far stay removed.
    @discardableResult
    public func discardArriving() async throws(StoreError) -> Bool {
        var hasRemoved = false
        while !Task.isCancelled, try await perform({ try Self.discardSome($0) }) { hasRemoved = true }
        try await discardUnusedSources()
        return hasRemoved
    }

    /// - Parameter onlyDeletions: True to leave imports alone: one may be running.
    /// - Returns: True if something was removed.
    static func discardSome(_ database: Database, onlyDeletions: Bool = false) throws -> Bool {
        // The paths of an import have no end until it is complete.
        let deletions = onlyDeletions ? "AND p.ended IS NOT NULL" : ""
        let hidden = try Int64.fetchAll(
            database, sql: "SELECT id FROM paths AS p WHERE NOT (\(StoredPath.isShown)) \(deletions) LIMIT 1000")
        var left = discardedAtOnce
        var hasRemoved = false
        for id in hidden {
            guard left > 0 else { break }
            let (points, isGone) = try removeSome(of: id, atMost: left, database)
            // The last change is the removal of the path if it is gone. In a damaged store, that may remove nothing.
            if points > 0 || isGone && database.changesCount > 0 { hasRemoved = true }
            left -= max(1, points)
        }
        return hasRemoved
    }

    /// Hides a path from all queries until it is removed. Its end distinguishes it from the paths of an import.
    ///
    /// - Returns: True if the path existed and was shown.
    static func hide(_ id: Int64, _ database: Database) throws -> Bool {
        try database.execute(
            sql: """
                UPDATE paths AS p SET state = ?, ended = coalesce(ended, started) WHERE id = ? AND \(StoredPath.isShown)
                """,
            arguments: [RecordedPath.State.arriving.rawValue, id])
        return database.changesCount > 0
    }

    /// Removes the last points of a hidden path, and the path itself with its first point.
    ///
    /// - Returns: The number of removed points, and true if nothing of the path is left.
    static func removeSome(
        of id: Int64, atMost limit: Int, _ database: Database
    ) throws -> (points: Int, isGone: Bool) {
        // The last point that stays. The path's count is of no use, because it may be damaged.
        let last = try DatabaseValue.fetchOne(
            database, sql: "SELECT number FROM points WHERE path = ? ORDER BY number DESC LIMIT 1 OFFSET ?",
            arguments: [id, max(limit, 1)])
        if let last {
            try database.execute(sql: "DELETE FROM points WHERE path = ? AND number > ?", arguments: [id, last])
            let count = database.changesCount
            try database.execute(sql: "UPDATE paths SET points = ? + 1 WHERE id = ?", arguments: [last, id])
            return (count, false)
        }
        try database.execute(sql: "DELETE FROM points WHERE path = ?", arguments: [id])
        let count = database.changesCount
        try database.execute(sql: "DELETE FROM paths WHERE id = ?", arguments: [id])
        return (count, true)
    }
}
