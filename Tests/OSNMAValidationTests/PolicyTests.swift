// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import Synchronization
import Testing

@testable import OSNMAValidation

/// When people are told, which time is trusted, and what is refused.
struct PolicyTests {
    private let reasons: [Character: AuthenticationReason] = ["A": .authenticated, "v": .verifying]

    private func told(_ states: String) -> String {
        var policy = AlertPolicy(lost: 3, restored: 2)
        var text = ""
        for (second, state) in states.enumerated() {
            let message = policy.message(reasons[state] ?? .stale, at: Int64(second) * 1_000_000_000)
            text += message.map { ["authenticated": "a", "lost": "l", "restored": "r"]["\($0)"] ?? "?" } ?? "-"
        }
        return text
    }

    @Test(arguments: [
        ("uuAAAA", "--a---"), ("AAuAAuuA", "a-------"), ("AuuuuuuAAAA", "a--" + "-l----r-"),
        ("AuuuuAuAuAAA", "a---l------r"), ("uuuuuu", "------"), ("AuuuuAAAuuuuu", "a---l--r---l-"),
    ])
    func `a loss is told once a gap, and what flickers is not told`(states: String, expected: String) {
        #expect(told(states) == expected)
    }

    @Test func `a change of all data is told only where it lasts longer than such a change does`() {
        let usual = told("A" + String(repeating: "v", count: 120) + "AA")
        #expect(!usual.contains("l"))
        let long = told("A" + String(repeating: "v", count: 200))
        #expect(long.firstIndex(of: "l").map { long.distance(from: long.startIndex, to: $0) } == 151)
        // Once it is something else, what was waited counts.
        #expect(told("AvvvvuAAA") == "a----l--r")
    }

    @Test func `messages have a key and a text, and the end of a loss ends its alert`() {
        let verdict = Authentication(receiver: rover)
        let alerts = AuthenticationNotice.allCases.map { $0.alert(verdict) }
        #expect(alerts.map(\.code) == ["osnma-authenticated", "osnma-lost", "osnma-lost"])
        #expect(alerts.map(\.isOver) == [true, false, true])
        #expect(alerts.map(\.isInstant) == [true, false, false], "only the first has no beginning")
        #expect(alerts.allSatisfy { $0.text.count > 20 })
    }

    @Test func `the trusted time is that of the source that is set, with its error and that of delivery`() {
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 935_280_000_000_000_000)
        func clock(_ source: TrustedTimeSource, _ reading: ClockReading?) -> TrustedClock {
            var clock = TrustedClock(source) { reading }
            clock.update(at: time)
            return clock
        }
        func read(_ source: TrustedTimeSource, _ reading: ClockReading?) -> TrustedTime? {
            clock(source, reading).time(of: time, now: time)
        }
        let good = ClockReading(isSynchronised: true, maximumError: 40)
        #expect(read(.synchronised, good)?.milliseconds == 18_000)
        #expect(read(.synchronised, good)?.uncertainty == 2040)
        let told = ClockReading(isSynchronised: true, maximumError: 40, leapSeconds: 19, hardwareOffset: -1500)
        #expect(read(.synchronised, told)?.milliseconds == 19_000)
        #expect(read(.hardware(uncertainty: 5000), told)?.milliseconds == 17_500)
        #expect(read(.hardware(uncertainty: 5000), told)?.uncertainty == 7000)
        #expect(read(.hardware(uncertainty: 5000), good) == nil)
        let loose = ClockReading(isSynchronised: false)
        #expect(read(.synchronised, loose) == nil)
        #expect(read(.system(uncertainty: 1000), loose)?.uncertainty == 3000)
        #expect(read(.synchronised, nil) == nil)
        #expect(read(.receiver, good) == nil)
        #expect(
            clock(.receiver, good).report(
                nil, at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0), isReplay: false
            ).source == .receiver)
        #expect(
            clock(.synchronised, good).report(
                nil, at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0), isReplay: true
            ).source == .recording)
    }

    @Test func `what needs an authenticated position is refused without one, with the reason`() throws {
        var verdict = Authentication(receiver: rover)
        let none = OSNMARequirement()
        #expect(none.refusal(of: nil) == nil)
        let some = OSNMARequirement(isRequired: true)
        #expect(some.refusal(of: nil)?.cause == .unverified)
        verdict.reason = .dontUse
        let refusal = try #require(some.refusal(of: verdict))
        #expect(refusal.cause == .unverified && refusal.reason == .dontUse)
        #expect(refusal.description.contains(AuthenticationReason.dontUse.text))
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .recording, use: .all)
        #expect(some.refusal(of: verdict)?.cause == .notFresh)
        let lenient = OSNMARequirement(isRequired: true, satellites: 0, allowsRecordings: true)
        #expect(lenient.refusal(of: verdict) == nil)
        verdict.clock.source = .synchronised
        #expect(some.refusal(of: verdict)?.cause == .unknownSatellites)
        let three = try [1, 2, 3].map(galileo)
        verdict.fix = FixAuthentication(sequence: 1, extent: .partial, used: 9, authenticated: three)
        #expect(some.refusal(of: verdict)?.cause == .tooFewSatellites)
        verdict.fix?.authenticated.append(try galileo(4))
        #expect(some.refusal(of: verdict) == nil)
        #expect(some.refusal(of: verdict, age: 11_000_000_000)?.cause == .outdated)
        #expect(some.refusal(of: verdict, age: -11_000_000_000)?.cause == .outdated)
        #expect(some.refusal(of: verdict, age: .min)?.cause == .outdated)
        // The question is the same where nothing is required.
        #expect(none.refusal(of: nil) == nil && none.objection(to: nil)?.cause == .unverified)
        verdict.clock.use = .none
        #expect(!verdict.isFresh && some.refusal(of: verdict)?.cause == .notFresh)
        #expect(lenient.refusal(of: verdict)?.cause == .notFresh)
    }

    @Test func `a satellite that is listed four times is one satellite`() throws {
        let fix = Fix(kind: .threeDimensional, quality: .autonomous)
        func judge(_ used: [SatelliteID]) -> FixAuthentication {
            let sky = SkyView(satellites: used.map { Satellite($0, isUsed: true) })
            return FixJudgement.judge(FixJudgement.Subject(fix: fix, sequence: 1), sky: sky) { _ in true }
        }
        let four = try [4, 2, 3, 1].map(galileo)
        #expect(judge(four).extent == .full && judge(four).authenticated == four.sorted() && judge(four).used == 4)
        let one = judge([four[0], four[0], four[0], four[0]])
        #expect(one.extent == .partial && one.authenticated == [four[0]] && one.used == 1)
        // GLONASS satellites with an unknown slot have one ID, but are as many as the receiver lists.
        let unknown = try #require(SatelliteID(.glonass, 255))
        #expect(judge([unknown, four[0], unknown]).used == 3)
        var verdict = Authentication(receiver: rover)
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        verdict.fix = FixAuthentication(
            sequence: 1, extent: .partial, used: 4, authenticated: Array(repeating: four[0], count: 4))
        #expect(OSNMARequirement(isRequired: true).refusal(of: verdict)?.cause == .tooFewSatellites)
    }

    @Test(arguments: [(nil, true), (4, true), (12, true), (13, true), (14, false), (18, false)] as [(Int?, Bool)])
    func `a receiver that counts more satellites than it lists uses unknown ones`(counted: Int?, isFull: Bool) throws {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.satellitesUsed = counted
        let sky = SkyView(satellites: try (1...13).map { Satellite(try galileo($0), isUsed: true) })
        let judgement = FixJudgement.judge(FixJudgement.Subject(fix: fix, sequence: 1), sky: sky) { _ in true }
        #expect(judgement.extent == (isFull ? .full : .partial) && judgement.authenticated.count == 13)
    }

    @Test func `no number of satellites asked for is one, where the receiver says which it uses`() throws {
        var verdict = Authentication(receiver: rover)
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        let any = OSNMARequirement(isRequired: true, satellites: 0)
        verdict.fix = FixAuthentication(sequence: 1, extent: .none, used: 9, unauthenticated: [try galileo(1)])
        #expect(any.refusal(of: verdict)?.cause == .tooFewSatellites)
        verdict.fix = FixAuthentication(sequence: 1, extent: .partial, used: 9, authenticated: [try galileo(1)])
        #expect(any.refusal(of: verdict) == nil)
        verdict.fix = FixAuthentication(sequence: 1)
        #expect(any.refusal(of: verdict) == nil)
    }

    @Test func `a verdict is about positions of the same receiver and plan, of about the same time`() throws {
        var verdict = Authentication(receiver: rover)
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        let live = ObservationOrigin(plan: 1)
        func observation(
            _ source: SourceID = rover, at second: Int64, _ payload: Payload, _ origin: ObservationOrigin = live
        ) -> Observation {
            Observation(
                source: source, sequence: 1,
                hostTime: HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: 0),
                payload: payload, origin: origin)
        }
        let held = try #require(HeldVerdict(observation(.stage("osnma", of: rover), at: 100, .authentication(verdict))))
        let fix = Payload.fix(Fix(kind: .threeDimensional, quality: .autonomous))
        let gate = OSNMARequirement(satellites: 0)
        #expect(gate.objection(to: observation(at: 101, fix), by: held) == nil)
        #expect(gate.objection(to: observation(at: 99, fix), by: held) == nil)
        // A capture of an hour ago under the same name, or another receiver.
        #expect(gate.objection(to: observation(at: 101, fix, ObservationOrigin(plan: 2)), by: held) != nil)
        let replay = ObservationOrigin(isReplay: true, plan: 1)
        #expect(gate.objection(to: observation(at: 101, fix, replay), by: held) != nil)
        #expect(gate.objection(to: observation(at: -3500, fix), by: held)?.cause == .outdated)
        #expect(gate.objection(to: observation(SourceID(rawValue: "b"), at: 101, fix), by: held) != nil)
        #expect(HeldVerdict(observation(at: 1, fix)) == nil)
    }

    @Test func `the trusted time is that of the clock now, less what went by, whatever an observation says`() throws {
        func at(_ second: Int64, wall: Int64) -> HostTime {
            HostTime(
                monotonicNanoseconds: second * 1_000_000_000,
                wallNanoseconds: 935_280_000_000_000_000 + wall * 1_000_000_000)
        }
        let readings = Readings()
        var clock = TrustedClock(.synchronised) { readings.read() }
        clock.update(at: at(100, wall: 1000))
        // What it says of the wall clock is of another day.
        #expect(clock.time(of: at(98, wall: -90_000), now: at(100, wall: 1000))?.milliseconds == 1_016_000)
        #expect(clock.time(of: at(70, wall: 970), now: at(100, wall: 1000)) == nil, "too long ago")
        #expect(clock.time(of: at(105, wall: 1005), now: at(100, wall: 1000)) == nil, "not yet")
        // The clock is set: it is asked for again at once.
        readings.value = nil
        clock.update(at: at(100, wall: 1000))
        #expect(clock.time(of: at(100, wall: 1000), now: at(100, wall: 1000)) != nil)
        clock.update(at: at(100, wall: 4600))
        #expect(clock.time(of: at(100, wall: 4600), now: at(100, wall: 4600)) == nil)
    }
}

/// What a machine says of its clocks.
private final class Readings: Sendable {
    private let reading = Mutex<ClockReading?>(ClockReading(isSynchronised: true))

    var value: ClockReading? {
        get { reading.withLock { $0 } }
        set { reading.withLock { $0 = newValue } }
    }

    func read() -> ClockReading? { value }
}
