// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMASimulation
import Testing

/// Attacks on HKROOT, the messages by which root keys and public keys come.
@Suite struct MessageAttackTests {
    private static let steady = Result {
        try AttackBench(
            OSNMAScenario(start: Moment.noon + 600, duration: 1680, satellites: AttackBench.satellites))
    }

    /// Before the attack, within it, and how many of six satellites it is on.
    struct Case: CustomTestStringConvertible {
        let kind: OSNMAAttack.Kind
        let satellites: [Int]
        var testDescription: String { "\(kind) by \(satellites.count)" }

        static let all = [OSNMAAttack.Kind.falseFirstBlock, .falseBlocks, .messageFlood].flatMap { kind in
            [[3], [3, 8], [2, 3, 5, 8, 11], AttackBench.satellites].map { Case(kind: kind, satellites: $0) }
        }
    }

    @Test("false blocks do not end the service, nor keep it from beginning", arguments: Case.all)
    func falseBlocks(_ attacked: Case) throws {
        let bench = try Self.steady.get()
        let attack = OSNMAAttack(
            attacked.kind, on: attacked.satellites, from: bench.minute(8), until: bench.minute(14))
        let verdict = try bench.judged([attack])
        bench.expectHarmless(verdict, until: 14)
        // The keys of a chain that is known go on.
        #expect(verdict.subframes.isSuperset(of: bench.subframes(8..<14)))
        #expect(verdict.failures.isEmpty)
        let started = try bench.judged([attack], uncertainty: 2000, from: 8)
        bench.expectHarmless(started, until: 14)
        // Few satellites do not keep the others from being heard.
        guard attacked.satellites.count < 3 else { return }
        #expect(started.subframes.isSuperset(of: bench.subframes(12..<14)), "no service while it lasts")
    }

    @Test(
        "old messages take nothing back",
        arguments: [OSNMATransition.Kind.newPublicKey, .endOfChain, .chainRevoked, .publicKeyRevoked, .newMerkleTree],
        [[3], AttackBench.satellites])
    func old(_ kind: OSNMATransition.Kind, _ satellites: [Int]) throws {
        // Of before the change, and of its first phase: a "don't use" of the same root key.
        for (first, seconds) in [(14, 600), (19, 600), (19, 960)] {
            let bench = try AttackBench.changing(kind, minutes: 42)
            let attack = OSNMAAttack(
                .oldMessages(seconds: seconds), on: satellites, from: bench.minute(first),
                until: bench.minute(first + 4))
            let verdict = try bench.judged([attack])
            bench.expectHarmless(verdict, until: first + 4)
            #expect(verdict.engine.trustedPublicKeys.map(\.id) == bench.genuine.engine.trustedPublicKeys.map(\.id))
            #expect(verdict.subframes.isSuperset(of: bench.subframes(first..<first + 4)), "it ended the service")
            #expect(!verdict.headers.dropFirst(bench.genuine.headers.count).contains { $0 >> 6 == 3 })
        }
    }

    @Test func `without OSNMA nothing stays authenticated`() throws {
        let bench = try Self.steady.get()
        let attack = OSNMAAttack(.missingOSNMA, from: bench.minute(10), until: bench.minute(18))
        let verdict = try bench.judged([attack], uncertainty: 2000)
        bench.expectHarmless(verdict, until: 18)
        #expect(verdict.subframes.isDisjoint(with: bench.subframes(10..<18)))
    }
}
