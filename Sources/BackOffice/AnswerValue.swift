// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A text, a number or a truth value of an answer. The kinds of servers write the same value differently: `"10"` or `10`, `"0"`
/// or `false`.
struct AnswerValue {
    enum Kind {
        case text, number, truth
    }

    let kind: Kind
    /// A number as the server wrote it; "1" or "0" for a truth value.
    let text: String
    /// True if a part of the text was left out at its end.
    let isCut: Bool

    init(_ kind: Kind, _ text: String, isCut: Bool = false) {
        (self.kind, self.text, self.isCut) = (kind, text, isCut)
    }

    /// The greatest number of bytes of an identifier.
    private static let longestID = 200
    /// The greatest number that is counted to.
    private static let highest = 1_000_000.0

    /// The identifier; nil for a text that cannot be one, or would be another one if it were sent back.
    var identifier: String? {
        let isWhole = (text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...])
            .allSatisfy { (0x30...0x39).contains($0) }
        let isPlain = text.unicodeScalars.allSatisfy { $0.isShown && $0 != "\u{FFFD}" }
        guard !text.isEmpty, !isCut, text.utf8.count <= Self.longestID, isPlain else { return nil }
        switch kind {
        case .text: return text
        case .number: return isWhole ? text : nil
        case .truth: return nil
        }
    }

    /// The token; nil if it is not one that can be sent in a header after `Bearer` (RFC 6750, section 2.1; those of Sanctum
    /// contain a bar).
    var token: String? {
        let isPrintable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return kind == .text && !isCut && !text.isEmpty && text.utf8.count <= 4096 && isPrintable ? text : nil
    }

    /// The text with its lines, without characters that change how other text is shown. A text that was too long ends with "…".
    var lines: String {
        var scalars = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where wasReturn: break
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": scalars.append("\n")
            case "\t": scalars.append(" ")
            default: if scalar.isShown { scalars.append(scalar) }
            }
            wasReturn = scalar == "\r"
        }
        return Self.shortened(String(scalars), isCut: isCut)
    }

    /// The text on one line.
    var line: String { lines.split(separator: "\n").joined(separator: " ") }

    /// The instant; a text without an offset is UTC. Nil for other texts, and for the year 0, by which MySQL means no date.
    var time: UTCTime? {
        guard kind == .text, !isCut, text.utf8.count <= 64 else { return nil }
        return UTCTime(iso8601: text.split(whereSeparator: \.isWhitespace).joined(separator: " "), .any)
    }

    var flag: Bool { ["1", "true", "t"].contains(text) }

    /// The number of things, 0...1,000,000; nil for a text that is not a number.
    var count: Int? {
        guard kind != .truth, !isCut, let number = Double(decimal: text), number.isFinite else { return nil }
        return Int(min(max(number, 0), Self.highest))
    }

    /// Cuts a text to the greatest permitted length by whole characters, because half of one is another one.
    private static func shortened(_ text: String, isCut: Bool) -> String {
        let limit = BackOfficeAnswer.longestText
        guard isCut || text.utf8.count > limit else { return text }
        let (mark, start) = ("…", text.startIndex)
        // The last character that was read may be incomplete.
        let last = isCut && !text.isEmpty ? text.index(before: text.endIndex) : text.endIndex
        var (end, length) = (start, mark.utf8.count)
        while end < last {
            length += text[end].utf8.count
            guard length <= limit else { break }
            end = text.index(after: end)
        }
        return text[..<end] + mark
    }
}

extension Unicode.Scalar {
    /// True if the character does not change how other text is shown. Joiners do, but words of some languages need them.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
        case .format: value == 0x200C || value == 0x200D
        default: true
        }
    }
}
