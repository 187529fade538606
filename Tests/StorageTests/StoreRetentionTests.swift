// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import GRDB
import Outbox
import Paths
import Testing

@testable import Storage

/// What limits remove, and what they never do.
struct StoreRetentionTests {
    private static let day: Int64 = 86_400_000_000_000
    private func day(_ number: Int64) -> UTCTime { UTCTime(nanosecondsSince1970: number * Self.day) }

    /// A path of each kind, finished and not, sent and not, that ended on the days 1 to 5.
    private func filled(points: Int = 1) async throws -> Store {
        let store = try Store()
        for number in 1...5 as ClosedRange<Int64> {
            for (name, kind, sent, state) in [
                ("sent", RecordedPath.Kind.path, RecordedPath.SentState.sent, RecordedPath.State.finished),
                ("unsent", .path, .unsent, .finished), ("sending", .path, .sending, .finished),
                ("open", .path, .sent, .paused), ("track", .track, .unsent, .finished),
                ("running", .track, .unsent, .recording),
            ] {
                let path = try await store.startPath(name: "\(name) \(number)", started: day(0), kind: kind)
                let all = TestPath.points(points).map { point -> PathPoint in
                    var point = point
                    point.time = day(number)
                    return point
                }
                try await store.append(all, to: path.id)
                try await store.update(
                    path: path.id,
                    PathChange {
                        ($0.state, $0.sent) = (state, sent)
                        $0.ended = self.day(number)
                    })
            }
        }
        return store
    }

    private func retention(_ make: (inout StoreRetention) -> Void) -> StoreRetention {
        var retention = StoreRetention()
        make(&retention)
        return retention
    }

    @Test func `without a limit nothing is removed`() async throws {
        let store = try await filled()
        #expect(!StoreRetention().isLimited)
        #expect(try await store.apply(StoreRetention(), now: day(10_000)).isEmpty)
        #expect(try await store.apply(retention { $0.age = .max }, now: UTCTime(nanosecondsSince1970: -9)).isEmpty)
    }

    @Test func `what is older goes, the oldest first, but not what is unsent or not finished`() async throws {
        let store = try await filled()
        let removed = try await store.apply(retention { $0.age = 7 * Self.day }, now: day(10))
        #expect(removed.map(\.name) == ["sent 1", "track 1", "sent 2", "track 2"])
        let left = try await store.paths(PathQuery { ($0.kind, $0.limit) = (nil, 100) })
        #expect(left.count == 26)
        #expect(try await store.points(of: removed[0].id, limit: 9).isEmpty)
        #expect(try await store.apply(retention { $0.age = 7 * Self.day }, now: day(10)).isEmpty)
    }

    @Test func `a track with a date from before the program stays until the store is too large`() async throws {
        let store = try await filled()
        let limit = retention { ($0.age, $0.earliestTrack) = (7 * Self.day, self.day(1)) }
        #expect(try await store.apply(limit, now: day(10)).map(\.name) == ["sent 1", "sent 2"])
        let all = retention { ($0.size, $0.earliestTrack) = (0, self.day(1)) }
        #expect(try await store.apply(all, now: day(10)).contains { $0.name == "track 1" })
    }

    @Test func `a path that a slow clock dated is as old as its last point`() async throws {
        let store = try Store()
        var point = TestPath.points(1)[0]
        point.time = day(9)
        var path = RecordedPath(id: 0, name: "slow", user: Store.localUser, started: day(1))
        (path.ended, path.sent) = (day(1), .sent)
        _ = try await store.importPath(path, points: [point])
        let limit = retention { $0.age = 7 * Self.day }
        #expect(try await store.apply(limit, now: day(10)).isEmpty)
        #expect(try await store.apply(limit, now: day(20)).map(\.name) == ["slow"])
    }

    @Test func `unsent paths go where that is said, those not finished never`() async throws {
        let store = try await filled()
        let limit = retention { ($0.age, $0.includesUnsent) = (0, true) }
        let removed = try await store.apply(limit, now: day(100))
        #expect(removed.count == 20)
        let left = try await store.paths(PathQuery { ($0.kind, $0.limit) = (nil, 100) })
        #expect(left.count == 10 && left.allSatisfy { $0.state != .finished })
    }

    @Test func `the oldest go until the database is small enough, and their room is used again`() async throws {
        let store = try await filled(points: 300)
        let before = try await store.usedBytes()
        #expect(try await store.apply(retention { $0.size = before }, now: day(10)).isEmpty)
        let limit = retention { $0.size = before * 9 / 10 }
        let removed = try await store.apply(limit, now: day(10)).map(\.name)
        #expect(removed == Array(["sent 1", "track 1", "sent 2", "track 2", "sent 3"].prefix(removed.count)))
        #expect((2...5).contains(removed.count))
        #expect(try await store.usedBytes() <= before * 9 / 10)
        let all = try await store.apply(retention { $0.size = 0 }, now: day(10))
        #expect(removed.count + all.count == 10)
    }

    @Test func `what waits to be sent costs no recording`() async throws {
        let store = try await filled(points: 300)
        let before = try await store.usedBytes()
        let items = (0..<2000).map { OutboxItem(time: day($0), content: [UInt8](repeating: 7, count: 120)) }
        _ = try await store.mqtt.append(items, within: OutboxLimits(items: 10_000, bytes: 1 << 24))
        #expect(try await store.usedBytes() > before + 200_000)
        #expect(try await store.apply(retention { $0.size = before + 30_000 }, now: day(10)).isEmpty)
        #expect(try await !store.apply(retention { $0.size = before * 9 / 10 }, now: day(10)).isEmpty)
    }

    @Test func `photos cost no recording`() async throws {
        let store = try await filled(points: 300)
        let before = try await store.usedBytes()
        let hash = String(repeating: "a", count: 64)
        for number in 1...300 as ClosedRange<Int64> {
            let id = "00000000-0000-4000-8000-\(100_000_000_000 + number)"
            let capture = StoredCapture(
                id: id, taken: number, user: nil, upload: hash, bytes: 9,
                summary: "{\"note\":\"\(String(repeating: "x", count: 600))\"}")
            let manifest = StoredManifest(sequence: number, hash: hash, previous: hash, revision: 1)
            try await store.adopt(capture, id: id, manifests: [manifest])
        }
        #expect(try await store.usedBytes() > before + 300_000)
        #expect(try await store.apply(retention { $0.size = before + 100_000 }, now: day(10)).isEmpty)
        #expect(try await !store.apply(retention { $0.size = before * 9 / 10 }, now: day(10)).isEmpty)
    }

    @Test func `names of receivers that no point states cost no recording`() async throws {
        let store = try await filled(points: 300)
        let before = try await store.usedBytes()
        try await store.addSources(SourceSweep.tolerated * 3)
        #expect(try await store.usedBytes() > before + 200_000)
        #expect(try await store.apply(retention { $0.size = before + 30_000 }, now: day(10)).isEmpty)
        #expect(try await store.sourceNames() == ["base", "rover"])
        #expect(try await !store.apply(retention { $0.size = before * 9 / 10 }, now: day(10)).isEmpty)
    }

    @Test func `an import that is not complete costs no recording, and stops no limit`() async throws {
        let store = try await filled(points: 300)
        let before = try await store.usedBytes()
        let arriving = try await beginImport(store, points: 6000)
        #expect(try await store.usedBytes() > before + 300_000)
        #expect(try await store.apply(retention { $0.size = before + 30_000 }, now: day(10)).isEmpty)
        #expect(try await !store.apply(retention { $0.size = before * 8 / 10 }, now: day(10)).isEmpty)
        #expect(try await pointCount(store, of: arriving) == 6000)
        for damage in ["'x'", "-1", "9000000000000000000", "9e999"] {
            try await store.perform { try $0.execute(sql: "UPDATE paths SET points = \(damage)") }
            #expect(try await store.recordedBytes() >= 0)
        }
    }

    /// Hides a path of 6000 points and removes 1000 of them, as a deletion that is interrupted.
    private func interruptDeletion(_ store: Store) async throws -> Int64 {
        let long = try await store.startPath(name: "long", started: day(0), kind: .track).id
        try await store.append(TestPath.points(6000), to: long)
        let isGone = try await store.perform { database in
            #expect(try Store.hide(long, database))
            return try Store.removeSome(of: long, atMost: 1000, database).isGone
        }
        #expect(!isGone)
        return long
    }

    /// Stores points of an import that is not complete.
    private func beginImport(_ store: Store, points: Int) async throws -> Int64 {
        var imported = RecordedPath(id: 0, name: "imported", user: Store.localUser, started: day(0))
        imported.state = .arriving
        return try await store.perform { [imported, sources = store.sources] database in
            let id = try StoredPath.insert(imported, database)
            var writer = PointWriter(database, path: id, sources)
            _ = try writer.append(TestPath.points(points))
            return id
        }
    }

    private func pointCount(_ store: Store, of path: Int64) async throws -> Int {
        try await store.perform {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM points WHERE path = ?", arguments: [path]) ?? 0
        }
    }

    @Test func `the rest of a deletion costs no recording, and no import ends because of it`() async throws {
        let store = try await filled(points: 300)
        let arriving = try await beginImport(store, points: 7)
        let before = try await store.usedBytes()
        let rest = try await interruptDeletion(store)
        #expect(try await store.usedBytes() > before + 100_000)
        #expect(try await store.apply(retention { $0.size = before + 30_000 }, now: day(10)).isEmpty)
        #expect(try await pointCount(store, of: rest) == 0)
        // One that begins while the limit is applied.
        let other = try await interruptDeletion(store)
        #expect(try await store.exceeds(before + 30_000) == false)
        #expect(try await pointCount(store, of: other) < 5000)
        #expect(try await store.apply(retention { $0.size = 0 }, now: day(10)).count == 10)
        #expect(try await pointCount(store, of: arriving) == 7)
    }

    @Test func `neither a deletion nor an import states the newest time`() async throws {
        let store = try await filled()
        _ = try await interruptDeletion(store)
        _ = try await beginImport(store, points: 7)
        var imported = RecordedPath(id: 0, name: "imported", user: Store.localUser, started: day(0))
        imported.isImported = true
        _ = try await store.importPath(imported, points: TestPath.points(7))
        #expect(try await store.newestRecording() == day(5))
    }

    @Test func `the rest of a deletion that cannot be removed stops no limit`() async throws {
        let store = try await filled(points: 300)
        let rest = try await interruptDeletion(store)
        let damage = """
            CREATE TRIGGER damage BEFORE DELETE ON points WHEN OLD.path = \(rest)
            BEGIN SELECT RAISE(ABORT, 'damage'); END
            """
        try await store.perform { try $0.execute(sql: damage) }
        let limit = retention { $0.size = 0 }
        #expect(try await store.apply(limit, now: day(10)).count == 10)
        // It is reported once nothing else is to be reported.
        await #expect(throws: StoreError.self) { try await store.apply(limit, now: day(10)) }
    }

    @Test(arguments: [Int.min, .max]) func `a damaged count of what waits ends nothing`(bytes: Int) async throws {
        let store = try await filled()
        try await store.perform { database in
            for queue in ["uplink", "mqtt"] {
                try database.execute(sql: "UPDATE \(queue)_state SET bytes = ?", arguments: [bytes])
            }
        }
        #expect(try await store.recordedBytes() >= 0)
    }
}
