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

        init(_ pages: PointPages) { self.pages = pages }

        /// The next page, not empty; nil after the last.
        ///
        /// - Throws: `StoreError`; `.changedPath` where points were taken away, `.unknownPath` where the path was
        ///   deleted.
        public mutating func next() async throws(StoreError) -> [PathPoint]? {
            let page = try await pages.page(from: next)
            next += page?.count ?? 0
            return page
        }

        /// As above.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(StoreError) -> [PathPoint]? {
            let page = try await pages.page(from: next)
            next += page?.count ?? 0
            return page
        }
    }

    private func page(from first: Int) async throws(StoreError) -> [PathPoint]? {
        guard first < path.pointCount else { return nil }
        let (id, removals) = (path.id, removals)
        let limit = Swift.min(pageSize, path.pointCount - first)
        return try await store.perform { database in
            let now = try Int.fetchOne(
                database.cachedStatement(sql: "SELECT removals FROM paths WHERE id = ?"), arguments: [id])
            guard let now else { throw StoreError.unknownPath(id) }
            guard now == removals else { throw StoreError.changedPath(id) }
            var reader = PointReader(database)
            let points = try reader.points(of: id, from: first, limit: limit)
            guard points.count == limit else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "points of the path \(id) are missing")
            }
            return points
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
