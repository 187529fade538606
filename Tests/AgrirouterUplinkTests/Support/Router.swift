// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import SwiftProtobuf
import Synchronization
import Wire

@testable import Agrirouter
@testable import AgrirouterUplink

/// An agrirouter in memory: takes what it is sent, answers through its outbox, and can say no.
final class Router: Sendable {
    /// A message as it arrived.
    struct Message {
        /// Seconds since the clock's start.
        var time: Double
        var type: String
        var id: String
        var sequence: Int64
        /// The sender's time in it, in seconds since 1970.
        var stated: Double
        var entries: [GPSEntry] = []
        var confirmed: [String] = []
        var period: ClosedRange<Double>?
    }

    /// What becomes of an exchange.
    enum Fate {
        /// It is done.
        case done
        /// It is done, and the answer is lost on the way.
        case lost
        /// It is refused like that.
        case refused(Exchange)
    }

    struct State {
        var posts: [[Message]] = []
        var postTimes: [Double] = []
        var getTimes: [Double] = []
        var outbox: [[UInt8]] = []
        var names: [(id: String, name: String)] = [("me", "Me")]
        /// What lies in the feed until it is confirmed: id, sender, entries.
        var feed: [(id: String, sender: String, entries: [GPSEntry])] = []
        var isReachable = true
        /// What a partner saw, which drops ids that it knows.
        var seen: [GPSEntry] = []
        var seenIDs: Set<String> = []
        var repeats = 0
        /// The number of each message, and that of the newest one.
        var numbers: [String: Int64] = [:]
        var lastNumber: Int64 = 0
        /// Numbers that do not rise, or change with a repetition.
        var disorder: [String] = []
        /// How far its clock is ahead, in seconds.
        var skew = 0.0
    }

    let clock: ManualClock
    let state = Mutex(State())
    /// What becomes of the nth POST, from 0, with those messages.
    let onPost: Mutex<@Sendable (Int, [Message]) -> Fate>
    /// What becomes of the nth GET, from 0.
    let onGet: Mutex<@Sendable (Int) -> Fate>
    /// The code that a message is refused with in the outbox; nil: it is taken.
    let onMessage: Mutex<@Sendable (Message) -> String?>

    init(_ clock: ManualClock) {
        self.clock = clock
        onPost = Mutex { _, _ in .done }
        onGet = Mutex { _ in .done }
        onMessage = Mutex { _ in nil }
    }

    var messages: [Message] { state.withLock { $0.posts.flatMap { $0 } } }
    var positions: [Message] { messages.filter { $0.type == "gps:info" } }
    var posts: [[Message]] { state.withLock(\.posts) }
    var postTimes: [Double] { state.withLock(\.postTimes) }
    var getTimes: [Double] { state.withLock(\.getTimes) }
    var seen: [GPSEntry] { state.withLock(\.seen) }
    var seenTimes: [UTCTime] { seen.compactMap(\.time) }

    func times(_ type: String) -> [Double] { messages.filter { $0.type == type }.map(\.time) }

    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    /// Another endpoint sends positions.
    func publish(_ id: String, from sender: String, _ entries: [GPSEntry], isPushed: Bool = true) {
        state.withLock { state in
            state.feed.append((id, sender, entries))
            guard isPushed else { return }
            var push = Agrirouter_Feed_Push_Notification_PushNotification()
            var message = Agrirouter_Feed_Push_Notification_PushNotification.FeedMessage()
            message.header.messageID = id
            message.header.senderID = sender
            message.header.technicalMessageType = "gps:info"
            message.content = Google_Protobuf_Any(
                name: "agrirouter.technicalmessagetype.GPSList", content: GPSList(entries).bytes)
            push.messages = [message]
            answer(&state, .pushNotification, 200, to: "", push.encoded)
        }
    }

    // MARK: -

    fileprivate func post(_ body: [UInt8]) -> ServiceReply {
        let time = clock.seconds
        let messages = Self.measures(body).compactMap { Self.message($0, at: time) }
        let number = state.withLock { state in
            state.postTimes.append(time)
            return state.postTimes.count - 1
        }
        guard state.withLock(\.isReachable) else { return ServiceReply(.offline, failure: "no route to host") }
        let fate = onPost.withLock { $0 }(number, messages)
        if case .refused(let exchange) = fate { return ServiceReply(exchange) }
        let judge = onMessage.withLock { $0 }
        state.withLock { state in
            state.posts.append(messages)
            for message in messages { take(message, refusal: judge(message), &state) }
        }
        if case .lost = fate { return ServiceReply(.interrupted, failure: "timed out") }
        return ServiceReply(.answered(status: 200))
    }

    fileprivate func get() -> ServiceReply {
        let number = state.withLock { state in
            state.getTimes.append(clock.seconds)
            return state.getTimes.count - 1
        }
        guard state.withLock(\.isReachable) else { return ServiceReply(.offline, failure: "no route to host") }
        let fate = onGet.withLock { $0 }(number)
        if case .refused(let exchange) = fate { return ServiceReply(exchange) }
        // The read is destructive, whatever becomes of the answer.
        let items = state.withLock { state in
            defer { state.outbox = [] }
            return state.outbox
        }
        if case .lost = fate { return ServiceReply(.interrupted, failure: "timed out") }
        let json = items.map { "{\"command\":{\"message\":\"\(Base64.encode($0))\"}}" }.joined(separator: ",")
        return ServiceReply(.answered(status: 200), body: Array("[\(json)]".utf8))
    }

    /// Numbers rise but for a program's start; a repetition keeps its own.
    private func check(_ message: Message, _ state: inout State) {
        if let known = state.numbers[message.id] {
            if known != message.sequence { state.disorder.append("\(message.id): \(known), then \(message.sequence)") }
            return
        }
        if message.sequence <= state.lastNumber, message.sequence != 1 {
            state.disorder.append("\(message.sequence) follows \(state.lastNumber)")
        }
        (state.numbers[message.id], state.lastNumber) = (message.sequence, message.sequence)
    }

    private func take(_ message: Message, refusal: String?, _ state: inout State) {
        check(message, &state)
        if let refusal {
            var results = Agrirouter_Commons_Messages()
            var result = Agrirouter_Commons_Message()
            result.messageCode = refusal
            results.messages = [result]
            return answer(&state, .ackWithFailure, 400, to: message.id, results.encoded)
        }
        switch message.type {
        case "dke:list_endpoints":
            var listing = Agrirouter_Response_Payload_Account_ListEndpointsResponse()
            listing.endpoints = state.names.map { id, name in
                var endpoint = Agrirouter_Response_Payload_Account_ListEndpointsResponse.Endpoint()
                (endpoint.endpointID, endpoint.endpointName) = (id, name)
                return endpoint
            }
            answer(&state, .endpointsListing, 200, to: message.id, listing.encoded)
        case "dke:feed_message_query": answer(&state, .ackForFeedMessage, 200, to: message.id, page(state))
        case "dke:feed_confirm":
            let done = Set(message.confirmed)
            state.feed.removeAll { done.contains($0.id) }
            answer(&state, .ackWithMessages, 200, to: message.id, [])
        case "gps:info":
            if state.seenIDs.insert(message.id).inserted {
                state.seen += message.entries
            } else {
                state.repeats += 1
            }
            answer(&state, .ack, 201, to: message.id, [])
        default: answer(&state, .ack, 201, to: message.id, [])
        }
    }

    private func page(_ state: State) -> [UInt8] {
        var page = Agrirouter_Feed_Response_MessageQueryResponse()
        page.page.number = 1
        page.page.total = Int32((state.feed.count + 24) / 25)
        page.messages = state.feed.prefix(25).map { id, sender, entries in
            var message = Agrirouter_Feed_Response_MessageQueryResponse.FeedMessage()
            message.header.messageID = id
            message.header.senderID = sender
            message.header.technicalMessageType = "gps:info"
            message.content = Google_Protobuf_Any(
                name: "agrirouter.technicalmessagetype.GPSList", content: GPSList(entries).bytes)
            return message
        }
        return page.encoded
    }

    private func answer(
        _ state: inout State, _ type: Agrirouter_Response_ResponseEnvelope.ResponseBodyType, _ code: Int32,
        to id: String, _ body: [UInt8]
    ) {
        var envelope = Agrirouter_Response_ResponseEnvelope()
        (envelope.type, envelope.responseCode, envelope.applicationMessageID) = (type, code, id)
        let now = ManualClock.start * 1_000_000_000 + Int64((clock.seconds + state.skew) * 1e9)
        envelope.timestamp = UTCTime(nanosecondsSince1970: now).timestamp
        var wrapper = Agrirouter_Response_ResponsePayloadWrapper()
        wrapper.details.value = Data(body)
        state.outbox.append(Delimited.join(envelope.encoded, wrapper.encoded))
    }

    private static func measures(_ body: [UInt8]) -> [[UInt8]] {
        let json = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        let measures = json?["measures"] as? [[String]] ?? []
        return measures.compactMap { $0.first.flatMap { Base64.decode($0) } }
    }

    private static func message(_ bytes: [UInt8], at time: Double) -> Message? {
        guard let parts = try? Delimited.split(bytes), case .whole(let second) = parts.second,
            let envelope = Agrirouter_Request_RequestEnvelope.read(parts.first),
            let wrapper = Agrirouter_Request_RequestPayloadWrapper.read(second)
        else { return nil }
        let content = Array(wrapper.details.value)
        var message = Message(
            time: time, type: envelope.technicalMessageType, id: envelope.applicationMessageID,
            sequence: envelope.applicationMessageSeqNo,
            stated: Double(envelope.timestamp.seconds) + Double(envelope.timestamp.nanos) / 1e9)
        switch message.type {
        case "gps:info": message.entries = (try? GPSList(decoding: content))?.entries ?? []
        case "dke:feed_confirm":
            message.confirmed = Agrirouter_Feed_Request_MessageConfirm.read(content)?.messageIds ?? []
        case "dke:feed_message_query", "dke:feed_delete":
            let period = Agrirouter_Feed_Request_MessageQuery.read(content)?.validityPeriod
            message.period = period.map { Double($0.sentFrom.seconds)...Double($0.sentTo.seconds) }
        default: break
        }
        return message
    }
}

/// The way of one process to it.
struct RouterLink: ServiceLink {
    let router: Router
    let power: Power

    func send(_ request: ServiceRequest) async -> ServiceReply {
        guard power.act() else { return ServiceReply(.offline) }
        return request.method == .get ? router.get() : router.post(request.body)
    }
}
