// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMASimulation
import Testing

@testable import OSNMAValidation

/// What one receiver hears to be out of use is out of use for all of them, and stays so.
struct SharedWithdrawalTests {
    private static let start = moment(4 * 86_400 + 43_200 + 48 * 60)
    private static let other = SourceID(rawValue: "b")
    private let live = ObservationOrigin(isReplay: false, plan: 1)

    private static func moment(_ tow: Int) -> GST {
        guard let time = GST(week: 1300, tow: tow) else { preconditionFailure("no such instant") }
        return time
    }

    private static func signal(_ kind: OSNMATransition.Kind?) throws -> OSNMASignal {
        var scenario = OSNMAScenario(start: start, duration: 24 * 60, satellites: [2, 3, 5, 8, 9])
        let begin = start.tow + 6 * 60
        scenario.transitions = [kind].compactMap { $0 }.map {
            OSNMATransition($0, begin: moment(begin), change: moment(begin + 360), end: moment(begin + 720))
        }
        return try OSNMASignal(scenario, source: SteadySource())
    }

    private func trust() throws -> TrustAnchors {
        let files = try Self.signal(nil).trustFiles(at: Self.start).map { TrustFile(xml: $0.content) }
        return TrustAnchors(
            roots: files.flatMap(\.roots), publicKeys: files.flatMap(\.keys).compactMap { $0.provisioned() })
    }

    /// Feeds what a receiver gets in these seconds of its sky.
    ///
    /// - Parameter stepBack: Nanoseconds by which the time of arrival of a last observation of each batch is earlier.
    private func feed(
        _ rig: inout CoordinatorRig, _ skies: inout [(SourceID, OSNMASignal, ObservationOrigin)], _ seconds: Range<Int>,
        stepBack: Int64 = 0
    ) throws {
        for second in stride(from: seconds.lowerBound | 1, to: seconds.upperBound, by: 2) {
            let time = Self.moment(Self.start.tow + second)
            for index in skies.indices {
                var batch: [Observation] = []
                for satellite in [2, 3, 5, 8, 9] {
                    guard let bytes = skies[index].1.page(satellite: satellite, at: time) else { continue }
                    let page = NavigationPage(
                        satellite: try galileo(satellite), signal: .galileoE1B, message: .inav, bytes: bytes,
                        bitCount: 240, time: time, timeOrigin: .galileoTime, check: .passed)
                    batch.append(
                        Observation(
                            source: skies[index].0, sequence: 1, hostTime: arrival(time),
                            payload: .navigationPage(page), origin: skies[index].2))
                }
                if stepBack > 0 {
                    var earlier = arrival(time)
                    earlier.monotonicNanoseconds -= stepBack
                    earlier.wallNanoseconds -= stepBack
                    batch.append(
                        Observation(
                            source: skies[index].0, sequence: 1, hostTime: earlier,
                            payload: .fix(Fix(kind: .none, quality: .invalid)), origin: skies[index].2))
                }
                rig.take(batch, later: stepBack)
            }
        }
    }

    @Test func `an alert that one receiver hears stops all, and is kept at once`() throws {
        var rig = try CoordinatorRig(start: TrustStart(anchors: trust()))
        var skies = [(rover, try Self.signal(.alert), live), (Self.other, try Self.signal(nil), live)]
        try feed(&rig, &skies, 0..<340)
        #expect(rig.verdict?.isFresh == true && rig.verdict(of: Self.other)?.isFresh == true)
        let trusted = try trust()
        #expect(rig.coordinator.status.trustedRoots == trusted.roots.count && !trusted.roots.isEmpty)
        #expect(rig.coordinator.status.trustedKeys == trusted.keys.count && !trusted.keys.isEmpty)
        let before = rig.saves.count
        try feed(&rig, &skies, 340..<480)
        #expect(rig.coordinator.status.trustedRoots == 0 && rig.coordinator.status.trustedKeys == 0)
        #expect(rig.verdict?.reason == .alertMessage)
        #expect(rig.verdict(of: Self.other)?.reason == .alertMessage)
        let kept = try #require(rig.saves.dropFirst(before).first { !$0.state.withdrawals.anchors.isEmpty })
        let anchors = try trust().fingerprints
        #expect(Set(kept.state.withdrawals.anchors.map(\.fingerprint)) == Set(anchors))
        #expect(kept.state.withdrawals.anchors.allSatisfy { $0.cause == .alert && !$0.message.isEmpty })
        // Whatever is kept later, by whichever of them, holds it too.
        #expect(rig.saves.last?.state.withdrawals == kept.state.withdrawals)
        let restarted = try CoordinatorRig(start: TrustStart(anchors: trusted, hotStart: kept.state))
        #expect(restarted.coordinator.status.trustedRoots == 0 && restarted.coordinator.status.trustedKeys == 0)
        // A reload with what the store held before it heard of it.
        rig.coordinator.follow(.begin(OSNMAValidationConfiguration(), TrustStart(anchors: try trust())))
        try feed(&rig, &skies, 480..<560)
        #expect(rig.verdict(of: Self.other)?.state == .unverified)
        // And a receiver that comes later.
        var late = [(SourceID(rawValue: "c"), try Self.signal(nil), live)]
        try feed(&rig, &late, 560..<700)
        #expect(rig.verdict(of: SourceID(rawValue: "c"))?.state == .unverified)
    }

    @Test func `an alert reaches all, also if the clock of arrivals steps back in the batch that brings it`() throws {
        var found: Int?
        var rig = try CoordinatorRig(start: TrustStart(anchors: trust()))
        var skies = [(rover, try Self.signal(.alert), live)]
        for second in stride(from: 0, to: 480, by: 2) where found == nil {
            try feed(&rig, &skies, second..<second + 2)
            if rig.verdict?.reason == .alertMessage { found = second }
        }
        let heard = try #require(found)
        rig = try CoordinatorRig(start: TrustStart(anchors: trust()))
        skies = [(rover, try Self.signal(.alert), live), (Self.other, try Self.signal(nil), live)]
        try feed(&rig, &skies, 0..<heard)
        #expect(rig.verdict(of: Self.other)?.state == .authenticated)
        let before = rig.saves.count
        var alert = [skies[0]]
        try feed(&rig, &alert, heard..<heard + 2, stepBack: 11_000_000_000)
        #expect(rig.verdict(of: Self.other)?.reason == .alertMessage)
        #expect(rig.saves.dropFirst(before).contains { !$0.state.withdrawals.anchors.isEmpty })
    }

    @Test func `a chain that one receiver hears to be revoked is revoked for all`() throws {
        var rig = try CoordinatorRig(start: TrustStart(anchors: trust()))
        var skies = [(rover, try Self.signal(.chainRevoked), live), (Self.other, try Self.signal(nil), live)]
        try feed(&rig, &skies, 0..<340)
        #expect(rig.verdict(of: Self.other)?.state == .authenticated)
        try feed(&rig, &skies, 340..<520)
        #expect(rig.verdict(of: Self.other)?.state == .unverified)
        #expect(rig.saves.last?.state.withdrawals.chains.map(\.chainID) == [0])
    }

    @Test func `what a simulation or a recording teaches is kept nowhere, and reaches no live receiver`() throws {
        let anchors = try trust()
        var rig = try CoordinatorRig(
            start: TrustStart(
                anchors: TrustAnchors(
                    roots: anchors.roots + TrustAnchors(BuiltInTrust.entries).roots,
                    keys: anchors.keys + TrustAnchors(BuiltInTrust.entries).keys),
                simulation: Set(anchors.fingerprints)))
        var skies = [(rover, try Self.signal(.alert), live)]
        try feed(&rig, &skies, 0..<480)
        #expect(rig.verdict?.state == .unverified)
        for learnt in rig.saves {
            #expect(learnt.state.withdrawals.isEmpty && learnt.state.chains.isEmpty)
            #expect(learnt.state.publicKeyMessages.isEmpty)
        }
        var replayed = try CoordinatorRig(start: TrustStart(anchors: anchors))
        let replay = ObservationOrigin(isReplay: true, plan: 1)
        var both = [(rover, try Self.signal(.alert), replay), (Self.other, try Self.signal(nil), live)]
        try feed(&replayed, &both, 0..<480)
        #expect(replayed.verdict?.reason == .alertMessage)
        #expect(replayed.verdict(of: Self.other)?.isFresh == true)
        #expect(replayed.saves.allSatisfy { $0.state.withdrawals.isEmpty })
    }

    @Test(arguments: [nil, false, true] as [Bool?])
    func `a message in a recording does not bring a removed key back`(isRemovedBefore: Bool?) throws {
        // Galileo sends its public key at noon.
        let noon = Self.moment(4 * 86_400 + 43_200)
        let scenario = OSNMAScenario(start: noon, duration: 12 * 60, satellites: [2, 3, 5, 8, 9])
        let signal = try OSNMASignal(scenario, source: SteadySource())
        let files = signal.trustFiles(at: noon).map { TrustFile(xml: $0.content) }
        let key = try #require(files.flatMap(\.keys).compactMap { $0.provisioned() }.first).fingerprint
        // As a start with a key that the operator removed.
        var start = TrustStart(anchors: TrustAnchors(roots: files.flatMap(\.roots)))
        if isRemovedBefore == true { start.removed = [key] }
        var rig = try CoordinatorRig(start: start)
        var skies = [(rover, signal, ObservationOrigin(isReplay: true, plan: 1))]
        let begin = noon.tow - Self.start.tow
        try feed(&rig, &skies, begin..<begin + 30)
        if isRemovedBefore == false { rig.coordinator.follow(.distrust(key)) }
        try feed(&rig, &skies, begin + 30..<begin + 12 * 60)
        let expected: Authentication.State = isRemovedBefore == nil ? .authenticated : .unverified
        #expect(rig.verdict?.state == expected)
    }

    @Test func `what a person trusts again is trusted by all, and what is removed stays so`() throws {
        let anchors = try trust()
        var rig = try CoordinatorRig(start: TrustStart(anchors: anchors))
        var skies = [(rover, try Self.signal(nil), live), (Self.other, try Self.signal(nil), live)]
        try feed(&rig, &skies, 0..<200)
        #expect(rig.verdict?.state == .authenticated)
        for fingerprint in anchors.fingerprints { rig.coordinator.follow(.distrust(fingerprint)) }
        try feed(&rig, &skies, 200..<300)
        #expect(rig.verdict?.state == .unverified && rig.verdict(of: Self.other)?.state == .unverified)
        rig.coordinator.follow(.trust(anchors, decision: 7))
        try feed(&rig, &skies, 300..<500)
        #expect(rig.verdict?.state == .authenticated && rig.verdict(of: Self.other)?.state == .authenticated)
        rig.coordinator.keep()
        #expect(rig.saves.last?.decision == 7 && rig.saves.last?.state.withdrawals.isEmpty == true)
    }
}

/// Navigation data that never change.
private struct SteadySource: INAVSource {
    func content(satellite: Int, subframe: GST) -> OSNMASimulation.INAVContent? {
        var content = OSNMASimulation.INAVContent()
        (content.iodNav, content.t0e, content.t0c) = (7, 70, 70)
        content.m0 = satellite * 59_652_323 - 1_000_000_000
        (content.e, content.sqrtA, content.i0) = (1_500_000, 2_852_457_000, 668_106_024)
        return content
    }
}
