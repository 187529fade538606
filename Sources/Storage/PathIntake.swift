// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

/// The paths of one file on their way into the store: point by point, in transactions of their own, so that a recording
/// need not wait for the whole file. No query finds them until all are complete; where that never happens,
/// `Store.discardArriving` removes them.
///
/// Its methods block, and belong to one thread.
public final class PathIntake {
    /// A path that is complete but for its name.
    public struct Arrival {
        /// What the file says of it as a whole.
        public let path: ImportedPath
        /// The time of its first point that has one.
        public let first: UTCTime?
        /// The time of its last point that has one.
        public let last: UTCTime?
        fileprivate let id: Int64
    }

    private struct Open {
        var id: Int64
        var first: UTCTime?
        var last: UTCTime?
    }

    private let store: Store
    private var open: [Int: Open] = [:]
    /// The paths that are complete, in the order of the file.
    public private(set) var arrivals: [Arrival] = []

    init(_ store: Store) { self.store = store }

    /// Stores the next part of the file: all of it or nothing.
    ///
    /// - Throws: `StoreError`.
    public func take(_ events: [PathEvent]) throws(StoreError) {
        let (before, known) = (open, arrivals.count)
        do throws(StoreError) {
            try store.performBlocking { database in
                // In the order of the file: numbers are given to complete paths first.
                for event in events { if case .complete = event.end { try begin(event.path, database) } }
                for event in events { try take(event, database) }
            }
        } catch {
            open = before
            arrivals.removeLast(arrivals.count - known)
            throw error
        }
    }

    /// The geometry of a path that is complete.
    ///
    /// - Parameter isStopped: asked now and then; once it says true, this throws.
    /// - Throws: `StoreError`.
    public func measure(
        _ arrival: Arrival, by measurement: PathMeasurement, isStopped: () -> Bool
    ) throws(StoreError) -> PathGeometry {
        var first = 0
        while true {
            guard !isStopped() else { throw .failed(path: store.path, reason: "the import was stopped") }
            let page = try store.performBlocking { database in
                var reader = PointReader(database)
                return try reader.points(of: arrival.id, from: first, limit: 4096)
            }
            for point in page { measurement.append(point) }
            first += page.count
            if page.isEmpty { return measurement.finish() }
        }
    }

    /// Shows the paths that are complete, all at once.
    ///
    /// - Parameter paths: how each arrival is to be: name, times and geometry.
    /// - Returns: the paths as they are stored.
    /// - Throws: `StoreError`; none is shown then.
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

    /// Removes what is not complete.
    ///
    /// - Throws: `StoreError`; the next start of the daemon does it then.
    public func discard() throws(StoreError) {
        while try store.performBlocking({ try Store.discardSome($0) }) {}
    }

    private func take(_ event: PathEvent, _ database: Database) throws {
        if !event.points.isEmpty {
            try begin(event.path, database)
            guard let id = open[event.path]?.id else { return }
            var writer = PointWriter(database, path: id)
            _ = try writer.append(event.points)
            note(event.points, of: event.path)
        }
        switch event.end {
        case .complete(let path):
            guard let open = open.removeValue(forKey: event.path) else { return }
            arrivals.append(Arrival(path: path, first: open.first, last: open.last, id: open.id))
        // What was stored of it goes with `discard`.
        case .dropped: open[event.path] = nil
        case nil: break
        }
    }

    private func note(_ points: [PathPoint], of path: Int) {
        let last = points.last { $0.time != nil }?.time
        if open[path]?.first == nil { open[path]?.first = points.first { $0.time != nil }?.time }
        if let last { open[path]?.last = last }
    }

    private func begin(_ path: Int, _ database: Database) throws {
        guard open[path] == nil else { return }
        var arriving = RecordedPath(
            id: 0, name: StoredText.unnamed, user: Store.localUser, started: UTCTime(nanosecondsSince1970: 0))
        arriving.state = .arriving
        open[path] = Open(id: try StoredPath.insert(arriving, database))
    }
}

extension Store {
    /// Points that are removed in one transaction.
    private static let discardedAtOnce = 20_000

    /// Begins to take the paths of a file in. One at a time, as `PathIntake.discard` removes those of all.
    public func makeIntake() -> PathIntake { PathIntake(self) }

    /// Removes what imports left behind that came to a sudden end, part by part.
    ///
    /// - Returns: whether there was anything.
    /// - Throws: `StoreError`.
    @discardableResult
    public func discardArriving() async throws(StoreError) -> Bool {
        var hasRemoved = false
        while try await perform({ try Self.discardSome($0) }) { hasRemoved = true }
        return hasRemoved
    }

    /// - Returns: whether something was there to remove.
    fileprivate static func discardSome(_ database: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, points FROM paths AS p WHERE NOT (\(StoredPath.isShown)) LIMIT 1000")
        var left = discardedAtOnce
        for row in rows {
            guard left > 0 else { return true }
            let (id, count) = (row["id"] as Int64, row["points"] as Int)
            let kept = max(0, count - left)
            try database.execute(sql: "DELETE FROM points WHERE path = ? AND number >= ?", arguments: [id, kept])
            if kept > 0 {
                try database.execute(sql: "UPDATE paths SET points = ? WHERE id = ?", arguments: [kept, id])
            } else {
                try database.execute(sql: "DELETE FROM paths WHERE id = ?", arguments: [id])
            }
            left -= max(1, count - kept)
        }
        return !rows.isEmpty
    }
}
