// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMASimulation
import Testing

/// Attacks on keys and on the order of time, while and after something changes.
@Suite struct KeyAttackTests {
    @Test(
        "keys that follow from the root key of a coming chain prove nothing of now",
        arguments: [OSNMATransition.Kind.endOfChain, .chainRevoked, .publicKeyRevoked], [nil, [3], [2, 3, 5, 8]])
    func nextRoot(_ kind: OSNMATransition.Kind, _ satellites: [Int]?) throws {
        let bench = try AttackBench.changing(kind)
        let attack = OSNMAAttack(
            .nextRootForgery, on: satellites, from: bench.minute(8), until: bench.minute(11))
        let verdict = try bench.judged([attack])
        bench.expectHarmless(verdict, until: 11)
        bench.expectHarmless(try bench.judged([attack], uncertainty: 2000), until: 11)
        // A receiver that is switched on meanwhile knows no key of the chain in force.
        bench.expectHarmless(try bench.judged([attack], from: 8), until: 11)
    }

    @Test func `the forger's keys lead down from the root key that is announced, and his tags are right under them`()
        throws
    {
        let bench = try AttackBench.changing(.endOfChain)
        let attacks = [OSNMAAttack(.nextRootForgery, from: bench.minute(8), until: bench.minute(11))]
        var sky = try AttackedSignal(bench.scenario, source: PlainSource(), attacks: attacks)
        let (before, during) = (bench.minute(5) + 1, bench.minute(9) + 1)
        var signal = sky.genuine
        let genuine = (signal.page(satellite: 3, at: before), signal.page(satellite: 3, at: during))
        let attacked = (sky.page(satellite: 3, at: before), sky.page(satellite: 3, at: during))
        #expect(attacked.0 == genuine.0 && attacked.1 != genuine.1 && attacked.1 != nil)
        // Before anything is announced there is nothing to follow from.
        let early = [OSNMAAttack(.nextRootForgery, from: bench.minute(2), until: bench.minute(5))]
        #expect(try bench.judged(early).sets == bench.genuine.sets)
    }

    private static let steady = Result {
        try AttackBench(
            OSNMAScenario(start: Moment.noon + 600, duration: 1680, satellites: AttackBench.satellites))
    }

    @Test("pages that come when their key is public prove nothing", arguments: [[3], [2, 3, 5, 8], nil])
    func late(_ satellites: [Int]?) throws {
        let bench = try Self.steady.get()
        let attack = OSNMAAttack(
            .lateForgedPages(seconds: 60), on: satellites, from: bench.minute(8), until: bench.minute(12))
        bench.expectHarmless(try bench.judged([attack], uncertainty: 2000), until: 12)
        // Without a clock those that come in time tell those that come late.
        if satellites != nil { bench.expectHarmless(try bench.judged([attack]), until: 12) }
        let genuine = OSNMAAttack(
            .latePages(seconds: 60), on: satellites, from: bench.minute(8), until: bench.minute(12))
        let verdict = try bench.judged([genuine], uncertainty: 2000)
        bench.expectHarmless(verdict, until: 12)
        if satellites == [3] { #expect(verdict.subframes.isSuperset(of: bench.subframes(8..<12))) }
    }

    @Test(
        "pages that are dated ahead for some seconds do not end the service", arguments: [60, 7200, 604_800 * 2],
        [[3], nil])
    func future(_ seconds: Int, _ satellites: [Int]?) throws {
        let bench = try Self.steady.get()
        let begin = bench.minute(10) + 6
        let attack = OSNMAAttack(.futurePages(seconds: seconds), on: satellites, from: begin, until: begin + 12)
        bench.expectHarmless(try bench.judged([attack], uncertainty: 2000), until: 11)
        bench.expectHarmless(try bench.judged([attack]), until: 11)
    }

    @Test(
        "a sky that is late as a whole is told by a clock, and its end is not silence", arguments: [120, 3600])
    func delayed(_ seconds: Int) throws {
        let start = Moment.noon + (600 - seconds)
        let bench = try AttackBench(
            OSNMAScenario(start: start, duration: seconds + 1680, satellites: AttackBench.satellites))
        let begin = (seconds + 480) / 60
        let attack = OSNMAAttack(
            .meaconing(seconds: seconds), from: bench.minute(begin), until: bench.minute(begin + 5))
        let first = seconds / 60
        let verdict = try bench.judged([attack], uncertainty: 2000, from: first)
        bench.expectHarmless(verdict, until: begin + 5)
        #expect(verdict.subframes.isDisjoint(with: bench.subframes(begin..<begin + 5)))
        bench.expectHarmless(try bench.judged([attack], from: first), until: begin + 5)
    }
}
