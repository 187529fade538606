// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMASimulation
import Testing

/// Of no attack a datum is authenticated that Galileo did not send.
@Suite struct AttackTests {
    private static let satellites = [2, 3, 5, 8, 11, 14]
    private static let begin = Moment.noon + 600 + 360
    private static let duration = 840

    private static let ordinary = OSNMAScenario(
        start: Moment.noon + 600, duration: duration, satellites: satellites)
    /// All that is authenticated of the genuine signal.
    private static let judgedGenuine: Judgement? = {
        guard var signal = try? OSNMASignal(ordinary, source: PlainSource()) else { return nil }
        return signal.judged(by: Judgement(signal.trustFiles(at: ordinary.start)))
    }()

    private let scenario = Self.ordinary
    private let genuine: Judgement

    init() throws {
        genuine = try #require(Self.judgedGenuine)
        #expect(genuine.failures.isEmpty && genuine.sets.count > 10)
    }

    /// What the engine says of pages under attack; the receiver's time follows the sky.
    ///
    /// - Parameter uncertainty: of the trusted clock in milliseconds; nil: there is none, and none is asked for.
    private func judged(_ attacks: [OSNMAAttack], uncertainty: Int64? = nil) throws -> Judgement {
        var sky = try AttackedSignal(scenario, source: PlainSource(), attacks: attacks)
        let files = sky.genuine.trustFiles(at: scenario.start)
        var judgement = Judgement(files, uncertainty == nil ? .recording(.all) : OSNMAConfiguration())
        for second in stride(from: 1, to: Self.duration, by: 2) {
            let time = scenario.start + second
            let trusted = uncertainty.map {
                TrustedTime(milliseconds: Int64(time.secondsSinceEpoch + 2) * 1000, uncertainty: $0)
            }
            for satellite in Self.satellites {
                guard let page = sky.page(satellite: satellite, at: time) else { continue }
                judgement.take(satellite, time + -sky.delay(at: time), page, time: trusted)
            }
        }
        judgement.finish()
        return judgement
    }

    private var attacked: Range<Int> {
        (Self.begin.secondsSinceEpoch / 30)..<(scenario.start.secondsSinceEpoch + Self.duration) / 30
    }

    @Test func `forged words under genuine tags fail them`() throws {
        let verdict = try judged([OSNMAAttack(.forgedData, from: Self.begin)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(verdict.failures.count > 50)
    }

    @Test func `parity words of forged data under genuine OSNMA are reported and never authenticated`() throws {
        let verdict = try judged([OSNMAAttack(.forgedParity, from: Self.begin)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(verdict.engine.counters.wordsRecovered > 0)
        #expect(verdict.anomalies[.otherWords(.ephemeris)] ?? 0 > 10)
        #expect(genuine.anomalies[.otherWords(.ephemeris)] == nil && genuine.anomalies[.otherWords(.timing)] == nil)
    }

    @Test func `one forged satellite fails, the genuine ones go on being authenticated`() throws {
        let verdict = try judged([OSNMAAttack(.forgedData, on: [3, 8], from: Self.begin)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(!verdict.failures.isEmpty)
        #expect(Set(verdict.failures.map(\.satellite.description)) == ["E03", "E08"])
        #expect(verdict.subframes.isSuperset(of: attacked.dropLast(2)))
    }

    @Test func `a sky under the forger's own keys is worth nothing`() throws {
        let verdict = try judged([OSNMAAttack(.wrongKeys, from: Self.begin)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        // The first tags under attack would need a key that never comes.
        #expect(verdict.subframes.isDisjoint(with: attacked))
        #expect(verdict.anomalies[.wrongKey] ?? 0 > 0)
        // A root key of the forger's is signed by another than is trusted.
        let fromTheStart = try judged([OSNMAAttack(.wrongKeys, from: scenario.start)])
        #expect(fromTheStart.sets.isEmpty && fromTheStart.engine.rootKeys.isEmpty)
        #expect(fromTheStart.engine.counters.rootKeysFailed > 0)
    }

    @Test func `frozen OSNMA authenticates nothing that comes after it`() throws {
        let verdict = try judged([OSNMAAttack(.frozenOSNMA, from: Self.begin)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(verdict.subframes.isDisjoint(with: attacked))
        #expect(verdict.anomalies[.wrongKey] ?? 0 > 0)
    }

    @Test func `without OSNMA forged words are not authenticated`() throws {
        let some = try judged([OSNMAAttack(.missingOSNMA, on: [5], from: Self.begin)])
        #expect(some.sets.isSubset(of: genuine.sets))
        // Others go on sending tags about the satellite.
        #expect(some.failures.contains { $0.satellite.number == 5 })
        let all = try judged([OSNMAAttack(.missingOSNMA, from: Self.begin)])
        #expect(all.sets.isSubset(of: genuine.sets) && all.subframes.isDisjoint(with: attacked))
    }

    @Test func `pages of two minutes ago are told for what they are`() throws {
        let verdict = try judged([OSNMAAttack(.replay(seconds: 120), on: [3], from: Self.begin)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(verdict.anomalies[.replayed(seconds: 120)] ?? 0 > 5)
        // In the place of the sender its tags are wrong: they are about another time.
        #expect(!verdict.failures.isEmpty || verdict.anomalies[.wrongKey] ?? 0 > 0)
        #expect(verdict.subframes.isSuperset(of: attacked.dropLast(2)))
    }

    @Test func `a sky that is late by more than the clock allows authenticates nothing`() throws {
        let quiet = try judged([], uncertainty: 2000)
        #expect(quiet.failures.isEmpty && quiet.anomalies.isEmpty)
        #expect(quiet.subframes.isSuperset(of: attacked.dropLast(2)))
        let verdict = try judged([OSNMAAttack(.meaconing(seconds: 20), from: Self.begin)], uncertainty: 2000)
        #expect(verdict.sets.isSubset(of: genuine.sets))
        // What was sent before the attack needs a key from within it.
        #expect(verdict.subframes.isDisjoint(with: attacked))
        #expect(verdict.anomalies.contains { if case .contradictsTrustedTime = $0.key { true } else { false } })
    }

    @Test func `a sky that is late by less than the clock can tell is genuine data, and no more is claimed`() throws {
        let verdict = try judged([OSNMAAttack(.meaconing(seconds: 2), from: Self.begin)], uncertainty: 5000)
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(verdict.subframes.isSuperset(of: attacked.dropFirst().dropLast(2)))
        #expect(verdict.failures.isEmpty)
    }

    @Test func `forged data under keys that were published meanwhile: a clock of one's own is what tells`() throws {
        let attack = OSNMAAttack(.lateForgery(seconds: 60), from: Self.begin)
        let verdict = try judged([attack], uncertainty: 5000)
        #expect(verdict.sets.isSubset(of: genuine.sets))
        #expect(verdict.anomalies.contains { if case .contradictsTrustedTime = $0.key { true } else { false } })
        // Without a clock nothing can tell: why OSNMA asks for one.
        let without = try judged([attack])
        #expect(!without.sets.isSubset(of: genuine.sets))
    }

    @Test func `an attack that ends leaves the service as it was`() throws {
        let end = Self.begin + 150
        let verdict = try judged([OSNMAAttack(.forgedData, from: Self.begin, until: end)])
        #expect(verdict.sets.isSubset(of: genuine.sets))
        let after = (end.secondsSinceEpoch / 30 + 1)..<attacked.upperBound - 1
        #expect(verdict.subframes.isSuperset(of: after))
    }

    @Test func `attacks have names`() {
        #expect(OSNMAAttack.Kind.names.allSatisfy { OSNMAAttack.Kind(name: $0) != nil })
        #expect(OSNMAAttack.Kind(name: "replay", seconds: 120) == .replay(seconds: 120))
        #expect(OSNMAAttack.Kind(name: "magic") == nil)
    }

    @Test func `of attacks at once the last one counts`() throws {
        var sky = try AttackedSignal(
            scenario, source: PlainSource(),
            attacks: [
                OSNMAAttack(.meaconing(seconds: 20), from: Self.begin),
                OSNMAAttack(.missingOSNMA, on: [3], from: Self.begin + 60, until: Self.begin + 120),
            ])
        let time = Self.begin + 61
        let silent = sky.page(satellite: 3, at: time)
        let late = sky.page(satellite: 5, at: time)
        var signal = sky.genuine
        let original = signal.page(satellite: 5, at: time + -20)
        #expect(late == original)
        #expect(silent?[18...21].allSatisfy { $0 == 0 } ?? false)
        #expect(sky.delay(at: time) == 20 && sky.delay(at: Self.begin + -1) == 0)
    }
}
