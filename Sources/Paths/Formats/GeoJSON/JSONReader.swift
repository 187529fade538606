// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) value by value, without keeping what nobody asked for; depth is bounded.
struct JSONReader {
    private let bytes: [UInt8]
    private let limit: Int
    private var index: Int
    private var depth = 0

    /// A reader at the beginning of a text; a byte order mark is left out.
    init(_ bytes: [UInt8], depth: Int) {
        (self.bytes, limit) = (bytes, depth)
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// An error where the reader is.
    func failure(_ reason: String) -> PathFormatError {
        var (line, start) = (1, 0)
        for (place, byte) in bytes[..<min(index, bytes.count)].enumerated() where byte == 0x0A {
            (line, start) = (line + 1, place + 1)
        }
        return PathFormatError(reason, line: line, column: index - start + 1)
    }

    /// The byte that the next value, or what stands there instead, begins with; 0 at the end.
    mutating func next() -> UInt8 {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        return index < bytes.count ? bytes[index] : 0
    }

    /// Throws unless nothing follows.
    mutating func end() throws(PathFormatError) {
        _ = next()
        guard index == bytes.count else { throw failure("something follows what should be the whole text") }
    }

    /// Reads an object.
    ///
    /// - Parameter member: gets each name, and reads its value.
    mutating func object(
        _ member: (String, inout JSONReader) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        try list("{", "}") { (reader: inout JSONReader) throws(PathFormatError) in
            let name = try reader.string()
            guard reader.next() == UInt8(ascii: ":") else { throw reader.failure("expected «:» after a name") }
            reader.index += 1
            try member(name, &reader)
        }
    }

    /// Reads an array.
    ///
    /// - Parameter element: reads each value.
    mutating func array(_ element: (inout JSONReader) throws(PathFormatError) -> Void) throws(PathFormatError) {
        try list("[", "]", element)
    }

    /// Reads a text.
    mutating func string() throws(PathFormatError) -> String {
        guard next() == UInt8(ascii: "\"") else { throw failure("expected a text in quotes") }
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
            guard bytes[index] >= 0x20 else { throw failure("a control character in a text") }
            index += 1
        }
        guard index < bytes.count else { throw failure("a text that is not closed") }
        if bytes[index] == UInt8(ascii: "\"") {
            index += 1
            return String(decoding: bytes[start..<index - 1], as: UTF8.self)
        }
        return try escaped(after: Array(bytes[start..<index]))
    }

    /// Reads a number.
    mutating func number() throws(PathFormatError) -> Double {
        let text = try literal()
        guard let value = Double(text), value.isFinite, text.first != "+" else { throw failure("expected a number") }
        return value
    }

    /// Reads a text, a number or a truth value, as text; nil for null, and for what is no single value.
    mutating func scalar() throws(PathFormatError) -> String? {
        switch next() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skip()
            return nil
        default:
            let text = try literal()
            if text == "null" { return nil }
            guard text == "true" || text == "false" || Double(text) != nil else {
                throw failure("\(PathFormatError.quoted(text)) is no value")
            }
            return text
        }
    }

    /// Reads a value and forgets it.
    mutating func skip() throws(PathFormatError) {
        switch next() {
        case UInt8(ascii: "{"):
            try object { (_, reader: inout JSONReader) throws(PathFormatError) in try reader.skip() }
        case UInt8(ascii: "["): try array { (reader: inout JSONReader) throws(PathFormatError) in try reader.skip() }
        default: _ = try scalar()
        }
    }
}

extension JSONReader {
    private mutating func list(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ item: (inout JSONReader) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        guard next() == UInt8(ascii: open) else { throw failure("expected «\(open)»") }
        depth += 1
        guard depth <= limit else { throw failure("values are more than \(limit) deep in each other") }
        index += 1
        if next() != UInt8(ascii: close) {
            while true {
                try item(&self)
                let mark = next()
                if mark == UInt8(ascii: close) { break }
                guard mark == UInt8(ascii: ",") else { throw failure("expected «,» or «\(close)»") }
                index += 1
            }
        }
        index += 1
        depth -= 1
    }

    /// The characters of a number or word.
    private mutating func literal() throws(PathFormatError) -> String {
        _ = next()
        let start = index
        while index < bytes.count, index - start < 400, isLiteral(bytes[index]) { index += 1 }
        guard index > start else { throw failure("expected a value") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private func isLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// The rest of a text, from its first backslash on.
    private mutating func escaped(after start: [UInt8]) throws(PathFormatError) -> String {
        var text = start
        while index < bytes.count {
            let byte = bytes[index]
            guard byte >= 0x20 else { throw failure("a control character in a text") }
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
        }
        throw failure("a text that is not closed")
    }

    private mutating func escape(into text: inout [UInt8]) throws(PathFormatError) {
        guard index < bytes.count else { throw failure("a text that is not closed") }
        let mark = bytes[index]
        index += 1
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(mark)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try unicode()).utf8)
        default: throw failure("an escape that JSON does not have")
        }
    }

    /// After `\u`; half a surrogate pair becomes U+FFFD.
    private mutating func unicode() throws(PathFormatError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, bytes[index...].starts(with: Array("\\u".utf8)) else { return "\u{FFFD}" }
        let back = index
        index += 2
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second) else {
            index = back
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(PathFormatError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit = index < bytes.count ? Character(Unicode.Scalar(bytes[index])).hexDigitValue : nil
            guard let digit else { throw failure("expected four hexadecimal digits after \\u") }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
