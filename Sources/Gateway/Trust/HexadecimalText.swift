// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Bytes as text, two lower-case hexadecimal digits each.
enum HexadecimalText {
    static func string(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The bytes of hexadecimal digits in upper or lower case; nil if the text contains anything else, an odd number of
    /// digits or more than 1024.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), digits.count <= 1024 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = Hexadecimal.value(digits[index], digits[index + 1]) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
