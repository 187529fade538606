// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import GRDB
import Paths
import SystemSupport
import Testing

@testable import Storage

/// Paths and what is asked of them.
struct PathStoreTests {
    private func time(_ seconds: Int64) -> UTCTime { UTCTime(nanosecondsSince1970: seconds * 1_000_000_000) }

    private func refusal(_ work: () async throws -> Void) async -> StoreError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test func `a path holds what is known of it, and is there again after reopening`() async throws {
        let folder = try TemporaryFolder()
        let expected: RecordedPath
        do {
            let store = try Store(folder.state)
            var path = try await store.startPath(name: "  field 7\n", started: time(100))
            #expect(path == RecordedPath(id: path.id, name: "field 7", user: "local", started: time(100)))
            path.pointCount = try await store.append(TestPath.points(3), to: path.id)
            let ended = UTCTime(nanosecondsSince1970: 1_483_228_800_500_000_000, isLeapSecond: true)
            (path.name, path.state, path.ended) = ("field 8", .finished, ended)
            (path.length, path.area, path.crossesItself) = (Length(metres: 12.5), 0.1 + 0.2, true)
            (path.sent, path.lastSendError) = (.sending, "no route to host")
            let changed = try await store.update(
                path: path.id,
                PathChange {
                    ($0.name, $0.state, $0.ended) = (path.name, path.state, path.ended)
                    ($0.length, $0.area, $0.crossesItself) = (path.length, path.area, path.crossesItself)
                    ($0.sent, $0.lastSendError) = (path.sent, path.lastSendError)
                })
            #expect(changed == path)
            expected = path
        }
        let store = try Store(folder.state)
        #expect(try await store.path(expected.id) == expected)
        let cleared = try await store.update(
            path: expected.id,
            PathChange {
                ($0.sent, $0.lastSendError, $0.area) = (.sent, "", .nan)
            })
        #expect(cleared.sent == .sent && cleared.lastSendError == nil && cleared.area == nil)
        #expect(cleared.ended == expected.ended && cleared.name == "field 8")
        #expect(try StoreInspection(folder.state).check().contains("1 paths, 3 points"))
    }

    @Test func `what is recorded survives as unfinished, and goes on where it stood`() async throws {
        let folder = try TemporaryFolder()
        let points = TestPath.points(5)
        do {
            let store = try Store(folder.state)
            _ = try await store.startPath(name: "", started: time(1), kind: .track)
            let path = try await store.startPath(name: "", started: time(1))
            try await store.append(Array(points[..<3]), to: path.id)
        }
        let store = try Store(folder.state)
        let path = try #require(try await store.unfinishedPath())
        #expect(path.name == "Untitled" && path.pointCount == 3 && path.kind == .path)
        #expect(try await store.append(Array(points[3...]), to: path.id) == 5)
        #expect(try await store.points(of: path.id, limit: 10) == points)
        try await store.update(path: path.id, PathChange { $0.state = .paused })
        #expect(try await store.unfinishedPath()?.id == path.id)
        try await store.update(path: path.id, PathChange { $0.state = .finished })
        #expect(try await store.unfinishedPath() == nil)
        #expect(try await store.unfinishedPath(kind: .track) != nil)
    }

    @Test func `a path is started with its setting or not at all`() async throws {
        let store = try Store()
        let path = try await store.startPath(name: "a", started: time(1), setting: "test") { [$0] }
        #expect(try await store.setting("test", as: [Int64].self) == [path.id])
        #expect(path.state == .recording)
        #expect(try await store.unfinishedPath() == path)
        try await store.deletePath(path.id)
        try await store.perform { database in
            try database.execute(
                sql: "CREATE TEMP TRIGGER refusal BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'refused'); END")
        }
        let error = await refusal {
            _ = try await store.startPath(name: "b", started: self.time(2), setting: "test") { [$0] }
        }
        #expect(error != nil)
        #expect(try await store.unfinishedPath() == nil)
        #expect(try await store.setting("test", as: [Int64].self) == [path.id])
    }

    @Test func `a finished or unknown path takes nothing, and says so`() async throws {
        let store = try Store()
        let path = try await store.startPath(name: "a", started: time(1))
        try await store.append(TestPath.points(1), to: path.id)
        try await store.update(path: path.id, PathChange { $0.state = .finished })
        #expect(await refusal { try await store.append(TestPath.points(1), to: path.id) } == .finishedPath(path.id))
        #expect(await refusal { try await store.removeLastPoint(of: path.id) } == .finishedPath(path.id))
        #expect(await refusal { try await store.append([], to: 99) } == .unknownPath(99))
        #expect(await refusal { try await store.removeLastPoint(of: 99) } == .unknownPath(99))
        #expect(await refusal { try await store.update(path: 99, PathChange()) } == .unknownPath(99))
        #expect(await refusal { _ = try await store.pages(of: 99) } == .unknownPath(99))
        #expect(try await store.path(path.id)?.pointCount == 1)
        #expect(try await store.path(99) == nil)
        #expect(try await store.points(of: 99, limit: 5).isEmpty)
    }

    @Test func `queries answer by user, sent state, state and time range, the newest first`() async throws {
        let store = try Store()
        for (index, user) in ["local", "anna", "local", "anna", "local"].enumerated() {
            let path = try await store.startPath(name: "\(index)", user: user, started: time(Int64(index) * 10))
            let sent = RecordedPath.SentState(rawValue: UInt8(index % 3))
            try await store.update(
                path: path.id,
                PathChange {
                    $0.sent = sent
                    $0.state = index < 3 ? .finished : .paused
                })
        }
        _ = try await store.startPath(name: "track", user: "anna", started: time(7), kind: .track)
        #expect(try await store.users() == ["anna", "local"])
        func names(_ make: (inout PathQuery) -> Void) async throws -> [String] {
            try await store.paths(PathQuery(make)).map(\.name)
        }
        #expect(try await names { _ in } == ["4", "3", "2", "1", "0"])
        #expect(try await names { $0.user = "anna" } == ["3", "1"])
        #expect(try await names { $0.user = "local" } == ["4", "2", "0"])
        #expect(try await names { $0.user = "nobody" } == [])
        #expect(try await names { $0.sent = .unsent } == ["3", "0"])
        #expect(try await names { ($0.user, $0.sent) = ("local", .sending) } == ["4"])
        #expect(try await names { ($0.user, $0.sent) = ("anna", .sent) } == [])
        #expect(try await names { $0.states = [.finished] } == ["2", "1", "0"])
        #expect(try await names { $0.states = [] } == [])
        #expect(try await names { ($0.from, $0.until) = (self.time(10), self.time(30)) } == ["2", "1"])
        #expect(try await names { ($0.limit, $0.offset) = (2, 1) } == ["3", "2"])
        #expect(try await names { ($0.limit, $0.offset) = (-5, -5) } == ["4"])
        #expect(try await names { $0.kind = .track } == ["track"])
        #expect(try await names { ($0.kind, $0.user) = (nil, "anna") } == ["3", "1", "track"])
        #expect(try await store.unfinishedPath()?.name == "4")
    }

    @Test func `a person finds their own paths, those of all and the one that is being recorded`() async throws {
        let store = try Store()
        for (index, user) in ["local", "anna", "bob", "anna", "bob"].enumerated() {
            let path = try await store.startPath(name: "\(index) \(user)", user: user, started: time(Int64(index)))
            if index < 4 { try await store.update(path: path.id, PathChange { $0.state = .finished }) }
        }
        func names(_ visitor: String?, of user: String? = nil) async throws -> [String] {
            try await store.paths(PathQuery { ($0.visitor, $0.user) = (visitor, user) }).map(\.name)
        }
        #expect(try await names("anna") == ["4 bob", "3 anna", "1 anna", "0 local"])
        #expect(try await names("bob") == ["4 bob", "2 bob", "0 local"])
        #expect(try await names("local") == ["4 bob", "0 local"])
        #expect(try await names("eve") == ["4 bob", "0 local"])
        #expect(try await names(nil) == ["4 bob", "3 anna", "2 bob", "1 anna", "0 local"])
        #expect(try await names("anna", of: "bob") == ["4 bob"])
        #expect(try await names(nil, of: "bob") == ["4 bob", "2 bob"])
        #expect(try await store.users() == ["anna", "bob", "local"])
    }

    @Test func `points go with their path, of any user's, and its number is never used again`() async throws {
        let folder = try TemporaryFolder()
        let first: Int64
        do {
            let store = try Store(folder.state)
            let kept = try await store.startPath(name: "kept", started: time(1))
            try await store.append(TestPath.points(4), to: kept.id)
            let path = try await store.startPath(name: "gone", started: time(1))
            first = path.id
            try await store.append(TestPath.points(2500), to: first)
            #expect(try await store.deletePath(first))
            #expect(try await store.deletePath(first) == false)
            let left = try await store.perform { try Int.fetchOne($0, sql: "SELECT count(*) FROM points") }
            #expect(left == 4)
        }
        let store = try Store(folder.state)
        #expect(try await store.startPath(name: "next", started: time(1)).id > first)
    }

    @Test func `an imported path is whole and finished, or not there`() async throws {
        let store = try Store()
        var path = RecordedPath(id: 77, name: "from a file", user: "local", started: time(5))
        (path.pointCount, path.area) = (1, 7)
        let points = TestPath.points(2500)
        let stored = try await store.importPath(path, points: points)
        #expect(stored.state == .finished && stored.pointCount == 2500 && stored.area == 7)
        #expect(stored.ended == points.last?.time)
        #expect(try await store.points(of: stored.id, limit: 5000) == points)
        path.user = ""
        #expect(await refusal { _ = try await store.importPath(path, points: points) }?.exitCode == 65)
        #expect(try await store.paths().count == 1)
    }

    @Test func `names are one line, trimmed and bounded, whatever comes`() async throws {
        let store = try Store()
        let marks = "a" + String(repeating: "\u{301}", count: 5000)
        let names = [
            ("\u{0}\t x\r\ny \u{2028}", "x  y"), ("   ", "Untitled"), (String(repeating: "é", count: 300), nil),
            (marks + marks, nil), ("'; DROP TABLE paths; --", "'; DROP TABLE paths; --"),
            ("\u{1F469}\u{200D}\u{1F33E}", nil),
        ]
        for (name, expected) in names {
            let path = try await store.startPath(name: name, started: time(1))
            if let expected { #expect(path.name == expected) }
            #expect((1...200).contains(path.name.count) && path.name.unicodeScalars.count <= 1600)
            #expect(try await store.path(path.id)?.name == path.name)
        }
        for name in ["", " anna", "anna ", "a\nb", String(repeating: "x", count: 101)] {
            let error = await refusal {
                _ = try await store.startPath(name: "a", user: name, started: self.time(1))
            }
            guard case .unsound? = error else {
                Issue.record("'\(name)' became a user")
                continue
            }
            #expect(error?.exitCode == 65)
        }
    }

    @Test func `a store of any earlier version gets the tables, and keeps what it held`() async throws {
        let summary = #"{"authenticated":true,"verdict":"authenticated"}"#
        for version in 1..<StoreSchema.version {
            let folder = try TemporaryFolder()
            let path = folder.database
            // Version 10 adds the verdict.
            let early = version < 10 ? #"{"authenticated":true}"# : summary
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { database in
                try StoreSchema.migrate(database, path: path, to: version)
                try database.execute(sql: "INSERT INTO settings (key, value, changed) VALUES ('a', '1', 1)")
                if version >= 3 {
                    try database.execute(
                        sql: """
                            INSERT INTO paths (user, kind, name, state, started, points) VALUES (1, 0, 'old', 2, 5, 1);
                            INSERT INTO points (path, number, latitude, longitude, traits) VALUES (1, 0, 50.5, -14.25, 0)
                            """)
                }
                if version >= 9 {
                    try database.execute(
                        sql: """
                            INSERT INTO captures (id, taken, user, upload, bytes, summary) VALUES ('x', 5, NULL, '', 7, ?)
                            """, arguments: [early])
                }
            }
            try queue.close()
            #expect(try StoreInspection(folder.state).check().contains("version \(version)"))
            let store = try Store(folder.state)
            #expect(try await store.path(1)?.isImported == (version >= 3 ? false : nil))
            let places = version >= 3 ? [TestPath.position(50.5, -14.25)] : []
            #expect(try await store.points(of: 1, limit: 10).map(\.position) == places)
            let summaries = version >= 9 ? [summary] : []
            #expect(try await store.captures(limit: 10, offset: 0).map(\.summary) == summaries)
            #expect(try await store.captureTotals(of: .init(task: .some(nil))).count == summaries.count)
            #expect(try await store.setting("a", as: Int.self) == 1)
            #expect(try await store.users() == [Store.localUser])
            let new = try await store.startPath(name: "a", started: time(1))
            #expect(try await store.append(TestPath.points(2), to: new.id) == 2)
            #expect(try StoreInspection(folder.state).check().contains("version \(StoreSchema.version)"))
        }
    }
}
