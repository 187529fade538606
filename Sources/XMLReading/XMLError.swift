// SPDX-License-Identifier: Apache-2.0

/// Why XML cannot be read, and where.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what is expected, one line.
    public let reason: String
    /// The line, 1 and up; nil where no place in the document is known.
    public let line: Int?
    /// The column in bytes, 1 and up; nil where it is not known.
    public let column: Int?

    /// An error at a place.
    public init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        (self.reason, self.line, self.column) = (reason, line, column)
    }

    /// `line 3, column 7: not well-formed XML: mismatched tag`.
    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), column \(column): \(reason)"
        case (let line?, nil): "line \(line): \(reason)"
        default: reason
        }
    }
}
