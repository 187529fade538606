// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// The answer to a request for the outbox.
struct Outcome: Sendable {
    var code: Int64
    var kind: ResponseMessage.Kind
    /// The protobuf message's name and bytes; nil if none exists.
    var payload: (name: String, bytes: [UInt8])?

    static let messagesName = "agrirouter.commons.Messages"

    static func ack(_ code: Int64) -> Outcome { Outcome(code: code, kind: .ack, payload: nil) }

    static func results(_ code: Int64, _ kind: ResponseMessage.Kind, _ results: [ResultMessage]) -> Outcome {
        Outcome(code: code, kind: kind, payload: (messagesName, ResponseWriter.messages(results)))
    }
}

extension World {
    /// Creates a result with one of its texts.
    mutating func result(_ code: String, _ arguments: [String: String] = [:]) -> ResultMessage {
        ResultMessage(code: code, text: ResultTextTable.text(code, &random), arguments: arguments)
    }

    /// Creates a failure with one result.
    mutating func failure(_ code: String, _ arguments: [String: String] = [:], _ status: Int64 = 400) -> Outcome {
        .results(status, .ackWithFailure, [result(code, arguments)])
    }

    /// Checks a measure, processes it and puts the answer into the outbox.
    mutating func process(_ measure: Measure, from id: String) {
        switch measure.message {
        case .failure(let fault):
            violate(fault.reason.contains("base64") ? "M-4" : "M-5", fault.reason)
            let large = options.tooLargeByOutbox && measure.size > 1_000_000
            put(failure(large ? "VAL_000211" : "VAL_000300"), to: nil, type: "", id)
        case .success(let message):
            if options.tooLargeByOutbox, measure.size > 1_000_000 {
                return put(failure("VAL_000211"), to: message, type: message.type, id)
            }
            checkEnvelope(message, from: id)
            if isDuplicate(message, from: id) { return put(.ack(201), to: message, type: message.type, id) }
            put(outcome(message, from: id), to: message, type: message.type, id)
        }
    }

    /// Processes a message and returns its outcome.
    private mutating func outcome(_ message: RequestMessage, from id: String) -> Outcome {
        guard let endpoint = endpoints[id] else { return failure("VAL_000011") }
        if let outcome = standing(endpoint, message) { return outcome }
        if MessageTypeTable.cloudCommands.contains(message.type) { return failure("VAL_000303") }
        guard MessageTypeTable.isCommand(message.type) || MessageTypeTable.isData(message.type) else {
            return failure("VAL_000003", ["technicalMsgType": message.type])
        }
        if message.hasChunk, MessageTypeTable.isWhole(message.type) {
            return failure("VAL_000019", ["technicalMsgType": message.type])
        }
        if message.type == MessageTypeTable.ping { return .ack(200) }
        if message.payloadFault != nil { return failure("VAL_000300") }
        if endpoint.capabilities == nil, message.type != MessageTypeTable.capabilities {
            return failure("VAL_000001", ["endpointId": id])
        }
        guard MessageTypeTable.isCommand(message.type) else { return deliver(message, from: id) }
        return command(message, from: id)
    }

    /// Refuses endpoints that are deleted, inactive or blocked, or whose account is not active.
    private mutating func standing(_ endpoint: Endpoint, _ message: RequestMessage) -> Outcome? {
        if endpoint.status == .deleted {
            return message.type == MessageTypeTable.ping
                ? .results(404, .ackWithFailure, [result("VAL_000011", ["endpointId": endpoint.id])])
                : failure("VAL_000011", ["endpointId": endpoint.id])
        }
        if accounts[endpoint.account]?.status != .active { return failure("VAL_000010") }
        return endpoint.status == .active ? nil : failure("VAL_000012", ["endpointId": endpoint.id])
    }

    private mutating func command(_ message: RequestMessage, from id: String) -> Outcome {
        let payload = message.payload ?? DecodedMessage(name: "")
        return switch message.type {
        case MessageTypeTable.capabilities: declare(payload, id)
        case MessageTypeTable.subscription: subscribe(payload, id)
        case MessageTypeTable.listEndpoints: list(payload, isFiltered: true, id)
        case MessageTypeTable.listEndpointsUnfiltered: list(payload, isFiltered: false, id)
        case MessageTypeTable.feedHeaders: feedHeaders(payload, id)
        case MessageTypeTable.feedMessages: feedMessages(payload, id)
        case MessageTypeTable.feedConfirm: confirm(payload, id)
        case MessageTypeTable.feedDelete: delete(payload, id)
        default: failure("VAL_000003", ["technicalMsgType": message.type])
        }
    }

    /// Counts a repeated message and returns true if it must be dropped.
    private mutating func isDuplicate(_ message: RequestMessage, from id: String) -> Bool {
        guard message.id.isUUID else { return false }
        // Modified in place because copying a long list would be slow.
        guard endpoints[id]?.sent[message.id] != nil else {
            endpoints[id]?.sent[message.id] = Endpoint.SentMessage(sequence: message.sequence, count: 1)
            return false
        }
        endpoints[id]?.sent[message.id]?.count += 1
        entry.note = "the id \(message.id) was used before"
        return options.dropsDuplicates
    }

    /// Puts an answer into the outbox, unless a fault holds it back.
    mutating func put(_ outcome: Outcome, to message: RequestMessage?, type: String, _ id: String) {
        let isFailure = outcome.kind == .ackWithFailure
        if isFailure { endpoints[id]?.traffic.failed += 1 } else { endpoints[id]?.traffic.acknowledged += 1 }
        let answer = ResponseMessage(
            code: outcome.code, kind: outcome.kind, answers: message.map(\.id).flatMap { $0.isEmpty ? nil : $0 },
            messageID: message == nil ? nil : random.uuid(), payload: outcome.payload)
        for (answer, delay) in applyAckFault(answer, type: type) { queue(answer, after: delay, type: type, id) }
    }

    /// Seconds until the answer to a type can be fetched. With a clock that follows requests, which may stand still
    /// until the next one, the default is 0 unless the type has its own latency.
    func latency(_ type: String) -> Double {
        options.latency[type] ?? (clock.following == nil ? options.latency[""] ?? 0 : 0)
    }

    private mutating func queue(_ answer: ResponseMessage, after delay: Double?, type: String, _ id: String) {
        let latency = delay ?? latency(type)
        let due = now.adding(latency)
        endpoints[id]?.outbox.append(
            OutboxItem(content: .answer(answer), created: due, due: due, stamp: clock.shown))
    }
}
