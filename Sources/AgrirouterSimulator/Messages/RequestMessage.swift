// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// A client's message, decoded.
struct RequestMessage: Sendable {
    var envelope: DecodedMessage
    var wrapper: DecodedMessage
    /// The wrapper's content, decoded by its technical message type; nil if it is empty, invalid or of an unknown type.
    var payload: DecodedMessage?
    /// The reason that the payload could not be decoded.
    var payloadFault: String?
    /// Encodings that are valid protobuf but that a careful encoder does not produce.
    var findings: [String]

    var id: String { envelope.text(1) }
    var sequence: Int64 { envelope.integer(2) }
    var type: String { envelope.text(3) }
    var teamSet: String { envelope.text(4) }
    var mode: Int64 { envelope.integer(5) }
    var recipients: [String] { envelope.texts(6) }
    var hasChunk: Bool { envelope.message(7) != nil }
    var timestamp: UTCTime? { envelope.message(8)?.time }
    var typeURL: String { wrapper.message(1)?.text(1) ?? "" }
    var content: [UInt8] { wrapper.message(1)?.bytes(2) ?? [] }
}

extension DecodedMessage {
    /// The instant of a `google.protobuf.Timestamp`; nil if it is invalid.
    var time: UTCTime? { UTCTime(posixSeconds: integer(1), nanoseconds: integer(2)) }
}

/// The reason that the bytes of a measure are not a message.
struct MessageError: Error, Hashable {
    var reason: String
}

extension RequestMessage {
    /// Decodes the bytes of a measure: two length-prefixed messages with nothing after them.
    init(_ bytes: [UInt8]) throws(MessageError) {
        var reader = WireReader(bytes[...])
        let first = try Self.part("the envelope", &reader)
        let second = try Self.part("the payload", &reader)
        guard reader.isAtEnd else { throw MessageError(reason: "the body has bytes after the two messages") }
        var decoder = StrictDecoder()
        do {
            let envelope = try decoder.decode(first.bytes, as: FormTable.requestEnvelope)
            let wrapper = try decoder.decode(second.bytes, as: FormTable.requestPayload)
            self.init(envelope: envelope, wrapper: wrapper, findings: first.findings + second.findings)
        } catch {
            throw MessageError(reason: "\(error)")
        }
        if let form = MessageTypeTable.form(type) {
            do { payload = try decoder.decode(content[...], as: form) } catch { payloadFault = "\(error)" }
        }
        findings += decoder.findings
    }

    private init(envelope: DecodedMessage, wrapper: DecodedMessage, findings: [String]) {
        (self.envelope, self.wrapper, self.findings) = (envelope, wrapper, findings)
    }

    private static func part(
        _ name: String, _ reader: inout WireReader
    ) throws(MessageError) -> (bytes: ArraySlice<UInt8>, findings: [String]) {
        guard !reader.isAtEnd else { throw MessageError(reason: "\(name) is missing") }
        do {
            let (length, isMinimal) = try reader.varint()
            return (try reader.take(length), isMinimal ? [] : ["the length of \(name) is encoded with redundant bytes"])
        } catch {
            throw MessageError(reason: "\(name): \(error)")
        }
    }

    /// The message as JSON for people.
    var json: JSONValue {
        var object: [String: JSONValue] = ["envelope": envelope.json(), "type_url": .string(typeURL)]
        if let payload { object["payload"] = payload.json() }
        if let payloadFault { object["payload_fault"] = .string(payloadFault) }
        if !findings.isEmpty { object["findings"] = JSONValue(findings) }
        return .object(object)
    }
}
