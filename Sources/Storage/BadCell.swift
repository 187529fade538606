// SPDX-License-Identifier: Apache-2.0

/// A cell of the store with a value that this program never writes there.
public struct BadCell: Error, Hashable, Sendable, CustomStringConvertible {
    public let table: String
    /// The key of the row, for people: `3`, `"usb:1546"`.
    public let row: String
    public let column: String
    /// The defect, for people: `it contains a text instead of an integer`.
    public let reason: String

    init(table: String, row: String, column: String, reason: String) {
        (self.table, self.row, self.column, self.reason) = (table, row, column, reason)
    }

    public var description: String { "table \(table), row \(row), column \(column): \(reason)" }
}
