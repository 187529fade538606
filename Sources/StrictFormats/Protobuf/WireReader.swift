// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no protobuf message.
package struct WireError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, with the field.
    package var reason: String
    /// Where, in bytes from the beginning of what was decoded.
    package var offset: Int

    package var description: String { "\(reason) at byte \(offset)" }
}

/// How a field is written (protobuf encoding, "message structure").
package enum WireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case fixed32 = 5
}

/// Reads the pieces of the wire format and says which are longer than they need be.
package struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package var isAtEnd: Bool { position >= bytes.endIndex }

    /// A base-128 number, and whether it has the fewest bytes possible.
    package mutating func varint() throws(WireError) -> (value: UInt64, isMinimal: Bool) {
        let start = position
        var value: UInt64 = 0
        for place in 0..<10 {
            guard position < bytes.endIndex else { throw WireError(reason: "a number is cut off", offset: start) }
            let byte = bytes[position]
            position += 1
            if place == 9, byte > 1 { throw WireError(reason: "a number has more than 64 bits", offset: start) }
            value |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte & 0x80 == 0 { return (value, place == 0 || byte != 0) }
        }
        throw WireError(reason: "a number has more than ten bytes", offset: start)
    }

    /// The tag of the next field.
    package mutating func tag() throws(WireError) -> (number: UInt32, type: WireType, isMinimal: Bool) {
        let start = position
        let (value, isMinimal) = try varint()
        guard let number = UInt32(exactly: value >> 3), number > 0, number < 1 << 29 else {
            throw WireError(reason: "no field has the number \(value >> 3)", offset: start)
        }
        guard let type = WireType(rawValue: UInt8(value & 7)) else {
            throw WireError(reason: "field \(number) has wire type \(value & 7)", offset: start)
        }
        return (number, type, isMinimal)
    }

    /// So many bytes, in the order of the wire.
    package mutating func take(_ count: UInt64) throws(WireError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: count), count <= bytes.endIndex - position else {
            throw WireError(reason: "\(count) bytes are announced, fewer follow", offset: position)
        }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// A little-endian number of four or eight bytes.
    mutating func fixed(_ count: UInt64) throws(WireError) -> UInt64 {
        try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
