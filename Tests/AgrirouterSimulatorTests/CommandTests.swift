// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct CommandTests {
    private let description = MessageTypeTable.deviceDescription
    private let timeLog = MessageTypeTable.timeLog

    @Test func `everything but capabilities and ping waits for capabilities`() {
        let bench = Bench()
        #expect(
            bench.send(bench.message("gps:info", TestPayload.positions([0]), mode: 1)).map(\.summary) == [
                "400 VAL_000001"
            ])
        #expect(
            bench.send(bench.message("dke:list_endpoints", TestPayload.listing())).map(\.summary) == ["400 VAL_000001"])
        #expect(bench.send(bench.message("dke:ping")).map(\.summary) == ["200"])
    }

    @Test func `capabilities are taken, and clear the subscriptions, also where nothing changed`() {
        let bench = Bench()
        let declared = TestPayload.capabilities()
        #expect(bench.send(bench.message("dke:capabilities", declared)).map(\.summary) == ["201"])
        _ = bench.send(bench.message("dke:subscription", TestPayload.subscription(["gps:info"])))
        #expect(bench.world.endpoints[bench.endpoint]?.subscriptions == ["gps:info"])
        #expect(bench.send(bench.message("dke:capabilities", declared)).map(\.summary) == ["201 VAL_000022"])
        #expect(bench.world.endpoints[bench.endpoint]?.subscriptions == nil)
        bench.world.options.clearsWhenUnchanged = false
        _ = bench.send(bench.message("dke:subscription", TestPayload.subscription(["gps:info"])))
        _ = bench.send(bench.message("dke:capabilities", declared))
        #expect(bench.world.endpoints[bench.endpoint]?.subscriptions == ["gps:info"])
        #expect(bench.world.endpoints[bench.endpoint]?.pushes == 1)
    }

    @Test func `capabilities of other ids, versions or types are refused`() {
        let bench = Bench()
        func declare(_ payload: [UInt8]) -> [String] {
            bench.send(bench.message("dke:capabilities", payload)).map(\.summary)
        }
        #expect(declare(TestPayload.capabilities(application: "other")) == ["400 VAL_000024"])
        #expect(declare(TestPayload.capabilities(version: "other")) == ["400 VAL_000008"])
        let two = [("gps:info", Int64(2)), (timeLog, Int64(0))]
        #expect(declare(TestPayload.capabilities(two, version: World.Default.narrowVersion)) == ["400 VAL_000007"])
        #expect(bench.world.endpoints[bench.endpoint]?.capabilities == ["gps:info": .both])
        #expect(declare(TestPayload.capabilities(two + [("gps:fast", 2)])) == ["400 VAL_000007"])
        #expect(bench.world.endpoints[bench.endpoint]?.capabilities?.count == 2)
    }

    @Test func `a subscription to what was not declared changes nothing`() {
        let bench = Bench()
        func subscribe(_ types: [String]) -> [String] {
            bench.send(bench.message("dke:subscription", TestPayload.subscription(types))).map(\.summary)
        }
        bench.join()
        #expect(subscribe(["gps:info"]) == ["201 VAL_000023"])
        #expect(subscribe(["gps:info", "doc:pdf"]) == ["400 VAL_000006"])
        #expect(bench.world.endpoints[bench.endpoint]?.subscriptions == ["gps:info"])
        #expect(subscribe([]) == ["201"])
        #expect(bench.world.endpoints[bench.endpoint]?.subscriptions == [])
        _ = bench.send(bench.message("dke:capabilities", TestPayload.capabilities([("gps:info", 0)])))
        #expect(subscribe(["gps:info"]) == ["400 VAL_000006"])
    }

    @Test func `the list has the endpoint itself and those that a route reaches`() throws {
        let bench = Bench()
        bench.join()
        let partner = bench.admin("POST", "/partners", ["name": "Tractor 2"]).json["id"]?.text ?? ""
        func list(_ type: String = "dke:list_endpoints", _ payload: [UInt8] = TestPayload.listing()) throws -> [String]
        {
            let answer = try #require(bench.send(bench.message(type, payload)).first)
            #expect(answer.code == 200)
            #expect(answer.kind == 10)
            var decoder = StrictDecoder()
            let form = MessageForm("List", [FieldForm(1, "endpoints", .message(Self.listed), repeated: true)])
            let message = try decoder.decode(answer.payload[...], as: form)
            #expect(decoder.findings.isEmpty)
            return message.messages(1).map { $0.text(1) + " " + $0.text(2) + " " + $0.text(4) }
        }
        let own = "\(bench.endpoint) \(bench.world.endpoints[bench.endpoint]?.name ?? "") active"
        #expect(try list() == [own, "\(partner) Tractor 2 active"])
        _ = bench.admin("PATCH", "/endpoints/\(partner)", ["name": "Harvester", "status": "inactive"])
        #expect(try list() == [own, "\(partner) Harvester inactive"])
        _ = bench.admin("PUT", "/routes", ["managed": false])
        #expect(try list() == [own])
        #expect(try list("dke:list_endpoints_unfiltered").count == 2)
        #expect(try list("dke:list_endpoints", TestPayload.listing("doc:pdf")).isEmpty)
        _ = bench.admin("PUT", "/routes", ["deny": [["from": .string(bench.endpoint), "to": .string(partner)]]])
        #expect(try list("dke:list_endpoints", TestPayload.listing("gps:info", 0)) == [own])
        #expect(try list("dke:list_endpoints", TestPayload.listing("gps:info", 1)).count == 2)
    }

    private static let listed = MessageForm(
        "Endpoint",
        [
            FieldForm(1, "endpoint_id", .string), FieldForm(2, "endpoint_name", .string),
            FieldForm(3, "endpoint_type", .string), FieldForm(4, "status", .string),
            FieldForm(
                5, "message_types",
                .message(
                    MessageForm(
                        "Type", [FieldForm(1, "technical_message_type", .string), FieldForm(2, "direction", .int32)])),
                repeated: true), FieldForm(6, "external_id", .string),
        ])

    @Test func `data goes only where it may`() {
        let bench = Bench()
        _ = bench.send(bench.message("dke:capabilities", TestPayload.capabilities([("gps:info", 1)])))
        let positions = TestPayload.positions([0])
        #expect(bench.send(bench.message("gps:info", positions, mode: 1)).map(\.summary) == ["400 VAL_000002"])
        bench.join()
        #expect(bench.send(bench.message("gps:info", positions, mode: 1)).map(\.summary) == ["201"])
        bench.world.options.publishWithoutRecipientFails = true
        #expect(bench.send(bench.message("gps:info", positions, mode: 1)).map(\.summary) == ["400 VAL_000004"])
    }

    @Test func `direct messages tell who could not be reached`() {
        let bench = Bench()
        bench.join()
        let partner = bench.admin("POST", "/partners", ["subscriptions": []]).json["id"]?.text ?? ""
        let nobody = "40ec82f6-0f7e-46e8-8a22-52e62b130ea7"
        func send(_ recipients: [String], _ mode: Int64 = 0) -> [String] {
            var message = bench.message("gps:info", TestPayload.positions([0]), mode: mode)
            message.recipients = recipients
            return bench.send(message).map(\.summary)
        }
        #expect(send([partner]) == ["201"])
        #expect(send([partner, nobody]) == ["201 VAL_000005"])
        #expect(send([nobody]) == ["400 VAL_000004"])
        #expect(send([partner, partner], 2) == ["201"])
        #expect(bench.world.endpoints[partner]?.partner?.messages.count == 3)
        #expect(bench.send(bench.message("gps:info", TestPayload.positions([0]), mode: 1)).map(\.summary) == ["201"])
        #expect(bench.world.endpoints[partner]?.partner?.messages.count == 3)
    }

    @Test func `time logs ask for a device description first`() {
        let bench = Bench()
        let types = [(timeLog, Int64(0)), (description, Int64(0))]
        _ = bench.send(bench.message("dke:capabilities", TestPayload.capabilities(types)))
        func send(_ type: String, _ payload: [UInt8], _ teamSet: String) -> [String] {
            var message = bench.message(type, payload, mode: 1)
            message.teamSet = teamSet
            return bench.send(message).map(\.summary)
        }
        var device = WireWriter()
        device.integer(1, 4)
        device.message(17) { $0.text(2, "Gateway") }
        let log = Golden.hex(Golden.timeLog)
        #expect(send(timeLog, log, "team") == ["400 VAL_000020"])
        #expect(send(description, device.bytes, "") == ["400 VAL_000016"])
        #expect(send(description, [0x08, 0x04], "team") == ["400 VAL_000015"])
        #expect(send(description, device.bytes, "team") == ["201"])
        #expect(send(timeLog, log, "team") == ["201"])
        #expect(bench.violations().isEmpty)
    }
}
