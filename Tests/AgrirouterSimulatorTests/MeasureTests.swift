// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct MeasureTests {
    private func body(_ bench: Bench, _ measures: JSONValue, sensor: String? = nil) -> [UInt8] {
        let json: JSONValue = [
            "sensorAlternateId": .string(sensor ?? bench.endpoint), "capabilityAlternateId": .string(bench.endpoint),
            "measures": measures,
        ]
        return Array(json.description.utf8)
    }

    @Test func `headers that do not fit are refused`() {
        let bench = Bench()
        let json = ("Content-Type", "application/json")
        #expect(bench.post([], headers: [json]).status == 406)
        #expect(bench.post([], headers: [json, ("Accept", "application/x-protobuf")]).status == 406)
        #expect(bench.post([], headers: [("Accept", "*/*"), ("Content-Type", "text/plain")]).status == 415)
        #expect(bench.get("application/x-protobuf").status == 406)
        #expect(bench.violations("M-1").count == 4)
        #expect(bench.get("text/html, application/json;q=0.9").status == 200)
    }

    @Test func `bodies that are not as they must be are refused`() {
        let bench = Bench()
        let good = bench.message("dke:ping").text
        for bytes in [
            Array("{".utf8), Array("[]".utf8), body(bench, []), body(bench, .null),
            body(bench, [[.string(good), "1"]], sensor: "40ec82f6-0f7e-46e8-8a22-52e62b130ea7"),
            body(bench, [["a"]]), body(bench, [[.string(good), "soon"]]), body(bench, [["message": .string(good)]]),
        ] {
            #expect(bench.post(bytes).status == 400)
        }
        #expect(bench.violations("M-1").count == 5)
        #expect(bench.violations("M-2").count == 3)
        #expect(bench.fetch().isEmpty)
    }

    @Test func `every form of a measure is taken, several in a request are answered one by one`() {
        let bench = Bench()
        let texts = (0..<4).map { _ in bench.message("dke:ping").text }
        let answer = bench.post(
            body(
                bench,
                [
                    [.string(texts[0]), "1795000000"], [.string(texts[1]), "2026-11-18T11:06:40+00:00"],
                    ["message": .string(texts[2]), "timestamp": "1795000000"],
                    ["message": .string(texts[3]), "timestamp": "2026-11-18T11:06:40.123456Z"],
                ]))
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(bench.fetch().map(\.summary) == ["200", "200", "200", "200"])
        #expect(
            bench.admin("GET", "/journal").json["entries"]?.items?.contains { $0["forms"]?.items?.count == 4 } == true)
    }

    @Test func `too large is refused by HTTP, or in the outbox`() {
        let bench = Bench()
        bench.join()
        let large = bench.message("gps:info", [UInt8](repeating: 0x42, count: 1_000_001), mode: 1).text
        #expect(bench.post(measures: [large]).status == 413)
        #expect(bench.post([UInt8](repeating: 0x20, count: 1_468_001)).status == 413)
        #expect(bench.violations("M-3").count == 2)
        bench.world.options.tooLargeByOutbox = true
        #expect(bench.post(measures: [large]).status == 200)
        #expect(bench.fetch().map(\.summary) == ["400 VAL_000211"])
    }

    @Test func `base64 that is not strict is refused without an id`() {
        let bench = Bench()
        let good = bench.message("dke:ping").text
        let broken = String(good.prefix(40)) + "\r\n" + String(good.dropFirst(40))
        for text in [broken, String(good.dropLast()), good + "-"] {
            _ = bench.post(measures: [text])
            let answers = bench.fetch()
            #expect(answers.map(\.summary) == ["400 VAL_000300"])
            #expect(answers.first?.answers.isEmpty == true)
        }
        #expect(bench.violations("M-4").count == 3)
    }

    @Test func `anything but two messages is refused without an id`() {
        let bench = Bench()
        let good = bench.message("dke:ping").bytes
        for bytes in [Array(good.dropLast()), good + [0], Array(good.dropFirst()), [0x05]] {
            _ = bench.post(measures: [Base64.encode(bytes)])
            #expect(bench.fetch().map { $0.summary + $0.answers } == ["400 VAL_000300"])
        }
        #expect(bench.violations("M-5").count == 4)
    }

    @Test func `a message that comes again is processed again, or dropped where that is asked for`() {
        let bench = Bench()
        bench.join()
        let partner = bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
        let message = bench.message("gps:info", TestPayload.positions([0]), mode: 1)
        #expect(bench.send(message).map(\.summary) == ["201"])
        #expect(bench.send(message).map(\.summary) == ["201"])
        #expect(bench.world.endpoints[partner]?.partner?.messages.count == 2)
        bench.world.options.dropsDuplicates = true
        #expect(bench.send(message).map(\.summary) == ["201"])
        #expect(bench.world.endpoints[partner]?.partner?.messages.count == 2)
        #expect(bench.violations().isEmpty)
    }
}
