// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Logging
import ObservationBus
import Paths
import Storage
import Synchronization
import SystemSupport
import Testing

@testable import TrackRecording

@Suite("The recording of paths", .timeLimit(.minutes(2))) struct PathServiceTests {
    @Test("a path is started, paused, resumed and stopped; its geometry is that of its points") func whole()
        async throws
    {
        let bench = ServiceBench()
        try await bench.running { service in
            await #expect(throws: PathError.noSource(nil)) { try await service.start(name: "none", PathOrder()) }
            await #expect(throws: PathError.idle) { try await service.stop() }
            try await bench.publish(0...0)
            let started = try await bench.start(service, "field")
            #expect(started.path.name == "field" && started.path.state == .recording)
            await #expect(throws: PathError.busy(id: started.path.id)) {
                try await service.start(name: "second", PathOrder())
            }
            try await bench.publish(1...10, service)
            try await bench.until(service) { $0.path.pointCount == 10 }
            #expect(try await service.pause().path.state == .paused)
            try await bench.publish(11...15, service)
            let vertex = try await service.takePoint()
            #expect(vertex.origin == .vertex)
            #expect(try await service.resume().path.state == .recording)
            try await bench.publish(16...20, service)
            try await bench.until(service) { $0.path.pointCount == 16 }
            #expect(try await service.undo().time?.nanosecondsSince1970 == Drive.start + Drive.now(20))
            let running = try #require(await service.status)
            #expect(running.removed == 1)
            let end = try await service.stop()
            #expect(end.isSaved && end.path.state == .finished && end.path.pointCount == 15)
            let points = bench.store.points(of: end.path.id)
            #expect(points.map(\.beginsSegment) == Array(repeating: false, count: 11) + [true, false, false, false])
            let length = try #require(end.path.length).metres
            #expect(abs(length - PathGeometry(points).length.metres) < 1e-9 && length > 10)
            #expect(abs(try #require(running.path.length).metres - length) < 1e-6)
            #expect(await service.status == nil)
        }
    }

    @Test("while no path is recorded nothing on the bus wakes it; it knows what was said when one begins") func rest()
        async throws
    {
        let bench = ServiceBench()
        func subscription() -> ConsumerReport? { bench.hub.status.consumers.first { $0.name == "paths" } }
        func rests() -> Bool { subscription()?.policy == "latest" && subscription()?.delivered == 0 }
        try await bench.running { service in
            // It takes up what was interrupted first, and tells nobody when it has; the suite's time limit ends a wait in vain.
            while !rests() { try await Task.sleep(for: .milliseconds(2)) }
            try await bench.publish(0...9)
            #expect(rests())
            let path = try await service.start(name: "at once", PathOrder()).path
            #expect(subscription()?.policy == "lossless" && bench.hub.status.consumers.count == 1)
            try await bench.publish(10...12, service)
            try await bench.until(service) { $0.path.pointCount == 3 }
            await #expect(throws: PathError.busy(id: path.id)) {
                try await service.start(name: "second", PathOrder())
            }
            #expect(subscription()?.policy == "lossless")
            _ = try await service.stop()
            #expect(rests())
            try await bench.publish(13...20)
            #expect(rests())
            // A receiver that has been silent since is not there.
            bench.pass(to: 36)
            await #expect(throws: PathError.noSource(nil)) { try await service.start(name: "late", PathOrder()) }
            #expect(rests())
        }
    }

    @Test("a path without points is not kept") func empty() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            let path = try await bench.start(service, "empty", PathOrder(.byHand)).path
            await #expect(throws: PathError.noPoint) { try await service.undo() }
            let end = try await service.stop()
            #expect(!end.isSaved && end.path.id == path.id)
            #expect(bench.store.ids.isEmpty)
        }
    }

    @Test("what was being recorded goes on after a start, with a gap; paused as it was", arguments: [false, true])
    func restart(_ isPaused: Bool) async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "long", PathOrder(.interval(seconds: 2)))
            try await bench.publish(1...9, service)
            try await bench.until(service) { $0.path.pointCount == 5 }
            if isPaused { _ = try await service.pause() }
        }
        let again = ServiceBench(bench.store)
        try await again.running { service in
            try await again.until(service) { _ in true }
            let status = try #require(await service.status)
            #expect(status.path.name == "long" && status.path.pointCount == 5)
            #expect(try status.order == PathOrder(.interval(seconds: 2)))
            #expect(status.path.state == (isPaused ? .paused : .recording))
            try await again.publish(20...30, service)
            if isPaused {
                _ = try await service.resume()
                try await again.publish(31...31, service)
            }
            let expected = isPaused ? 6 : 11
            try await again.until(service) { $0.path.pointCount == expected }
            let end = try await service.stop()
            let points = again.store.points(of: end.path.id)
            #expect(points.indices.filter { points[$0].beginsSegment } == [5])
        }
    }

    @Test func `a recording that could not be read at the start continues when the store works again`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "long")
            try await bench.publish(1...3, service)
            try await bench.until(service) { $0.path.pointCount == 3 }
        }
        let again = ServiceBench(bench.store)
        bench.store.refuse(true)
        try await again.running { service in
            // The service only logs that it has tried; the suite's time limit ends a wait in vain.
            while again.log.errors.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            #expect(await service.hasOpened() == false)
            bench.store.refuse(false)
            #expect(await service.hasOpened())
            #expect(await service.status?.path.pointCount == 3)
            try await again.publish(20...25, service)
            try await again.until(service) { $0.path.pointCount > 3 }
        }
    }

    @Test func `an interrupted path without an order and without points is removed and records nothing`() async throws {
        let store = MemoryPaths()
        let time = UTCTime(nanosecondsSince1970: Drive.start)
        for name in ["first", "second"] {
            store.forgetOrder(of: try await store.start(name: name, by: nil, at: time, PathOrder()).id)
        }
        let bench = ServiceBench(store)
        try await bench.running { service in
            try await bench.publish(0...0)
            let path = try await bench.start(service, "third").path
            #expect(store.ids == [path.id])
        }
    }

    @Test func `an interrupted path without an order is paused`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corners", PathOrder(.byHand))
            try await bench.publish(1...1, service)
            _ = try await service.takePoint()
        }
        let id = try #require(bench.store.ids.first)
        bench.store.forgetOrder(of: id)
        let again = ServiceBench(bench.store)
        try await again.running { service in
            try await again.until(service) { $0.path.state == .paused }
            #expect(again.store.storedState(of: id) == .paused)
            try await again.publish(20...25, service)
            #expect(await service.status?.path.pointCount == 1)
            _ = try await service.resume()
            try await again.publish(26...27, service)
            try await again.until(service) { $0.path.pointCount == 3 }
        }
    }

    @Test func `a path has an order only if the stored one is its own and can be read`() async throws {
        let store = try Store()
        let time = UTCTime(nanosecondsSince1970: Drive.start)
        let order = try PathOrder(.byHand, receiver: SourceID(rawValue: "rover"))
        let path = try await store.start(name: "own", by: "anna", at: time, order)
        let own = try await store.unfinished()
        #expect(own?.path.id == path.id && own?.path.user == "anna" && own?.order == order)
        let later = UTCTime(nanosecondsSince1970: Drive.start + Drive.now(1))
        let newer = try await store.startPath(name: "without", started: later)
        let other = try await store.unfinished()
        #expect(other?.path.id == newer.id && other?.order == nil)
        try await store.discard(newer.id)
        try await store.set("paths.recording", to: ["damaged"], at: 1)
        let damaged = try await store.unfinished()
        #expect(damaged?.path.id == path.id && damaged?.order == nil)
    }

    @Test("while the store refuses points wait, an alert says so, and nothing is lost") func refusal() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "full", PathOrder())
            try await bench.publish(1...3, service)
            try await bench.until(service) { $0.path.pointCount == 3 }
            bench.store.refuse(true)
            try await bench.publish(4...8, service)
            try await bench.until(service) { $0.waiting == 5 }
            await #expect(throws: PathError.self) { try await service.stop() }
            #expect(await service.status?.path.pointCount == 3)
            bench.store.refuse(false)
            try await bench.until(service) { $0.path.pointCount == 8 && $0.waiting == 0 }
            #expect(bench.alerts.map(\.isOver) == [false, true])
            #expect(bench.alerts.allSatisfy { $0.code == "path-not-stored" })
            #expect(try await service.stop().path.pointCount == 8)
        }
    }

    @Test("points that still cannot be stored at the end are lost, and the log says how many") func lostAtTheEnd()
        async throws
    {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "full", PathOrder())
            try await bench.publish(1...3, service)
            try await bench.until(service) { $0.path.pointCount == 3 }
            bench.store.refuse(true)
            try await bench.publish(4...8, service)
            try await bench.until(service) { $0.waiting == 5 }
        }
        #expect(bench.log.errors.count == 1)
        #expect(bench.log.errors.first?.contains("\"full\" loses its last 5 points") == true)
    }

    @Test("a point that cannot be read is missing in the length, and no other point counts twice")
    func damaged() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "damaged", PathOrder(.interval(seconds: 1)))
            try await bench.publish(1...9, service)
            try await bench.until(service) { $0.path.pointCount == 9 }
        }
        bench.store.damage([4, 5])
        // One metre a second: 3 m before the damaged points and 2 m after them, and no line between.
        let whole = try #require(bench.store.ids.first.map { bench.store.points(of: $0) })
        var expected = Array(whole[..<4] + whole[6...])
        expected[4].beginsSegment = true
        let length = PathGeometry(expected).length.metres
        #expect(abs(length - 5) < 0.1)
        let again = ServiceBench(bench.store)
        try await again.running { service in
            try await again.until(service) { _ in true }
            let continued = try #require(await service.status?.path.length)
            #expect(abs(continued.metres - length) < 1e-6)
            let end = try await service.stop()
            #expect(end.path.pointCount == 9)
            #expect(abs(try #require(end.path.length).metres - length) < 1e-6)
        }
    }

    @Test("a point by hand takes the place of the recorded one of its epoch, and keeps its gap") func replaces()
        async throws
    {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corner", PathOrder())
            try await bench.publish(1...2, service)
            try await bench.until(service) { $0.path.pointCount == 2 }
            _ = try await service.pause()
            _ = try await service.resume()
            try await bench.publish(3...3, service)
            try await bench.until(service) { $0.path.pointCount == 3 }
            #expect(try await service.takePoint().beginsSegment)
            await #expect(throws: PathError.sameEpoch) { try await service.takePoint() }
            let end = try await service.stop()
            #expect(bench.store.points(of: end.path.id).map(\.origin) == [.recorded, .recorded, .vertex])
        }
    }

    @Test func `a command that names another path is refused and changes nothing`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            let path = try await bench.start(service, "one", PathOrder()).path.id
            try await bench.publish(1...2, service)
            try await bench.until(service) { $0.path.pointCount == 2 }
            let refusal = PathError.other(named: path + 1, current: path)
            await #expect(throws: refusal) { try await service.pause(path + 1) }
            await #expect(throws: refusal) { try await service.takePoint(path + 1) }
            await #expect(throws: refusal) { try await service.takeCentroid(path + 1) }
            await #expect(throws: refusal) { try await service.undo(path + 1) }
            await #expect(throws: refusal) { try await service.stop(path + 1) }
            #expect(await service.status?.path.pointCount == 2)
            _ = try await service.pause(path)
            await #expect(throws: refusal) { try await service.resume(path + 1) }
            #expect(try await service.stop(path).path.id == path)
            await #expect(throws: PathError.idle) { try await service.stop(path) }
        }
    }

    @Test func `a command with the key of an earlier one has its result and changes nothing`() async throws {
        let bench = ServiceBench()
        let keys = try (0...9).map { number throws(ControlError) in try IdempotencyKey("key-\(number)") }
        try await bench.running { service in
            try await bench.publish(0...0)
            // The stage hears of the receiver.
            _ = try await bench.start(service, "first", PathOrder(.byHand))
            _ = try await service.stop()
            let path = try await service.start(name: nil, PathOrder(.byHand), key: keys[0]).path
            #expect(path.name.hasPrefix("Path 20"))
            #expect(try await service.start(name: nil, PathOrder(.byHand), key: keys[0]).path == path)
            await #expect(throws: PathError.keyReused) {
                try await service.start(name: nil, by: "bob", PathOrder(.byHand), key: keys[0])
            }
            try await bench.publish(1...1, service)
            let point = try await service.takePoint(path.id, key: keys[1])
            try await bench.publish(2...2, service)
            // Two repetitions at once, as if a client sent them over two connections.
            async let repeated = service.takePoint(path.id, key: keys[1])
            #expect(try await service.takePoint(path.id, key: keys[1]) == point)
            let second = try await repeated
            #expect(second == point)
            #expect(await service.status?.path.pointCount == 1)
            _ = try await service.takePoint(path.id, key: keys[2])
            await #expect(throws: PathError.sameEpoch) { try await service.takePoint(path.id, key: keys[3]) }
            try await bench.publish(3...3, service)
            await #expect(throws: PathError.sameEpoch) { try await service.takePoint(path.id, key: keys[3]) }
            let removed = try await service.undo(path.id, key: keys[4])
            #expect(try await service.undo(path.id, key: keys[4]) == removed)
            #expect(await service.status?.path.pointCount == 1)
            await #expect(throws: PathError.keyReused) { try await service.undo(nil, key: keys[4]) }
            await #expect(throws: PathError.keyReused) { try await service.takePoint(path.id, key: keys[4]) }
            _ = try await service.pause(path.id, key: keys[5])
            #expect(try await service.pause(path.id, key: keys[5]).path.state == .paused)
            _ = try await service.resume(path.id, key: keys[6])
            #expect(try await service.resume(path.id, key: keys[6]).path.state == .recording)
            let end = try await service.stop(path.id, key: keys[7])
            #expect(try await service.stop(path.id, key: keys[7]) == end && end.path.pointCount == 1)
            await #expect(throws: PathError.idle) { try await service.stop(path.id, key: keys[8]) }
        }
    }

    @Test func `the oldest key is forgotten after 64 others`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "long", PathOrder(.byHand))
            let first = try IdempotencyKey("first")
            _ = try await service.pause(key: first)
            for number in 1...63 {
                await #expect(throws: PathError.paused) {
                    try await service.pause(key: try IdempotencyKey("\(number)"))
                }
            }
            #expect(try await service.pause(key: first).path.state == .paused)
            await #expect(throws: PathError.paused) { try await service.pause(key: try IdempotencyKey("64")) }
            await #expect(throws: PathError.paused) { try await service.pause(key: first) }
        }
    }
}

/// A stage with a receiver that is made up and a store in memory.
final class ServiceBench: Sendable {
    let hub = ObservationHub()
    let store: MemoryPaths
    private let drive = Mutex(Drive())
    private let time = Mutex(0.0)
    private let told = Mutex<[Alert]>([])
    private let asleep = Mutex<Int64>(0)

    init(_ store: MemoryPaths = MemoryPaths()) { self.store = store }

    /// What the stage logs.
    let log = KeptLog()

    var alerts: [Alert] { told.withLock { $0 } }

    /// Runs a stage meanwhile, and ends it.
    func running(_ body: (PathService) async throws -> Void) async throws {
        let now: @Sendable () -> HostTime = { [self] in
            let seconds = time.withLock { $0 }
            return HostTime(
                monotonicNanoseconds: Drive.now(seconds), wallNanoseconds: Drive.start + Drive.now(seconds))
        }
        var context = PathService.Context(
            hub: hub, now: now, store: store, alert: { alert in self.told.withLock { $0.append(alert) } },
            logger: Logger(label: "test") { [log] _ in log })
        context.sleep = SleepWatch { [self] in asleep.withLock { $0 } }
        let service = PathService(context)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            publish { [$0.believed(at: 0)] }
            try await body(service)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func publish(_ make: (inout Drive) -> [Observation]) { hub.publish(drive.withLock { make(&$0) }) }

    /// A fix each second, and the clock with them; where a path is being recorded, until the last is known there.
    func publish(_ seconds: ClosedRange<Int>, _ service: PathService? = nil) async throws {
        for second in seconds {
            publish { [$0.fix(at: Double(second), metresNorth: Double(second))] }
            time.withLock { $0 = max($0, Double(second)) }
        }
        let last = UTCTime(nanosecondsSince1970: Drive.start + Drive.now(Double(seconds.upperBound)))
        if let service { try await until(service) { $0.newest == last } }
    }

    /// A fix of another time than the clock's.
    func publish(fixAt second: Double, isReplay: Bool = false) {
        publish { drive in
            var fix = drive.fix(at: second)
            fix.origin.isReplay = isReplay
            return [fix]
        }
    }

    /// The receiver's driver reports a state.
    func publish(_ state: DriverState) {
        publish { [$0.observation(.driverState(DriverStateReport(state, reason: "a test wants it")), at: 0)] }
    }

    /// The machine sleeps, and the monotonic clock stands still meanwhile.
    func sleep(seconds: Int64) { asleep.withLock { $0 += seconds * 1_000_000_000 } }

    /// The clock goes on, and nobody says anything.
    func pass(to second: Double) { time.withLock { $0 = max($0, second) } }

    /// Begins once the stage has heard of the receiver.
    func start(_ service: PathService, _ name: String, _ order: PathOrder = PathOrder()) async throws -> PathStatus {
        while true {
            do throws(PathError) {
                return try await service.start(name: name, order)
            } catch {
                guard case .noSource = error else { throw error }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    /// Waits until it is so.
    func until(_ service: PathService, _ isSo: (PathStatus) -> Bool) async throws {
        while true {
            if let status = await service.status, isSo(status) { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// Keeps what is logged as an error.
final class KeptLog: LogHandler {
    private let kept = Mutex<[String]>([])
    var errors: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .error }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { kept.withLock { $0.append("\(event.message)") } }
}

/// Paths in memory, which can refuse.
final class MemoryPaths: PathStore {
    private struct State {
        var paths: [Int64: (path: RecordedPath, order: PathOrder?, points: [PathPoint])] = [:]
        var last: Int64 = 0
        var refuses = false
        /// The indices of points that cannot be read, in every path.
        var unreadable: Set<Int> = []
        var isGateClosed = false
        /// The calls of `append` that wait at the gate.
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// From now on, `append` waits.
    func closeGate() { state.withLock { $0.isGateClosed = true } }

    /// Lets all calls of `append` go on.
    func openGate() {
        let held = state.withLock { state in
            let held = state.held
            (state.isGateClosed, state.held) = (false, [])
            return held
        }
        for continuation in held { continuation.resume() }
    }

    /// True if a call of `append` waits.
    var isHolding: Bool { state.withLock { !$0.held.isEmpty } }

    private func passGate() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isClosed = state.withLock { state in
                if state.isGateClosed { state.held.append(continuation) }
                return state.isGateClosed
            }
            if !isClosed { continuation.resume() }
        }
    }

    func damage(_ indices: Set<Int>) { state.withLock { $0.unreadable = indices } }
    func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }
    func forgetOrder(of path: Int64) { _ = state.withLock { $0.paths[path]?.order = nil } }
    func storedState(of path: Int64) -> RecordedPath.State? { state.withLock { $0.paths[path]?.path.state } }
    func points(of path: Int64) -> [PathPoint] { state.withLock { $0.paths[path]?.points ?? [] } }
    var ids: [Int64] { state.withLock { $0.paths.keys.sorted() } }

    private func change<Value: Sendable>(
        _ body: (inout State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = state.withLock { state in
            guard !state.refuses else { return .failure(StoreError.full(path: "memory")) }
            do throws(StoreError) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    func start(
        name: String, by user: String?, at time: UTCTime, _ order: PathOrder
    ) async throws(StoreError) -> RecordedPath {
        try change { state in
            state.last += 1
            let path = RecordedPath(id: state.last, name: name, user: user ?? "local", started: time)
            state.paths[path.id] = (path, order, [])
            return path
        }
    }

    func unfinished() async throws(StoreError) -> (path: RecordedPath, order: PathOrder?)? {
        let found = try change { state in state.paths.values.first { $0.path.state != .finished } }
        return found.map { ($0.path, $0.order) }
    }

    func append(_ points: [PathPoint], to path: Int64) async throws(StoreError) -> Int {
        await passGate()
        return try change { state in
            state.paths[path]?.points += points
            let count = state.paths[path]?.points.count ?? 0
            state.paths[path]?.path.pointCount = count
            return count
        }
    }

    func removeLastPoint(of path: Int64) async throws(StoreError) -> PathPoint? {
        try change { state in
            guard !(state.paths[path]?.points.isEmpty ?? true) else { return nil }
            state.paths[path]?.path.pointCount -= 1
            return state.paths[path]?.points.removeLast()
        }
    }

    func indexedPoints(
        of path: Int64, from first: Int, limit: Int
    ) async throws(StoreError) -> [(index: Int, point: PathPoint)] {
        try change { state in
            var (found, isBroken): ([(index: Int, point: PathPoint)], Bool) = ([], false)
            for (index, stored) in (state.paths[path]?.points ?? []).enumerated() where index >= first {
                if !found.isEmpty, index >= first + limit { break }
                guard !state.unreadable.contains(index) else {
                    isBroken = true
                    continue
                }
                var point = stored
                if isBroken { point.beginsSegment = true }
                isBroken = false
                found.append((index, point))
            }
            return found
        }
    }

    func mark(_ path: Int64, _ new: RecordedPath.State) async throws(StoreError) {
        try change { state in state.paths[path]?.path.state = new }
    }

    func finish(
        _ id: Int64, at time: UTCTime, _ geometry: PathGeometry
    ) async throws(StoreError) -> RecordedPath {
        try change { state throws(StoreError) in
            guard var path = state.paths[id]?.path else { throw StoreError.unknownPath(id) }
            (path.state, path.ended, path.length, path.area) = (.finished, time, geometry.length, geometry.area)
            state.paths[id]?.path = path
            return path
        }
    }

    func discard(_ path: Int64) async throws(StoreError) { try change { $0.paths[path] = nil } }
}
