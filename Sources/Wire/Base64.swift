// SPDX-License-Identifier: Apache-2.0

/// Base64 (RFC 4648): strict when encoding, lenient when decoding.
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The number of characters that encode a number of bytes, including padding.
    public static func length(of bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    /// Encodes with the standard alphabet and padding, without line breaks.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(length(of: bytes.count))
        var held: UInt32 = 0
        var count = 0
        func emit(_ characters: Int) {
            for place in 0..<4 {
                let digit = Int(held >> UInt32(18 - 6 * place)) & 63
                text.append(place < characters ? digits[digit] : 0x3D)
            }
        }
        for byte in bytes {
            held |= UInt32(byte) << UInt32(16 - 8 * count)
            count += 1
            guard count == 3 else { continue }
            emit(4)
            (held, count) = (0, 0)
        }
        if count > 0 { emit(count + 1) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; nil if it is not Base64.
    ///
    /// White space, the URL-safe alphabet and missing padding are accepted; characters after the padding are not.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var held: UInt32 = 0
        var bits = 0
        var padding = 0
        for character in text.utf8 {
            switch character {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case 0x3D:
                padding += 1
                continue
            default: break
            }
            guard padding == 0, let value = value(of: character) else { return nil }
            held = held << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
        }
        // A single remaining character has only six bits, which is not a byte.
        return bits == 6 || padding > 2 ? nil : bytes
    }

    /// Returns true if a character belongs to either alphabet; padding and white space do not.
    public static func isDigit(_ character: UInt8) -> Bool { value(of: character) != nil }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x41...0x5A: character - 0x41
        case 0x61...0x7A: character - 0x61 + 26
        case 0x30...0x39: character - 0x30 + 52
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}
