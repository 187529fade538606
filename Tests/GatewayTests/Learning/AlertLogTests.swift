// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Logging
import ObservationBus
import Storage
import Testing

@testable import Alerts
@testable import DaemonRuntime
@testable import Gateway

/// What becomes of alerts: in memory, and from one run of the daemon to the next.
struct AlertLogTests {
    private func time(_ number: Int) -> Timestamp { Timestamp(milliseconds: Int64(number)) }

    private func alert(
        _ code: String = "low-disk", _ text: String = "t", severity: Alert.Severity = .warning, isOver: Bool = false
    ) -> Alert {
        Alert(code: code, severity: severity, text: text, isOver: isOver)
    }

    @Test func `an alert has one line from its beginning to its end, whatever its words become`() {
        var log = AlertLog()
        log.note(alert("low-disk", "one"), of: "rover", at: time(1))
        log.note(alert("low-disk", "two", severity: .critical), of: "rover", at: time(2))
        log.note(alert("low-disk", "other"), of: nil, at: time(3))
        log.note(alert(isOver: true), of: "rover", at: time(4))
        log.note(alert("never-began", isOver: true), of: "rover", at: time(5))
        log.note(alert("low-disk", "again"), of: "rover", at: time(6))
        let entries = log.report(limit: 10).alerts
        #expect(entries.map(\.text) == ["again", "other", "two"])
        #expect(entries.map(\.id) == [3, 2, 1])
        #expect(entries.map(\.ended) == [nil, nil, time(4)])
        #expect(entries.last?.began == time(1) && entries.last?.severity.value == .critical)
    }

    @Test func `a change is reported when an alert begins, becomes more severe than ever, and ends`() {
        var log = AlertLog()
        var changes: [AlertLog.Change?] = []
        for (number, severity) in [Alert.Severity.warning, .warning, .critical, .information, .critical].enumerated() {
            changes.append(log.note(alert(severity: severity), of: nil, at: time(number)))
        }
        changes.append(log.note(alert(isOver: true), of: nil, at: time(9)))
        let risen = LoggedAlert(
            id: 1, code: "low-disk", severity: ReportCode(.critical), text: "t", receiver: nil, began: time(0))
        var (first, last) = (risen, risen)
        first.severity = ReportCode(.warning)
        last.ended = time(9)
        let expected: [AlertLog.Change?] = [
            .began(first), nil, .rose(risen, before: .warning, time: time(2)), nil, nil,
            .ended(last, greatest: ReportCode(.critical)),
        ]
        #expect(changes == expected)
        #expect(log.takeChanges() == [last])
    }

    @Test func `an alert that rose and fell before a restart ends with its greatest severity`() async throws {
        let store = try Store()
        var log = AlertLog()
        for (number, severity) in [Alert.Severity.warning, .critical, .information].enumerated() {
            log.note(alert(severity: severity), of: nil, at: time(number))
            try await store.keep(log.takeChanges(), newest: 10)
        }
        var next = AlertLog()
        let ends = next.recall(try await store.alerts(), at: time(9))
        let last = LoggedAlert(
            id: 1, code: "low-disk", severity: ReportCode(.information), text: "t", receiver: nil, began: time(0),
            ended: time(9), greatest: ReportCode(.critical))
        #expect(ends == [.ended(last, greatest: ReportCode(.critical))])
        #expect(next.takeChanges() == [last])
    }

    @Test func `an alert about an instant is in the log, begun and ended at once, each time`() {
        var log = AlertLog()
        for number in 1...2 {
            let change = log.note(alert("clock-step", isOver: true), of: nil, at: time(number))
            #expect(change == log.report(limit: 1).alerts.first.map(AlertLog.Change.happened))
        }
        log.note(alert("resumed", severity: .information, isOver: true), of: nil, at: time(3))
        log.note(alert("low-memory", isOver: true), of: nil, at: time(4))
        log.note(alert("osnma-authenticated", severity: .information, isOver: true), of: "rover", at: time(5))
        let entries = log.report(limit: 10).alerts
        #expect(entries.map(\.code) == ["osnma-authenticated", "resumed", "clock-step", "clock-step"])
        #expect(entries.map(\.began) == [time(5), time(3), time(2), time(1)])
        #expect(entries.allSatisfy { $0.ended == $0.began } && entries.first?.receiver == "rover")
        #expect(log.takeChanges().count == 4)
    }

    @Test func `a driver that raises alerts without end fills neither memory nor store`() {
        var log = AlertLog()
        let long = String(repeating: "x", count: 100_000)
        for number in 0..<5000 { log.note(alert("code-\(number)", long), of: "rover", at: time(number)) }
        let kept = log.report(limit: .max).alerts
        #expect(kept.count == AlertLogReport.limit && kept.first?.id == 5000)
        #expect(kept.allSatisfy { $0.text.count == AlertLog.textLimit })
        #expect(log.takeChanges().count == AlertLogReport.limit)
        #expect(!log.isChanged && log.takeChanges().isEmpty)
    }

    @Test func `an alert that continues stays in log and store, however many others come`() async throws {
        let store = try Store()
        var log = AlertLog()
        log.note(alert("mqtt"), of: nil, at: time(1))
        for number in 2...2000 {
            log.note(alert("clock-step", isOver: true), of: nil, at: time(number))
            if number.isMultiple(of: 500) { try await store.keep(log.takeChanges(), newest: AlertLogReport.limit) }
        }
        let kept = log.report(limit: .max).alerts
        #expect(kept.count == AlertLogReport.limit && kept.first?.id == 2000)
        #expect(kept.last?.code == "mqtt" && kept.last?.ended == nil)
        let stored = try await store.alerts()
        #expect(stored == Array(kept.reversed()))
        var next = AlertLog()
        #expect(next.recall(stored, at: time(3000)).count == 1)
        #expect(next.report(limit: .max).alerts.last?.ended == time(3000))
    }

    @Test func `what the store has is not stored again, and what it refused is`() {
        var log = AlertLog()
        log.note(alert("low-disk", "one"), of: nil, at: time(1))
        let changes = log.takeChanges()
        #expect(changes.map(\.text) == ["one"])
        log.note(alert("low-disk", "one"), of: nil, at: time(2))
        #expect(!log.isChanged)
        log.giveBack(changes)
        #expect(log.takeChanges() == changes)
        log.note(alert("low-disk", "one", isOver: true), of: nil, at: time(3))
        #expect(log.takeChanges().map(\.ended) == [time(3)])
    }

    @Test func `the log goes on where the last run of the daemon ended, and what went on then is over`() async throws {
        let store = try Store()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        func run(_ alerts: [Alert]) async throws -> AlertLogReport {
            let hub = ObservationHub()
            let learner = ReceiverLearner(hub: hub, store: store, clock: GatewayClock(.system), logger: logger) { _ in
                nil
            }
            await learner.recall()
            let task = Task { await learner.run() }
            // It listens from its start on, which is a moment away: an alert that goes on may be said again.
            for (number, alert) in alerts.enumerated() {
                let time = HostTime(monotonicNanoseconds: 1, wallNanoseconds: Int64(number + 1) * 1_000_000)
                let isNoted = await eventually {
                    hub.publish([Observation(source: .gateway, sequence: 1, hostTime: time, payload: .alert(alert))])
                    return learner.alertLog(limit: 10).alerts.first?.code == alert.code
                }
                #expect(isNoted, "\(alert.code)")
            }
            task.cancel()
            await task.value
            return learner.alertLog(limit: 10)
        }
        let first = try await run([alert("low-disk", "one"), alert("store-in-memory", "two")])
        #expect(first.alerts.map(\.ended) == [nil, nil])
        let second = try await run([alert("bus-overload", "three")])
        #expect(second.alerts.map(\.text) == ["three", "two", "one"])
        #expect(second.alerts.map(\.id) == [3, 2, 1])
        #expect(second.alerts.map { $0.ended == nil } == [true, false, false])
        #expect(try await store.alerts().map { $0.ended == nil } == [false, false, true])
    }
}
