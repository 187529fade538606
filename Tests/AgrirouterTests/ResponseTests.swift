// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GNSSTypes
import SwiftProtobuf
import Testing
import Wire

@testable import Agrirouter

struct ResponseTests {
    static let fixAny = Google_Protobuf_Any(
        name: "agrirouter.technicalmessagetype.GPSList", content: Golden.fix.bytes)

    private static func push(_ content: Google_Protobuf_Any, type: String = "gps:info") -> [UInt8] {
        var message = Agrirouter_Feed_Push_Notification_PushNotification.FeedMessage()
        message.header.messageID = "m"
        message.header.senderID = "s"
        message.header.technicalMessageType = type
        message.content = content
        var push = Agrirouter_Feed_Push_Notification_PushNotification()
        push.messages = [message, message]
        return Answer(.pushNotification, code: 200, body: push.encoded).bytes
    }

    private func contents(_ bytes: [UInt8]) throws -> [FeedContent] {
        guard case .push(let messages) = try Response(decoding: bytes).body else { return [] }
        return messages.map(\.content)
    }

    @Test("The second part may be absent, empty, or hold nothing")
    func secondPart() throws {
        for answer in [Answer(.ack, form: .absent), Answer(.ack, form: .empty), Answer(.ack, form: .emptyAny)] {
            #expect(try Response(decoding: answer.bytes).body == .none)
        }
        let cut = Array(Answer(.ack, body: [8, 1]).bytes.dropLast())
        let response = try Response(decoding: cut)
        #expect(response.type == .ack && response.requestID == Answer.id)
        #expect(response.body == .unreadable("its second part is truncated"))
    }

    @Test("The type of the body follows from the envelope, whatever its type URL says")
    func typeURL() throws {
        for url in ["", "agrirouter.commons.Message", "types.agrirouter.com/agrirouter.commons.Messages", "?"] {
            var any = Google_Protobuf_Any()
            any.typeURL = url
            any.value = Self.fixAny.value
            #expect(try contents(Self.push(any)) == Array(repeating: .positions(GPSList([Values.fix])), count: 2))
        }
    }

    @Test("Zero bytes behind positions are passed over, and zeros that belong to them are not", arguments: 0...7)
    func padding(_ zeros: Int) throws {
        // Its last field is a field of zero length: a legitimate zero at the end.
        let ending = Golden.fix.bytes + [0x82, 0x80, 0x01, 0x00]
        for bytes in [Golden.fix.bytes, ending] {
            let padded = bytes + [UInt8](repeating: 0, count: zeros)
            #expect(try GPSList(decoding: padded).entries == [Values.fix])
            #expect(Array(FieldScan(padded).message) == bytes)
        }
    }

    @Test("Unknown fields, in envelope and body, are passed over")
    func unknownFields() throws {
        var any = Google_Protobuf_Any()
        any.value = Data(Golden.fix.bytes + [0xF8, 0x06, 0x05])
        #expect(try contents(Self.push(any)) == Array(repeating: .positions(GPSList([Values.fix])), count: 2))
        let envelope = Answer(.ack).envelope.encoded + [0xF8, 0x06, 0x05]
        let response = try Response(decoding: Delimited.join(envelope, []))
        #expect(response.requestID == Answer.id)
    }

    @Test("An unknown type of answer is one, and nothing more")
    func unknownType() throws {
        var answer = Answer(.ack, body: [1, 2, 3])
        answer.envelope.type = .UNRECOGNIZED(13)
        let response = try Response(decoding: answer.bytes)
        #expect(response.type == ResponseType(rawValue: 13) && response.body == .unknown)
    }

    @Test("Content is chosen by the header; what cannot be read keeps its header")
    func content() throws {
        let any = Self.fixAny
        #expect(try contents(Self.push(any, type: "doc:pdf")).first == .other(Golden.fix.bytes))
        #expect(TechnicalMessageType(rawValue: "doc:pdf").isFile && !TechnicalMessageType.gpsInfo.isFile)
        var damaged = any
        damaged.value = Data([0x0A, 0x7F])
        let fault = ContentError.undecodable("agrirouter.technicalmessagetype.GPSList")
        #expect(try contents(Self.push(damaged)).first == .unreadable(fault))
        #expect(!fault.description.isEmpty && !ContentError.tooLarge(1).description.isEmpty)
        #expect(!ContentError.tooMany(1).description.isEmpty)
        damaged.value = Data(count: ContentError.limit + 1)
        #expect(try contents(Self.push(damaged)).first == .unreadable(.tooLarge(ContentError.limit + 1)))
    }

    @Test("A page of the feed, headers of the feed, a failed message and a list of endpoints are read")
    func bodies() throws {
        var page = Agrirouter_Feed_Response_MessageQueryResponse()
        page.page.number = 1
        page.page.total = 3
        page.queryMetrics.totalMessagesInQuery = 60
        var message = Agrirouter_Feed_Response_MessageQueryResponse.FeedMessage()
        message.header.messageID = "m"
        message.header.senderID = "s"
        message.header.technicalMessageType = "gps:info"
        message.content = Self.fixAny
        page.messages = [message]
        let expected = FeedMessage(
            FeedHeader(messageID: "m", type: .gpsInfo, sender: "s"), .positions(GPSList([Values.fix])))
        #expect(
            try Response(decoding: Answer(.ackForFeedMessage, body: page.encoded).bytes).body
                == .feed(FeedPage([expected], page: PageNumber(number: 1, total: 3, messages: 60))))

        var headers = Agrirouter_Feed_Response_HeaderQueryResponse()
        var feed = Agrirouter_Feed_Response_HeaderQueryResponse.Feed()
        feed.senderID = "s"
        feed.receiverID = "r"
        var header = Agrirouter_Feed_Response_HeaderQueryResponse.Header()
        header.messageID = "m"
        header.technicalMessageType = "doc:pdf"
        header.chunkContextID = "c"
        feed.headers = [header]
        headers.feed = [feed]
        let read = FeedHeader(
            messageID: "m", type: TechnicalMessageType(rawValue: "doc:pdf"), sender: "s", receiver: "r", isChunk: true)
        #expect(
            try Response(decoding: Answer(.ackForFeedHeaderList, body: headers.encoded).bytes).body
                == .feedHeaders(FeedHeaderPage([read], page: PageNumber(number: 0, total: 0, messages: 0))))

        var failed = Agrirouter_Feed_Response_FailedMessageQueryResponse()
        failed.header.technicalMessageType = "gps:info"
        failed.reasons = [Answer.result("VAL_000000")]
        #expect(
            try Response(decoding: Answer(.ackForFeedFailedMessage, body: failed.encoded).bytes).body
                == .failedMessage(
                    FailedFeedMessage(type: .gpsInfo, sent: nil, reasons: [ResultMessage(code: "VAL_000000")])))

        #expect(
            try Response(decoding: Answer(.endpointsListing, body: Answer.listing(["a": "Tractor"])).bytes).body
                == .endpoints([
                    Endpoint(id: "a", name: "Tractor", types: [Capabilities.Item(.gpsInfo, .sendReceive)])
                ]))
        #expect(
            try Response(decoding: Answer(.cloudRegistrations, body: [1]).bytes).body == .cloudRegistrations)
    }

    @Test("A body that is not what its type calls for leaves the envelope")
    func wrongBody() throws {
        for type in [
            Agrirouter_Response_ResponseEnvelope.ResponseBodyType.ackWithMessages, .ackForFeedMessage,
            .ackForFeedHeaderList, .endpointsListing, .pushNotification, .ackForFeedFailedMessage,
        ] {
            let response = try Response(decoding: Answer(type, body: [0x0A, 0x7F]).bytes)
            #expect(response.requestID == Answer.id)
            guard case .unreadable = response.body else {
                Issue.record("\(type) was read")
                continue
            }
        }
    }

    @Test("Without an envelope there is no message")
    func faults() {
        let faults: [([UInt8], ResponseError)] = [
            ([], .empty), ([5, 1], .cut), ([0xFF], .cut), ([UInt8](repeating: 0xFF, count: 12), .cut),
            ([1, 0x0B], .envelope), ([UInt8](repeating: 0, count: ResponseError.limit + 1), .tooLarge(4_194_305)),
        ]
        for (bytes, fault) in faults {
            #expect(throws: fault) { try Response(decoding: bytes) }
            #expect(!fault.description.isEmpty)
        }
    }
}

/// An answer of agrirouter, written with generated code.
struct Answer {
    typealias Kind = Agrirouter_Response_ResponseEnvelope.ResponseBodyType

    /// How the second part is written.
    enum Form { case whole, absent, empty, emptyAny }

    static let id = Values.id("11111111-2222-4333-8444-555555555555")

    var envelope = Agrirouter_Response_ResponseEnvelope()
    var body: [UInt8]
    var form: Form

    init(_ kind: Kind, code: Int = 201, to id: MessageID? = Answer.id, body: [UInt8] = [], form: Form = .whole) {
        envelope.type = kind
        envelope.responseCode = Int32(code)
        envelope.applicationMessageID = id?.description ?? ""
        (self.body, self.form) = (body, form)
    }

    var bytes: [UInt8] {
        var wrapper = Agrirouter_Response_ResponsePayloadWrapper()
        wrapper.details.value = Data(body)
        if form == .emptyAny { wrapper.details = Google_Protobuf_Any() }
        let whole = Delimited.join(envelope.encoded, form == .empty ? [] : wrapper.encoded)
        return form == .absent ? Array(whole.prefix(envelope.encoded.count + 1)) : whole
    }

    static func result(_ code: String) -> Agrirouter_Commons_Message {
        var message = Agrirouter_Commons_Message()
        message.messageCode = code
        return message
    }

    static func results(_ codes: [String]) -> [UInt8] {
        var messages = Agrirouter_Commons_Messages()
        messages.messages = codes.map(result)
        return messages.encoded
    }

    static func listing(_ names: KeyValuePairs<String, String>) -> [UInt8] {
        var response = Agrirouter_Response_Payload_Account_ListEndpointsResponse()
        response.endpoints = names.map { id, name in
            var endpoint = Agrirouter_Response_Payload_Account_ListEndpointsResponse.Endpoint()
            (endpoint.endpointID, endpoint.endpointName) = (id, name)
            (endpoint.endpointType, endpoint.status) = ("application", "active")
            var type = Agrirouter_Response_Payload_Account_ListEndpointsResponse.MessageType()
            (type.technicalMessageType, type.direction) = ("gps:info", .sendReceive)
            endpoint.messageTypes = [type]
            return endpoint
        }
        return response.encoded
    }
}
