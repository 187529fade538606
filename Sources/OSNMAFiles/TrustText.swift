// SPDX-License-Identifier: Apache-2.0

internal import Wire

extension TrustFile {
    /// Hexadecimal digits of either case, white space left out.
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

    /// What a message shows of a file: the beginning, on one line.
    static func excerpt(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
    }
}
