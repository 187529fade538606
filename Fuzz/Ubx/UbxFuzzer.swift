// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import UBX
import Wire

// Input: a UBX message, as class, number and payload.
//
// Requirements: the fields are one JSON object; a message that is encoded from the fields has the same fields; no typed view
// traps.

func run(_ input: FuzzInput) {
    guard input.bytes.count >= 2 else { return }
    let id = MessageID(input.bytes[0], input.bytes[1])
    let payload = Array(input.bytes.dropFirst(2))
    var writer = FieldWriter()
    writer.beginObject()
    let isKnown = UBXMessage.write(id, payload.span, into: &writer)
    writer.endObject()
    var text: [UInt8] = []
    writer.drain(into: &text)
    require(JSONText.isValid(text), "not JSON: \(String(decoding: text, as: UTF8.self))")
    require(isKnown == UBXMessage.isKnown(id, payload.span), "write and isKnown disagree about \(id.name)")
    require(!UBXMessage.name(id, payload.span).isEmpty, "an empty name")
    if isKnown, !payload.isEmpty { encodeAgain(id, payload) }
    view(id, payload.span)
}

private func encodeAgain(_ id: MessageID, _ payload: [UInt8]) {
    let fields = UBXMessage.fields(id, payload.span)
    // The fields do not describe the whole message, for example if its last configuration value is cut off.
    if fields["undecoded"] != nil { return }
    do {
        let again = try UBXWriter.payload(id, fields: fields)
        let read = UBXMessage.fields(id, again.span)
        // The fields are compared as text, because NaN does not equal itself.
        require("\(read)" == "\(fields)", "\(id.name) read:  \(fields)\nagain: \(read)")
    } catch {
        require(!"\(error)".isEmpty, "an error without text")
    }
}

private func view(_ id: MessageID, _ payload: Span<UInt8>) {
    _ = NavigationPVT(payload)
    _ = [Satellite](navSAT: payload)
    _ = NavigationSignals(payload)?.signals.map(\.satellite)
    _ = NavigationStatus(payload)
    _ = NavigationDOP(payload)
    _ = NavigationTimeGPS(payload)
    _ = NavigationTimeGalileo(payload)
    _ = NavigationTimeUTC(payload)
    _ = NavigationLeapSeconds(payload)
    _ = NavigationClock(payload)
    _ = NavigationPOSLLH(payload)
    _ = NavigationHPPOSLLH(payload)
    _ = NavigationVELNED(payload)
    _ = NavigationCOV(payload)
    _ = NavigationRELPOSNED(payload)
    _ = NavigationSOL(payload)
    _ = [Satellite](navSVINFO: payload)
    _ = RawMeasurements(payload)?.measurements.map(\.satellite)
    _ = Subframe(payload)?.satellite
    _ = ReceiverVersion(payload)?.protocolVersion
    _ = ReceiverUniqueID(payload)?.text
    _ = Acknowledgement(id, payload)
}
