// SPDX-License-Identifier: Apache-2.0

/// Writes the wire format of Protocol Buffers, as much of it as Sparkplug needs.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a field with a whole number or a truth value.
    mutating func add(_ field: Int, varint value: UInt64) {
        add(varint: UInt64(field) << 3)
        add(varint: value)
    }

    /// Writes a field with a number of eight bytes.
    mutating func add(_ field: Int, double value: Double) {
        add(varint: UInt64(field) << 3 | 1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
    }

    /// Writes a field with text or another message.
    mutating func add(_ field: Int, bytes content: some Collection<UInt8>) {
        add(varint: UInt64(field) << 3 | 2)
        add(varint: UInt64(content.count))
        bytes += content
    }

    private mutating func add(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads the wire format of Protocol Buffers from bytes of any origin.
struct ProtobufReader {
    enum Value: Hashable {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(ArraySlice<UInt8>)
    }

    struct Field: Hashable {
        var number: UInt64
        var value: Value
    }

    /// The number of fields of a message, at most.
    private static let mostFields = 1000

    private var rest: ArraySlice<UInt8>

    private init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The fields of a message in their order.
    ///
    /// - Returns: Nil if the bytes are not a message, or one with too many fields.
    static func fields(_ bytes: ArraySlice<UInt8>) -> [Field]? {
        var reader = ProtobufReader(bytes)
        var fields: [Field] = []
        while !reader.rest.isEmpty {
            guard fields.count < mostFields, let field = reader.field() else { return nil }
            fields.append(field)
        }
        return fields
    }

    private mutating func field() -> Field? {
        guard let tag = varint(), tag >> 3 > 0 else { return nil }
        let value: Value? =
            switch tag & 7 {
            case 0: varint().map { .varint($0) }
            case 1: fixed(8).map { .fixed64($0) }
            case 2: content().map { .bytes($0) }
            case 5: fixed(4).map { .fixed32(UInt32(truncatingIfNeeded: $0)) }
            // Groups, which Sparkplug does not use.
            default: nil
            }
        return value.map { Field(number: tag >> 3, value: $0) }
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return shift < 63 || byte < 2 ? value : nil }
        }
        return nil
    }

    private mutating func fixed(_ count: Int) -> UInt64? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func content() -> ArraySlice<UInt8>? {
        guard let count = varint(), count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
