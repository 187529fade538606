// SPDX-License-Identifier: Apache-2.0

/// How a value is coded. The numbers are little-endian; the names are the manufacturer's in lower case.
public enum FieldType: Hashable, Sendable {
    /// Unsigned, of 1, 2, 3, 4 or 8 bytes. A field of bits (the manufacturer's X1, X2, X4) is one too.
    case u1, u2, u3, u4, u8
    /// Signed, of 1, 2, 4 or 8 bytes.
    case i1, i2, i4, i8
    /// IEEE 754, of 4 or 8 bytes.
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

    /// In bytes; 0 where the payload's end decides.
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

    /// A whole number, signed or not, or nil for other types.
    var isSigned: Bool? {
        switch self {
        case .u1, .u2, .u3, .u4, .u8, .word: false
        case .i1, .i2, .i4, .i8: true
        case .r4, .r8, .text, .bytes, .remainingText, .remainingBytes: nil
        }
    }
}

/// Some bits of a field, which the manufacturer names by themselves.
public struct Bits: Sendable {
    /// The name in the manufacturer's document: `gnssFixOK`.
    public let name: StaticString
    /// The lowest of them.
    public let first: Int
    /// How many bits there are, `first` included.
    public let width: Int
    /// Whether it is signed (two's complement).
    public let isSigned: Bool
    /// What the number is to be multiplied by.
    public let scale: Scale

    init(_ name: StaticString, _ first: Int, _ width: Int = 1, signed: Bool = false, scale: Scale = .one) {
        (self.name, self.first, self.width, self.isSigned, self.scale) = (name, first, width, signed, scale)
    }
}

/// How often something is repeated.
public enum Repetition: Hashable, Sendable {
    /// Always so often.
    case fixed(Int)
    /// As the byte at that offset says.
    case u1(at: Int)
    /// As the two bytes at that offset say.
    case u2(at: Int)
    /// As some bits of the four bytes at that offset say.
    case bits(at: Int, first: Int, width: Int)
    /// To the end of the payload.
    case rest
}

/// The rest of a coordinate: a signed byte elsewhere that counts finer steps.
public struct FinePart: Hashable, Sendable {
    /// Where the byte stands.
    public let offset: Int
    /// How many fine steps make a coarse one.
    public let factor: Int64

    init(at offset: Int, factor: Int64) { (self.offset, self.factor) = (offset, factor) }
}
