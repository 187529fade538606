// SPDX-License-Identifier: Apache-2.0

import ControlModel
import DaemonRuntime
import GNSSTypes
import Logging
import ObservationBus
import Synchronization
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
    ///
    /// - Parameter times: The times of the reports by the monotonic clock, in seconds; 0 for those without one.
    private func alerts(_ reports: [CorrectionsReport], at times: [Int64] = []) async -> [Alert] {
        let hub = ObservationHub()
        let subscription = hub.subscribe("test", to: TopicFilter(kinds: [.alert]), policy: .skipOldest())
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let seconds = Mutex<Int64>(0)
        let watch = CorrectionsWatch(GatewayReporter(hub: hub, clock: GatewayClock(.system)), logger) {
            seconds.withLock { $0 } * 1_000_000_000
        }
        for (index, report) in reports.enumerated() {
            seconds.withLock { $0 = index < times.count ? times[index] : 0 }
            watch.take(report)
        }
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

    /// A failure after which the caster is tried again in `pause` milliseconds.
    ///
    /// - Parameters:
    ///   - age: The age of the last message in seconds.
    ///   - wall: The time of the failure by the wall clock, in milliseconds.
    private func busy(_ pause: Int64, age: Double? = nil, wall: Int64 = 1_000_000) -> CorrectionsReport {
        var report = report(.failed, .busy, from: "old")
        report.since = Timestamp(milliseconds: wall)
        report.nextTry = Timestamp(milliseconds: wall + pause)
        report.lastMessageAge = age
        return report
    }

    @Test func `a pause of five minutes without a message raises the alert at once`() async {
        #expect(await alerts([busy(299_000), busy(5000, age: 1)]).isEmpty)
        #expect(await alerts([busy(300_000)]).map(\.text) == ["no corrections: old: busy"])
        #expect(await alerts([busy(200_000, age: 100)]).count == 1)
        // Without any message, the gap begins with the first failure.
        #expect(await alerts([busy(5000), busy(5000)], at: [0, 294]).isEmpty)
        #expect(await alerts([busy(5000), busy(5000)], at: [0, 295]).count == 1)
    }

    @Test func `a wall clock that is set neither raises the alert nor holds it back`() async {
        let (early, late) = (busy(5000, wall: 1_000_000), busy(5000, wall: 4_600_000))
        #expect(await alerts([early, late], at: [0, 10]).isEmpty)
        #expect(await alerts([late, early], at: [0, 300]).count == 1)
        var fresh = busy(5000, age: 2)
        fresh.lastMessage = Timestamp(milliseconds: .min)
        #expect(await alerts([fresh]).isEmpty)
        var old = busy(5000, age: 299)
        old.lastMessage = Timestamp(milliseconds: 9_000_000)
        #expect(await alerts([old]).count == 1)
    }
}
