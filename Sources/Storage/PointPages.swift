// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import Paths

/// A snapshot of a path's points, read page by page. No page but the current one is in memory. Recording does not wait
/// for the reader, and points recorded after the snapshot are not included.
///
/// Points are only appended, so the existing ones stay the same. If points are removed meanwhile, the next page throws
/// instead of mixing two states.
public struct PointPages: AsyncSequence, Sendable {
    /// The path at the time of the snapshot.
    public let path: RecordedPath

    private let store: Store
    private let pageSize: Int
    private let removals: Int

    init(_ store: Store, _ path: RecordedPath, pageSize: Int, removals: Int) {
        (self.store, self.path, self.pageSize, self.removals) = (store, path, pageSize, removals)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Iterates over the pages in order.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: PointPages
        private var next = 0
        private var isBroken = false

        init(_ pages: PointPages) { self.pages = pages }

        /// Returns the next page, which is not empty, or nil after the last. Unreadable points are skipped.
        ///
        /// - Throws: `StoreError`; `.changedPath` if points were removed, `.unknownPath` if the path was deleted.
        public mutating func next() async throws(StoreError) -> [PathPoint]? {
            while let batch = try await pages.page(from: next, isBroken) {
                (next, isBroken) = (next + batch.rows, batch.isBroken)
                if !batch.points.isEmpty { return batch.points }
            }
            return nil
        }

        /// Returns the next page, like `next()`, for callers on an actor.
        ///
        /// - Throws: `StoreError`, as `next()` does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(StoreError) -> [PathPoint]? {
            while let batch = try await pages.page(from: next, isBroken) {
                (next, isBroken) = (next + batch.rows, batch.isBroken)
                if !batch.points.isEmpty { return batch.points }
            }
            return nil
        }
    }

    private func page(from first: Int, _ isBroken: Bool) async throws(StoreError) -> PointBatch? {
        guard first < path.pointCount else { return nil }
        let (id, removals) = (path.id, removals)
        let limit = Swift.min(pageSize, path.pointCount - first)
        return try await store.perform { [damage = store.damage] database in
            let sql = "SELECT id, removals FROM paths AS p WHERE id = ? AND \(StoredPath.isShown)"
            let row = try StoreTable.paths.first(database, sql, [id])
            guard let row else { throw StoreError.unknownPath(id) }
            guard try row.count("removals") == removals else { throw StoreError.changedPath(id) }
            var reader = PointReader(database, damage)
            let batch = try reader.points(of: id, from: first, limit: limit, isBroken: isBroken)
            guard batch.rows == limit else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "points of path \(id) are missing")
            }
            return batch
        }
    }
}

extension Store {
    /// Takes a snapshot of all points of a path.
    ///
    /// - Parameters:
    ///   - path: The path's number.
    ///   - pageSize: The number of points in a page, 1...100 000.
    /// - Throws: `StoreError`; `.unknownPath` if the path does not exist.
    public func pages(of path: Int64, pageSize: Int = 1000) async throws(StoreError) -> PointPages {
        let (path, removals) = try await perform { database in
            let sql = "SELECT removals FROM paths WHERE id = ?"
            return (
                try StoredPath.known(path, database), try Int.fetchOne(database, sql: sql, arguments: [path]) ?? 0
            )
        }
        return PointPages(self, path, pageSize: Swift.min(Swift.max(pageSize, 1), 100_000), removals: removals)
    }
}
