// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import Testing

@testable import OSNMASimulation

/// Each transition leads our engine to where the interface document says, by way of the headers it says.
@Suite struct TransitionTests {
    private static let start = Moment.noon + 48 * 60
    private static let begin = Moment.noon + 54 * 60
    private static let change = Moment.noon + 60 * 60
    private static let end = Moment.noon + 66 * 60

    private func subframes(_ from: GST, _ to: GST) -> Range<Int> {
        from.secondsSinceEpoch / 30..<to.secondsSinceEpoch / 30
    }

    private func signal(
        _ kind: OSNMATransition.Kind, chain: ChainSettings? = nil, curve: SigningCurve? = nil
    ) throws -> OSNMASignal {
        var scenario = OSNMAScenario(start: Self.start, duration: 24 * 60, satellites: [2, 3, 5, 8, 9])
        scenario.transitions = [
            OSNMATransition(
                kind, begin: Self.begin, change: Self.change, end: Self.end, chain: chain, curve: curve)
        ]
        return try OSNMASignal(scenario, source: PlainSource())
    }

    private func judged(_ signal: OSNMASignal, _ more: [TrustAnchorFile] = []) -> Judgement {
        var signal = signal
        return signal.judged(by: Judgement(signal.trustFiles(at: Self.start) + more))
    }

    private func expectNoFailure(_ verdict: Judgement, _ location: SourceLocation = #_sourceLocation) {
        #expect(verdict.failures.isEmpty && verdict.anomalies.isEmpty, sourceLocation: location)
        #expect(verdict.engine.counters.rootKeysFailed == 0, sourceLocation: location)
        #expect(verdict.engine.counters.sequencesFailed == 0, sourceLocation: location)
    }

    @Test(
        "end of chain: tags go on over the change",
        arguments: [
            nil, ChainSettings(hash: .sha3, mac: .hmac, keyBits: 256, tagBits: 40, table: 41),
        ])
    func endOfChain(_ settings: ChainSettings?) throws {
        let verdict = judged(try signal(.endOfChain, chain: settings))
        expectNoFailure(verdict)
        #expect(verdict.headers == [0x82, 0x84, 0x92])
        let last = Self.end + 300
        #expect(verdict.subframes.isSuperset(of: subframes(Self.start + 30, last)))
        #expect(verdict.happened { if case .chainChanged(from: 0, to: 1, _) = $0 { true } else { false } })
        #expect(!verdict.happened { if case .revoked = $0 { true } else { false } })
    }

    @Test func `chain revoked: nothing until the next chain begins`() throws {
        let verdict = judged(try signal(.chainRevoked))
        expectNoFailure(verdict)
        #expect(verdict.headers == [0x82, 0xC6, 0x96, 0x92])
        #expect(verdict.subframes.isDisjoint(with: subframes(Self.begin, Self.change)))
        #expect(verdict.subframes.isSuperset(of: subframes(Self.start + 30, Self.begin)))
        #expect(verdict.subframes.isSuperset(of: subframes(Self.change, Self.end + 300)))
        #expect(verdict.happened { if case .revoked(.chain(0), _) = $0 { true } else { false } })
    }

    @Test("new public key: it takes over without a gap", arguments: SigningCurve.allCases)
    func newPublicKey(_ curve: SigningCurve) throws {
        let verdict = judged(try signal(.newPublicKey, curve: curve))
        expectNoFailure(verdict)
        #expect(verdict.headers == [0x82, 0x88, 0x82])
        #expect(verdict.subframes.isSuperset(of: subframes(Self.start + 30, Self.end + 300)))
        #expect(verdict.engine.trustedPublicKeys.map(\.id) == [2])
        #expect(verdict.happened { if case .publicKeyVerified(let key, _) = $0 { key.id == 2 } else { false } })
        #expect(verdict.happened { if case .publicKeyDropped(1, _) = $0 { true } else { false } })
    }

    @Test("public key revoked: key and chain go, the new ones take over", arguments: SigningCurve.allCases)
    func publicKeyRevoked(_ curve: SigningCurve) throws {
        let verdict = judged(try signal(.publicKeyRevoked, curve: curve))
        expectNoFailure(verdict)
        #expect(verdict.headers == [0x82, 0xCA, 0x9A, 0x92])
        #expect(verdict.subframes.isDisjoint(with: subframes(Self.begin, Self.change)))
        #expect(verdict.subframes.isSuperset(of: subframes(Self.change, Self.end + 300)))
        #expect(verdict.engine.trustedPublicKeys.map(\.id) == [2])
    }

    @Test func `new Merkle tree: with its file all goes on, without it until the new key signs`() throws {
        let signal = try signal(.newMerkleTree)
        let future = signal.futureTreeFiles().map(\.withoutKey)
        #expect(future.count == 1)
        let verdict = judged(signal, future)
        expectNoFailure(verdict)
        #expect(verdict.headers == [0x82, 0x8C, 0x82])
        #expect(verdict.engine.counters.publicKeysFailed == 0)
        #expect(verdict.subframes.isSuperset(of: subframes(Self.start + 30, Self.end + 300)))
        #expect(verdict.engine.roots == Judgement.anchors(future).roots)
        #expect(verdict.engine.trustedPublicKeys.map(\.id) == [1])
        // Its key has the number of the old one: what it signs looks wrong to whoever does not know the tree.
        let without = judged(signal)
        #expect(without.failures.isEmpty)
        #expect(without.engine.counters.publicKeysFailed > 0 && without.engine.counters.rootKeysFailed > 0)
        #expect(without.engine.roots == Judgement.anchors(signal.trustFiles(at: Self.start)).roots)
    }

    @Test(
        "each phase has its root key, short as it may be, and of old and new chain each its part",
        arguments: OSNMATransition.Kind.allCases, [4, 10, 60])
    func everyPhaseHasItsRoot(_ kind: OSNMATransition.Kind, _ minutes: Int) throws {
        var scenario = OSNMAScenario(start: Self.change + -7200, duration: 14_400, satellites: [2, 3, 5, 8, 9])
        scenario.transitions = [
            OSNMATransition(
                kind, begin: Self.change + -60 * minutes, change: Self.change, end: Self.change + 60 * minutes)
        ]
        let plan = try ServicePlan(scenario)
        #expect(plan.phases.count == (kind == .endOfChain ? 3 : kind == .alert ? 2 : 4))
        for (index, phase) in plan.phases.enumerated() {
            let end = index + 1 < plan.phases.count ? plan.phases[index + 1].first : plan.span.upperBound
            let sent = (phase.first..<end).map { plan.message($0) }
            for message in phase.messages {
                // Of several one after the other, each has a third of the time.
                let count = sent.count { $0.message == message }
                #expect(3 * count >= min(30, sent.count) || phase.messages.count == 1, "\(message)")
                #expect(count > 0)
            }
            #expect(sent.contains { $0.isRootKey && $0.header == plan.header(phase) })
            // Announced is after what is in force; of what is revoked nothing is in force.
            let isAnnounced = [.newPublicKey, .newMerkleTree, .endOfChain].contains(phase.change)
            if isAnnounced { #expect(sent.first?.isRootKey ?? false) }
        }
    }

    @Test func `alert: all trust ends`() throws {
        let verdict = judged(try signal(.alert))
        expectNoFailure(verdict)
        #expect(verdict.engine.isStopped)
        #expect(verdict.engine.roots.isEmpty && verdict.engine.trustedPublicKeys.isEmpty)
        #expect(verdict.subframes == Set(subframes(Self.start + 30, Self.begin)))
        #expect(verdict.happened { if case .revoked(.everything, _) = $0 { true } else { false } })
    }

    @Test func `transitions follow each other: chains, keys and trees, one after the other`() throws {
        var scenario = OSNMAScenario(start: Moment.noon + 1800, duration: 4 * 3600, satellites: [2, 3, 5, 8, 9])
        func transition(_ kind: OSNMATransition.Kind, _ hour: Int) -> OSNMATransition {
            let change = Moment.noon + 3600 * hour
            return OSNMATransition(kind, begin: change + -480, change: change, end: change + 480)
        }
        scenario.transitions = [
            transition(.endOfChain, 1), transition(.publicKeyRevoked, 2), transition(.newMerkleTree, 3),
            transition(.chainRevoked, 4),
        ]
        var signal = try OSNMASignal(scenario, source: PlainSource())
        let files = signal.trustFiles(at: scenario.start) + signal.futureTreeFiles().map(\.withoutKey)
        var verdict = Judgement(files)
        for hour in 0...4 {
            // Between the transitions nothing happens.
            let from = hour == 0 ? scenario.start : Moment.noon + (3600 * hour - 600)
            for second in stride(from: 1, to: hour == 0 ? 1200 : 1320, by: 2) {
                for satellite in [2, 5, 8] {
                    guard let page = signal.page(satellite: satellite, at: from + second) else { continue }
                    verdict.take(satellite, from + second, page)
                }
            }
        }
        verdict.finish()
        expectNoFailure(verdict)
        #expect(verdict.headers == [0x82, 0x84, 0x92, 0xDA, 0xAA, 0xA2, 0xAC, 0xA2, 0xE6, 0xB6, 0xB2])
        #expect(verdict.engine.trustedPublicKeys.map(\.id) == [1])
        // The way out of the scenario, by file: the tree and key that are then in force.
        let late = Judgement.anchors(signal.trustFiles(at: scenario.start + (scenario.duration - 30)))
        #expect(verdict.engine.roots == late.roots)
    }

    @Test(
        "a timeline that cannot be is refused with its reason",
        arguments: [
            ([OSNMATransition(.endOfChain, begin: begin, change: change + 30)], "full hour"),
            ([OSNMATransition(.newPublicKey, begin: begin + 7, change: change)], "subframe"),
            ([OSNMATransition(.newPublicKey, begin: change, change: begin)], "must come after"),
            ([OSNMATransition(.alert, begin: begin), OSNMATransition(.alert, begin: end)], "no change can follow"),
            ([OSNMATransition(.chainRevoked, begin: start + -30)], "before"),
        ])
    func refused(_ transitions: [OSNMATransition], _ reason: String) {
        var scenario = OSNMAScenario(start: Self.start, duration: 3600, satellites: [1])
        scenario.transitions = transitions
        let fault = #expect(throws: OSNMAScenarioError.self) { try OSNMASignal(scenario, source: PlainSource()) }
        #expect(fault?.description.contains(reason) ?? false, "\(String(describing: fault))")
    }
}
