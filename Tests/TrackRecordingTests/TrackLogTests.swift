// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import ObservationBus
import Paths
import Storage
import Synchronization
import Testing

@testable import TrackRecording

struct TrackLogTests {
    /// From 2026-05-04 12:00 UTC on so many seconds to the end of the day.
    private static let midnight = 43_200.0

    private func log(_ order: PathOrder = PathOrder(), from first: Double, to last: Double) -> [TrackLog.Step] {
        var (log, drive) = (TrackLog(order), Drive())
        var steps = log.take(drive.believed(at: first), at: Drive.now(first))
        for second in Int(first)...Int(last) {
            let fix = drive.fix(at: Double(second), metresNorth: Double(second))
            steps += log.take(fix, at: Drive.now(Double(second)))
        }
        return steps
    }

    private func words(_ steps: [TrackLog.Step]) -> String {
        steps.map { step in
            switch step {
            case .begin(let day): "\(day)"
            case .point(let point): point.beginsSegment ? "|." : "."
            }
        }.joined()
    }

    @Test("A track is a day of the fixes' own time")
    func days() throws {
        #expect(words(log(from: Self.midnight - 3, to: Self.midnight + 2)) == "2026-05-04...2026-05-05...")
        let order = try PathOrder(.interval(seconds: 2))
        #expect(words(log(order, from: Self.midnight - 4, to: Self.midnight + 3)) == "2026-05-04..2026-05-05..")
    }

    @Test("What was interrupted goes on with a gap; on another day another track begins")
    func interrupted() throws {
        var drive = Drive()
        let (believed, fix) = (drive.believed(at: 100), drive.fix(at: 100))
        var track = RecordedPath(id: 3, name: "x", user: "local", started: UTCTime(nanosecondsSince1970: Drive.start))
        let place = try #require(fix.fixPosition)
        var last = PathPoint(place)
        last.time = UTCTime(nanosecondsSince1970: Drive.start)
        for (isSameDay, expected) in [(true, "|."), (false, "2026-05-04.")] {
            var log = TrackLog(PathOrder())
            if !isSameDay {
                let before = UTCTime(nanosecondsSince1970: Drive.start - 86_400_000_000_000)
                (track.started, last.time) = (before, before)
            }
            log.goOn(PathOrder(), track, last: last)
            #expect(words(log.take(believed, at: Drive.now(100)) + log.take(fix, at: Drive.now(100))) == expected)
        }
    }

    @Test(
        "Tracks are stored, finished at the end of the day and removed when they are too old", .timeLimit(.minutes(2)))
    func stored() async throws {
        let store = FalseTracks()
        try await store.seed(name: "old", endedDaysBefore: 31)
        try await store.seed(name: "kept", endedDaysBefore: 29)
        let bench = TrackBench(store, keepDays: 30)
        try await bench.run { bench in
            await bench.publish(Self.midnight - 5..<Self.midnight + 5)
            try await bench.until { store.counts.values.reduce(0, +) == 10 }
        }
        #expect(store.names == ["kept", "Track 2026-05-04", "Track 2026-05-05"])
        #expect(store.unfinishedNames == ["Track 2026-05-05"])
        let ended = try #require(store.ends["Track 2026-05-04"])
        #expect(ended.nanosecondsSince1970 == Drive.start + Drive.now(Self.midnight - 1))
        // It goes on after a restart, in the same track.
        let again = TrackBench(store, keepDays: 30)
        try await again.run { bench in
            await bench.publish(Self.midnight + 60..<Self.midnight + 65)
            try await bench.until { store.counts["Track 2026-05-05"] == 10 }
        }
        #expect(store.names.count == 3)
        #expect(store.gaps(of: "Track 2026-05-05") == [5])
    }

    @Test("A clock that is years ahead makes no track old", .timeLimit(.minutes(2)))
    func clockAhead() async throws {
        let store = FalseTracks()
        try await store.seed(name: "old", endedDaysBefore: 31)
        try await store.seed(name: "kept", endedDaysBefore: 29)
        let bench = TrackBench(store, keepDays: 30, ahead: 12 * 365 * 86_400_000_000_000)
        try await bench.run { bench in
            // Before a receiver has stated the time, no age is known.
            #expect(store.names == ["old", "kept"])
            await bench.publish(0..<5)
            try await bench.until { store.counts["Track 2026-05-04"] == 5 }
        }
        #expect(store.names == ["kept", "Track 2026-05-04"])
    }

    @Test("A clock that is years ahead makes no track old if no receiver states the time", .timeLimit(.minutes(2)))
    func clockAheadWithoutTime() async throws {
        let store = FalseTracks()
        try await store.seed(name: "old", endedDaysBefore: 31)
        let ahead: Int64 = 12 * 365 * 86_400_000_000_000
        let bench = TrackBench(store, keepDays: 30, ahead: ahead)
        try await bench.run { bench in
            await bench.publish(0..<5, withoutTimeAheadBy: ahead)
            try await bench.until { store.counts.values.reduce(0, +) == 5 }
        }
        #expect(store.names.count == 2 && store.names.first == "old")
    }

    @Test("A track with a date from before the program stays, because its receiver's date is wrong")
    func impossibleDate() async throws {
        let store = try Store()
        for (name, start) in [("2006", 1_146_441_600), ("January", 1_767_225_600), ("May", 1_777_593_600)] {
            let time = UTCTime(nanosecondsSince1970: Int64(start) * 1_000_000_000)
            try await store.finishTrack(try await store.startTrack(name: name, at: time).id, at: time)
        }
        let limit = UTCTime(nanosecondsSince1970: 1_777_500_000_000_000_000)
        #expect(try await store.removeTracks(endedBefore: limit) == ["January"])
    }

    @Test("While the store refuses points wait; a track that somebody deleted is begun anew", .timeLimit(.minutes(2)))
    func refused() async throws {
        let store = FalseTracks()
        let bench = TrackBench(store, keepDays: 0)
        try await bench.run { bench in
            await bench.publish(0..<5)
            try await bench.until { store.counts["Track 2026-05-04"] == 5 }
            store.refuse(true)
            await bench.publish(5..<8)
            try await bench.until { bench.alerts.count == 1 }
            store.refuse(false)
            try await bench.until { store.counts["Track 2026-05-04"] == 8 }
            store.deleteAll()
            await bench.publish(8..<12)
            try await bench.until { store.counts["Track 2026-05-04"] == 4 }
        }
        #expect(bench.alerts.map(\.isOver) == [false, true])
    }

    @Test("If the points of midnight are lost, the next point still begins the track of its day")
    func fullAtMidnight() async throws {
        let store = FalseTracks()
        let coordinator = TrackLogCoordinator(
            TrackLogService.Context(
                hub: ObservationHub(), now: { HostTime(monotonicNanoseconds: 0, wallNanoseconds: Drive.start) },
                store: store, alert: { _ in }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        var drive = Drive()
        store.refuse(true)
        // The step that begins the first track and the points fill the memory three seconds before midnight.
        let first = Int(Self.midnight) - 3 - (TrackLogCoordinator.waitingLimit - 1)
        var batch = [drive.believed(at: Double(first))]
        for second in first..<Int(Self.midnight) + 3 { batch.append(drive.fix(at: Double(second))) }
        await coordinator.take(batch, hasLost: false)
        store.refuse(false)
        await coordinator.flush()
        batch = (Int(Self.midnight) + 3..<Int(Self.midnight) + 8).map { drive.fix(at: Double($0)) }
        await coordinator.take(batch, hasLost: false)
        await coordinator.flush()
        #expect(store.names == ["Track 2026-05-04", "Track 2026-05-05"])
        #expect(store.counts["Track 2026-05-04"] == TrackLogCoordinator.waitingLimit - 1)
        #expect(store.counts["Track 2026-05-05"] == 5)
        #expect(store.gaps(of: "Track 2026-05-05").isEmpty)
    }

    @Test("Points that still cannot be stored at the end are lost, and the log says how many")
    func lostAtTheEnd() async {
        let (store, log) = (FalseTracks(), KeptLog())
        let coordinator = TrackLogCoordinator(
            TrackLogService.Context(
                hub: ObservationHub(), now: { HostTime(monotonicNanoseconds: 0, wallNanoseconds: Drive.start) },
                store: store, alert: { _ in }, logger: Logger(label: "test") { _ in log }))
        var drive = Drive()
        await coordinator.take([drive.believed(at: 0), drive.fix(at: 1)], hasLost: false)
        await coordinator.close()
        #expect(log.errors.isEmpty)
        store.refuse(true)
        await coordinator.take([drive.fix(at: 2), drive.fix(at: 3)], hasLost: false)
        await coordinator.close()
        #expect(log.errors.map { $0.contains("its last 2 points") } == [true])
    }

    @Test("While the track log is off, its last track is completed")
    func switchedOff() async throws {
        let store = FalseTracks()
        let completion = TrackCompletion(store, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await completion.complete()
        let start = UTCTime(nanosecondsSince1970: Drive.start)
        let track = try await store.startTrack(name: "Track 2026-05-04", at: start)
        var drive = Drive()
        let fix = drive.fix(at: 9)
        var point = PathPoint(try #require(fix.fixPosition))
        point.time = UTCTime(nanosecondsSince1970: Drive.start + Drive.now(9))
        _ = try await store.append([point], toTrack: track.id)
        await completion.complete()
        #expect(store.unfinishedNames.isEmpty)
        #expect(store.ends["Track 2026-05-04"] == point.time)
    }

    @Test("A lost point within the day leaves a gap and begins no other track")
    func lostWithinDay() {
        var (log, drive) = (TrackLog(PathOrder()), Drive())
        var steps = log.take(drive.believed(at: 0), at: 0)
        for second in 1...5 {
            let new = log.take(drive.fix(at: Double(second)), at: Drive.now(Double(second)))
            if second == 3 { log.drop(new) } else { steps += new }
        }
        #expect(words(steps) == "2026-05-04..|..")
    }
}

extension Observation {
    fileprivate var fixPosition: GeodeticPosition? {
        if case .fix(let fix) = payload { fix.position } else { nil }
    }
}

/// A service on a bus of its own.
private final class TrackBench: Sendable {
    private let hub = ObservationHub()
    private let service: TrackLogService
    private let drive = Mutex(Drive())
    private let told = Mutex<[Alert]>([])

    /// - Parameter ahead: The error of the machine's clock in nanoseconds.
    init(_ store: FalseTracks, keepDays: Int, ahead: Int64 = 0) {
        let box = AlertBox()
        var context = TrackLogService.Context(
            hub: hub, now: { HostTime(monotonicNanoseconds: 0, wallNanoseconds: Drive.start + ahead) }, store: store,
            alert: { box.add($0) }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        context.keepDays = keepDays
        service = TrackLogService(context)
        alertBox = box
    }

    private let alertBox: AlertBox
    var alerts: [Alert] { alertBox.all }

    func run(_ body: @escaping @Sendable (TrackBench) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.service.run() }
            try await body(self)
            hub.finish()
            try await group.waitForAll()
        }
    }

    /// Publishes a fix for each second.
    ///
    /// - Parameter ahead: If given, the fixes have no time, and the machine's clock is wrong by so many nanoseconds.
    func publish(_ seconds: Range<Double>, withoutTimeAheadBy ahead: Int64? = nil) async {
        let batch = drive.withLock { drive in
            [drive.believed(at: seconds.lowerBound)]
                + (0..<Int(seconds.upperBound - seconds.lowerBound)).map { offset -> Observation in
                    let second = seconds.lowerBound + Double(offset)
                    let made = drive.fix(at: second, metresNorth: second)
                    guard let ahead, case .fix(var fix) = made.payload else { return made }
                    fix.time = nil
                    let time = HostTime(
                        monotonicNanoseconds: made.hostTime.monotonicNanoseconds,
                        wallNanoseconds: made.hostTime.wallNanoseconds + ahead)
                    return Observation(
                        source: made.source, sequence: made.sequence, hostTime: time, payload: .fix(fix))
                }
        }
        hub.publish(batch)
    }

    /// Stores again and again what has come, until a condition holds.
    func until(_ isDone: @Sendable () -> Bool) async throws {
        for _ in 0..<6000 where !isDone() {
            await service.flush()
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(isDone())
    }
}

private final class AlertBox: Sendable {
    private let alerts = Mutex<[Alert]>([])
    var all: [Alert] { alerts.withLock { $0 } }
    func add(_ alert: Alert) { alerts.withLock { $0.append(alert) } }
}

/// Tracks in memory.
private final class FalseTracks: TrackLogStore {
    private struct State {
        var tracks: [(track: RecordedPath, points: [PathPoint])] = []
        var isRefusing = false
        var next: Int64 = 1
    }
    private let state = Mutex(State())

    private func attempt<Value>(_ body: (inout State) -> Value) throws(StoreError) -> Value
    where Value: Sendable {
        let value: Value? = state.withLock { $0.isRefusing ? nil : body(&$0) }
        guard let value else { throw StoreError.full(path: "memory") }
        return value
    }

    func unfinishedTrack() async throws(StoreError) -> (track: RecordedPath, last: PathPoint?)? {
        let found = try attempt { state in state.tracks.last { $0.track.state != .finished }.map { [$0] } ?? [] }
        return found.first.map { ($0.track, $0.points.last) }
    }

    func startTrack(name: String, at time: UTCTime) async throws(StoreError) -> RecordedPath {
        try attempt { state in
            let track = RecordedPath(id: state.next, name: name, user: "local", started: time)
            state.next += 1
            state.tracks.append((track, []))
            return track
        }
    }

    func append(_ points: [PathPoint], toTrack track: Int64) async throws(StoreError) -> Bool {
        try attempt { state in
            guard let index = state.tracks.firstIndex(where: { $0.track.id == track }) else { return false }
            state.tracks[index].points += points
            return true
        }
    }

    func finishTrack(_ track: Int64, at time: UTCTime) async throws(StoreError) {
        try attempt { state in
            guard let index = state.tracks.firstIndex(where: { $0.track.id == track }) else { return }
            (state.tracks[index].track.state, state.tracks[index].track.ended) = (.finished, time)
        }
    }

    func removeTracks(endedBefore time: UTCTime) async throws(StoreError) -> [String] {
        try attempt { state in
            let old = state.tracks.filter { $0.track.ended.map { $0 < time } ?? false }.map(\.track.name)
            state.tracks.removeAll { old.contains($0.track.name) }
            return old
        }
    }

    func seed(name: String, endedDaysBefore days: Int64) async throws {
        let time = UTCTime(nanosecondsSince1970: Drive.start - days * 86_400_000_000_000)
        let track = try await startTrack(name: name, at: time)
        try await finishTrack(track.id, at: time)
    }

    func refuse(_ refuses: Bool) { state.withLock { $0.isRefusing = refuses } }
    func deleteAll() { state.withLock { $0.tracks = [] } }
    var names: [String] { state.withLock { $0.tracks.map(\.track.name) } }
    var unfinishedNames: [String] {
        state.withLock { $0.tracks.filter { $0.track.state != .finished }.map(\.track.name) }
    }
    var ends: [String: UTCTime] {
        state.withLock { state in
            Dictionary(state.tracks.compactMap { entry in entry.track.ended.map { (entry.track.name, $0) } }) { $1 }
        }
    }
    var counts: [String: Int] {
        state.withLock { state in Dictionary(state.tracks.map { ($0.track.name, $0.points.count) }) { $1 } }
    }
    func gaps(of name: String) -> [Int] {
        state.withLock { state in
            let points = state.tracks.first { $0.track.name == name }?.points ?? []
            return points.indices.filter { points[$0].beginsSegment }
        }
    }
}
