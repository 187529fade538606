// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import Paths

/// The points of a path as of one moment, page by page: nothing whole is held, and what is recorded meanwhile neither
/// waits for the reader nor shows in what it gets.
///
/// Points are only ever appended, so that the first ones stay what they are; where some are taken away meanwhile, the
/// next page throws instead of joining two states.
public struct PointPages: AsyncSequence, Sendable {
    /// The path as it was at that moment.
    public let path: RecordedPath

    private let store: Store
    private let pageSize: Int
    private let removals: Int

    init(_ store: Store, _ path: RecordedPath, pageSize: Int, removals: Int) {
        (self.store, self.path, self.pageSize, self.removals) = (store, path, pageSize, removals)
    }

    /// From the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The pages in their order.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: PointPages
        private var next = 0
        private var isBroken = false

        init(_ pages: PointPages) { self.pages = pages }

        /// The next page, not empty; nil after the last. A point that cannot be read is left out.
        ///
        /// - Throws: `StoreError`; `.changedPath` where points were taken away, `.unknownPath` where the path was
        ///   deleted.
        public mutating func next() async throws(StoreError) -> [PathPoint]? {
            while let batch = try await pages.page(from: next, isBroken) {
                (next, isBroken) = (next + batch.rows, batch.isBroken)
                if !batch.points.isEmpty { return batch.points }
            }
            return nil
        }

        /// The next page, for callers on an actor: the same as `next()`.
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
            let row = try StoreTable.paths.first(database, "SELECT id, removals FROM paths WHERE id = ?", [id])
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
    /// All points of a path as of now.
    ///
    /// - Parameters:
    ///   - path: the number of the path.
    ///   - pageSize: points of a page, 1...100 000.
    /// - Throws: `StoreError`; `.unknownPath`.
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
