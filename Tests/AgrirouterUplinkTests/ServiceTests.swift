// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Logging
import ObservationBus
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
        let change = ActiveSource(current: rover, previous: nil, reason: "")
        hub.publish([Observation(source: .gateway, sequence: 1, hostTime: clock.now, payload: .activeSource(change))])
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
            for case .uplink(let report) in batch.map(\.payload) where report.isNews { states.append(report.state) }
        }
        #expect(states.first == .connecting || states.first == .notOnboarded)
        #expect(states.last == .online)
    }
}
