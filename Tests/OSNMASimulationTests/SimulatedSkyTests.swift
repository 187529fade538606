// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMASimulation
import Simulation
import Testing

/// The satellites of the simulation with OSNMA.
@Suite struct SimulatedSkyTests {
    @Test func `all satellites of the simulation: twelve of them authenticate themselves and many others`() throws {
        let source = SimulatedSource()
        var scenario = OSNMAScenario(
            start: Moment.noon + 600, duration: 300, satellites: Array(source.numbers.prefix(12)))
        scenario.silentSatellites = Array(source.numbers.dropFirst(12))
        var signal = try OSNMASignal(scenario, source: source)
        let verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        #expect(verdict.failures.isEmpty && verdict.anomalies.isEmpty)
        #expect(verdict.engine.counters.sequencesFailed == 0)
        let authenticated = Set(verdict.sets.map { $0.prefix(3) })
        #expect(authenticated.isSuperset(of: ["E01", "E02", "E12"]))
        #expect(authenticated.count > 18)
    }

    @Test func `a page is asked for by satellite and time as the simulation does`() throws {
        let scenario = OSNMAScenario(start: Moment.noon, duration: 60, satellites: [1, 2])
        var signal = try OSNMASignal(scenario, source: SimulatedSource())
        let satellite = try #require(SimulatedConstellations.galileo.first { $0.id.number == 2 })
        let other = try #require(SimulatedConstellations.gps.first)
        var source: any NavigationPageSource = signal
        let page = source.page(of: satellite, at: Moment.noon + 1)
        let same = signal.page(satellite: 2, at: Moment.noon + 1)
        let none = source.page(of: other, at: Moment.noon + 1)
        #expect(page == same && none == nil)
        #expect(page?.count == 30)
    }
}
