// SPDX-License-Identifier: Apache-2.0

/// The reason that a text is not valid JSON, with its byte offset.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    package var reason: String
    package var offset: Int
    package var description: String { "\(reason) at byte \(offset)" }

    package init(reason: String, offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

/// Reads JSON strictly: no trailing text, no repeated name in an object (also not in another Unicode form, which Swift's
/// strings do not tell apart) and no unescaped control character.
package struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private static let depth = 64

    /// Parses a complete JSON text.
    ///
    /// - Throws: `JSONError` with the offset of the first error.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.position == bytes.count else { throw reader.fault("unexpected text after the JSON value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func fault(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.depth else { throw fault("the value is nested too deeply") }
        skipBlanks()
        switch next {
        case 0x7B: return try object(depth)
        case 0x5B: return try array(depth)
        case 0x22: return .string(try string())
        case 0x74: return try word("true", .bool(true))
        case 0x66: return try word("false", .bool(false))
        case 0x6E: return try word("null", .null)
        case nil: throw fault("the text is truncated")
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("this is not a JSON value") }
        position += word.utf8.count
        return value
    }

    private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        position += 1
        skipBlanks()
        if take(0x7D) { return .object(members) }
        while true {
            skipBlanks()
            guard next == 0x22 else { throw fault("expected a name") }
            let name = try string()
            guard members[name] == nil else { throw fault("the name \"\(name)\" appears twice") }
            skipBlanks()
            guard take(0x3A) else { throw fault("expected a colon") }
            members[name] = try value(depth: depth + 1)
            skipBlanks()
            if take(0x7D) { return .object(members) }
            guard take(0x2C) else { throw fault("expected a comma or the end of the object") }
        }
    }

    private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
        var items: [JSONValue] = []
        position += 1
        skipBlanks()
        if take(0x5D) { return .array(items) }
        while true {
            items.append(try value(depth: depth + 1))
            skipBlanks()
            if take(0x5D) { return .array(items) }
            guard take(0x2C) else { throw fault("expected a comma or the end of the array") }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while true {
            guard let byte = next else { throw fault("a string has no closing quote") }
            position += 1
            switch byte {
            case 0x22:
                guard let string = String(validating: text, as: UTF8.self) else { throw fault("a string is not UTF-8") }
                return string
            case 0x5C: try escape(&text)
            case 0..<0x20: throw fault("a string contains an unescaped control character")
            default:
                // Copied in runs, because a string with a message for agrirouter can be a megabyte long.
                let start = position - 1
                while let byte = next, byte >= 0x20, byte != 0x22, byte != 0x5C { position += 1 }
                text += bytes[start..<position]
            }
        }
    }

    private mutating func escape(_ text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw fault("a string has no closing quote") }
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75:
            var code = try fourDigits()
            if (0xD800..<0xDC00).contains(code), take(0x5C), take(0x75) {
                let low = try fourDigits()
                guard (0xDC00..<0xE000).contains(low) else {
                    throw fault("an escape contains half of a surrogate pair")
                }
                code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("an escape contains half of a surrogate pair") }
            text += Array(String(scalar).utf8)
        default: throw fault("unknown escape sequence")
        }
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw fault("an escape sequence is truncated") }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        guard digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16) else {
            throw fault("an escape sequence lacks four hexadecimal digits")
        }
        position += 4
        return code
    }

    /// Reads a number by the grammar of RFC 8259, section 6; `Double` accepts more, such as `1.`.
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take(0x2D)
        let isZeroFirst = next == 0x30
        let whole = digits()
        var isWellFormed = whole == 1 || (whole > 1 && !isZeroFirst)
        if take(0x2E), digits() == 0 { isWellFormed = false }
        if let byte = next, byte | 0x20 == 0x65 {
            position += 1
            if let sign = next, sign == 0x2B || sign == 0x2D { position += 1 }
            if digits() == 0 { isWellFormed = false }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard isWellFormed, let number = Double(text), number.isFinite else {
            position = start
            throw fault("this is not a JSON value")
        }
        return .number(number)
    }

    /// Moves behind the decimal digits at the position, and returns their number.
    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }
}
