// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import GRDB
import Paths
import Testing

@testable import Storage

/// A long path is deleted in steps, and from the first one on it is not there.
@Suite(.timeLimit(.minutes(2))) struct PathDeletionTests {
    private let start = UTCTime(nanosecondsSince1970: 1_700_000_000_000_000_000)

    private func refusal(_ work: () async throws -> Void) async -> StoreError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? StoreError
        }
    }

    private func finishedPath(_ store: Store, points: Int) async throws -> Int64 {
        let path = RecordedPath(id: 0, name: "long", user: Store.localUser, started: start)
        return try await store.importPath(path, points: TestPath.points(points)).id
    }

    private func pointCount(_ store: Store) async throws -> Int {
        try await store.perform { try Int.fetchOne($0, sql: "SELECT count(*) FROM points") ?? 0 }
    }

    @Test func `a recording does not wait for the deletion of a long path`() async throws {
        let store = try Store()
        let long = try await finishedPath(store, points: 5000)
        let recorded = try await store.startPath(name: "recorded", started: start).id
        async let deletion = store.deletePath(long, atOnce: 1)
        while try await store.path(long) != nil {}
        #expect(try await store.append(TestPath.points(1), to: recorded) == 1)
        // The last step is still to come.
        #expect(try await pointCount(store) > 1)
        let wasThere = try await deletion
        #expect(wasThere)
        #expect(try await pointCount(store) == 1)
        #expect(try await store.points(of: recorded, limit: 9) == TestPath.points(1))
    }

    @Test func `a deletion that the end of the program interrupts goes on at the next start`() async throws {
        let folder = try TemporaryFolder()
        let kept: Int64
        let long: Int64
        do {
            let store = try Store(folder.state)
            kept = try await finishedPath(store, points: 10)
            long = try await finishedPath(store, points: 500)
            var pages = try await store.pages(of: long, pageSize: 100).makeAsyncIterator()
            let page = try await pages.next()
            #expect(page?.count == 100)
            let isGone = try await store.perform { [long] database in
                #expect(try Store.hide(long, database))
                return try Store.removeSome(of: long, atMost: 150, database).isGone
            }
            #expect(!isGone)
            #expect(try await pointCount(store) == 360)
            #expect(await refusal { _ = try await pages.next() } == .unknownPath(long))
        }
        let store = try Store(folder.state)
        #expect(store.condition.notices.isEmpty)
        #expect(try await store.paths().map(\.id) == [kept])
        #expect(try await store.path(long) == nil)
        #expect(try await store.points(of: long, limit: 9).isEmpty)
        #expect(await refusal { _ = try await store.pages(of: long) } == .unknownPath(long))
        #expect(await refusal { try await store.append(TestPath.points(1), to: long) } == .unknownPath(long))
        // A change by a task that read the path before does not bring it back.
        let change = PathChange { $0.state = .finished }
        #expect(await refusal { try await store.update(path: long, change) } == .unknownPath(long))
        #expect(try await store.deletePath(long) == false)
        #expect(try await pointCount(store) == 360)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.discardArriving()
        }
        #expect(try await cancelled.value == false)
        #expect(try await pointCount(store) == 360)
        #expect(try await store.discardArriving())
        #expect(try await pointCount(store) == 10)
        #expect(try await store.discardArriving() == false)
        #expect(try await store.points(of: kept, limit: 20) == TestPath.points(10))
    }

    @Test func `a deletion takes nothing of an import that runs meanwhile`() async throws {
        let store = try Store()
        let long = try await finishedPath(store, points: 100)
        var arriving = RecordedPath(id: 0, name: "arriving", user: Store.localUser, started: start)
        arriving.state = .arriving
        try await store.perform { [arriving, sources = store.sources] database in
            var writer = PointWriter(database, path: try StoredPath.insert(arriving, database), sources)
            _ = try writer.append(TestPath.points(7))
        }
        #expect(try await store.deletePath(long, atOnce: 30))
        #expect(try await pointCount(store) == 7)
    }

    @Test(arguments: ["0", "9000000000", "'x'"]) func `a damaged count of points keeps no path from deletion`(
        count: String
    ) async throws {
        let store = try Store()
        let path = try await finishedPath(store, points: 100)
        try await store.perform { try $0.execute(sql: "UPDATE paths SET points = \(count)") }
        #expect(try await store.deletePath(path, atOnce: 30))
        #expect(try await pointCount(store) == 0)
        #expect(try await store.discardArriving() == false)
    }
}
