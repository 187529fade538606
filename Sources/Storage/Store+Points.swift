// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import Paths

extension Store {
    /// Appends points to a path that is not finished: all or none.
    ///
    /// - Returns: how many points it has now.
    /// - Throws: `StoreError`, with nothing changed; `.unknownPath`, `.finishedPath`.
    @discardableResult
    public func append(_ points: [PathPoint], to path: Int64) async throws(StoreError) -> Int {
        try await perform { database in
            try Self.requireUnfinished(path, database)
            var writer = PointWriter(database, path: path)
            return try writer.append(points)
        }
    }

    /// Takes the last point of a path away that is not finished.
    ///
    /// - Returns: it; nil where the path has none.
    /// - Throws: `StoreError`, with nothing changed; `.unknownPath`, `.finishedPath`.
    @discardableResult
    public func removeLastPoint(of path: Int64) async throws(StoreError) -> PathPoint? {
        try await perform { [damage] database in
            let last = try Self.requireUnfinished(path, database).pointCount - 1
            guard last >= 0 else { return nil }
            var reader = PointReader(database, damage)
            let point = try reader.points(of: path, from: last, limit: 1).points.first
            try database.execute(sql: "DELETE FROM points WHERE path = ? AND number = ?", arguments: [path, last])
            try database.execute(
                sql: "UPDATE paths SET points = ?, removals = removals + 1 WHERE id = ?", arguments: [last, path])
            return point
        }
    }

    /// A part of the points of a path, in their order. `pages(of:)` reads all of them as of one moment.
    ///
    /// - Parameters:
    ///   - path: the number of the path.
    ///   - first: the index of the first one wanted, 0 and up.
    ///   - limit: so many at most, 1...100 000.
    /// - Returns: none where the path has no more, or is not known. A point that cannot be read is left out.
    /// - Throws: `StoreError`.
    public func points(of path: Int64, from first: Int = 0, limit: Int) async throws(StoreError) -> [PathPoint] {
        let (first, limit) = (max(first, 0), min(max(limit, 1), 100_000))
        return try await perform { [damage] database in
            var reader = PointReader(database, damage)
            return try reader.points(of: path, from: first, limit: limit).points
        }
    }

    @discardableResult
    private static func requireUnfinished(_ id: Int64, _ database: Database) throws -> RecordedPath {
        let path = try StoredPath.known(id, database)
        guard path.state != .finished else { throw StoreError.finishedPath(id) }
        return path
    }
}
