// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths
import Testing

@testable import TrackRecording

/// A point by hand is of the newest position, and of none that is older than it seems.
@Suite(.timeLimit(.minutes(2))) struct PathFreshnessTests {
    private func time(_ second: Double) -> UTCTime {
        UTCTime(nanosecondsSince1970: Drive.start + Drive.now(second))
    }

    /// Publishes a fix that is recorded, and returns while the store holds it.
    private func hold(_ bench: ServiceBench, at second: Int) async throws {
        bench.store.closeGate()
        try await bench.publish(second...second)
        // Polls, because the store reports nothing; the suite's time limit ends a wait in vain.
        while !bench.store.isHolding { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func `a fix that waits on the bus is the one that is taken`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            let path = try await bench.start(service, "corner").path.id
            try await hold(bench, at: 1)
            try await bench.publish(7...7)
            async let taken = service.takePoint()
            // The command queues up behind the store meanwhile, before the fix; nothing shows it.
            try await Task.sleep(for: .milliseconds(50))
            bench.store.openGate()
            let point = try await taken
            #expect(point.time == time(7) && point.origin == .vertex)
            let points = bench.store.points(of: path)
            #expect(points.map(\.time) == [time(1), time(7)])
            #expect(points.map(\.origin) == [.recorded, .vertex])
        }
    }

    @Test func `the time for which a fix waits on the bus counts as its age`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corner")
            try await hold(bench, at: 1)
            try await bench.publish(2...2)
            bench.pass(to: 8)
            bench.store.openGate()
            try await bench.until(service) { $0.newest == time(2) }
            await #expect(throws: PathError.noFix(age: 6)) { try await service.takePoint() }
        }
    }

    @Test func `a fix from the future ages from now on`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corner", PathOrder(.byHand))
            try await bench.publish(1...1, service)
            bench.publish(fixAt: 3600)
            try await bench.until(service) { $0.newest == time(3600) }
            bench.pass(to: 10)
            await #expect(throws: PathError.noFix(age: 9)) { try await service.takePoint() }
        }
    }

    @Test func `after the machine slept, an old position does not seem new`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corner", PathOrder(.byHand))
            try await bench.publish(1...3, service)
            bench.sleep(seconds: 3600)
            bench.pass(to: 4)
            await #expect(throws: PathError.noFix(age: nil)) { try await service.takePoint() }
            try await bench.publish(5...5, service)
            #expect(try await service.takePoint().time == time(5))
            bench.sleep(seconds: 3600)
            // What was on its way is as old.
            try await bench.publish(6...6)
            await #expect(throws: PathError.noFix(age: nil)) { try await service.takePoint() }
            try await bench.publish(7...7, service)
            #expect(try await service.takePoint().time == time(7))
        }
    }

    @Test func `after the machine slept, no position that waited seems new, however many waited`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corner")
            try await hold(bench, at: 1)
            bench.sleep(seconds: 3600)
            try await bench.publish(2...2500)
            bench.store.openGate()
            // Twice, because a command takes only some of what waits.
            await #expect(throws: PathError.noFix(age: nil)) { try await service.takePoint() }
            await #expect(throws: PathError.noFix(age: nil)) { try await service.takePoint() }
            try await bench.publish(2501...2501, service)
            #expect(try await service.takePoint().time == time(2501))
        }
    }

    @Test func `the times of a slow replay may fall behind the system's clock`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "corner", PathOrder(.byHand))
            try await bench.publish(1...1, service)
            bench.pass(to: 30)
            bench.publish(fixAt: 10, isReplay: true)
            try await bench.until(service) { $0.newest == time(10) }
            #expect(try await service.takePoint().time == time(10))
            bench.pass(to: 36)
            await #expect(throws: PathError.noFix(age: 6)) { try await service.takePoint() }
        }
    }

    @Test(arguments: [DriverState.stopped, .lost, .connecting])
    func `a replay that has ended is not present, and its last position is no point`(state: DriverState) async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            let order = try PathOrder(.byHand, receiver: SourceID(rawValue: "rover"))
            _ = try await bench.start(service, "before", order)
            _ = try await service.stop()
            // The stage rests now, and learns all of this together when a path begins.
            bench.publish(.running)
            bench.publish(fixAt: 10, isReplay: true)
            bench.publish(state)
            bench.pass(to: 3600)
            await #expect(throws: PathError.noSource("rover")) { try await service.start(name: "after", order) }
            bench.publish(.running)
            bench.publish(fixAt: 20, isReplay: true)
            _ = try await service.start(name: "again", order)
            #expect(try await service.takePoint().time == time(20))
        }
    }

    @Test(arguments: [DriverState.stopped, .lost, .connecting])
    func `the last position of a receiver that is gone is no point`(state: DriverState) async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            let order = try PathOrder(.byHand, receiver: SourceID(rawValue: "rover"))
            _ = try await bench.start(service, "corner", order)
            try await bench.publish(1...1, service)
            bench.publish(state)
            await #expect(throws: PathError.noFix(age: nil)) { try await service.takePoint() }
            bench.publish(.degraded)
            try await bench.publish(2...2, service)
            bench.publish(.running)
            #expect(try await service.takePoint().time == time(2))
        }
    }

    @Test func `a path that begins after the machine slept takes no position from before`() async throws {
        let bench = ServiceBench()
        try await bench.running { service in
            try await bench.publish(0...0)
            _ = try await bench.start(service, "first", PathOrder(.byHand))
            _ = try await service.stop()
            bench.sleep(seconds: 3600)
            bench.pass(to: 1)
            _ = try await service.start(name: "second", PathOrder(.byHand))
            await #expect(throws: PathError.noFix(age: nil)) { try await service.takePoint() }
            try await bench.publish(2...2, service)
            #expect(try await service.takePoint().time == time(2))
        }
    }
}
