// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf
import Wire

/// The recipients of a message.
public enum Addressing: Hashable, Sendable {
    /// Agrirouter itself; only for commands.
    case agrirouter
    /// All endpoints that have subscribed to the type and to which a route leads.
    case publish
    /// The endpoints with these IDs; at least one.
    case direct([String])
}

/// A message to agrirouter: an envelope and a payload.
public struct Request: Hashable, Sendable {
    /// The message's ID; it stays the same if the message is sent again.
    public var id: MessageID
    /// The sequence number: 1 when the program starts, one more for each new message. It stays the same if the message
    /// is sent again.
    public var sequence: Int64
    /// The recipients.
    public var addressing: Addressing
    /// The ID of the device description that the content refers to; optional for `gps:info`.
    public var teamSetContext: String?
    /// The time of sending, not of the content; within a minute of agrirouter's clock.
    public var time: UTCTime
    public var payload: RequestPayload

    /// Creates a message. Without an explicit `addressing`, commands go to agrirouter and content is published.
    public init(
        id: MessageID, sequence: Int64, time: UTCTime, _ payload: RequestPayload, addressing: Addressing? = nil,
        teamSetContext: String? = nil
    ) {
        (self.id, self.sequence, self.time) = (id, sequence, time)
        self.payload = payload
        self.addressing = addressing ?? (payload.type.isCommand ? .agrirouter : .publish)
        self.teamSetContext = teamSetContext
    }

    /// The wire form: the delimited protobuf messages `RequestEnvelope` and `RequestPayloadWrapper`.
    ///
    /// - Throws: `RequestError` if agrirouter would certainly refuse the request.
    public func bytes() throws(RequestError) -> [UInt8] {
        try check()
        var wrapper = Agrirouter_Request_RequestPayloadWrapper()
        if let content = payload.bytes {
            wrapper.details = Google_Protobuf_Any(name: payload.type.contentName, content: content)
        }
        let bytes = Delimited.join(try envelope().encoded, wrapper.encoded)
        guard bytes.count <= RequestError.limit else { throw .tooLarge(bytes.count) }
        return bytes
    }

    /// The message as a measure for the REST interface.
    ///
    /// - Throws: `RequestError` if agrirouter would certainly refuse the request.
    public func measure() throws(RequestError) -> Measure { Measure(message: Base64.encode(try bytes()), time: time) }

    private func envelope() throws(RequestError) -> Agrirouter_Request_RequestEnvelope {
        var envelope = Agrirouter_Request_RequestEnvelope()
        envelope.applicationMessageID = id.description
        envelope.applicationMessageSeqNo = sequence
        envelope.technicalMessageType = payload.type.rawValue
        envelope.teamSetContextID = teamSetContext ?? ""
        envelope.timestamp = time.timestamp
        switch addressing {
        case .agrirouter: envelope.mode = .direct
        case .publish: envelope.mode = .publish
        case .direct(let recipients): (envelope.mode, envelope.recipients) = (.direct, recipients)
        }
        return envelope
    }

    private func check() throws(RequestError) {
        guard sequence >= 1 else { throw .sequence(sequence) }
        // 2020-01-01 UTC. A machine without a battery-backed clock starts in 1970.
        guard time.seconds >= 1_577_836_800 else { throw .time(time) }
        try checkAddressing()
        switch payload {
        case .feedConfirmation(let ids) where ids.isEmpty: throw .nothingToConfirm
        case .feedHeaders(let selection), .feedMessages(let selection), .feedDeletion(let selection):
            guard !selection.isEmpty else { throw .noCriterion }
        default: break
        }
    }

    private func checkAddressing() throws(RequestError) {
        switch addressing {
        case .agrirouter where !payload.type.isCommand: throw .noRecipient
        case .direct(let ids) where ids.isEmpty: throw .noRecipient
        case .publish, .direct:
            guard !payload.type.isCommand else { throw .commandToOthers }
        default: break
        }
    }
}
