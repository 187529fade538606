// SPDX-License-Identifier: Apache-2.0

/// Text from outside, made safe for a page.
enum PlainText {
    /// The greatest number of characters of a text. Notes have at most 2,000.
    static let limit = 4000

    /// The text without control characters, except for line breaks; at most `limit` characters.
    static func lines(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var breaks = 0
        for scalar in text.prefix(limit).unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
                // At most one empty line follows another, so that a note of line breaks does not fill pages.
                if scalar.value != 0x0D { breaks += 1 }
                if scalar.value != 0x0D, breaks <= 2 { result.append("\n") }
            case 0x09: result.append(" ")
            // Explicit directions could make text look like other text; neighbouring letters determine it otherwise.
            case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
            case 0x00..<0x20, 0x7F..<0xA0: continue
            // cairo refuses a text with a code point that is no character.
            case _ where scalar.properties.isNoncharacterCodePoint: continue
            default:
                breaks = 0
                result.append(scalar)
            }
        }
        // A single character may consist of any number of scalars.
        return String(String.UnicodeScalarView(result.prefix(2 * limit)))
    }

    /// The same text in one line.
    static func line(_ text: String) -> String { String(lines(text).map { $0.isNewline ? " " : $0 }) }
}
