// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// A message from agrirouter: the answer to a request, or a push.
public struct Response: Hashable, Sendable {
    /// The result code, which follows HTTP status codes; 204 means that nothing was found.
    public var code: Int
    public var type: ResponseType
    /// The request's ID; nil for pushes, and for answers to requests that agrirouter could not decode.
    public var requestID: MessageID?
    /// Agrirouter's own ID of this message. It is not the ID to confirm.
    public var messageID: String?
    /// The time at which agrirouter created the message.
    public var time: UTCTime?
    public var body: ResponseBody

    public init(
        code: Int, type: ResponseType, requestID: MessageID? = nil, messageID: String? = nil, time: UTCTime? = nil,
        body: ResponseBody = .none
    ) {
        (self.code, self.type) = (code, type)
        (self.requestID, self.messageID) = (requestID, messageID)
        (self.time, self.body) = (time, body)
    }

    /// Decodes the wire form: the delimited protobuf messages `ResponseEnvelope` and `ResponsePayloadWrapper`.
    ///
    /// The second message may be missing or empty. If it cannot be decoded, the envelope remains valid and the body
    /// gives the reason. The envelope's type determines the kind of body; the type URL is ignored.
    ///
    /// - Throws: `ResponseError` if the envelope is missing or invalid, or the message is too large.
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
