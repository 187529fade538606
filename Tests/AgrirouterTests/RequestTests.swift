// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SwiftProtobuf
import Testing
import Wire

@testable import Agrirouter

struct RequestTests {
    typealias Wrapper = Agrirouter_Request_RequestPayloadWrapper
    typealias Envelope = Agrirouter_Request_RequestEnvelope

    static let id = Values.id("11111111-2222-4333-8444-555555555555")
    static let span = Values.time(1_795_000_000)...Values.time(1_795_000_900)

    private func request(_ payload: RequestPayload, _ addressing: Addressing? = nil) -> Request {
        Request(id: Self.id, sequence: 3, time: Values.time(1_795_000_001), payload, addressing: addressing)
    }

    private func parts(_ request: Request) throws -> (Envelope, Wrapper) {
        let (first, second) = try Delimited.split(try request.bytes())
        guard case .whole(let rest) = second else {
            Issue.record("no second part")
            return (Envelope(), Wrapper())
        }
        return (try Envelope(serializedBytes: Array(first)), try Wrapper(serializedBytes: Array(rest)))
    }

    static let commands: [(RequestPayload, String, String)] = [
        (.subscription([.gpsInfo]), "dke:subscription", "agrirouter.request.payload.endpoint.Subscription"),
        (
            .listEndpoints(.gpsInfo, .sendReceive), "dke:list_endpoints",
            "agrirouter.request.payload.account.ListEndpointsQuery"
        ),
        (
            .listEndpointsUnfiltered(nil, .send), "dke:list_endpoints_unfiltered",
            "agrirouter.request.payload.account.ListEndpointsQuery"
        ),
        (
            .feedHeaders(FeedSelection(senders: ["s"])), "dke:feed_header_query",
            "agrirouter.feed.request.MessageQuery"
        ),
        (
            .feedMessages(FeedSelection(sent: span)), "dke:feed_message_query", "agrirouter.feed.request.MessageQuery"
        ),
        (.feedConfirmation(["m"]), "dke:feed_confirm", "agrirouter.feed.request.MessageConfirm"),
        (
            .feedDeletion(FeedSelection(messageIDs: ["m"])), "dke:feed_delete",
            "agrirouter.feed.request.MessageDelete"
        ),
    ]

    @Test("A command goes to agrirouter alone, under its type and its content's name", arguments: commands)
    func command(_ payload: RequestPayload, _ type: String, _ name: String) throws {
        let (envelope, wrapper) = try parts(request(payload))
        #expect(envelope.applicationMessageID == "11111111-2222-4333-8444-555555555555")
        #expect(envelope.applicationMessageSeqNo == 3)
        #expect(envelope.technicalMessageType == type)
        #expect(envelope.mode == .direct && envelope.recipients.isEmpty && !envelope.hasChunkInfo)
        #expect(envelope.timestamp.seconds == 1_795_000_001)
        #expect(wrapper.details.typeURL == "types.agrirouter.com/" + name)
    }

    @Test("A ping has an empty second part")
    func ping() throws {
        #expect(try request(.ping).bytes().last == 0)
        #expect(try parts(request(.ping)).1 == Wrapper())
    }

    @Test("What a command says arrives")
    func contents() throws {
        let subscription = try Agrirouter_Request_Payload_Endpoint_Subscription(
            serializedBytes: try parts(request(.subscription([.gpsInfo, .timeLog]))).1.details.value)
        #expect(
            subscription.technicalMessageTypes.map(\.technicalMessageType) == [
                "gps:info", "iso:11783:-10:time_log:protobuf",
            ])
        #expect(subscription.technicalMessageTypes.map(\.position) == [false, true])

        let query = try Agrirouter_Request_Payload_Account_ListEndpointsQuery(
            serializedBytes: try parts(request(.listEndpoints(.gpsInfo, .receive))).1.details.value)
        #expect(query.technicalMessageType == "gps:info" && query.direction == .receive)

        let selection = FeedSelection(messageIDs: ["a"], senders: ["b", "c"], sent: Self.span)
        let feed = try Agrirouter_Feed_Request_MessageQuery(
            serializedBytes: try parts(request(.feedHeaders(selection))).1.details.value)
        #expect(feed.messageIds == ["a"] && feed.senders == ["b", "c"])
        #expect(feed.validityPeriod.sentFrom.seconds == 1_795_000_000)
        #expect(feed.validityPeriod.sentTo.seconds == 1_795_000_900)
        #expect(
            try parts(request(.feedDeletion(selection))).1.details.value
                == parts(request(.feedMessages(selection))).1.details.value)

        let confirmation = try Agrirouter_Feed_Request_MessageConfirm(
            serializedBytes: try parts(request(.feedConfirmation(["x", "y"]))).1.details.value)
        #expect(confirmation.messageIds == ["x", "y"])
    }

    @Test("An empty subscription is one: it ends all")
    func noSubscription() throws {
        let (_, wrapper) = try parts(request(.subscription([])))
        #expect(wrapper.details.value.isEmpty && !wrapper.details.typeURL.isEmpty)
    }

    @Test("Content is published, or sent to some")
    func addressing() throws {
        let content = RequestPayload.content(.gpsInfo, Golden.fix.bytes)
        let published = try parts(request(content)).0
        #expect(published.mode == .publish && published.recipients.isEmpty)
        let direct = try parts(request(content, .direct(["a", "b"]))).0
        #expect(direct.mode == .direct && direct.recipients == ["a", "b"])
        let log = try parts(request(.content(.timeLog, Golden.timeLog.bytes)))
        #expect(log.0.technicalMessageType == "iso:11783:-10:time_log:protobuf")
        #expect(log.1.details.typeURL == "types.agrirouter.com/efdi.TimeLog")
        let unknown = try parts(request(.content(TechnicalMessageType(rawValue: "new:type"), [1])))
        #expect(unknown.1.details.typeURL.isEmpty && Array(unknown.1.details.value) == [1])
    }

    @Test("What agrirouter would refuse for certain is not made")
    func faults() {
        let content = RequestPayload.content(.gpsInfo, [])
        let faults: [(Request, RequestError)] = [
            (Request(id: Self.id, sequence: 0, time: Values.time(1_795_000_001), .ping), .sequence(0)),
            (Request(id: Self.id, sequence: 1, time: Values.time(12), .ping), .time(Values.time(12))),
            (request(content, .agrirouter), .noRecipient), (request(content, .direct([])), .noRecipient),
            (request(.ping, .publish), .commandToOthers),
            (request(.feedConfirmation([])), .nothingToConfirm),
            (request(.feedMessages(FeedSelection())), .noCriterion),
            (request(.feedHeaders(FeedSelection())), .noCriterion),
            (request(.feedDeletion(FeedSelection())), .noCriterion),
        ]
        for (request, fault) in faults {
            #expect(throws: fault) { try request.bytes() }
            #expect(!fault.description.isEmpty)
        }
        let large = request(.content(.gpsInfo, [UInt8](repeating: 1, count: 1_000_000)))
        #expect(throws: RequestError.self) { try large.bytes() }
    }

    @Test("A message that is sent again differs in its time alone")
    func again() throws {
        var again = request(.content(.gpsInfo, Golden.fix.bytes))
        let first = try parts(again)
        again.time = Values.time(1_795_000_301)
        let second = try parts(again)
        #expect(first.1 == second.1)
        #expect(first.0.applicationMessageID == second.0.applicationMessageID)
        #expect(first.0.applicationMessageSeqNo == second.0.applicationMessageSeqNo)
        #expect(second.0.timestamp.seconds == 1_795_000_301)
    }

    @Test("Ids are UUIDs of version 4 in lower case, and read in either case")
    func ids() throws {
        var random = Sequence64(state: 4)
        for _ in 0..<100 {
            let id = MessageID(random: &random)
            let text = Array(id.description.utf8)
            #expect(text.count == 36 && text[14] == 0x34 && "89ab".utf8.contains(text[19]))
            #expect(MessageID(id.description.uppercased()) == id)
        }
        for text in ["", "11111111-2222-4333-8444-55555555555", "11111111-2222-4333-8444-5555555555555"] {
            #expect(MessageID(text) == nil)
        }
        #expect(MessageID("1111111112222-4333-8444-555555555555") == nil)
        #expect(MessageID("11111111-2222-4333-8444-55555555555g") == nil)
    }

    @Test("The body of a POST is JSON of arrays, seconds as text, no escape in base64")
    func body() {
        let request = MeasureRequest(
            sensorAlternateID: "s", capabilityAlternateID: "c",
            measures: [
                Measure(message: "a/+=", time: Values.time(1_795_000_001.9)),
                Measure(message: "b", time: Values.time(1_795_000_002)),
            ])
        let text = String(decoding: request.json, as: UTF8.self)
        #expect(
            text == #"{"capabilityAlternateId":"c","measures":[["a/+=","1795000001"],["b","1795000002"]],"#
                + #""sensorAlternateId":"s"}"#)
        #expect(text.utf8.count <= request.measures.map(MeasureRequest.cost).reduce(100, +))
    }
}
