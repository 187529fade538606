// SPDX-License-Identifier: Apache-2.0

/// The encoding of a value. Numbers are little-endian; the names are the manufacturer's in lower case.
public enum FieldType: Hashable, Sendable {
    /// Unsigned, 1, 2, 3, 4 or 8 bytes. Also used for bit fields (the manufacturer's X1, X2, X4).
    case u1, u2, u3, u4, u8
    /// Signed, 1, 2, 4 or 8 bytes.
    case i1, i2, i4, i8
    /// IEEE 754, 4 or 8 bytes.
    case r4, r8
    /// Four bytes of a navigation message, shown as eight hexadecimal digits.
    case word
    /// Characters, up to the first NUL.
    case text(Int)
    /// Bytes, shown as hexadecimal digits.
    case bytes(Int)
    /// Characters up to the end of the payload.
    case remainingText
    /// Bytes up to the end of the payload.
    case remainingBytes

    /// The size in bytes; 0 if the field extends to the end of the payload.
    public var size: Int {
        switch self {
        case .u1, .i1: 1
        case .u2, .i2: 2
        case .u3: 3
        case .u4, .i4, .r4, .word: 4
        case .u8, .i8, .r8: 8
        case .text(let count), .bytes(let count): count
        case .remainingText, .remainingBytes: 0
        }
    }

    /// True if an integer type is signed; nil for other types.
    var isSigned: Bool? {
        switch self {
        case .u1, .u2, .u3, .u4, .u8, .word: false
        case .i1, .i2, .i4, .i8: true
        case .r4, .r8, .text, .bytes, .remainingText, .remainingBytes: nil
        }
    }
}

/// Bits of a field for which the manufacturer has a separate name.
public struct Bits: Sendable {
    /// The name in the manufacturer's document: `gnssFixOK`.
    public let name: StaticString
    /// The lowest bit.
    public let first: Int
    /// The number of bits.
    public let width: Int
    /// True if the number is signed (two's complement).
    public let isSigned: Bool
    /// The factor for the number.
    public let scale: Scale

    init(_ name: StaticString, _ first: Int, _ width: Int = 1, signed: Bool = false, scale: Scale = .one) {
        (self.name, self.first, self.width, self.isSigned, self.scale) = (name, first, width, signed, scale)
    }
}

/// The number of repetitions of a field.
public enum Repetition: Hashable, Sendable {
    /// A constant number.
    case fixed(Int)
    /// The byte at that offset.
    case u1(at: Int)
    /// The two bytes at that offset.
    case u2(at: Int)
    /// Some bits of the four bytes at that offset.
    case bits(at: Int, first: Int, width: Int)
    /// As many repetitions as fit up to the end of the payload.
    case rest
}

/// The fine part of a coordinate: a signed byte elsewhere in the payload.
public struct FinePart: Hashable, Sendable {
    /// The offset of the byte.
    public let offset: Int
    /// The number of fine steps in a coarse one.
    public let factor: Int64

    init(at offset: Int, factor: Int64) { (self.offset, self.factor) = (offset, factor) }
}
