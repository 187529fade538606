// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The keys, or keys with values, at the end of the messages CFG-VALSET, CFG-VALGET and CFG-VALDEL, from offset 4.
enum ConfigurationItems {
    private static let start = 4

    static func readKeys(_ payload: Span<UInt8>, into sink: inout some FieldSink) {
        sink.name("keys")
        sink.beginArray()
        for at in stride(from: start, through: payload.count &- 4, by: 4) {
            sink.text(ConfigurationKey(rawValue: payload.u4(at)).fieldName)
        }
        sink.endArray()
    }

    /// Writes each value as a member with the name of its key. An invalid or truncated key ends the list; the rest is
    /// shown as bytes.
    static func readValues(_ payload: Span<UInt8>, into sink: inout some FieldSink) {
        var at = start
        while at < payload.count {
            let key = ConfigurationKey(rawValue: payload.u4(at))
            guard at &+ 4 <= payload.count, let size = key.size, at &+ 4 &+ size <= payload.count else {
                sink.name("undecoded")
                return sink.hexadecimal(payload.extracting(at...))
            }
            sink.name(key.fieldName)
            read(Field.unsigned(payload, at: at &+ 4, size: size), size, key.type, into: &sink)
            at &+= 4 &+ size
        }
    }

    private static func read(
        _ raw: UInt64, _ size: Int, _ type: ConfigurationKey.ValueType, into sink: inout some FieldSink
    ) {
        let unused = UInt64(64 &- 8 &* size)
        switch (type, size) {
        case (.signed, _): sink.signed(Int64(bitPattern: raw << unused) >> Int64(unused))
        case (.real, 4): sink.real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw))))
        case (.real, 8): sink.real(Double(bitPattern: raw))
        case (.flag, _), (.unsigned, _), (.real, _): sink.unsigned(raw)
        }
    }

    /// Returns true if a name may be among the fields because of the end of the message.
    static func takes(_ name: String, _ tail: MessageLayout.Tail) -> Bool {
        switch tail {
        case .none: false
        case .keys: name == "keys"
        case .values: ConfigurationKey(fieldName: name) != nil
        }
    }

    static func encode(
        _ record: FieldRecord, _ tail: MessageLayout.Tail, into encoder: inout PayloadEncoder
    ) throws(UBXEncodingError) {
        switch tail {
        case .none: break
        case .keys: try encodeKeys(record, into: &encoder)
        case .values:
            for member in record.members {
                guard let key = ConfigurationKey(fieldName: member.name) else { continue }
                guard let value = ConfigurationValue(key, member.value) else { throw .badValue(field: member.name) }
                encoder.append(UInt64(key.rawValue), size: 4)
                encoder.append(value.raw, size: value.size)
            }
        }
    }

    private static func encodeKeys(
        _ record: FieldRecord, into encoder: inout PayloadEncoder
    ) throws(UBXEncodingError) {
        guard let keys = record["keys"] else { return }
        guard case .list(let items) = keys else { throw .badValue(field: "keys") }
        for item in items {
            guard case .text(let name) = item, let key = ConfigurationKey(fieldName: name) else {
                throw .badValue(field: "keys")
            }
            encoder.append(UInt64(key.rawValue), size: 4)
        }
    }
}
