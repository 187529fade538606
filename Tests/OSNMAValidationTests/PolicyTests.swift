// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import Testing

@testable import OSNMAValidation

/// When people are told, which time is trusted, and what is refused.
struct PolicyTests {
    private func told(_ states: String) -> String {
        var policy = AlertPolicy(lost: 3, restored: 2)
        var text = ""
        for (second, state) in states.enumerated() {
            let message = policy.message(state == "A", at: Int64(second) * 1_000_000_000)
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

    @Test func `messages have a key and a text, and the end of a loss ends its alert`() {
        let verdict = Authentication(receiver: rover)
        let alerts = AuthenticationNotice.allCases.map { $0.alert(verdict) }
        #expect(alerts.map(\.code) == ["osnma-authenticated", "osnma-lost", "osnma-lost"])
        #expect(alerts.map(\.isOver) == [true, false, true])
        #expect(alerts.allSatisfy { $0.text.count > 20 })
    }

    @Test func `the trusted time is that of the source that is set, with its error and that of delivery`() {
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 935_280_000_000_000_000)
        func clock(_ source: TrustedTimeSource, _ reading: ClockReading?) -> TrustedClock {
            var clock = TrustedClock(source) { reading }
            clock.update(at: 1)
            return clock
        }
        let good = ClockReading(isSynchronised: true, maximumError: 40)
        #expect(clock(.synchronised, good).time(of: time)?.milliseconds == 18_000)
        #expect(clock(.synchronised, good).time(of: time)?.uncertainty == 2040)
        let told = ClockReading(isSynchronised: true, maximumError: 40, leapSeconds: 19, hardwareOffset: -1500)
        #expect(clock(.synchronised, told).time(of: time)?.milliseconds == 19_000)
        #expect(clock(.hardware(uncertainty: 5000), told).time(of: time)?.milliseconds == 17_500)
        #expect(clock(.hardware(uncertainty: 5000), told).time(of: time)?.uncertainty == 7000)
        #expect(clock(.hardware(uncertainty: 5000), good).time(of: time) == nil)
        let loose = ClockReading(isSynchronised: false)
        #expect(clock(.synchronised, loose).time(of: time) == nil)
        #expect(clock(.system(uncertainty: 1000), loose).time(of: time)?.uncertainty == 3000)
        #expect(clock(.synchronised, nil).time(of: time) == nil)
        #expect(clock(.receiver, good).time(of: time) == nil)
        #expect(clock(.receiver, good).report(nil, isReplay: false).source == .receiver)
        #expect(clock(.synchronised, good).report(nil, isReplay: true).source == .recording)
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
    }
}
