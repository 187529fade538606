// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Paths
import Testing

@testable import Storage

/// Everybody at once: nobody is refused, and nobody sees half of anything.
struct StoreConcurrencyTests {
    private static let (batch, batches) = (7, 80)
    private let start = UTCTime(nanosecondsSince1970: 0)

    @Test func `recording, exporting, importing, listing, checking and a backup at the same time`() async throws {
        let folder = try TemporaryFolder()
        let state = folder.state
        let store = try Store(state)
        let path = try await store.startPath(name: "recorded", started: start).id
        let imported = RecordedPath(id: 0, name: "imported", user: Store.localUser, started: start)
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.record(path, in: store) }
            for pageSize in [1, 40, 1000] {
                group.addTask { try await self.export(path, of: store, pageSize: pageSize) }
            }
            group.addTask {
                for _ in 0..<5 { _ = try await store.importPath(imported, points: TestPath.points(500)) }
            }
            group.addTask { try await self.list(store) }
            group.addTask {
                for number in 0..<5 {
                    let inspection = try StoreInspection(state)
                    #expect(try inspection.check().contains("is sound"))
                    try inspection.backUp(to: state.path + "/backup-\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.points(of: path, limit: 100_000) == TestPath.points(Self.batch * Self.batches))
        #expect(try await store.paths().count == 6)
        for number in 0..<5 { try await expectWhole(folder.path + "/backup-\(number)") }
    }

    private func record(_ path: Int64, in store: Store) async throws {
        for number in 0..<Self.batches {
            let points = TestPath.points(Self.batch, from: number * Self.batch)
            let count = try await store.append(points, to: path)
            #expect(count == (number + 1) * Self.batch)
        }
    }

    private func list(_ store: Store) async throws {
        for _ in 0..<50 {
            for path in try await store.paths() {
                #expect(path.pointCount % (path.id == 1 ? Self.batch : 500) == 0)
            }
        }
    }

    /// Whole batches, in order, and as many as there were when it began.
    private func export(_ path: Int64, of store: Store, pageSize: Int) async throws {
        var last = 0
        while last < Self.batch * Self.batches {
            let pages = try await store.pages(of: path, pageSize: pageSize)
            var found: [PathPoint] = []
            for try await page in pages { found += page }
            last = pages.path.pointCount
            #expect(last % Self.batch == 0)
            #expect(found == TestPath.points(last))
        }
    }

    /// A backup is of one moment.
    private func expectWhole(_ file: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: file, toPath: folder.database)
        let store = try Store(folder.state)
        for path in try await store.paths() {
            #expect(path.pointCount % (path.id == 1 ? Self.batch : 500) == 0)
            #expect(try await store.points(of: path.id, limit: 100_000) == TestPath.points(path.pointCount))
        }
    }
}
