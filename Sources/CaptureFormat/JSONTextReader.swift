// SPDX-License-Identifier: Apache-2.0

/// Reads JSON text strictly (RFC 8259). Swift's own decoder accepts a name that occurs twice.
struct JSONTextReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Checks that only white space follows.
    mutating func end() throws(JSONTextError) {
        skipSpace()
        guard offset == bytes.count else { throw error("there is text after the value") }
    }

    mutating func value(depth: Int) throws(JSONTextError) -> JSONValue {
        guard depth < JSONValue.depthLimit else { throw error("the values are nested too deeply") }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func error(_ text: String) -> JSONTextError { JSONTextError(text, at: offset) }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONTextError) -> JSONValue {
        let letters = Array(word.utf8)
        guard bytes[offset...].starts(with: letters) else { throw error("unknown word") }
        offset += letters.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONTextError) -> JSONValue {
        offset += 1
        var members: [String: JSONValue] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("a name is missing") }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw error("a colon is missing") }
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: name) == nil else { throw error("a name occurs twice") }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error("an object does not end") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONTextError) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error("an array does not end") }
        return .array(elements)
    }

    private mutating func number() throws(JSONTextError) -> Double {
        let start = offset
        if peek == UInt8(ascii: "-") { offset += 1 }
        let first = peek
        let whole = digits()
        guard whole > 0, whole == 1 || first != UInt8(ascii: "0") else {
            throw error("a value is missing or malformed")
        }
        if peek == UInt8(ascii: ".") {
            offset += 1
            guard digits() > 0 else { throw error("a digit is missing") }
        }
        if let letter = peek, letter | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
            guard digits() > 0 else { throw error("a digit is missing") }
        }
        guard let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), value.isFinite else {
            throw error("a number is too large")
        }
        return value
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = peek, (48...57).contains(byte) { offset += 1 }
        return offset - start
    }

    private mutating func string() throws(JSONTextError) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else { throw error("a text is not UTF-8") }
                return valid
            case UInt8(ascii: "\\"): try escape(to: &text)
            case 0..<0x20: throw error("a control character is not escaped")
            default: text.append(byte)
            }
        }
        throw error("a text does not end")
    }

    private mutating func escape(to text: inout [UInt8]) throws(JSONTextError) {
        guard let byte = peek else { throw error("a text does not end") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += try character()
        default: throw error("unknown escape sequence")
        }
    }

    /// Reads the digits after `\u`, with the second half of a character outside the basic plane.
    private mutating func character() throws(JSONTextError) -> [UInt8] {
        var number = UInt32(try codeUnit())
        if (0xD800..<0xDC00).contains(number) {
            guard bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
                throw error("half of a character is missing")
            }
            offset += 2
            let second = UInt32(try codeUnit())
            guard (0xDC00..<0xE000).contains(second) else { throw error("half of a character is missing") }
            number = 0x10000 + (number - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(number) else { throw error("half of a character is missing") }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func codeUnit() throws(JSONTextError) -> UInt16 {
        guard bytes.count - offset >= 4,
            let text = String(validating: bytes[offset..<offset + 4], as: UTF8.self),
            text.utf8.allSatisfy({ ASCIIDigits.isHexadecimal($0) }), let number = UInt16(text, radix: 16)
        else { throw error("an escape sequence is malformed") }
        offset += 4
        return number
    }
}

private enum ASCIIDigits {
    static func isHexadecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte | 0x20)
    }
}
