// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import MessageTexts
import Testing

/// The uplink's report, as the stage publishes it and as the control interface completes it.
struct AgrirouterReportTests {
    private static let noon = UTCTime(nanosecondsSince1970: 1_777_897_805_250_000_000)

    /// A report in which nothing is nil.
    private static var uplink: UplinkReport {
        var report = UplinkReport(.online, since: noon, environment: "qa", text: "t")
        (report.message, report.isNews) = (CodedText(UplinkText.online), true)
        (report.endpoint, report.externalID) = ("e", "x")
        let end = Timestamp(milliseconds: Timestamp(noon).milliseconds + 12_340 * 86_400)
        report.certificate = UplinkReport.Certificate(end: end)
        (report.queue.oldest, report.lastSuccess) = (Timestamp(noon), Timestamp(noon))
        (report.nextAttempt, report.clockAhead, report.dropped) = (Timestamp(noon), 2, ["age": 1])
        report.error = UplinkReport.UplinkError(
            "offline", CodedText(UplinkText.unreachable), cure: .checkNetwork, at: noon)
        return report
    }

    private func keys(_ value: some Encodable, of part: String? = nil) throws -> Set<String> {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        let whole = try #require(object as? [String: Any])
        let found = try part.map { try #require(whole[$0] as? [String: Any]) } ?? whole
        return Set(found.keys)
    }

    private static let shared: Set<String> = [
        "state", "since", "text", "message", "environment", "endpoint", "external_id", "certificate", "positions",
        "collect_interval_s", "send_interval_s", "queue", "sent", "unconfirmed", "dropped", "last_success",
        "next_attempt", "error", "clock_ahead_s", "members",
    ]

    @Test func `the interface's report is the stage's with the portal, the activity and the days left`() throws {
        let report = AgrirouterReport(Self.uplink, portal: "p", now: Self.noon)
        #expect(try keys(report) == Self.shared.union(["portal", "active"]))
        #expect(try keys(report, of: "certificate") == ["not_after", "days_left"])
        #expect(try keys(report, of: "queue") == ["entries", "bytes", "oldest"])
        #expect(try keys(report, of: "error") == ["code", "text", "cure", "message", "cure_message", "time"])
        #expect(report.uplink.certificate?.days == 12.3)
        #expect(try JSONDecoder().decode(AgrirouterReport.self, from: JSONEncoder().encode(report)) == report)
    }

    @Test func `the stage's report says whether it is news, and nothing that depends on a request`() throws {
        #expect(try keys(Self.uplink) == Self.shared.union(["news"]))
        #expect(try keys(Self.uplink, of: "certificate") == ["not_after"])
    }

    @Test func `a state that this program does not know is kept`() throws {
        var json = String(
            decoding: try JSONEncoder().encode(AgrirouterReport(Self.uplink, now: Self.noon)), as: UTF8.self)
        json = json.replacing(#""online""#, with: #""on_mars""#)
        let report = try JSONDecoder().decode(AgrirouterReport.self, from: Data(json.utf8))
        #expect(report.uplink.state == .other("on_mars") && !report.uplink.isActive)
    }
}
