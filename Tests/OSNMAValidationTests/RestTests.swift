// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Logging
import OSNMA
import ObservationBus
import Synchronization
import SystemSupport
import Testing

@testable import OSNMAValidation

/// The thread sleeps while a receiver delivers positions but no pages, and nothing reads its verdicts.
@Suite(.serialized) struct RestTests {
    private struct NoTrust: TrustKeeping {
        func load() async -> TrustStart { TrustStart(anchors: TrustAnchors()) }
        func save(_ learnt: LearntTrust) async -> Bool { true }
    }

    /// A running stage with one receiver, and how often its thread has woken up.
    private final class Stage: Sendable {
        let hub = ObservationHub()
        /// The number of wake-ups, and the last time at which the thread looked at the clock.
        let wakes = Mutex<(count: Int, last: ContinuousClock.Instant)>((0, .now))
        let sequence = Atomic<UInt64>(0)

        func service() -> OSNMAService {
            var context = OSNMAService.Context(
                hub: hub, now: { .present }, readClock: { nil }, hasReplayClock: false, trust: NoTrust(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            // Only the thread asks while no test asks for the status. It asks often while it is awake.
            context.instant = { [self] in
                wakes.withLock { wakes in
                    let now = ContinuousClock.now
                    if now - wakes.last > .milliseconds(50) { wakes.count += 1 }
                    wakes.last = now
                    return now
                }
            }
            return OSNMAService(OSNMAValidationConfiguration(), context)
        }

        func publish(_ payload: Payload) {
            let number = sequence.wrappingAdd(1, ordering: .relaxed).newValue
            hub.publish([Observation(source: rover, sequence: number, hostTime: .present, payload: payload)])
        }

        /// Delivers positions at 10 Hz.
        ///
        /// - Returns: How often the thread woke up meanwhile.
        func deliver(seconds: Double) async throws -> Int {
            let before = wakes.withLock(\.count)
            for _ in 0..<Int(seconds * 10) {
                publish(.fix(Fix(kind: .threeDimensional, quality: .autonomous)))
                // The pause between two epochs of a receiver at 10 Hz, in which the thread may sleep.
                try await Task.sleep(for: .milliseconds(100))
            }
            return wakes.withLock(\.count) - before
        }
    }

    private func running(_ body: @escaping @Sendable (Stage, OSNMAService) async throws -> Void) async throws {
        let stage = Stage()
        let service = stage.service()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            stage.publish(.driverState(DriverStateReport(.running, reason: "")))
            // The first verdict is given.
            _ = try await stage.deliver(seconds: 2)
            try await body(stage, service)
            group.cancelAll()
        }
    }

    @Test func `positions alone do not wake the thread twice per second`() async throws {
        try await running { stage, _ in
            let wakes = try await stage.deliver(seconds: 6)
            #expect(wakes <= 3)
        }
    }

    @Test func `a page wakes it`() async throws {
        try await running { stage, service in
            let page = NavigationPage(
                satellite: try galileo(11), signal: .galileoE1B, message: .inav,
                bytes: [UInt8](repeating: 0, count: 30), bitCount: 240, check: .passed)
            stage.publish(.navigationPage(page))
            let wakes = try await stage.deliver(seconds: 3)
            #expect(wakes >= 4)
            #expect(service.status.verdicts[rover]?.reason == .undatedPages)
        }
    }

    @Test func `a question for the status makes verdicts new`() async throws {
        try await running { stage, service in
            _ = service.status
            _ = try await stage.deliver(seconds: 1)
            let time = try #require(service.status.times[rover])
            #expect(HostTime.present.monotonicNanoseconds - time < 1_500_000_000)
            #expect(service.status.verdicts[rover]?.reason == .noRawPages)
        }
    }

    @Test func `a consumer of verdicts gets one per second, one that rests gets the last one`() async throws {
        try await running { stage, _ in
            let listener = Listener(
                stage.hub, "paths", to: TopicFilter(kinds: [.authentication]), policy: .skipOldest(), onReady: {})
            _ = listener.rest()
            let wakes = try await stage.deliver(seconds: 6)
            #expect(wakes <= 3)
            _ = listener.listen()
            _ = listener.next()
            // Until the thread wakes by itself.
            _ = try await stage.deliver(seconds: 4)
            while listener.next() != nil {}
            _ = try await stage.deliver(seconds: 3)
            var verdicts = 0
            while let batch = listener.next() { verdicts += batch.observations.count }
            #expect(verdicts >= 2)
        }
    }
}

extension HostTime {
    /// The time by the machine's clocks.
    fileprivate static var present: HostTime {
        HostTime(monotonicNanoseconds: SystemClock.monotonic, wallNanoseconds: SystemClock.wall)
    }
}
