// SPDX-License-Identifier: Apache-2.0

internal import Wire

extension TrustFile {
    /// Decodes hexadecimal digits of either case, ignoring white space; nil if the text is not hexadecimal.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 > 0x20 }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = Hexadecimal.value(digits[index], digits[index + 1]) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// The beginning of a text on one line, for messages.
    static func excerpt(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
    }
}
