// SPDX-License-Identifier: Apache-2.0

import ControlModel
import DaemonRuntime
import GNSSTypes
import Logging
import ObservationBus
import Testing

@testable import Gateway

struct CorrectionsWatchTests {
    private func report(
        _ state: CorrectionsReport.State, _ problem: CorrectionsReport.Cause? = nil, from caster: String
    )
        -> CorrectionsReport
    {
        var report = CorrectionsReport(stream: "ntrip://\(caster):2101/NEAR", since: Timestamp(milliseconds: 0))
        (report.state, report.problem) = (ReportCode(state), problem.map { ReportCode($0) })
        report.reason = "\(caster): \(problem?.rawValue ?? "")"
        return report
    }

    /// The alerts that a sequence of reports causes.
    private func alerts(_ reports: [CorrectionsReport]) async -> [Alert] {
        let hub = ObservationHub()
        let subscription = hub.subscribe("test", to: TopicFilter(kinds: [.alert]), policy: .skipOldest())
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let watch = CorrectionsWatch(GatewayReporter(hub: hub, clock: GatewayClock(.system)), logger)
        for report in reports { watch.take(report) }
        hub.finish()
        var alerts: [Alert] = []
        for await batch in subscription {
            alerts += batch.compactMap { $0.payload.result(Alert.self) }
        }
        return alerts
    }

    @Test func `the alert names the caster and the cause of now`() async {
        let alerts = await alerts([
            report(.failed, .unreachable, from: "old"), report(.failed, .unreachable, from: "old"),
            // The third failure in a row raises it, and further ones like it change nothing.
            report(.failed, .unreachable, from: "old"), report(.failed, .unreachable, from: "old"),
            report(.failed, .wrongPassword, from: "old"),
            report(.connecting, from: "new"), report(.failed, .wrongPassword, from: "new"),
            report(.streaming, from: "new"),
        ])
        #expect(
            alerts.map(\.text).dropLast() == [
                "no corrections: old: unreachable", "no corrections: old: wrong_password",
                "no corrections: new: wrong_password",
            ], "\(alerts)")
        #expect(alerts.map(\.isOver) == [false, false, false, true])
    }

    @Test func `a pause of five minutes without a message raises the alert at once`() async {
        func busy(_ pause: Int64, after last: Int64?) -> CorrectionsReport {
            var report = report(.failed, .busy, from: "old")
            report.since = Timestamp(milliseconds: 1_000_000)
            report.nextTry = Timestamp(milliseconds: 1_000_000 + pause)
            report.lastMessage = last.map(Timestamp.init(milliseconds:))
            return report
        }
        #expect(await alerts([busy(299_000, after: nil), busy(5000, after: 999_000)]).isEmpty)
        #expect(await alerts([busy(300_000, after: nil)]).map(\.text) == ["no corrections: old: busy"])
        #expect(await alerts([busy(200_000, after: 900_000)]).count == 1)
        // A clock that was set does not trap.
        #expect(await alerts([busy(5000, after: .min)]).count == 1)
    }
}
