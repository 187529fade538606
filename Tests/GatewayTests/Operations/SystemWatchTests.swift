// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Logging
import ObservationBus
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import Gateway

@Suite struct SystemWatchTests {
    private static let second: Int64 = 1_000_000_000

    /// A machine a minute after the other.
    private func after(_ reading: SystemReading, _ change: (inout SystemReading) -> Void = { _ in }) -> SystemReading {
        var next = reading
        next.wall += 60 * Self.second
        next.monotonic += 60 * Self.second
        next.boot += 60 * Self.second
        change(&next)
        return next
    }

    private let first = SystemReading(
        wall: 1_700_000_000 * second, monotonic: 500 * second, boot: 500 * second, freeDisk: 1 << 30,
        freeMemory: 1 << 29, memory: 1 << 30)

    @Test func `nothing is told while nothing happens, clocks that are steered included`() {
        var watch = SystemWatch(folder: "/state")
        #expect(watch.take(first).isEmpty)
        #expect(watch.take(after(first) { $0.wall += 30_000_000 }).isEmpty)
    }

    @Test(arguments: [(Int64(3_250_000_000), "forward by 3.2 s"), (-600_000_000, "back by 0.6 s")])
    func `a clock that was set is told once`(step: Int64, words: String) {
        var watch = SystemWatch(folder: "/state")
        _ = watch.take(first)
        let second = after(first) { $0.wall += step }
        let alerts = watch.take(second)
        #expect(alerts.map(\.code) == ["clock-step"] && alerts.allSatisfy(\.isInstant))
        #expect(alerts.first?.text.contains(words) == true)
        #expect(watch.take(after(second)).isEmpty)
    }

    @Test func `a sleep is told as a sleep and not as a step of the clock`() {
        var watch = SystemWatch(folder: "/state")
        _ = watch.take(first)
        let alerts = watch.take(
            after(first) { reading in
                reading.wall += 3600 * Self.second
                reading.boot += 3600 * Self.second
            })
        #expect(alerts.map(\.code) == ["resumed"] && alerts.allSatisfy(\.isInstant))
        #expect(alerts.first?.text.contains("was suspended for 3600 s") == true)
    }

    @Test func `a full disk and full memory are told when they begin and when they are well over`() {
        var watch = SystemWatch(folder: "/state")
        var reading = first
        func take(disk: UInt64, memory: UInt64) -> [String] {
            reading = after(reading) { ($0.freeDisk, $0.freeMemory) = (disk << 20, memory << 20) }
            return watch.take(reading).map { "\($0.code) \($0.isOver ? "over" : "begins")" }
        }
        #expect(take(disk: 1024, memory: 500) == [])
        #expect(take(disk: 63, memory: 30) == ["low-disk begins", "low-memory begins"])
        #expect(take(disk: 10, memory: 10) == [])
        #expect(take(disk: 100, memory: 50) == [])
        #expect(take(disk: 128, memory: 62) == ["low-disk over", "low-memory over"])
        #expect(take(disk: 63, memory: 500) == ["low-disk begins"])
    }

    @Test func `this machine can be read`() throws {
        let reading = SystemReading.now(folder: "/no/such/folder")
        #expect(reading.wall > 0 && reading.boot >= reading.monotonic - Self.second)
        #expect(try #require(reading.freeDisk) > 0)
        #expect(try #require(reading.memory) >= #require(reading.freeMemory))
    }

    @Test func `alerts reach the bus, numbered with the rest, a sleep wakes who waits, and a shortage frees memory`()
        async
    {
        let hub = ObservationHub()
        let clock = GatewayClock(.system)
        let reporter = GatewayReporter(hub: hub, clock: clock)
        reporter.say(.activeReceiver(ActiveReceiver(current: nil, previous: nil, reason: "test")))
        let subscription = hub.subscribe("test", to: TopicFilter(kinds: [.alert]), policy: .skipOldest())
        let readings = Mutex([
            first,
            after(first) {
                $0.boot += 5 * Self.second; $0.wall += 5 * Self.second
                $0.freeMemory = 1 << 20
            },
        ])
        let resumed = Mutex(0)
        let released = Mutex(0)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let service = SystemWatchService(
            folder: "/state", hub: hub, reporter: reporter, logger: logger, interval: .milliseconds(20)
        ) {
            readings.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        } onResume: {
            resumed.withLock { $0 += 1 }
        } onLowMemory: {
            released.withLock { $0 += 1 }
        }
        let task = Task { await service.run() }
        var iterator = subscription.makeAsyncIterator()
        let alert = await iterator.next()?.first
        #expect(alert?.source == .gateway && alert?.sequence == 2)
        #expect(await eventually { resumed.withLock { $0 } == 1 && released.withLock { $0 } == 1 })
        task.cancel()
        await task.value
        #expect(released.withLock { $0 } == 1)
    }
}
