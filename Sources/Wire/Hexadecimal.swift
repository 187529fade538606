// SPDX-License-Identifier: Apache-2.0

/// Hexadecimal digits in ASCII.
public enum Hexadecimal {
    /// The value 0...15 of a digit of either case, or nil for another byte.
    @inlinable
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit &- 0x30
        case 0x41...0x46: digit &- 0x37
        case 0x61...0x66: digit &- 0x57
        default: nil
        }
    }

    /// The value of two digits, or nil if one of them is not a digit.
    @inlinable
    public static func value(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = value(of: high), let low = value(of: low) else { return nil }
        return high << 4 | low
    }

    /// The upper-case digit of the low four bits.
    public static func digit(_ value: UInt8) -> UInt8 {
        let nibble = value & 0x0F
        return nibble < 10 ? 0x30 &+ nibble : 0x37 &+ nibble
    }

    /// The lower-case digits of bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The upper-case digits of bytes.
    public static func upperText(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0)] }, as: UTF8.self)
    }

    /// The bytes of digits in upper or lower case; nil if the text contains anything else, an odd number of digits or more
    /// than 1024.
    public static func bytes(of text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), digits.count <= 1024 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = value(digits[index], digits[index + 1]) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
