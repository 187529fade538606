// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct FaultTests {
    private func arm(_ bench: Bench, _ fault: JSONValue) {
        #expect(bench.admin("POST", "/faults", fault).status == 201)
    }

    @Test func `a status before processing keeps the message out, after it lets it in`() {
        let bench = Bench()
        arm(bench, ["kind": "status", "status": 503, "retry_after": 120, "next": 1])
        let first = bench.post(measures: [bench.message("dke:ping").text])
        #expect(first.status == 503)
        #expect(first.headers.contains { $0 == ("Retry-After", "120") })
        #expect(bench.fetch().isEmpty)
        arm(bench, ["kind": "status", "status": 500, "body": "oops", "when": "after", "next": 1])
        #expect(bench.post(measures: [bench.message("dke:ping").text]).status == 500)
        #expect(bench.fetch().count == 1)
        #expect(bench.post(measures: [bench.message("dke:ping").text]).status == 200)
    }

    @Test func `an answer can be lost before and after processing, and cut off`() {
        let bench = Bench()
        arm(bench, ["kind": "drop", "when": "before", "reset": true, "next": 1])
        #expect(bench.post(measures: [bench.message("dke:ping").text]).delivery.abort == .reset)
        #expect(bench.fetch().isEmpty)
        arm(bench, ["kind": "drop", "when": "after", "method": "POST", "next": 1])
        #expect(bench.post(measures: [bench.message("dke:ping").text]).delivery.abort == .close)
        arm(bench, ["kind": "cut", "bytes": 10, "method": "GET", "next": 1])
        #expect(bench.get().delivery.cut == 10)
        // The items were fetched, and are lost.
        #expect(bench.fetch().isEmpty)
    }

    @Test func `answers are delayed in three places, and made large`() {
        let bench = Bench()
        for (place, delivery) in [
            ("headers", Delivery(delay: 7)), ("body", Delivery(bodyDelay: 7)), ("trickle", Delivery(trickle: 7)),
        ] {
            arm(bench, ["kind": "delay", "seconds": 7, "where": .string(place), "next": 1])
            #expect(bench.get().delivery == delivery)
        }
        arm(bench, ["kind": "load", "bytes": 20_000_000, "next": 1])
        #expect(bench.get().body.count == 20_000_002)
    }

    @Test func `a fault strikes what fits, as often as it was asked to`() {
        let bench = Bench()
        bench.join()
        arm(
            bench,
            ["kind": "status", "status": 500, "tmt": "gps:info", "method": "POST", "listener": "gateway", "every": 2])
        func post(_ type: String) -> Int {
            bench.post(measures: [
                bench.message(
                    type, type == "gps:info" ? TestPayload.positions([0]) : nil, mode: type == "gps:info" ? 1 : 0
                ).text
            ]).status
        }
        #expect(post("dke:ping") == 200)
        #expect((0..<4).map { _ in post("gps:info") } == [200, 500, 200, 500])
        #expect(bench.admin("GET", "/faults").json.items?.first?["struck"] == 2)
        #expect(bench.admin("DELETE", "/faults").status == 200)
        #expect(post("gps:info") == 200)
        arm(bench, ["kind": "status", "status": 500, "probability": 0.5])
        let statuses = Set((0..<60).map { _ in post("dke:ping") })
        #expect(statuses == [200, 500])
    }

    @Test func `onboarding is struck too`() {
        let bench = Bench(isOnboarded: false)
        arm(
            bench,
            [
                "kind": "status", "status": 307, "location": "https://elsewhere.invalid/", "listener": "onboarding",
                "next": 1,
            ])
        guard case .answer(let answer) = bench.tryOnboarding() else {
            Issue.record("accepted")
            return
        }
        #expect(answer.status == 307)
        arm(bench, ["kind": "drop", "when": "after", "listener": "onboarding", "next": 1])
        guard case .issue(let order) = bench.tryOnboarding() else {
            Issue.record("refused")
            return
        }
        #expect(bench.onboarded(order).delivery.abort == .close)
    }

    @Test func `answers in the outbox go wrong in every way`() {
        let bench = Bench()
        func answers(_ fault: JSONValue) -> [Bench.Answer] {
            arm(bench, fault)
            let message = bench.message("dke:ping")
            defer { _ = bench.admin("DELETE", "/faults") }
            return bench.send(message).map { answer in
                var answer = answer
                answer.answers = answer.answers == message.id ? "own" : "other"
                return answer
            }
        }
        #expect(answers(["kind": "ack", "mode": "never"]).isEmpty)
        #expect(answers(["kind": "ack", "mode": "twice"]).map(\.answers) == ["own", "own"])
        #expect(answers(["kind": "ack", "mode": "foreign_id"]).map(\.answers) == ["other"])
        #expect(answers(["kind": "ack", "mode": "failure", "code": "VAL_999999"]).map(\.summary) == ["400 VAL_999999"])
        let bare = answers(["kind": "ack", "mode": "no_message"])
        #expect(bare.map(\.kind) == [3])
        #expect(bare.map(\.codes) == [[]])
        #expect(answers(["kind": "ack", "mode": "late", "seconds": 400]).isEmpty)
        bench.world.clock.advance(by: .seconds(400))
        #expect(bench.fetch().count == 1)
    }

    @Test func `a connection is struck before HTTP`() {
        let bench = Bench()
        arm(bench, ["kind": "connection", "mode": "stall", "listener": "gateway", "next": 1])
        #expect(bench.connectionFault(.onboarding) == nil)
        #expect(bench.connectionFault(.admin) == nil)
        #expect(bench.connectionFault(.gateway) == .stall)
        #expect(bench.connectionFault(.gateway) == nil)
    }

    @Test func `what clients see of the clock can be wrong`() throws {
        let bench = Bench()
        _ = bench.admin("PUT", "/clock", ["skew_s": 120])
        _ = bench.post(measures: [bench.message("dke:ping").text])
        let stamp = try #require(bench.world.endpoints[bench.endpoint]?.outbox.first?.stamp)
        #expect(stamp == Bench.start.adding(120))
        #expect(bench.violations().isEmpty)
    }

    @Test(
        arguments: [
            ["kind": "rain"], ["kind": "status"], ["kind": "status", "status": 99], ["kind": "ack"], [:],
            ["kind": "delay", "where": "tail"], ["kind": "drop", "next": 0], ["kind": "drop", "colour": "red"],
            ["kind": "drop", "listener": "admin"], ["kind": "drop", "probability": 2],
            ["kind": "delay", "seconds": -1], ["kind": "offline", "seconds": 10_000_000_000],
            ["kind": "offline", "seconds": 1, "up_seconds": -1], ["kind": "offline", "listener": "admin"],
            ["kind": "offline", "listener": 1], ["kind": "offline", "next": 1], ["kind": "offline", "up_seconds": 1],
            ["kind": "cut", "bytes": -1], ["kind": "load", "bytes": 67_108_865], ["kind": "load", "bytes": "9"],
            ["kind": "drop", "reset": "yes"], ["kind": "drop", "path": 1], ["kind": "drop", "tmt": true],
            ["kind": "status", "status": 503, "retry_after": 0.5], ["kind": "status", "status": 503, "body": [:]],
        ] as [JSONValue])
    func `a fault that is none is refused with the reason`(_ fault: JSONValue) {
        let bench = Bench()
        let answer = bench.admin("POST", "/faults", fault)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?.text?.isEmpty == false)
    }

    @Test(arguments: [(0, 0), (0.05, 0.04), (0, 1e-9)] as [(Double, Double)])
    func `a listener that would open and close without a pause is refused with the least pause`(
        down: Double, up: Double
    ) {
        let bench = Bench()
        let fault: JSONValue = ["kind": "offline", "seconds": .number(down), "up_seconds": .number(up)]
        let answer = bench.admin("POST", "/faults", fault)
        #expect(answer.status == 400)
        let text = answer.json["error"]?.text ?? ""
        #expect(text.contains("up_seconds") && text.contains("at least 0.1"), "\(text)")
        let slower: JSONValue = ["kind": "offline", "seconds": 0, "up_seconds": 0.1]
        #expect(bench.admin("POST", "/faults", slower).status == 201)
    }
}
