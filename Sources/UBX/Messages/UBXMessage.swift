// SPDX-License-Identifier: Apache-2.0

public import Wire

/// Decodes the payload of a frame, by the tables of the manufacturer's interface descriptions.
public enum UBXMessage {
    /// The manufacturer's name of a message, with that of its form if it has one: `NAV-PVT`, `MGA-GPS-EPH`;
    /// `MON-0x32` for an unknown one.
    public static func name(_ id: MessageID, _ payload: Span<UInt8>) -> String {
        UBXDictionary.layout(of: id, payload: payload).map { "\($0.name)" } ?? id.name
    }

    /// Writes the name of a message, as given by `name`, as a value.
    public static func writeName(_ id: MessageID, _ payload: Span<UInt8>, into writer: inout FieldWriter) {
        if let layout = UBXDictionary.layout(of: id, payload: payload) {
            writer.text(layout.name)
        } else {
            writer.text(id.name)
        }
    }

    /// Writes the fields of a message as members of the open object.
    ///
    /// Names and units are the manufacturer's; scales are applied; bit fields are split into their members; repeated
    /// groups are arrays of objects. An empty payload (a poll) has no members. A message that is unknown, too short
    /// for its table, or of an unknown version is written as `undecoded` with the reason and `payload` in
    /// hexadecimal.
    ///
    /// - Returns: True if the message is known and complete.
    @discardableResult
    public static func write(_ id: MessageID, _ payload: Span<UInt8>, into writer: inout FieldWriter) -> Bool {
        read(id, payload, into: &writer)
    }

    /// The fields of a message as a tree, as `write` writes them.
    public static func fields(_ id: MessageID, _ payload: Span<UInt8>) -> FieldRecord {
        var builder = FieldTreeBuilder()
        read(id, payload, into: &builder)
        return builder.record
    }

    /// Returns true if a table matches the payload, or the message is a poll.
    public static func isKnown(_ id: MessageID, _ payload: Span<UInt8>) -> Bool {
        payload.isEmpty || UBXDictionary.layout(of: id, payload: payload) != nil
    }

    @discardableResult
    private static func read(_ id: MessageID, _ payload: Span<UInt8>, into sink: inout some FieldSink) -> Bool {
        if let layout = UBXDictionary.layout(of: id, payload: payload) {
            layout.read(payload, into: &sink)
            return true
        }
        guard !payload.isEmpty else { return true }
        sink.name("undecoded")
        sink.text(reason(id, payload))
        sink.name("payload")
        sink.hexadecimal(payload)
        return false
    }

    private static func reason(_ id: MessageID, _ payload: Span<UInt8>) -> String {
        let forms = UBXDictionary.layouts(of: id)
        if forms.isEmpty { return "unknown message" }
        if forms.contains(where: { $0.holds(payload) }) { return "too short: \(payload.count) bytes" }
        return "unknown version or length: \(payload.count) bytes"
    }
}
