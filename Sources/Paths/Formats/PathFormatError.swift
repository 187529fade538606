// SPDX-License-Identifier: Apache-2.0

/// The reason that a file of paths cannot be read or written, with its place, the value found and the value expected.
public struct PathFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1; nil if the format has no lines or the error concerns the whole file.
    public var line: Int?
    /// The column in bytes, from 1; nil if unknown.
    public var column: Int?
    /// The error and the expected value, on one line.
    public var reason: String

    public init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        (self.reason, self.line, self.column) = (reason, line, column)
    }

    /// The error with its place: `line 3, column 7: latitude 91.5, expected -90...90 degrees`.
    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), column \(column): \(reason)"
        case (let line?, nil): "line \(line): \(reason)"
        default: reason
        }
    }

    /// Quotes text of a file for an error: on one line, with at most 40 characters.
    static func quoted(_ text: some StringProtocol) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(40) {
            let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80..<0xA0).contains(scalar.value)
            shown.append(isPlain && scalar.properties.generalCategory != .lineSeparator ? scalar : "\u{FFFD}")
        }
        return "\"\(String(shown))\(text.unicodeScalars.count > 40 ? "…" : "")\""
    }
}
