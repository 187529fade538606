// SPDX-License-Identifier: Apache-2.0

/// Why a file of paths cannot be read or written: where, what stands there and what is expected.
public struct PathFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, 1 and up; nil where the format has none or the whole file is meant.
    public var line: Int?
    /// The column in bytes, 1 and up; nil where it is not known.
    public var column: Int?
    /// What is wrong and what is expected, one line.
    public var reason: String

    /// An error at a place.
    public init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        (self.reason, self.line, self.column) = (reason, line, column)
    }

    /// `line 3, column 7: latitude "91.5", expected -90...90`.
    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), column \(column): \(reason)"
        case (let line?, nil): "line \(line): \(reason)"
        default: reason
        }
    }

    /// Words of a file as they may stand in an error: on one line, and not too many.
    static func quoted(_ text: some StringProtocol) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(40) {
            let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80..<0xA0).contains(scalar.value)
            shown.append(isPlain && scalar.properties.generalCategory != .lineSeparator ? scalar : "\u{FFFD}")
        }
        return "\"\(String(shown))\(text.unicodeScalars.count > 40 ? "…" : "")\""
    }
}
