// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import MessageTexts
import Testing

/// The codes of reports: the same words as ever in JSON, and those of a newer daemon pass.
struct ReportCodeTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func check<Value: Coded>(_ type: Value.Type, _ words: String) throws {
        #expect(Value.allCases.map(\.code).joined(separator: " ") == words)
        for value in Value.allCases {
            let text = try json([ReportCode(value)])
            #expect(text == "[\"\(value.code)\"]")
            let read = try JSONDecoder().decode([ReportCode<Value>].self, from: Data(text.utf8))
            #expect(read == [.known(value)] && read[0] == value && read[0].value == value)
        }
        let text = #"["of_2031"]"#
        let read = try JSONDecoder().decode([ReportCode<Value>].self, from: Data(text.utf8))
        #expect(read == [.other("of_2031")] && read[0].value == nil && "\(read[0])" == "of_2031")
        for value in Value.allCases { #expect(read[0] != value) }
        #expect(try json(read) == text)
    }

    @Test func `each case has its word, and a word of a newer daemon is kept`() throws {
        try check(SampledCentroid.State.self, "collecting ready finished stopped")
        try check(SampledCentroid.Event.self, "started accepted rejected reset finished stopped settings")
        try check(CentroidMethod.self, "robust compatible")
        try check(CentroidAuthentication.self, "unknown none some all")
        try check(
            UplinkReport.State.self, "not_onboarded connecting online paused offline halted reonboard")
        try check(UplinkReport.Positions.self, "none good no_fix no_receiver faulty withheld")
        try check(Authentication.State.self, "unverified authenticated")
        try check(Authentication.ServiceStatus.self, "test operational dont_use")
        try check(
            AuthenticationClock.Source.self, "none synchronised system rtc receiver recording simulation")
        try check(AuthenticationClock.Use.self, "none slow all")
        try check(SatelliteAuthentication.Standing.self, "none authenticated changed stale failing")
        try check(FixAuthentication.Extent.self, "unknown none partial full")
        try check(
            OSNMARequirement.Refusal.Cause.self,
            "unverified not_fresh outdated unknown_satellites too_few_satellites")
        try check(
            AuthenticationFailureKind.self,
            "tag_failed wrong_key wrong_macseq wrong_maclt replayed ahead other_sender contradicts_trusted_time")
        try check(Alert.Severity.self, "information warning critical")
        try check(FixKind.self, "none 2d 3d")
        try check(
            FixQuality.self,
            "invalid autonomous differential precise rtk_fixed rtk_float dead_reckoning manual simulated "
                + "combined_dead_reckoning")
        try check(AccuracyOrigin.self, "receiver error_statistics dilution_of_precision")
        try check(PathMode.self, "continuous vertex")
        try check(Indicator.Name.self, "location galileo dual_frequency sbas raw_navigation")
        try check(ControlEvent.Name.self, "state active_receiver authentication centroid uplink alert")
        try check(TrustReport.Kind.self, "merkle_root public_key anchor chain")
        try check(TrustReport.KeyType.self, "ecdsa_p256 ecdsa_p521")
        try check(TrustReport.Origin.self, "built_in file over_the_air")
        try check(TrustReport.State.self, "trusted expired removed withdrawn revoked")
        try check(TrustReport.Cause.self, "renewed key_revoked tree_renewed alert chain_revoked")
    }

    @Test func `a report whose every code is of a newer daemon is read, and written as it came`() throws {
        let session = #"""
            {"changed":"2026-05-04T12:30:05.250Z","count":3,"event":"paused","follows_active":false,\#
            "method":"kalman","receiver":"rover","rejected":{},"resets":0,"session":7,\#
            "started":"2026-05-04T12:30:00.000Z","state":"paused","wanted":20}
            """#
        let report = try JSONDecoder().decode(CentroidSessionReport.self, from: Data(session.utf8))
        #expect(report.state != .finished && report.state == .other("paused") && report.method.code == "kalman")
        #expect(try json(report) == session)
        let receiver = #"{"kind":"4d","latitude_deg":52.5,"longitude_deg":13.25,"quality":"ppp_rtk"}"#
        let fix = try JSONDecoder().decode(FixReport.self, from: Data(receiver.utf8))
        #expect(fix.kind != FixKind.none && fix.quality.code == "ppp_rtk")
        #expect(try json(fix) == receiver)
        let trust = #"{"content":"","fingerprint":"0e","kind":"ring","origin":"moon","source":"x","state":"asleep"}"#
        let anchor = try JSONDecoder().decode(TrustReport.self, from: Data(trust.utf8))
        #expect(anchor.state != .trusted && anchor.kind != .anchor)
        #expect(try json(anchor) == trust)
    }

    @Test func `the JSON of reports has the words as strings`() throws {
        let time = Timestamp(milliseconds: 1_777_897_805_250)
        var fix = Fix(kind: .twoDimensional, quality: .rtkFloat)
        fix.satellitesUsed = 7
        #expect(try json(FixReport(fix)) == #"{"kind":"2d","quality":"rtk_float","satellites_used":7}"#)
        let alert = AlertReport(
            code: "low-disk", severity: ReportCode(.warning), text: "x", receiver: nil, since: time)
        #expect(
            try json(alert)
                == #"{"code":"low-disk","severity":"warning","since":"2026-05-04T12:30:05.250Z","text":"x"}"#)
        #expect(
            try json(Indicator(.dualFrequency, .yellow, .notSeen, text: "x"))
                == #"""
                {"colour":"yellow","message":{"code":"indicator.not_seen"},"name":"dual_frequency",\#
                "text":"x"}
                """#)
        var summary = OSNMASummary(Authentication(receiver: SourceID(rawValue: "rover")))
        summary.fix = ReportCode(.partial)
        #expect(try json(summary).contains(#""fix":"partial""#))
    }
}
