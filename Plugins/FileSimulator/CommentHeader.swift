// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The comment lines before a capture, as in gpsd's test logs: `# Date: 2015-03-18`.
enum CommentHeader {
    /// The date of the capture; nil if it is not stated.
    static func date(in bytes: [UInt8]) -> CivilDate? {
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard line.first == UInt8(ascii: "#") else { return nil }
            let text = String(decoding: line.dropFirst(), as: UTF8.self)
            let parts = text.split(maxSplits: 1) { $0 == ":" || $0 == "=" }
            guard parts.count == 2, word(parts[0]) == "date" else { continue }
            return date(of: word(parts[1]))
        }
        return nil
    }

    private static func word(_ text: Substring) -> String {
        String(text.filter { !$0.isWhitespace }).lowercased()
    }

    private static func date(of text: String) -> CivilDate? {
        let numbers = text.prefix(10).split(separator: "-").map { Int($0) }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] else {
            return nil
        }
        return CivilDate(year: year, month: month, day: day)
    }
}
