// SPDX-License-Identifier: Apache-2.0

/// The rows of comma-separated values (RFC 4180), one after the other.
///
/// Lines end in LF, CR LF or CR; the last one need not end. A quote within a field that does not begin with one is part
/// of the text, as spreadsheets have it.
struct CSVRows {
    /// A field of a row.
    struct Field {
        var text: String
        /// It stood between quotes: an empty one is an empty text and not nothing.
        var isQuoted = false
    }

    /// The longest row, in bytes.
    static let longestRow = 1 << 16

    private var bytes: ByteReader
    private let separator: UInt8
    /// The line that the next row begins in, 1 and up.
    private(set) var line = 1

    /// The rows of a file; a byte order mark is left out. The separator is the one of `, ; tab |` that the first line has
    /// most.
    init(_ input: PathInput) throws(PathFormatError) {
        bytes = try ByteReader(input)
        let first = bytes.held.prefix { $0 != 0x0A && $0 != 0x0D }
        let marks = [",", ";", "\t", "|"].map(UInt8.init(ascii:))
        let counts = marks.map { mark in first.count { $0 == mark } }
        separator = zip(marks, counts).max { $0.1 < $1.1 }.map { $0.1 > 0 ? $0.0 : 0x2C } ?? 0x2C
    }

    /// Whether a comma may stand for the point of a number.
    var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }

    /// The next row that is not empty, with the line that it begins in; nil at the end.
    ///
    /// - Throws: where a quote is not closed, stands where it may not, or the row is too long.
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

    /// A field; ends before a separator, a line end or the end.
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
