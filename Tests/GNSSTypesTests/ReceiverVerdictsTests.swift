// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

struct ReceiverVerdictsTests {
    private static let rover = SourceID(rawValue: "rover")
    private static let base = SourceID(rawValue: "base")
    private let requirement = OSNMARequirement(satellites: 0)

    private func observation(_ source: SourceID, at second: Int64, _ payload: Payload, plan: UInt32 = 1) -> Observation
    {
        Observation(
            source: source, sequence: 1,
            hostTime: HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: 0), payload: payload,
            origin: ObservationOrigin(plan: plan))
    }

    private func verdict(
        on receiver: SourceID, at second: Int64, _ state: Authentication.State = .authenticated
    ) -> Observation {
        var verdict = Authentication(receiver: receiver)
        (verdict.state, verdict.reason) = (state, state == .authenticated ? .authenticated : .stale)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        return observation(.stage("osnma", of: receiver), at: second, .authentication(verdict))
    }

    private func active(_ receiver: SourceID?) -> Observation {
        observation(.gateway, at: 0, .activeReceiver(ActiveReceiver(current: receiver, previous: nil, reason: "")))
    }

    private func fix(of receiver: SourceID, at second: Int64, plan: UInt32 = 1) -> Observation {
        observation(receiver, at: second, .fix(Fix(kind: .threeDimensional, quality: .autonomous)), plan: plan)
    }

    private func objection(_ fix: Observation, _ verdicts: ReceiverVerdicts) -> OSNMARequirement.Refusal.Cause? {
        requirement.objection(to: fix, by: verdicts[fix.source])?.cause
    }

    @Test func `each of two receivers has its own verdict`() {
        var verdicts = ReceiverVerdicts()
        verdicts.note(verdict(on: Self.rover, at: 100))
        verdicts.note(verdict(on: Self.base, at: 100, .unverified))
        #expect(objection(fix(of: Self.rover, at: 101), verdicts) == nil)
        #expect(objection(fix(of: Self.base, at: 101), verdicts) == .unverified)
        #expect(verdicts[SourceID(rawValue: "other")] == nil && verdicts.active == nil)
        // The newest counts, and only for the receiver that it was about.
        verdicts.note(verdict(on: Self.rover, at: 102, .unverified))
        #expect(objection(fix(of: Self.rover, at: 102), verdicts) == .unverified)
        #expect(objection(fix(of: Self.rover, at: 102, plan: 2), verdicts) == .unverified)
    }

    @Test func `another active receiver changes no verdict`() {
        var verdicts = ReceiverVerdicts()
        verdicts.note(active(Self.rover))
        verdicts.note(verdict(on: Self.rover, at: 100))
        verdicts.note(verdict(on: Self.base, at: 100, .unverified))
        #expect(verdicts.active == Self.rover)
        verdicts.note(active(Self.base))
        #expect(verdicts.active == Self.base)
        #expect(objection(fix(of: Self.base, at: 101), verdicts) == .unverified)
        verdicts.note(verdict(on: Self.base, at: 102))
        #expect(objection(fix(of: Self.base, at: 102), verdicts) == nil)
        #expect(objection(fix(of: Self.rover, at: 102), verdicts) == nil)
        verdicts.note(active(nil))
        #expect(verdicts.active == nil && objection(fix(of: Self.rover, at: 102), verdicts) == nil)
    }

    @Test func `a verdict applies to positions shortly before it and after it`() {
        var verdicts = ReceiverVerdicts()
        #expect(objection(fix(of: Self.rover, at: 100), verdicts) == .unverified)
        verdicts.note(verdict(on: Self.rover, at: 100))
        for second in [90, 99, 100, 101, 110] as [Int64] {
            #expect(objection(fix(of: Self.rover, at: second), verdicts) == nil, "\(second)")
        }
        for second in [89, 111] as [Int64] {
            #expect(objection(fix(of: Self.rover, at: second), verdicts) == .outdated, "\(second)")
        }
        #expect(objection(fix(of: Self.rover, at: 101, plan: 2), verdicts) == .unverified)
    }

    @Test func `verdicts have a bound, and the active receiver keeps its own`() {
        var verdicts = ReceiverVerdicts()
        let many = (0..<ReceiverVerdicts.limit).map { SourceID(rawValue: "r\($0)") }
        verdicts.note(active(many[0]))
        for (second, receiver) in many.enumerated() { verdicts.note(verdict(on: receiver, at: Int64(second))) }
        #expect(many.allSatisfy { verdicts[$0] != nil })
        verdicts.note(verdict(on: Self.rover, at: 1000))
        #expect(verdicts[Self.rover] != nil)
        #expect(many.filter { verdicts[$0] == nil } == [many[1]])
        // A further verdict on a known receiver displaces none.
        verdicts.note(verdict(on: many[0], at: 1001))
        #expect(many.count { verdicts[$0] != nil } == ReceiverVerdicts.limit - 1)
    }
}
