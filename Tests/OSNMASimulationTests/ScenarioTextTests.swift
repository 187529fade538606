// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMASimulation
import Testing

/// Transitions and attacks as a command line has them.
@Suite struct ScenarioTextTests {
    private let start = Moment.noon + 610

    @Test func `a transition begins with a subframe and changes chains with an hour`() throws {
        let chain = try #require(OSNMATransition("eoc@0", from: start))
        #expect(chain.begin == Moment.noon + 630 && chain.change == Moment.noon + 3600)
        let key = try #require(OSNMATransition("npk@61+300", from: start))
        #expect(key.begin == Moment.noon + 690 && key.change == Moment.noon + 990 && key.end == Moment.noon + 1290)
        let revoked = try #require(OSNMATransition("pkrev@60+300", from: start))
        #expect(revoked.change == Moment.noon + 3600 && revoked.end == Moment.noon + 3900)
    }

    @Test func `an attack has a number, a time and satellites`() throws {
        let attack = try #require(OSNMAAttack("replay=120@300+60:E03,E08", from: start))
        #expect(attack.kind == .replay(seconds: 120) && attack.satellites == [3, 8])
        #expect(attack.begin == start + 300 && attack.end == start + 360)
        let forged = try #require(OSNMAAttack("forged-data@0", from: start))
        #expect(forged.satellites == nil && forged.end == nil)
    }

    @Test(
        "what is none is refused",
        arguments: [
            "", "eoc", "eoc@", "@5", "eoc@x", "eoc@5+", "eoc@5+6+7", "eoc=3@5", "eoc@5:E03", "magic@5", "replay=@5",
            "replay@5:", "replay@5:G03", "replay@5:E99", "replay@99999999999999999999", "replay@5:E03:E04", "replay@-5",
        ])
    func refused(_ text: String) {
        #expect(OSNMATransition(text, from: start) == nil && OSNMAAttack(text, from: start) == nil)
    }

    @Test func `around a time OSNMA is there from the first page on`() throws {
        let source = SimulatedSource()
        let scenario = OSNMAScenario.around(start, duration: 120, satellites: source.numbers, seed: 5)
        var signal = try OSNMASignal(scenario, source: source)
        #expect(scenario.satellites.count == 20 && scenario.silentSatellites == [6, 12, 18, 24])
        let verdict = signal.judged(
            by: Judgement(signal.trustFiles(at: start)), satellites: [1, 2, 3, 9, 10, 11], from: Moment.noon + 600,
            seconds: 150)
        #expect(verdict.failures.isEmpty && verdict.dummies == 0)
        #expect(verdict.tags.values.reduce(0, +) > 20)
        let endless = OSNMAScenario.around(start, duration: .max, satellites: [1], seed: 5)
        #expect(throws: OSNMAScenarioError.self) { try OSNMASignal(endless, source: source) }
    }
}
