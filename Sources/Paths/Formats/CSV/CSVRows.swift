// SPDX-License-Identifier: Apache-2.0

/// Reads the rows of comma-separated values (RFC 4180) one by one.
///
/// Lines end with LF, CR LF or CR; the last line end is optional. A quote inside a field that does not begin with a
/// quote is part of the text, as in spreadsheets.
struct CSVRows {
    /// A field of a row.
    struct Field {
        var text: String
        /// True if the field was quoted: a quoted empty field is an empty text, an unquoted one is no value.
        var isQuoted = false
    }

    /// The longest row, in bytes.
    static let longestRow = 1 << 16

    private var bytes: ByteReader
    private let separator: UInt8
    /// The line number at which the next row begins, from 1.
    private(set) var line = 1

    /// Starts at the beginning of a file and skips a byte order mark. The separator is the character of `, ; tab |`
    /// that occurs most often in the first line.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read.
    init(_ input: PathInput) throws(PathFormatError) {
        bytes = try ByteReader(input)
        let first = bytes.held.prefix { $0 != 0x0A && $0 != 0x0D }
        let marks = [",", ";", "\t", "|"].map(UInt8.init(ascii:))
        let counts = marks.map { mark in first.count { $0 == mark } }
        separator = zip(marks, counts).max { $0.1 < $1.1 }.map { $0.1 > 0 ? $0.0 : 0x2C } ?? 0x2C
    }

    /// True if a comma may be the decimal separator.
    var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }

    /// Returns the next row that is not empty, with the number of its first line; nil at the end.
    ///
    /// - Throws: `PathFormatError` if a quote is missing or misplaced, or the row is too long.
    mutating func next() throws(PathFormatError) -> (line: Int, fields: [Field])? {
        while try bytes.peek() != nil {
            let start = line
            let fields = try row()
            if fields.count > 1 || fields.contains(where: { !$0.text.isEmpty }) { return (start, fields) }
        }
        return nil
    }

    private mutating func row() throws(PathFormatError) -> [Field] {
        let (start, begin) = (line, bytes.position)
        var fields: [Field] = []
        while true {
            fields.append(try field())
            guard bytes.position - begin <= Self.longestRow else {
                throw PathFormatError("a row of more than \(Self.longestRow) bytes; is this CSV?", line: start)
            }
            guard let mark = try bytes.peek() else { return fields }
            bytes.advance()
            guard mark != separator else { continue }
            if mark == 0x0D, try bytes.peek() == 0x0A { bytes.advance() }
            line += 1
            return fields
        }
    }

    /// Reads a field up to a separator, a line end or the end of the file.
    private mutating func field() throws(PathFormatError) -> Field {
        guard try bytes.peek() != UInt8(ascii: "\"") else { return Field(text: try quoted(), isQuoted: true) }
        var text: [UInt8] = []
        while let byte = try bytes.peek(), !isEnd(byte), text.count <= Self.longestRow {
            text.append(byte)
            bytes.advance()
        }
        return Field(text: String(decoding: text, as: UTF8.self))
    }

    private mutating func quoted() throws(PathFormatError) -> String {
        let start = line
        var text: [UInt8] = []
        bytes.advance()
        while let byte = try bytes.peek(), text.count <= Self.longestRow {
            bytes.advance()
            if byte == UInt8(ascii: "\"") {
                guard try bytes.peek() == byte else { return try closed(text) }
                bytes.advance()
            } else if byte == 0x0A {
                line += 1
            }
            text.append(byte)
        }
        throw PathFormatError("a field has an opening quote but no closing quote", line: start)
    }

    private mutating func closed(_ text: [UInt8]) throws(PathFormatError) -> String {
        let next = try bytes.peek()
        guard next.map(isEnd) ?? true else {
            throw PathFormatError(
                "expected a separator or the end of the line after a field's closing quote", line: line)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }
}
