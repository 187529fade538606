// SPDX-License-Identifier: Apache-2.0

/// The reason that XML cannot be read, with its place.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error and the expected content, on one line.
    public let reason: String
    /// The line, from 1; nil if unknown.
    public let line: Int?
    /// The column in bytes, from 1; nil if unknown.
    public let column: Int?

    public init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        (self.reason, self.line, self.column) = (reason, line, column)
    }

    /// The error with its place: `line 3, column 7: not well-formed XML: mismatched tag`.
    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), column \(column): \(reason)"
        case (let line?, nil): "line \(line): \(reason)"
        default: reason
        }
    }
}
