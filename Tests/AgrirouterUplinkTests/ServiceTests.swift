// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Logging
import ObservationBus
import Outbox
import ServiceLifecycle
import Synchronization
import Testing

@testable import AgrirouterUplink

@Suite(.timeLimit(.minutes(5))) struct ServiceTests {
    /// Waits for something, with patience.
    private func waited(_ condition: () async -> Bool) async -> Bool {
        for _ in 0..<6000 {
            if await condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// How the stage listens at the moment, and how much it has taken.
    private func subscription(_ hub: ObservationHub) -> ConsumerReport? {
        let ears = hub.status.consumers.filter { $0.name == "agrirouter" }
        return ears.count == 1 ? ears[0] : nil
    }

    @Test func `without an endpoint, and while it is paused, nothing on the bus wakes it; it knows what was said`()
        async throws
    {
        let (clock, disk, hub, link) = (ManualClock(), Disk(), ObservationHub(), SilentLink())
        var context = Rig.context(clock, disk, Power(), Router(clock), hub, Rig.Alerts())
        // What is sent leaves the disk, and while the exchange waits, only the task that collects absences sleeps.
        context.link = link
        let service = UplinkService(UplinkSettings(applicationID: "a", versionID: "v"), context)
        let running = Task { await service.run() }
        #expect(await waited { subscription(hub)?.policy == "latest" })
        func publish(_ payload: Payload) {
            hub.publish([Observation(source: Rig.rover, sequence: 1, hostTime: clock.now, payload: payload)])
        }
        func expectRest() {
            for _ in 0..<100 { publish(.fix(Rig.fix(at: clock.now))) }
            #expect(subscription(hub)?.policy == "latest" && subscription(hub)?.delivered == 0)
        }
        publish(.activeReceiver(ActiveReceiver(current: Rig.rover, previous: nil, reason: "")))
        expectRest()

        try await service.use(await Rig().endpoint())
        #expect(subscription(hub)?.policy == "lossless")
        await link.gate.waitForCall()
        // The clock stands still, so no absence is due that could be collected before the position.
        publish(.fix(Rig.fix(at: clock.now)))
        #expect(await waited { disk.written.count == 1 })

        #expect(try await service.pause())
        expectRest()
        publish(.driverState(DriverStateReport(.lost, reason: "unplugged")))
        #expect(try await service.resume())
        #expect(subscription(hub)?.policy == "lossless")
        // It was told while it rested why there is no position any more.
        for second in 1...60 where disk.written.count == 1 {
            #expect(await waited { clock.sleepers > 0 })
            clock.advance(to: Int64(second) * 1_000_000_000)
        }
        #expect(await waited { disk.entries.last?.entry.status == .notAvailable })

        try await service.forget()
        expectRest()
        running.cancel()
        await running.value
    }

    /// A connection on which agrirouter never answers.
    private struct SilentLink: ServiceLink {
        let gate = Gate()

        func send(_ request: ServiceRequest) async -> ServiceReply {
            // Ends with its task, because the gate stays shut.
            await gate.pass()
            return ServiceReply(.interrupted, failure: "cancelled")
        }
    }

    @Test func `absences are collected while agrirouter does not answer`() async throws {
        let (clock, disk, link) = (ManualClock(), Disk(), SilentLink())
        var context = Rig.context(clock, disk, Power(), Router(clock), ObservationHub(), Rig.Alerts())
        context.link = link
        let settings = UplinkSettings(applicationID: "a", versionID: "v")
        let service = UplinkService(settings, context)
        let running = Task { await service.run() }
        try await service.use(await Rig().endpoint())
        await link.gate.waitForCall()
        // The first absence is due after an interval and 2 s.
        for second in 1...(settings.collect * 3 + 2) {
            // The only task that waits for the clock is the one that collects.
            #expect(await waited { clock.sleepers > 0 })
            clock.advance(to: Int64(second) * 1_000_000_000)
        }
        #expect(await waited { disk.entries.count >= 3 })
        #expect(disk.entries.map(\.entry.status) == [.notAvailable, .notAvailable, .notAvailable])
        running.cancel()
        await running.value
    }

    /// A stage that hears what is published only when it is asked to work, with its receiver believed.
    private func deafCoordinator(_ clock: ManualClock, _ disk: Disk, _ hub: ObservationHub) async throws
        -> UplinkCoordinator
    {
        let listener = Listener(
            hub, "agrirouter", to: TopicFilter(kinds: UplinkService.topics), policy: .lossless()
        ) {}
        let context = Rig.context(clock, disk, Power(), Router(clock), hub, Rig.Alerts())
        let coordinator = UplinkCoordinator(UplinkSettings(applicationID: "a", versionID: "v"), context, listener) {}
        try await coordinator.use(await Rig().endpoint())
        _ = await coordinator.pass()
        let believed = Payload.activeReceiver(ActiveReceiver(current: Rig.rover, previous: nil, reason: ""))
        hub.publish([Observation(source: .gateway, sequence: 1, hostTime: clock.now, payload: believed)])
        return coordinator
    }

    private func drive(_ seconds: ClosedRange<Int>, _ clock: ManualClock, _ hub: ObservationHub) {
        for second in seconds {
            clock.advance(to: Int64(second) * 1_000_000_000)
            let fix = Payload.fix(Rig.fix(at: clock.now))
            hub.publish([Observation(source: Rig.rover, sequence: UInt64(second), hostTime: clock.now, payload: fix)])
        }
    }

    @Test func `positions that wait to be heard are not absent, however far the clock is ahead of the stage`()
        async throws
    {
        let (clock, disk, hub) = (ManualClock(), Disk(), ObservationHub())
        let coordinator = try await deafCoordinator(clock, disk, hub)
        drive(1...60, clock, hub)
        _ = await coordinator.pass()
        #expect(disk.entries.map(\.entry.status) == Array(repeating: .rtkFixed, count: disk.entries.count))
        #expect((12...13).contains(disk.entries.count))
    }

    @Test func `what was published before a pause is collected, and nothing of the pause`() async throws {
        let (clock, disk, hub) = (ManualClock(), Disk(), ObservationHub())
        let coordinator = try await deafCoordinator(clock, disk, hub)
        drive(1...60, clock, hub)
        #expect(try await coordinator.setPaused(true))
        let count = disk.entries.count
        #expect((12...13).contains(count))
        drive(61...120, clock, hub)
        _ = await coordinator.pass()
        #expect(try await coordinator.setPaused(false))
        _ = await coordinator.pass()
        #expect(disk.entries.count == count)
    }

    @Test func `a disconnection while a pause still collects what was published leaves neither`() async throws {
        let (clock, disk, hub) = (ManualClock(), Disk(), ObservationHub())
        let coordinator = try await deafCoordinator(clock, disk, hub)
        drive(1...60, clock, hub)
        let gate = disk.hold(.append)
        async let pause = coordinator.setPaused(true)
        await gate.waitForCall()
        try await coordinator.forget()
        gate.open()
        #expect(try await !pause, "a pause without an endpoint was acknowledged")
        #expect(disk.record == OutboxRecord() && disk.waiting == 0)
        #expect(await coordinator.report().state == .notOnboarded)
    }

    @Test func `agrirouter is served while more is published than can be collected`() async throws {
        let (clock, disk, hub) = (ManualClock(), Disk(), ObservationHub())
        let router = Router(clock)
        let isOver = Atomic(false)
        var context = Rig.context(clock, disk, Power(), router, hub, Rig.Alerts())
        context.now = {
            let now = clock.now
            guard !isOver.load(ordering: .relaxed) else { return now }
            // Each look at the time brings more, so that the queue is never empty.
            hub.publish([Observation(source: Rig.rover, sequence: 1, hostTime: now, payload: .fix(Rig.fix(at: now)))])
            return now
        }
        let service = UplinkService(UplinkSettings(applicationID: "a", versionID: "v"), context)
        let running = Task { await service.run() }
        try await service.use(await Rig().endpoint())
        #expect(await waited { !router.messages.isEmpty })
        isOver.store(true, ordering: .relaxed)
        running.cancel()
        await running.value
    }

    @Test func `the service runs by its clock, from the bus to agrirouter, tells how it stands, and ends when asked`()
        async throws
    {
        let (clock, disk, hub) = (ManualClock(), Disk(), ObservationHub())
        let router = Router(clock)
        let context = Rig.context(clock, disk, Power(), router, hub, Rig.Alerts())
        let service = UplinkService(UplinkSettings(applicationID: "a", versionID: "v"), context)
        let told = hub.subscribe("test", to: .init(kinds: [.uplink]), policy: .lossless())
        let group = ServiceGroup(
            services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await group.run() }
        try await service.use(await Rig().endpoint())
        let rover = Rig.rover
        let change = ActiveReceiver(current: rover, previous: nil, reason: "")
        hub.publish([Observation(source: .gateway, sequence: 1, hostTime: clock.now, payload: .activeReceiver(change))])
        for second in 1...200 {
            // Whoever waits for the clock waits; then it goes on.
            #expect(await waited { clock.sleepers > 0 })
            clock.advance(to: Int64(second) * 1_000_000_000)
            let fix = Payload.fix(Rig.fix(at: clock.now))
            hub.publish([Observation(source: rover, sequence: UInt64(second), hostTime: clock.now, payload: fix)])
            if second % 5 == 0 { #expect(await waited { disk.written.count >= second / 5 }) }
            if !router.positions.isEmpty { break }
        }
        #expect(!router.positions.isEmpty)
        #expect(await service.status().state == .online)
        #expect(await service.members().isEmpty)
        await group.triggerGracefulShutdown()
        try await running.value
        told.finish()
        var states: [UplinkReport.State] = []
        for await batch in told {
            for report in batch.compactMap({ $0.payload.result(UplinkReport.self) }) where report.isNews {
                if let state = report.state.value { states.append(state) }
            }
        }
        #expect(states.first == .connecting || states.first == .notOnboarded)
        #expect(states.last == .online)
    }
}
