// SPDX-License-Identifier: Apache-2.0

/// A cell of the store that holds something which this program does not write there.
public struct BadCell: Error, Hashable, Sendable, CustomStringConvertible {
    public let table: String
    /// The key of the row, for people: `3`, `"usb:1546"`.
    public let row: String
    public let column: String
    /// What is wrong, for people: `it holds a text in place of an integer`.
    public let reason: String

    init(table: String, row: String, column: String, reason: String) {
        (self.table, self.row, self.column, self.reason) = (table, row, column, reason)
    }

    /// The cell, with what is wrong.
    public var description: String { "table \(table), row \(row), column \(column): \(reason)" }
}
