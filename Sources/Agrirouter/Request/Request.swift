// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf
import Wire

/// Whom a message is for.
public enum Addressing: Hashable, Sendable {
    /// Agrirouter itself; commands only.
    case agrirouter
    /// Every endpoint that subscribed to its type and has a route.
    case publish
    /// Those endpoints, by id; one at least.
    case direct([String])
    /// Both.
    case publishAndDirect([String])
}

/// A message to agrirouter: envelope and payload.
public struct Request: Hashable, Sendable {
    /// The message's id; the same whenever it is sent again.
    public var id: MessageID
    /// Its number: 1 at a program's start, one more for each new message; the same whenever it is sent again.
    public var sequence: Int64
    /// Whom it is for.
    public var addressing: Addressing
    /// The device description that the content belongs to; free for `gps:info`.
    public var teamSetContext: String?
    /// When it is sent (not when its content was made); within a minute of agrirouter's clock.
    public var time: UTCTime
    public var payload: RequestPayload

    /// A message; commands go to agrirouter, content is published unless something else is said.
    public init(
        id: MessageID, sequence: Int64, time: UTCTime, _ payload: RequestPayload, addressing: Addressing? = nil,
        teamSetContext: String? = nil
    ) {
        (self.id, self.sequence, self.time) = (id, sequence, time)
        self.payload = payload
        self.addressing = addressing ?? (payload.type.isCommand ? .agrirouter : .publish)
        self.teamSetContext = teamSetContext
    }

    /// The two delimited protobuf messages of the wire: `RequestEnvelope`, `RequestPayloadWrapper`.
    ///
    /// - Throws: `RequestError` for what agrirouter would refuse for certain.
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

    /// The message as a measure of the REST interface carries it.
    ///
    /// - Throws: `RequestError` for what agrirouter would refuse for certain.
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
        case .publishAndDirect(let recipients):
            (envelope.mode, envelope.recipients) = (.publishWithDirect, recipients)
        }
        return envelope
    }

    private func check() throws(RequestError) {
        guard sequence >= 1 else { throw .sequence(sequence) }
        // 2020-01-01: a machine without a battery-backed clock starts in 1970.
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
        case .publishAndDirect(let ids) where ids.isEmpty: throw .noRecipient
        case .publish, .direct, .publishAndDirect:
            guard !payload.type.isCommand else { throw .commandToOthers }
        default: break
        }
    }
}
