// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Logging
import OSNMA
import ObservationBus
import Synchronization
import Testing

@testable import OSNMAValidation

/// A thread that judges nothing any more is noticed.
@Suite struct SilenceTests {
    private struct NoTrust: TrustKeeping {
        func load() async -> TrustStart { TrustStart(anchors: TrustAnchors()) }
        func save(_ learnt: LearntTrust) async -> Bool { true }
    }

    private final class Watch: Sendable {
        let instant = Mutex(ContinuousClock.now)
        let steps = Atomic<UInt64>(0)
        func pass(_ duration: Duration) { instant.withLock { $0 += duration } }
    }

    /// - Parameter turn: called by the thread that judges, in each of its turns.
    private func service(_ watch: Watch, turn: @escaping @Sendable () -> Void) -> OSNMAService {
        var context = OSNMAService.Context(
            hub: ObservationHub(),
            now: {
                turn()
                return HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
            }, readClock: { nil }, hasReplayClock: false, trust: NoTrust(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        context.instant = { watch.instant.withLock { $0 } }
        return OSNMAService(OSNMAValidationConfiguration(), context)
    }

    /// Runs a service until the body returns; the body begins when its thread works, and hangs where it is to.
    private func running(
        hangs: Bool, _ watch: Watch, _ body: @escaping @Sendable (OSNMAService) async throws -> Void
    ) async throws {
        let asked = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: hangs ? 0 : 1)
        let service = service(watch) {
            asked.continuation.finish()
            gate.wait()
            gate.signal()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The thread ends with the test.
            defer { gate.signal() }
            group.addTask { await service.run() }
            for await _ in asked.stream {}
            try await body(service)
            group.cancelAll()
        }
    }

    @Test func `a thread that hangs makes the stage silent after ten seconds`() async throws {
        let watch = Watch()
        try await running(hangs: true, watch) { service in
            #expect(!service.isSilent)
            watch.pass(.seconds(10))
            #expect(!service.isSilent)
            watch.pass(.seconds(1))
            #expect(service.isSilent)
        }
    }

    @Test func `verdicts are shown while more arrives than can be judged`() async throws {
        let (watch, hub, receiver) = (Watch(), ObservationHub(), SourceID(rawValue: "rover"))
        // What is judged arrived 20 s before.
        let (start, lag): (Int64, Int64) = (1_000_000_000_000, 20_000_000_000)
        var context = OSNMAService.Context(
            hub: hub,
            now: {
                // Each look at the time brings more, so that the queue is never empty, also after a batch was judged.
                let number = watch.steps.wrappingAdd(1, ordering: .relaxed).newValue
                let time = start + Int64(number) * 1_000_000
                let arrival = HostTime(monotonicNanoseconds: time - lag, wallNanoseconds: 0)
                for _ in 0..<2 {
                    hub.publish([
                        Observation(
                            source: receiver, sequence: number, hostTime: arrival, payload: .satellites(SkyView()))
                    ])
                }
                watch.pass(.milliseconds(1))
                return HostTime(monotonicNanoseconds: time, wallNanoseconds: 0)
            }, readClock: { nil }, hasReplayClock: false, trust: NoTrust(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        context.instant = { watch.instant.withLock { $0 } }
        let service = OSNMAService(OSNMAValidationConfiguration(), context)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await service.run() }
            let deadline = ContinuousClock.now + .seconds(60)
            while service.status.verdicts[receiver] == nil {
                try #require(ContinuousClock.now < deadline, "no verdict after 60 s of data")
                // It looks again until the thread has judged.
                try await Task.sleep(for: .milliseconds(20))
            }
            let judged = try #require(service.status.times[receiver])
            let now = start + Int64(watch.steps.load(ordering: .relaxed)) * 1_000_000
            #expect(now - judged >= lag)
        }
    }

    @Test func `a receiver that delivers more than can be judged does not delay another`() async throws {
        let (watch, hub) = (Watch(), ObservationHub())
        let (healthy, flooding) = (SourceID(rawValue: "healthy"), SourceID(rawValue: "flooding"))
        var context = OSNMAService.Context(
            hub: hub,
            now: {
                // Each look at the time takes 100 ms: 20 observations come from one receiver, and one a second from the other.
                let number = watch.steps.wrappingAdd(1, ordering: .relaxed).newValue
                let time = HostTime(monotonicNanoseconds: Int64(number) * 100_000_000, wallNanoseconds: 0)
                for source in Array(repeating: flooding, count: 20) + (number % 10 == 0 ? [healthy] : []) {
                    hub.publish([
                        Observation(source: source, sequence: number, hostTime: time, payload: .satellites(SkyView()))
                    ])
                }
                watch.pass(.milliseconds(1))
                return time
            }, readClock: { nil }, hasReplayClock: false, trust: NoTrust(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        context.instant = { watch.instant.withLock { $0 } }
        let service = OSNMAService(OSNMAValidationConfiguration(), context)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await service.run() }
            let deadline = ContinuousClock.now + .seconds(60)
            var lead: Int64 = 0
            while lead < 10_000_000_000 {
                try #require(ContinuousClock.now < deadline, "only \(lead) ns ahead of the receiver that floods")
                // It looks again until the thread has judged.
                try await Task.sleep(for: .milliseconds(20))
                let times = service.status.times
                if let one = times[healthy], let other = times[flooding] { lead = one - other }
            }
            // More is waiting than fits on the bus, and the losses count as those of the stage.
            var consumer: ConsumerReport?
            while consumer.map({ $0.lost == 0 || $0.pending <= QueueBound.stage.observations / 2 }) ?? true {
                try #require(ContinuousClock.now < deadline, "no losses: \(String(describing: consumer))")
                // It looks again until the stage has lost observations.
                try await Task.sleep(for: .milliseconds(20))
                consumer = hub.status.consumers.first { $0.name == "osnma" }
            }
        }
    }

    @Test func `few observations of a replay wait on the bus before those of live receivers`() {
        let hub = ObservationHub()
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        let context = OSNMAService.Context(
            hub: hub, now: { time }, readClock: { nil }, hasReplayClock: false, trust: NoTrust(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let service = OSNMAService(OSNMAValidationConfiguration(), context)
        let observation = Observation(
            source: SourceID(rawValue: "replay"), sequence: 1, hostTime: time, payload: .satellites(SkyView()),
            origin: ObservationOrigin(isReplay: true, plan: 1))
        withExtendedLifetime(service) {
            var published = 0
            while published < 5000, hub.publish([observation], waitingUpTo: .zero) == .accepted { published += 1 }
            #expect(published == 512)
        }
    }

    @Test func `a thread that works is not silent, however long nothing comes`() async throws {
        let watch = Watch()
        try await running(hangs: false, watch) { service in
            watch.pass(.seconds(60))
            let deadline = ContinuousClock.now + .seconds(60)
            while service.isSilent {
                try #require(ContinuousClock.now < deadline)
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
