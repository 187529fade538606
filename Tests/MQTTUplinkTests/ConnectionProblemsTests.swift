// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import MessageTexts
import Outbox
import Testing

@testable import MQTTUplink

/// The alerts about a connection: their beginnings and ends, and the causes that they name in between.
struct ConnectionProblemsTests {
    private let settings = MQTTUplinkSettings(
        server: "mqtt://broker:1883", host: "broker", port: 1883, prefix: "gnss", gateway: "tractor")

    private func problem(_ code: String, _ text: MQTTText) -> MQTTReport.Problem {
        let message = CodedText(text, ["server": .words("broker"), "detail": .words("x"), "topic": .words("t")])
        return MQTTReport.Problem(
            code, message, cure: CodedText(MQTTText.checkBroker), since: Timestamp(milliseconds: 0))
    }

    private func time(_ seconds: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: seconds * 1_000_000_000, wallNanoseconds: 0)
    }

    @Test func `an open alert names the cause of now, and is published again only if the cause changes`() {
        var problems = ConnectionProblems(.publishing)
        var alerts: [Alert] = []
        func fail(_ code: String, _ text: MQTTText, isLasting: Bool = false, times: Int = 1) {
            for _ in 0..<times {
                _ = problems.failed(problem(code, text), isLasting: isLasting)
                if let alert = problems.news(settings, at: 0) { alerts.append(alert) }
            }
        }
        fail("refused", .refused, times: 9)
        // A person must correct this one, so it is named at once.
        fail("not_authorised", .notAuthorised, isLasting: true, times: 3)
        // Causes that may pass are named after five failures in a row.
        fail("refused", .refused, times: 4)
        fail("timed_out", .timedOut, times: 4)
        fail("refused", .refused, times: 5)
        let words = ["no broker listens", "does not accept this client", "no broker listens"]
        #expect(alerts.count == 3 && zip(alerts, words).allSatisfy { $0.text.contains($1) }, "\(alerts)")
        #expect(alerts.allSatisfy { $0.code == "mqtt" && !$0.isOver })
        problems.connected(at: time(100))
        let early = problems.news(settings, at: time(109).monotonicNanoseconds)
        let end = problems.news(settings, at: time(110).monotonicNanoseconds)
        let again = problems.news(settings, at: time(200).monotonicNanoseconds)
        #expect(early == nil && end?.isOver == true && again == nil)
    }

    @Test func `the alert names another broker, and nothing while the first connection's alert says why`() {
        var problems = ConnectionProblems(.reading)
        _ = problems.failed(problem("not_authorised", .notAuthorised), isLasting: true)
        let first = problems.news(settings, at: 0)
        _ = problems.failed(problem("tls", .tls), isLasting: true)
        let silent = problems.news(settings, mayBegin: false, at: 0)
        let second = problems.news(settings, at: 0)
        var other = settings
        other.server = "mqtt://other:1883"
        let third = problems.news(other, at: 0)
        let fourth = problems.news(other, at: 0)
        #expect(first?.code == "mqtt-reading" && silent == nil && fourth == nil)
        #expect(second?.text.contains("no encrypted connection") == true && third?.isOver == false)
    }

    @Test func `single interruptions do not change the alert about a topic that the broker refuses`() {
        var problems = ConnectionProblems(.publishing)
        var alerts: [Alert] = []
        for day in 0..<10 as Range<Int64> {
            problems.connected(at: time(day * 86_400))
            problems.refused("t", problem("topic_refused", .topicRefused))
            for second in [0, 20] as [Int64] {
                let now = time(day * 86_400 + second).monotonicNanoseconds
                if let alert = problems.news(settings, at: now) { alerts.append(alert) }
            }
            _ = problems.failed(problem("closed", .closed), isLasting: false)
            if let alert = problems.news(settings, at: time(day * 86_400 + 30).monotonicNanoseconds) {
                alerts.append(alert)
            }
        }
        #expect(alerts.map(\.isOver) == [false], "\(alerts)")
    }

    @Test func `a connection that ends again and again does not alternate in the alert with what it refuses`() {
        var problems = ConnectionProblems(.publishing)
        var alerts: [Alert] = []
        func note(at second: Int64) {
            let now = time(second).monotonicNanoseconds
            if let alert = problems.news(settings, at: now) { alerts.append(alert) }
        }
        // Another client with the same id takes each connection over, on which the broker also refuses a topic.
        for attempt in 0..<20 as Range<Int64> {
            problems.connected(at: time(attempt * 60))
            problems.refused("t", problem("topic_refused", .topicRefused))
            note(at: attempt * 60)
            note(at: attempt * 60 + 50)
            _ = problems.failed(problem("taken_over", .takenOver), isLasting: false)
            note(at: attempt * 60 + 50)
        }
        #expect(alerts.count == 2, "\(alerts)")
        // A connection that lasts leaves only the refusal.
        problems.connected(at: time(2000))
        note(at: 2119)
        #expect(alerts.count == 2)
        note(at: 2120)
        let texts = alerts.map(\.text)
        #expect(texts.count == 3 && texts.first == texts.last && alerts.allSatisfy { !$0.isOver }, "\(alerts)")
    }

    @Test func `the alert that positions cannot be stored names the reason of now`() {
        var problems = MQTTProblems()
        var alerts: [Alert] = []
        func note(_ reason: String?) {
            if let reason {
                problems.notStored(OutboxStoreError(reason), at: Timestamp(milliseconds: 0))
            } else {
                problems.stored()
            }
            alerts += problems.news(settings, [], at: 0)
        }
        for reason in ["the disk is full", "the disk is full", "the disk is read-only", nil, nil] { note(reason) }
        #expect(alerts.map(\.code) == ["mqtt-not-stored", "mqtt-not-stored", "mqtt-not-stored"], "\(alerts)")
        #expect(alerts.map(\.isOver) == [false, false, true])
        #expect(alerts.dropFirst().first?.text.contains("the disk is read-only") == true)
    }
}
