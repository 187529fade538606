// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A row of the store whose cells are checked on access: SQLite stores values of any type in any column, and GRDB's own
/// subscripts end the process if a value has a different type than expected.
struct StoredRow {
    let table: String
    let row: Row
    /// The columns that identify the row.
    let key: [String]

    init(_ row: Row, of table: String, key: [String]) { (self.table, self.row, self.key) = (table, row, key) }

    /// - Throws: `BadCell` if the value has a different type or is out of range, as all accessors do.
    func integer(_ column: String, in range: ClosedRange<Int64> = .min ... .max) throws(BadCell) -> Int64 {
        guard let number = try optionalInteger(column, in: range) else { throw wrong(column, .null, "an integer") }
        return number
    }

    func optionalInteger(
        _ column: String, in range: ClosedRange<Int64> = .min ... .max
    ) throws(BadCell) -> Int64? {
        let value = try cell(column)
        switch value.storage {
        case .null: return nil
        case .int64(let number):
            guard range.contains(number) else { throw bad(column, "its value \(number) is out of range") }
            return number
        default: throw wrong(column, value, "an integer")
        }
    }

    /// Reads a truth value, stored as 0 or 1.
    func flag(_ column: String) throws(BadCell) -> Bool { try integer(column, in: 0...1) == 1 }

    /// Reads a count, 0...`StoredRange.count`.
    func count(_ column: String) throws(BadCell) -> Int { Int(try integer(column, in: 0...StoredRange.count)) }

    /// Reads a case of an enumeration.
    func element<Element: RawRepresentable>(
        _ column: String, of type: Element.Type
    ) throws(BadCell) -> Element where Element.RawValue == UInt8 {
        let number = try integer(column)
        guard let element = UInt8(exactly: number).flatMap(Element.init) else {
            throw bad(column, "its value \(number) is not defined")
        }
        return element
    }

    func text(_ column: String) throws(BadCell) -> String {
        guard let text = try optionalText(column) else { throw wrong(column, .null, "a text") }
        return text
    }

    func optionalText(_ column: String) throws(BadCell) -> String? {
        let value = try cell(column)
        switch value.storage {
        case .null: return nil
        case .string(let text): return text
        default: throw wrong(column, value, "a text")
        }
    }

    /// - Parameter limit: The largest permitted magnitude; the value must be finite.
    func optionalReal(_ column: String, limit: Double = StoredRange.real) throws(BadCell) -> Double? {
        let value = try cell(column)
        switch value.storage {
        case .null: return nil
        case .double(let number) where number.magnitude <= limit: return number
        case .double(let number): throw bad(column, "its value \(number) is out of range")
        default: throw wrong(column, value, "a number")
        }
    }

    func bytes(_ column: String) throws(BadCell) -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw wrong(column, .null, "bytes") }
        return bytes
    }

    func optionalBytes(_ column: String) throws(BadCell) -> [UInt8]? {
        let value = try cell(column)
        switch value.storage {
        case .null: return nil
        case .blob(let data): return [UInt8](data)
        default: throw wrong(column, value, "bytes")
        }
    }

    /// Creates the error for a cell.
    func bad(_ column: String, _ reason: String) -> BadCell {
        BadCell(table: table, row: name, column: column, reason: reason)
    }

    /// The unchecked values of the key.
    var keyValues: [DatabaseValue] { key.map { row.hasColumn($0) ? row[$0] : .null } }

    private func cell(_ column: String) throws(BadCell) -> DatabaseValue {
        guard row.hasColumn(column) else { throw bad(column, "the column is missing") }
        return row[column]
    }

    private func wrong(_ column: String, _ value: DatabaseValue, _ expected: String) -> BadCell {
        bad(column, "it contains \(value.kind) instead of \(expected)")
    }

    private var name: String { keyValues.map(\.short).joined(separator: ", ") }
}

/// The permitted ranges of stored numbers. Values that the program writes are far inside; sums and differences of
/// permitted values do not overflow.
enum StoredRange {
    /// The largest count.
    static let count: Int64 = 1 << 53
    /// Row numbers that SQLite assigns. After the highest possible number it could assign no more.
    static let numbers: ClosedRange<Int64> = 1...count
    /// Nanoseconds since 1970-01-01 UTC, until the year 2255.
    static let nanoseconds: ClosedRange<Int64> = 0...9_000_000_000_000_000_000
    /// Start and end of paths, in nanoseconds since 1970-01-01 UTC: the years 1898 to 2187, because paths may come from
    /// files with any date. The difference of any two fits into 64 bits.
    static let pathNanoseconds: ClosedRange<Int64> = -2_272_060_800_000_000_000...6_879_513_600_000_000_000
    /// Milliseconds since 1970-01-01 UTC: the years 1...9999.
    static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// The largest magnitude of real numbers.
    static let real = 1e15
}

extension DatabaseValue {
    /// The type of the value, for people.
    fileprivate var kind: String {
        switch storage {
        case .null: "nothing"
        case .int64: "an integer"
        case .double: "a number with a fraction"
        case .string: "a text"
        case .blob: "bytes"
        }
    }

    /// The value for people, shortened.
    fileprivate var short: String {
        switch storage {
        case .null: "without a key"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): "\"\(StoredText.line(text, limit: 40))\""
        case .blob(let data):
            "x'" + data.prefix(8).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
                + (data.count > 8 ? "…'" : "'")
        }
    }
}
