// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import GRDB
import Paths
import Testing

@testable import Storage

/// The names of receivers, which many points share, and when they go.
struct SourceSweepTests {
    private let start = UTCTime(nanosecondsSince1970: 1_700_000_000_000_000_000)

    /// Stores what is read of a file.
    private final class Sink: PathSink {
        let intake: PathIntake

        init(_ intake: PathIntake) { self.intake = intake }

        func take(_ events: [PathEvent]) throws(PathFormatError) {
            do throws(StoreError) { try intake.take(events) } catch { throw PathFormatError("\(error)") }
        }
    }

    private func point(of receiver: String) -> PathPoint {
        var point = TestPath.points(1)[0]
        point.receiver = receiver
        return point
    }

    private func file(names: Int, end: String) -> [UInt8] {
        Array(("lat,lon,receiver\n" + (0..<names).map { "1,2,name \($0)\n" }.joined() + end).utf8)
    }

    @Test func `a refused file takes the names of its receivers with it, but none of a recording`() async throws {
        let store = try Store()
        let path = try await store.startPath(name: "p", started: start)
        try await store.append([point(of: "before")], to: path.id)
        let intake = store.makeIntake()
        // The reader passes on 2 MiB at a time.
        let bytes = file(names: 9000, end: String(repeating: "1,2,name 0\n", count: 20_000) + "x,y,z\n")
        var refusal: PathFormatError?
        do throws(PathFormatError) {
            try PathReader(.csv).read(PathInput(bytes), into: Sink(intake))
        } catch { refusal = error }
        #expect(refusal?.reason.contains("expected a number") == true)
        #expect(try await store.sourceNames().count > SourceSweep.tolerated)
        try await store.append([point(of: "name 3")], to: path.id)
        try intake.discard()
        #expect(try await store.sourceNames() == ["before", "name 3"])
        #expect(try await store.points(of: path.id, limit: 9).map(\.receiver) == ["before", "name 3"])
    }

    @Test func `what an interrupted import left goes at the next start, a few names stay`() async throws {
        let store = try Store()
        try await store.addSources(SourceSweep.tolerated)
        #expect(try await store.discardArriving() == false)
        #expect(try await store.sourceNames().count == SourceSweep.tolerated)
        try await store.addSources(SourceSweep.tolerated * 2)
        #expect(try await store.discardArriving() == false)
        #expect(try await store.sourceNames().isEmpty)
    }

    @Test func `a name that is used while the points are being read stays`() async throws {
        let store = try Store()
        let path = try await store.startPath(name: "p", started: start)
        try await store.append([point(of: "first")], to: path.id)
        try await store.addSources(SourceSweep.tolerated * 2)
        let used = try #require(try await store.sourceNames().first { $0 != "first" })
        let hasMore = try await store.perform { [sources = store.sources] in try sources.step($0) }
        #expect(hasMore)
        try await store.append([point(of: used), point(of: "new")], to: path.id)
        try await store.discardUnusedSources()
        #expect(try await store.sourceNames() == ["first", "new", used].sorted())
        #expect(try await store.points(of: path.id, limit: 9).map(\.receiver) == ["first", used, "new"])
    }
}

extension Store {
    /// Adds so many long names that no point states.
    func addSources(_ count: Int) async throws {
        try await perform { database in
            let first = try Int.fetchOne(database, sql: "SELECT count(*) FROM sources") ?? 0
            for number in first..<first + count {
                let name = "unused \(number) " + String(repeating: "x", count: 150)
                try database.execute(sql: "INSERT INTO sources (name) VALUES (?)", arguments: [name])
            }
        }
    }

    func sourceNames() async throws -> [String] {
        try await perform { try String.fetchAll($0, sql: "SELECT name FROM sources ORDER BY name") }
    }
}
