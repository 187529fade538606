// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMASimulation
import Testing

/// Our engine, which was not written by the same hand, authenticates what the generator makes.
@Suite struct ServiceTests {
    private func scenario(_ minutes: Int = 12) -> OSNMAScenario {
        var scenario = OSNMAScenario(start: Moment.noon + 600, duration: 60 * minutes, satellites: [2, 3, 5, 8, 11])
        scenario.silentSatellites = [14]
        return scenario
    }

    @Test func `ordinary service: every tag of every kind is right`() throws {
        let scenario = scenario()
        var signal = try OSNMASignal(scenario, source: PlainSource())
        let verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        #expect(verdict.failures.isEmpty)
        #expect(verdict.anomalies.isEmpty)
        let counters = verdict.engine.counters
        #expect(counters.rootKeysFailed == 0 && counters.sequencesFailed == 0)
        #expect(verdict.tags[.inavEphemeris] ?? 0 > 300)
        #expect(verdict.tags[.inavTiming] ?? 0 > 50)
        #expect(verdict.tags[.inavSlowMAC] ?? 0 > 80)
        // Also of the satellite that sends none.
        #expect(verdict.sets.contains { $0.hasPrefix("E14") })
    }
}
