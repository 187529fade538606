// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// A message from agrirouter: the answer to a request, or a push.
public struct Response: Hashable, Sendable {
    /// The result as a number in the manner of HTTP; 204 is "nothing found".
    public var code: Int
    /// What kind of answer it is.
    public var type: ResponseType
    /// The request's id; nil for pushes, and for requests that could not be decoded.
    public var requestID: MessageID?
    /// Agrirouter's own id of this message. Not the one to confirm.
    public var messageID: String?
    /// When agrirouter wrote it.
    public var time: UTCTime?
    public var body: ResponseBody

    /// An answer with those parts.
    public init(
        code: Int, type: ResponseType, requestID: MessageID? = nil, messageID: String? = nil, time: UTCTime? = nil,
        body: ResponseBody = .none
    ) {
        (self.code, self.type) = (code, type)
        (self.requestID, self.messageID) = (requestID, messageID)
        (self.time, self.body) = (time, body)
    }

    /// Reads the delimited protobuf messages of the wire: `ResponseEnvelope`, `ResponsePayloadWrapper`.
    ///
    /// The second may be absent or empty. Where it cannot be read, the envelope counts all the same, and the body says
    /// what is wrong. What the body is follows from the envelope; the type URL is not looked at.
    ///
    /// - Throws: `ResponseError` where there is no envelope.
    public init(decoding bytes: [UInt8]) throws(ResponseError) {
        guard bytes.count <= ResponseError.limit else { throw .tooLarge(bytes.count) }
        let parts = try Delimited.split(bytes)
        guard let envelope = Agrirouter_Response_ResponseEnvelope.read(parts.first) else { throw .envelope }
        self.init(
            code: Int(envelope.responseCode), type: ResponseType(rawValue: envelope.type.rawValue),
            requestID: MessageID(envelope.applicationMessageID),
            messageID: envelope.messageID.isEmpty ? nil : envelope.messageID,
            time: envelope.hasTimestamp ? UTCTime(envelope.timestamp) : nil)
        body = Self.body(parts.second, of: type)
    }

    private static func body(_ second: Delimited.Second, of type: ResponseType) -> ResponseBody {
        switch second {
        case .absent: return .none
        case .cut: return .unreadable("its second part is truncated")
        case .whole(let bytes):
            guard let wrapper = Agrirouter_Response_ResponsePayloadWrapper.read(bytes) else {
                return .unreadable("its second part is not a ResponsePayloadWrapper")
            }
            return ResponseBody(Array(wrapper.details.value), of: type)
        }
    }
}
