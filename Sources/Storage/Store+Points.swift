// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import Paths

extension Store {
    /// Appends points to a path that is not finished, in one transaction.
    ///
    /// - Returns: The path's new number of points.
    /// - Throws: `StoreError`; `.unknownPath` or `.finishedPath`. Nothing is changed in that case.
    @discardableResult
    public func append(_ points: [PathPoint], to path: Int64) async throws(StoreError) -> Int {
        try await perform { [sources] database in
            try Self.requireUnfinished(path, database)
            var writer = PointWriter(database, path: path, sources)
            return try writer.append(points)
        }
    }

    /// Removes the last point of a path that is not finished.
    ///
    /// - Returns: The removed point; nil if the path has no points.
    /// - Throws: `StoreError`; `.unknownPath` or `.finishedPath`. Nothing is changed in that case.
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

    /// Returns a range of a path's points in order. Use `pages(of:)` to read a snapshot of all points.
    ///
    /// - Parameters:
    ///   - path: The path's number.
    ///   - first: The index of the first point, from 0.
    ///   - limit: The largest number of points, 1...100 000.
    /// - Returns: No points if the path has no more or does not exist. Unreadable points are skipped.
    /// - Throws: `StoreError` if the store cannot be read.
    public func points(of path: Int64, from first: Int = 0, limit: Int) async throws(StoreError) -> [PathPoint] {
        let (first, limit) = (max(first, 0), min(max(limit, 1), 100_000))
        return try await perform { [damage] database in
            guard try StoredPath.find(path, database) != nil else { return [] }
            var reader = PointReader(database, damage)
            return try reader.points(of: path, from: first, limit: limit).points
        }
    }

    /// Returns which of every `step`-th point of a path no line joins to the one before: a segment of the path begins
    /// with the point, or between the two.
    ///
    /// - Parameters:
    ///   - path: The path's number.
    ///   - first: The index of the first point, from 0.
    ///   - step: The distance between two indices, 1 or more.
    ///   - last: The index of the last point.
    /// - Returns: The indices of the points, in ascending order; none if the path does not exist.
    /// - Throws: `StoreError` if the store cannot be read.
    public func breaks(
        of path: Int64, from first: Int, step: Int, through last: Int
    ) async throws(StoreError) -> [Int] {
        try await perform { database in
            try Int.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT (number - :first + :step - 1) / :step FROM points
                    WHERE path = :path AND number > :first - :step AND number <= :last
                    AND traits & \(PointTraits.segmentBit) != 0 ORDER BY 1
                    """, arguments: ["first": first, "step": step, "path": path, "last": last])
        }.map { first + $0 * step }
    }

    /// Returns a range of a path's points in order, each with its index in the path.
    ///
    /// - Parameters:
    ///   - path: The path's number.
    ///   - first: The index of the first point, from 0.
    ///   - limit: The largest number of points, 1...100 000.
    /// - Returns: No points if the path has no more or does not exist. Unreadable points are skipped; if all points of
    ///   the range are unreadable, the next readable ones are returned.
    /// - Throws: `StoreError` if the store cannot be read.
    public func indexedPoints(
        of path: Int64, from first: Int = 0, limit: Int
    ) async throws(StoreError) -> [(index: Int, point: PathPoint)] {
        let limit = min(max(limit, 1), 100_000)
        var (next, isBroken) = (max(first, 0), false)
        while true {
            let (first, afterBreak) = (next, isBroken)
            let batch = try await perform { [damage] database in
                guard try StoredPath.find(path, database) != nil else { return PointBatch() }
                var reader = PointReader(database, damage)
                return try reader.points(of: path, from: first, limit: limit, isBroken: afterBreak)
            }
            if !batch.points.isEmpty || batch.rows == 0 {
                return zip(batch.indices, batch.points).map { (index: $0, point: $1) }
            }
            (next, isBroken) = (first + limit, batch.isBroken)
        }
    }

    @discardableResult
    private static func requireUnfinished(_ id: Int64, _ database: Database) throws -> RecordedPath {
        let path = try StoredPath.known(id, database)
        guard path.state != .finished else { throw StoreError.finishedPath(id) }
        return path
    }
}
