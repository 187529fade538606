// SPDX-License-Identifier: Apache-2.0

/// Encodes messages field by field. Zero and empty values are omitted (proto3) unless the method states otherwise.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends a base-128 number without a tag.
    package mutating func raw(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func tag(_ number: UInt32, _ type: WireType) { raw(UInt64(number) << 3 | UInt64(type.rawValue)) }

    package mutating func integer(_ number: UInt32, _ value: Int64) {
        guard value != 0 else { return }
        tag(number, .varint)
        raw(UInt64(bitPattern: value))
    }

    package mutating func zigzag(_ number: UInt32, _ value: Int64) {
        integer(number, (value << 1) ^ (value >> 63))
    }

    package mutating func real(_ number: UInt32, _ value: Double) {
        guard value.bitPattern != 0 else { return }
        tag(number, .fixed64)
        var rest = value.bitPattern
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    package mutating func text(_ number: UInt32, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        blob(number, Array(value.utf8))
    }

    /// Appends bytes or an encoded message, even if it is empty.
    package mutating func blob(_ number: UInt32, _ value: [UInt8]) {
        tag(number, .lengthDelimited)
        raw(UInt64(value.count))
        bytes += value
    }

    /// Appends a nested message with its length, even if it is empty.
    package mutating func message(_ number: UInt32, _ build: (inout WireWriter) -> Void) {
        var inner = WireWriter()
        build(&inner)
        blob(number, inner.bytes)
    }

    /// Puts the message's length before it (protobuf "delimited").
    package static func delimited(_ message: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        writer.raw(UInt64(message.count))
        return writer.bytes + message
    }
}
