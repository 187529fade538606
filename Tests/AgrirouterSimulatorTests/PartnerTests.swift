// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct PartnerTests {
    private func partner(_ bench: Bench, _ body: JSONValue = [:]) -> String {
        bench.admin("POST", "/partners", body).json["id"]?.text ?? ""
    }

    @Test func `what a partner received is told in order, with what is missing and double`() throws {
        let bench = Bench()
        bench.join()
        let (every, distinct) = (partner(bench), partner(bench, ["drops_equal_ids": true]))
        let first = bench.message("gps:info", TestPayload.positions([0, 1, 2]), mode: 1)
        _ = bench.send(first)
        _ = bench.send(first)
        _ = bench.send(bench.message("gps:info", TestPayload.positions([4, 5]), mode: 1))
        let all = bench.admin("GET", "/partners/\(every)/received").json
        #expect(all["position_count"] == 8)
        #expect(all["repeated_messages"] == 1)
        #expect(all["order"]?["duplicate_times"] == 3)
        let once = bench.admin("GET", "/partners/\(distinct)/received?since=3").json
        #expect(once["position_count"] == 5)
        #expect(once["dropped_messages"] == 1)
        #expect(
            once["positions"]?.items?.map { $0["time"]?.text } == [
                "2026-11-18T11:06:44.000Z", "2026-11-18T11:06:45.000Z",
            ])
        #expect(once["positions"]?.items?.first?["latitude"] == 52.28)
        let times = (0..<6).map { JSONValue.string(Bench.start.adding(Double($0)).iso8601) }
        let compared = bench.admin("POST", "/partners/\(distinct)/compare", ["times": .array(times)]).json
        #expect(compared["missing"] == 1)
        #expect(compared["missing_times"] == ["2026-11-18T11:06:43.000Z"])
        #expect(compared["duplicates"] == 0)
        let double = bench.admin("POST", "/partners/\(every)/compare", ["times": .array(Array(times.prefix(3)))]).json
        #expect(double["duplicates"] == 3)
        #expect(double["unexpected"] == 2)
        #expect(bench.admin("POST", "/partners/\(every)/clear").status == 200)
        #expect(bench.admin("GET", "/partners/\(every)/received").json["position_count"] == 0)
    }

    @Test func `positions that come late are out of order`() {
        let bench = Bench()
        bench.join()
        let id = partner(bench)
        _ = bench.send(bench.message("gps:info", TestPayload.positions([4, 5]), mode: 1))
        _ = bench.send(bench.message("gps:info", TestPayload.positions([1, 2]), mode: 1))
        #expect(bench.admin("GET", "/partners/\(id)/received").json["order"]?["out_of_order"] == 2)
    }

    @Test(arguments: PositionScript.Kind.allCases)
    func `every script sends what its name says`(_ kind: PositionScript.Kind) throws {
        let script = PositionScript(
            kind: kind, count: 3, interval: 1, latitude: 52, longitude: 8, radius: 50, up: 1000, status: 1)
        var decoder = StrictDecoder()
        let bytes = script.bytes(until: Bench.start, phase: 0)
        guard kind != .garbage else {
            #expect(throws: WireError.self) { try decoder.decode(bytes[...], as: FormTable.gpsList) }
            return
        }
        let list = try decoder.decode(bytes[...], as: FormTable.gpsList)
        #expect(list.messages(1).count == (kind == .empty ? 0 : 3))
        let faults = list.messages(1).flatMap { PositionCheck.faults($0, now: Bench.start) }
        switch kind {
        case .circle, .line, .jump, .old, .unsorted, .empty, .extensions, .noFix: #expect(faults.isEmpty)
        case .unknownStatus: #expect(decoder.findings.count == 3)
        default: #expect(!faults.isEmpty)
        }
    }

    @Test func `a partner sends to its subscribers, to those named, what it is given`() {
        let bench = Bench()
        let id = partner(bench)
        #expect(bench.admin("POST", "/partners/\(id)/send", [:]).json["delivered"] == 0)
        #expect(bench.admin("POST", "/partners/\(id)/send", ["to": .string(bench.endpoint)]).json["delivered"] == 1)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 1)
        bench.join()
        let given: JSONValue = ["positions": [["latitude": 1, "longitude": 2, "time": "2026-11-18T11:06:40Z"]]]
        #expect(bench.admin("POST", "/partners/\(id)/send", given).json["delivered"] == 1)
        #expect(bench.admin("POST", "/partners/\(id)/send", ["content": "AAE="]).json["delivered"] == 1)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.last?.content == [0, 1])
        #expect(bench.admin("POST", "/partners/\(id)/send", ["script": "dance"]).status == 400)
        // An endpoint that does not exist gets nothing.
        #expect(bench.admin("POST", "/partners/\(id)/send", ["to": "nope"]).json["delivered"] == 0)
        let both: JSONValue = ["to": ["nope", .string(bench.endpoint)]]
        #expect(bench.admin("POST", "/partners/\(id)/send", both).json["delivered"] == 1)
        let undated: JSONValue = ["positions": [["latitude": 1, "longitude": 2, "time": "yesterday"]]]
        let answer = bench.admin("POST", "/partners/\(id)/send", undated)
        #expect(answer.status == 400 && answer.json["error"]?.text?.contains("the time of a position") == true)
    }

    @Test func `a partner sends again and again, by the service's clock`() {
        let bench = Bench()
        bench.join()
        let id = partner(bench)
        let answer = bench.admin("POST", "/partners/\(id)/send", ["every_s": 10, "script": "line", "times": 4])
        #expect(answer.json["scheduled"] == true)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 1)
        bench.world.clock.advance(by: .seconds(20))
        _ = bench.fetch()
        #expect(bench.world.endpoints[bench.endpoint]?.feed.map(\.sent) == [0, 10, 20].map { Bench.start.adding($0) })
        _ = bench.admin("PUT", "/clock", ["advance_s": 1000])
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 4)
    }

    @Test func `a partner that sends again and again ends at the clock's last instant`() {
        let bench = Bench()
        bench.join()
        let id = partner(bench)
        bench.world.clock.set(UTCTime.last.adding(-15))
        let answer = bench.admin("POST", "/partners/\(id)/send", ["every_s": 10, "script": "line"])
        #expect(answer.json["scheduled"] == true)
        bench.world.clock.advance(by: .seconds(1000))
        for _ in 0..<3 {
            #expect(bench.admin("GET", "/clock").status == 200)
            let sent = bench.world.endpoints[bench.endpoint]?.feed.map(\.sent)
            #expect(sent == [-15, -5].map { UTCTime.last.adding($0) })
        }
        #expect(bench.world.schedules.isEmpty)
    }

    @Test func `two clients see each other`() {
        let bench = Bench()
        bench.join()
        let first = bench.endpoint
        bench.onboard(Bench.onboarding(["id": "urn:test:2"]), certificate: [0x30, 2])
        #expect(bench.endpoint != first)
        bench.world.endpoints[bench.endpoint]?.capabilities = ["gps:info": .both]
        bench.world.endpoints[bench.endpoint]?.subscriptions = ["gps:info"]
        bench.world.endpoints[bench.endpoint]?.pushes = 1
        let message = RequestMessage.positions
        let outcome = message.map { bench.world.deliver($0, from: first) }
        #expect(outcome?.code == 201)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 1)
        #expect(bench.world.endpoints[bench.endpoint]?.outbox.count == 1)
        #expect(bench.world.endpoints[first]?.feed.isEmpty == true)
    }
}

extension RequestMessage {
    /// That of other tools.
    fileprivate static var positions: RequestMessage? { try? RequestMessage(Golden.base64(Golden.positions)) }
}
