// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Reads JSON (RFC 8259) value by value and only keeps values that its caller requests. The nesting depth and the
/// length of kept strings are limited.
struct JSONReader {
    /// The longest string to keep, in bytes.
    static let longestText = 1 << 16
    /// The longest number or word, in characters.
    static let longestLiteral = 400

    private var bytes: ByteReader
    private let limit: Int
    private var depth = 0

    /// Starts at the beginning of a text and skips a byte order mark.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read.
    init(_ input: PathInput, depth: Int) throws(PathFormatError) {
        (bytes, limit) = (try ByteReader(input), depth)
    }

    /// Creates an error at the current position.
    func failure(_ reason: String) -> PathFormatError {
        let place = bytes.place()
        return PathFormatError(reason, line: place?.line, column: place?.column)
    }

    /// Skips white space and returns the next byte without consuming it; 0 at the end.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read.
    mutating func next() throws(PathFormatError) -> UInt8 {
        while let byte = try bytes.peek() {
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            bytes.advance()
        }
        return 0
    }

    /// Checks that only white space follows.
    ///
    /// - Throws: `PathFormatError` if there is other text.
    mutating func end() throws(PathFormatError) {
        _ = try next()
        guard try bytes.peek() == nil else { throw failure("unexpected text after the end of the JSON value") }
    }

    /// Reads an object.
    ///
    /// - Parameter member: Called with each name; must read the value.
    /// - Throws: `PathFormatError` if there is no valid object; errors of `member`.
    mutating func object(
        _ member: (String, inout JSONReader) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        try list("{", "}") { (reader: inout JSONReader) throws(PathFormatError) in
            let name = try reader.string()
            guard try reader.next() == UInt8(ascii: ":") else { throw reader.failure("expected \":\" after a name") }
            reader.bytes.advance()
            try member(name, &reader)
        }
    }

    /// Reads an array.
    ///
    /// - Parameter element: Called for each element; must read it.
    /// - Throws: `PathFormatError` if there is no valid array; errors of `element`.
    mutating func array(_ element: (inout JSONReader) throws(PathFormatError) -> Void) throws(PathFormatError) {
        try list("[", "]", element)
    }

    /// Reads a string.
    ///
    /// - Throws: `PathFormatError` if there is no valid string or it is longer than `longestText`.
    mutating func string() throws(PathFormatError) -> String {
        var text: [UInt8] = []
        try characters { (byte, reader: inout JSONReader) throws(PathFormatError) in
            guard text.count < Self.longestText else {
                throw reader.failure("a string is longer than \(Self.longestText) bytes, which is the limit")
            }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a finite number.
    ///
    /// - Throws: `PathFormatError` if there is no finite number.
    mutating func number() throws(PathFormatError) -> Double {
        let text = try literal()
        guard let value = Double(decimal: text), value.isFinite, text.first != "+" else {
            throw failure("expected a number")
        }
        return value
    }

    /// Reads a string, number or truth value as text; returns nil for null, and skips an array or object.
    ///
    /// - Throws: `PathFormatError` for invalid JSON.
    mutating func scalar() throws(PathFormatError) -> String? {
        switch try next() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skip()
            return nil
        default:
            let text = try literal()
            if text == "null" { return nil }
            guard text == "true" || text == "false" || Double(decimal: text) != nil else {
                throw failure("\(PathFormatError.quoted(text)) is not a value")
            }
            return text
        }
    }

    /// Skips a value; a string may have any length.
    ///
    /// - Throws: `PathFormatError` for invalid JSON.
    mutating func skip() throws(PathFormatError) {
        switch try next() {
        case UInt8(ascii: "{"):
            try object { (_, reader: inout JSONReader) throws(PathFormatError) in try reader.skip() }
        case UInt8(ascii: "["): try array { (reader: inout JSONReader) throws(PathFormatError) in try reader.skip() }
        case UInt8(ascii: "\""): try characters { (_, _) in }
        default: _ = try scalar()
        }
    }
}

extension JSONReader {
    private mutating func list(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ item: (inout JSONReader) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        guard try next() == UInt8(ascii: open) else { throw failure("expected \"\(open)\"") }
        depth += 1
        guard depth <= limit else { throw failure("values are nested more than \(limit) levels deep") }
        bytes.advance()
        if try next() != UInt8(ascii: close) {
            while true {
                try item(&self)
                let mark = try next()
                if mark == UInt8(ascii: close) { break }
                guard mark == UInt8(ascii: ",") else { throw failure("expected \",\" or \"\(close)\"") }
                bytes.advance()
            }
        }
        bytes.advance()
        depth -= 1
    }

    /// Reads the characters of a number or word.
    private mutating func literal() throws(PathFormatError) -> String {
        _ = try next()
        var text: [UInt8] = []
        while text.count < Self.longestLiteral, let byte = try bytes.peek(), isLiteral(byte) {
            text.append(byte)
            bytes.advance()
        }
        guard !text.isEmpty else { throw failure("expected a value") }
        return String(decoding: text, as: UTF8.self)
    }

    private func isLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Passes on the bytes of a string after resolving escapes.
    private mutating func characters(
        _ take: (UInt8, inout JSONReader) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        guard try next() == UInt8(ascii: "\"") else { throw failure("expected a string in quotes") }
        bytes.advance()
        while let byte = try bytes.peek() {
            guard byte >= 0x20 else { throw failure("a control character in a string") }
            bytes.advance()
            if byte == UInt8(ascii: "\"") { return }
            guard byte == UInt8(ascii: "\\") else {
                try take(byte, &self)
                continue
            }
            for byte in try escape() { try take(byte, &self) }
        }
        throw failure("a string has no closing quote")
    }

    private mutating func escape() throws(PathFormatError) -> [UInt8] {
        guard let mark = try bytes.peek() else { throw failure("a string has no closing quote") }
        bytes.advance()
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [mark]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try unicode()).utf8)
        default: throw failure("an escape sequence that JSON does not define")
        }
    }

    /// Decodes the digits after `\u`; an unpaired surrogate becomes U+FFFD.
    private mutating func unicode() throws(PathFormatError) -> Unicode.Scalar {
        let first = try hexadecimal(ahead: 0)
        bytes.advance(4)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, try bytes.peek(ahead: 0) == UInt8(ascii: "\\"),
            try bytes.peek(ahead: 1) == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let second = try hexadecimal(ahead: 2)
        guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
        bytes.advance(6)
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal(ahead start: Int) throws(PathFormatError) -> UInt32 {
        var value: UInt32 = 0
        for index in start..<start + 4 {
            let digit = try bytes.peek(ahead: index).flatMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard let digit else { throw failure("expected four hexadecimal digits after \\u") }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
