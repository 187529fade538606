// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats
internal import Wire

/// Protobuf in place of JSON, in both directions (agrirouter's package `gateway`).
enum NativeForm {
    /// The media types of requests and answers; some clients use the second one.
    static let mediaTypes: Set<String> = ["application/x-protobuf", "application/octet-stream"]

    static let measureRequest = MessageForm(
        "gateway.MeasureRequest",
        [
            FieldForm(1, "capabilityAlternateId", .string), FieldForm(2, "sensorAlternateId", .string),
            FieldForm(3, "sensorTypeAlternateId", .string), FieldForm(4, "timestamp", .int64),
            FieldForm(
                5, "measures",
                .message(
                    MessageForm(
                        "gateway.MeasureRequest.Measure",
                        [FieldForm(1, "values", .message(FormTable.any), repeated: true)])), repeated: true),
        ])
    /// The type URLs of a measure's two values: the message, and its time as text in milliseconds since 1970.
    static let bytesURL = "message/google.protobuf.BytesValue"
    static let stringURL = "timestamp/google.protobuf.StringValue"
    static let bytesValue = MessageForm("google.protobuf.BytesValue", [FieldForm(1, "value", .bytes)])
    static let stringValue = MessageForm("google.protobuf.StringValue", [FieldForm(1, "value", .string)])
    /// The type URL of an outbox item's content. The real service's URL is not documented; this one is a guess.
    static let responseURL = "message/gateway.CommandResponseMessage"

    /// True if a header value contains one of the media types.
    static func isNamed(in header: String) -> Bool {
        header.lowercased().split(separator: ",").contains { item in
            let type = item.split(separator: ";").first ?? ""
            return mediaTypes.contains(String(type.filter { $0 != " " }))
        }
    }

    /// Encodes `gateway.CommandResponseList`.
    ///
    /// - Parameter items: The messages in base64; an invalid text is sent as an invalid message.
    static func list(_ items: [String], of endpoint: Endpoint) -> [UInt8] {
        var writer = WireWriter()
        for item in items {
            writer.message(1) { response in
                response.text(1, endpoint.capabilityID)
                response.text(2, endpoint.id)
                response.message(3) { command in
                    command.message(1) { value in
                        var message = WireWriter()
                        message.blob(1, Base64.decode(item) ?? [0xFF])
                        ResponseWriter.any(&value, responseURL, message.bytes)
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension Measure {
    /// Reads a measure from a protobuf body; nil if it is not one.
    init?(_ native: DecodedMessage) {
        var decoder = StrictDecoder()
        let values = native.messages(1)
        guard values.map({ $0.text(1) }) == [NativeForm.bytesURL, NativeForm.stringURL],
            let held = try? decoder.decode(values[0].bytes(2)[...], as: NativeForm.bytesValue),
            let stamp = try? decoder.decode(values[1].bytes(2)[...], as: NativeForm.stringValue),
            !stamp.text(1).isEmpty, stamp.text(1).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        let bytes = held.bytes(1)
        (form, text, size) = (.native, "", bytes.count)
        do { message = .success(try RequestMessage(bytes)) } catch { message = .failure(error) }
    }
}

/// The body of a POST, decoded from JSON or protobuf.
struct MeasureBody {
    var sensor: String
    var capability: String
    /// The measures, each nil if invalid; nil if the list is missing.
    var items: [Measure?]?
    /// Encodings that are valid protobuf but that a careful encoder does not produce.
    var findings: [String] = []

    /// Reads a JSON body.
    init(json bytes: [UInt8]) throws(JSONError) {
        let json = try JSONReader.read(bytes)
        sensor = json["sensorAlternateId"]?.text ?? ""
        capability = json["capabilityAlternateId"]?.text ?? ""
        items = json["measures"]?.items?.map { Measure($0) }
    }

    /// Reads a protobuf body.
    init(native bytes: [UInt8]) throws(WireError) {
        var decoder = StrictDecoder()
        let request = try decoder.decode(bytes[...], as: NativeForm.measureRequest)
        (sensor, capability) = (request.text(2), request.text(1))
        items = request.messages(5).map { Measure($0) }
        findings = decoder.findings
    }
}
