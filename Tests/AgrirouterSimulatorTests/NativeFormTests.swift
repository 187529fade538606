// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct NativeFormTests {
    private static let type = "application/x-protobuf"

    private func body(_ bench: Bench, _ messages: [[UInt8]], stamp: String = "1795000001000") -> [UInt8] {
        var writer = WireWriter()
        writer.text(1, bench.endpoint)
        writer.text(2, bench.endpoint)
        for message in messages {
            writer.message(5) { measure in
                measure.message(1) { value in
                    var held = WireWriter()
                    held.blob(1, message)
                    ResponseWriter.any(&value, NativeForm.bytesURL, held.bytes)
                }
                measure.message(1) { value in
                    var held = WireWriter()
                    held.text(1, stamp)
                    ResponseWriter.any(&value, NativeForm.stringURL, held.bytes)
                }
            }
        }
        return writer.bytes
    }

    private func post(_ bench: Bench, _ body: [UInt8], _ type: String = type) -> Int {
        bench.post(body, headers: [("Accept", type), ("Content-Type", type)]).status
    }

    @Test func `protobuf in place of JSON is refused, unless it is switched on`() {
        let bench = Bench()
        let message = bench.message("dke:capabilities", TestPayload.capabilities()).bytes
        #expect(post(bench, body(bench, [message])) == 406)
        #expect(bench.get(Self.type).status == 406)
        #expect(
            bench.post(body(bench, [message]), headers: [("Accept", "*/*"), ("Content-Type", Self.type)]).status == 415)
    }

    @Test(arguments: ["application/x-protobuf", "application/octet-stream"])
    func `a session in protobuf is as one in JSON`(_ type: String) throws {
        let bench = Bench()
        bench.world.options.nativeProtobuf = true
        let messages = [
            bench.message("dke:capabilities", TestPayload.capabilities()),
            bench.message("dke:subscription", TestPayload.subscription(["gps:info"])),
            bench.message("gps:info", TestPayload.positions([0]), mode: 1),
        ]
        #expect(post(bench, body(bench, messages.map(\.bytes)), type) == 200)
        let answer = bench.get(type)
        #expect(answer.headers.first { $0.0 == "Content-Type" }?.1 == Self.type)
        #expect(try items(answer.body).compactMap(Bench.answer).map(\.summary) == ["201", "201", "201"])
        #expect(bench.violations().isEmpty, "\(bench.violations())")
        #expect(bench.world.journal.entries.first { $0.forms.contains("protobuf, epoch milliseconds") } != nil)
        // Who asks for JSON gets JSON.
        _ = post(bench, body(bench, [bench.message("dke:ping").bytes]), type)
        #expect(bench.fetch().map(\.code) == [200])
    }

    /// The messages of a `CommandResponseList`.
    private func items(_ body: [UInt8]) throws -> [[UInt8]] {
        let held = MessageForm("", [FieldForm(1, "message", .bytes)])
        let command = MessageForm("", [FieldForm(1, "values", .message(FormTable.any), repeated: true)])
        let response = MessageForm(
            "",
            [
                FieldForm(1, "capability", .string), FieldForm(2, "sensor", .string),
                FieldForm(3, "command", .message(command)),
            ])
        let list = MessageForm("", [FieldForm(1, "commands", .message(response), repeated: true)])
        var decoder = StrictDecoder()
        return try decoder.decode(body[...], as: list).messages(1).map { item in
            let value = item.message(3)?.message(1)?.bytes(2) ?? []
            return try decoder.decode(value[...], as: held).bytes(1)
        }
    }

    @Test func `what is no protobuf, no measure or has no time is refused`() {
        let bench = Bench()
        bench.world.options.nativeProtobuf = true
        let message = bench.message("dke:ping").bytes
        #expect(post(bench, [0xFF]) == 400)
        #expect(post(bench, []) == 400)
        #expect(post(bench, body(bench, [])) == 400)
        #expect(post(bench, body(bench, [message], stamp: "soon")) == 400)
        #expect(post(bench, Array("{}".utf8)) == 400)
        #expect(bench.violations("M-1").count + bench.violations("M-2").count >= 5)
    }
}
