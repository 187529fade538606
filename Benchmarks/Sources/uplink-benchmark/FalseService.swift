// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import Foundation
import Synchronization

/// A simulated agrirouter in this process. It accepts everything, confirms it at once through its outbox, delivers the
/// messages of other participants, and records violations of its rules.
final class FalseService: ServiceLink {
    /// Counts and extremes of the requests.
    struct Tally: Sendable {
        var (posts, gets, messages, entries, backlog, confirmed) = (0, 0, 0, 0, 0, 0)
        /// The most characters and messages in a request, and the most positions and bytes in a message.
        var (mostCharacters, mostMessages, mostEntries, mostBytes) = (0, 0, 0, 0)
        /// The shortest intervals in seconds between two POSTs, and between two GETs of which the first delivered no push.
        var (postSpacing, getSpacing) = (Double.infinity, Double.infinity)
        /// The greatest age in seconds of the newest position in a request.
        var newestAge = 0.0
        /// The first few violations.
        var faults: [String] = []
        /// The processor time of the simulated service itself, in seconds.
        var processor = 0.0
    }

    private struct State {
        var tally = Tally()
        var outbox: [[UInt8]] = []
        var lastPost: Double?
        var lastGet: Double?
        /// The time of the newest position of the backlog, in nanoseconds since 1970.
        var newestOld: Int64 = .min
        var crowd: Crowd?
        var buffer: [UInt8] = []
        var number = 0
    }

    private static let pageLimit = 1_000_000
    private let clock: VirtualClock
    private let spacing: Double
    private let state: Mutex<State>

    /// - Parameters:
    ///   - environment: The environment whose rules apply.
    ///   - crowd: The other participants; nil for none.
    init(_ clock: VirtualClock, _ environment: ServiceEnvironment, crowd: Crowd? = nil) {
        self.clock = clock
        spacing = Double(environment.spacing.components.seconds)
        state = Mutex(State(crowd: crowd))
    }

    var tally: Tally { state.withLock(\.tally) }

    func send(_ request: ServiceRequest) async -> ServiceReply {
        state.withLock { state in
            let start = Usage.thread
            defer { state.tally.processor += Usage.thread - start }
            switch request.method {
            case .post:
                post(request.body, &state)
                return ServiceReply(.answered(status: 200))
            case .get: return ServiceReply(.answered(status: 200), body: get(&state))
            }
        }
    }

    // MARK: POST

    private func post(_ body: [UInt8], _ state: inout State) {
        let now = clock.seconds
        if let last = state.lastPost { state.tally.postSpacing = min(state.tally.postSpacing, now - last) }
        if let last = state.lastPost, now - last < spacing { fault("POST after \(now - last) s", &state) }
        (state.lastPost, state.tally.posts) = (now, state.tally.posts + 1)
        state.tally.mostCharacters = max(state.tally.mostCharacters, body.count)
        if body.count > 1_468_000 { fault("a body of \(body.count) characters", &state) }
        var newest: Int64?
        var count = 0
        var buffer = state.buffer
        state.buffer = []
        for text in Self.messages(body) {
            Base64Text.decode(text, into: &buffer)
            count += 1
            if let time = take(buffer, &state) { newest = max(newest ?? time, time) }
        }
        state.buffer = buffer
        state.tally.mostMessages = max(state.tally.mostMessages, count)
        if let newest {
            let age = Double(clock.now.wallNanoseconds - newest) / 1e9
            state.tally.newestAge = max(state.tally.newestAge, age)
        }
    }

    /// The messages of a body in base64: the first of the two texts of each measure.
    private static func messages(_ body: [UInt8]) -> [ArraySlice<UInt8>] {
        let key = Array("\"measures\":[".utf8)
        guard let start = body.firstRange(of: key)?.upperBound else { return [] }
        var texts: [ArraySlice<UInt8>] = []
        var rest = body[start...]
        while rest.first == 0x5B, let open = rest.firstIndex(of: 0x22) {
            guard let end = rest[(open + 1)...].firstIndex(of: 0x22) else { break }
            texts.append(rest[(open + 1)..<end])
            guard let close = rest[end...].firstIndex(of: 0x5D) else { break }
            rest = rest[(close + 1)...].drop { $0 == 0x2C }
        }
        return texts
    }

    /// Processes a message.
    ///
    /// - Returns: The time of its newest position in nanoseconds since 1970; nil if it contains no position.
    private func take(_ bytes: [UInt8], _ state: inout State) -> Int64? {
        var rest = bytes[...]
        var (id, type) = ("", "")
        for field in FieldReader(FieldReader.delimited(&rest)) {
            switch field.number {
            case 1: id = String(decoding: field.bytes, as: UTF8.self)
            case 3: type = String(decoding: field.bytes, as: UTF8.self)
            default: break
            }
        }
        state.tally.messages += 1
        state.tally.mostBytes = max(state.tally.mostBytes, bytes.count)
        if bytes.count > 1_000_000 { fault("a message of \(bytes.count) bytes", &state) }
        let payload = FieldReader(FieldReader.delimited(&rest)).first { $0.number == 1 }?.bytes ?? []
        let content = FieldReader(payload).first { $0.number == 2 }?.bytes ?? []
        defer { answer(type, id, content, &state) }
        return type == "gps:info" ? positions(content, &state) : nil
    }

    private func positions(_ content: ArraySlice<UInt8>, _ state: inout State) -> Int64? {
        var (count, last): (Int, Int64) = (0, .min)
        for field in FieldReader(content) where field.number == 1 {
            let time = Self.time(field.bytes)
            if time <= last { fault("positions out of order in a message", &state) }
            (count, last) = (count + 1, time)
            guard time < VirtualClock.start * 1_000_000_000 else { continue }
            // Each position of the backlog must arrive once, and in order.
            if time <= state.newestOld { fault("a position of the backlog out of order, or twice", &state) }
            (state.newestOld, state.tally.backlog) = (time, state.tally.backlog + 1)
        }
        state.tally.entries += count
        state.tally.mostEntries = max(state.tally.mostEntries, count)
        if count > 500 { fault("\(count) positions in a message", &state) }
        return count > 0 ? last : nil
    }

    private static func time(_ entry: ArraySlice<UInt8>) -> Int64 {
        var nanoseconds: Int64 = 0
        for field in FieldReader(FieldReader(entry).first { $0.number == 8 }?.bytes ?? []) {
            nanoseconds += Int64(clamping: field.value) * (field.number == 1 ? 1_000_000_000 : 1)
        }
        return nanoseconds
    }

    private func answer(_ type: String, _ id: String, _ content: ArraySlice<UInt8>, _ state: inout State) {
        var payload: [UInt8]?
        let (code, kind): (UInt64, UInt64)
        switch type {
        case "dke:list_endpoints":
            (code, kind) = (200, 10)
            payload = state.crowd?.listing ?? []
        case "dke:feed_message_query": (code, kind) = (204, 7)
        case "dke:feed_delete": (code, kind) = (204, 2)
        case "dke:feed_confirm":
            (code, kind) = (200, 2)
            state.tally.confirmed += FieldReader(content).reduce(0) { count, _ in count + 1 }
        default: (code, kind) = (201, 1)
        }
        reply(code, kind, to: id, payload, &state)
    }

    /// Puts a message into the outbox.
    private func reply(_ code: UInt64, _ kind: UInt64, to id: String, _ payload: [UInt8]?, _ state: inout State) {
        state.number += 1
        var envelope = FieldWriter()
        envelope.add(1, code)
        envelope.add(2, kind)
        if !id.isEmpty { envelope.add(3, id) }
        envelope.add(4, Crowd.uuid(0xA0, state.number))
        envelope.add(5) { $0.add(1, UInt64(clock.now.wallNanoseconds / 1_000_000_000)) }
        var message = FieldWriter()
        message.addDelimited(envelope.bytes)
        if let payload {
            var wrapper = FieldWriter()
            wrapper.add(1) { $0.add(2, payload) }
            message.addDelimited(wrapper.bytes)
        }
        state.outbox.append(message.bytes)
    }

    // MARK: GET

    private func get(_ state: inout State) -> [UInt8] {
        let now = clock.seconds
        state.tally.gets += 1
        if let last = state.lastGet {
            state.tally.getSpacing = min(state.tally.getSpacing, now - last)
            if now - last < spacing { fault("GET after \(now - last) s", &state) }
        }
        let pushes = state.crowd?.publish(until: clock.now, atMost: Self.pageLimit) ?? []
        for push in pushes { reply(200, 12, to: "", push, &state) }
        // After a push, the next GET may follow at once.
        state.lastGet = pushes.isEmpty ? now : nil
        var body: [UInt8] = [0x5B]
        for message in state.outbox {
            if body.count > 1 { body.append(0x2C) }
            body += Self.before
            Base64Text.encode(message, to: &body)
            body += Self.after
        }
        body.append(0x5D)
        state.outbox.removeAll(keepingCapacity: true)
        return body
    }

    private static let before = Array(
        #"{"sensorAlternateId":"\#(Crowd.uuid(0xB0, 0))","capabilityAlternateId":"\#(Crowd.uuid(0xB0, 0))","command":{"message":""#
            .utf8)
    private static let after = Array(#""}}"#.utf8)

    private func fault(_ text: String, _ state: inout State) {
        if state.tally.faults.count < 5 { state.tally.faults.append("\(text) at \(clock.seconds) s") }
    }
}
