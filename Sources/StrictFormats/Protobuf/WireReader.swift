// SPDX-License-Identifier: Apache-2.0

/// The reason that bytes are not a valid protobuf message.
package struct WireError: Error, Hashable, CustomStringConvertible {
    /// The error, with the field's name if it is known.
    package var reason: String
    /// The offset in bytes from the beginning of the decoded bytes.
    package var offset: Int

    package var description: String { "\(reason) at byte \(offset)" }
}

/// The wire type of a field (protobuf encoding, "message structure").
package enum WireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case fixed32 = 5
}

/// Reads the elements of the wire format and reports encodings that are longer than necessary.
package struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package var isAtEnd: Bool { position >= bytes.endIndex }

    /// Reads a base-128 number, and reports whether it has the fewest possible bytes.
    ///
    /// - Throws: `WireError` if the number is truncated or exceeds 64 bits.
    package mutating func varint() throws(WireError) -> (value: UInt64, isMinimal: Bool) {
        let start = position
        var value: UInt64 = 0
        for place in 0..<10 {
            guard position < bytes.endIndex else { throw WireError(reason: "a number is truncated", offset: start) }
            let byte = bytes[position]
            position += 1
            if place == 9, byte > 1 { throw WireError(reason: "a number has more than 64 bits", offset: start) }
            value |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte & 0x80 == 0 { return (value, place == 0 || byte != 0) }
        }
        throw WireError(reason: "a number has more than ten bytes", offset: start)
    }

    /// Reads the tag of the next field.
    ///
    /// - Throws: `WireError` if the field number or wire type is invalid.
    package mutating func tag() throws(WireError) -> (number: UInt32, type: WireType, isMinimal: Bool) {
        let start = position
        let (value, isMinimal) = try varint()
        guard let number = UInt32(exactly: value >> 3), number > 0, number < 1 << 29 else {
            throw WireError(reason: "the field number \(value >> 3) is invalid", offset: start)
        }
        guard let type = WireType(rawValue: UInt8(value & 7)) else {
            throw WireError(reason: "field \(number) has wire type \(value & 7)", offset: start)
        }
        return (number, type, isMinimal)
    }

    /// Reads `count` bytes.
    ///
    /// - Throws: `WireError` if there are fewer.
    package mutating func take(_ count: UInt64) throws(WireError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: count), count <= bytes.endIndex - position else {
            throw WireError(reason: "\(count) bytes were announced, but fewer follow", offset: position)
        }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Reads a little-endian number of four or eight bytes.
    ///
    /// - Throws: `WireError` if the number is truncated.
    mutating func fixed(_ count: UInt64) throws(WireError) -> UInt64 {
        try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
