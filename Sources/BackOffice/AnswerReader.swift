// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Reads the JSON of an answer (RFC 8259) from its beginning to its end. It keeps nothing but the values that its caller asks
/// for, so an answer takes little more memory than its bytes, whatever it contains.
///
/// Each call that reads a value reads exactly one. A value of an unexpected kind is skipped, because the kinds of servers do
/// not agree on them.
struct AnswerReader {
    private let bytes: [UInt8]
    private var offset = 0
    /// The bytes that end the arrays and objects in which the reader is.
    private var ends: [UInt8] = []
    private var needsComma = false

    /// The greatest depth of arrays and objects.
    static let deepest = 64
    /// The greatest number of characters of a number; a longer one counts as unknown.
    private static let longestNumber = 100

    /// Begins to read an answer.
    ///
    /// - Throws: `notAnAnswer` if the bytes begin with something else than an object.
    init(_ bytes: [UInt8]) throws(BackOfficeRefusal) {
        self.bytes = bytes
        // Files of PHP that were saved with a byte order mark send it before everything else.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return
        case nil: throw .notAnAnswer("it is empty")
        case UInt8(ascii: "<"): throw .notAnAnswer("it is HTML instead of JSON")
        default: throw .notAnAnswer("it does not begin with a JSON object")
        }
    }

    /// Checks that nothing follows.
    mutating func finish() throws(BackOfficeRefusal) {
        skipSpace()
        guard offset == bytes.count else { throw .notAnAnswer("there is text after its JSON") }
    }

    // MARK: Arrays and objects

    /// Begins an object, whose members `member` reads; false if the value is not an object.
    mutating func beginObject() throws(BackOfficeRefusal) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: "{") else {
            try skip()
            return false
        }
        try begin()
        return true
    }

    /// Reads the name of the next member, whose value has to be read then; nil at the object's end.
    mutating func member() throws(BackOfficeRefusal) -> String? {
        guard try advance() else { return nil }
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw malformed() }
        let name = try string(keeping: 100).text
        guard take(UInt8(ascii: ":")) else { throw malformed() }
        // The value follows.
        needsComma = false
        return name
    }

    /// Begins a list, whose elements follow `element`; false if the value is neither an array nor an object.
    ///
    /// PHP writes an array from which elements were removed as an object with numbers as names.
    mutating func beginList() throws(BackOfficeRefusal) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: "[") || peek == UInt8(ascii: "{") else {
            try skip()
            return false
        }
        try begin()
        return true
    }

    /// Goes to the next element, which has to be read then; false at the list's end.
    mutating func element() throws(BackOfficeRefusal) -> Bool {
        guard ends.last == UInt8(ascii: "}") else { return try advance() }
        guard let name = try member() else { return false }
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .notAnAnswer("it has an object in place of a list")
        }
        return true
    }

    private mutating func begin() throws(BackOfficeRefusal) {
        guard ends.count < Self.deepest else { throw .notAnAnswer("its values are nested too deeply") }
        ends.append(peek == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        offset += 1
        needsComma = false
    }

    /// Goes to the next value or name; false at the end of the array or object, which is left.
    private mutating func advance() throws(BackOfficeRefusal) -> Bool {
        guard let end = ends.last else { return false }
        if take(end) {
            ends.removeLast()
            needsComma = true
            return false
        }
        guard !needsComma || take(UInt8(ascii: ",")) else { throw malformed() }
        needsComma = false
        return true
    }

    // MARK: Values

    /// Reads a text, a number or a truth value; nil for null, and for an array or object, which is skipped.
    mutating func value(keeping limit: Int = BackOfficeAnswer.longestText) throws(BackOfficeRefusal) -> AnswerValue? {
        skipSpace()
        if peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[") {
            try skip()
            return nil
        }
        return try plain(keeping: limit)
    }

    /// Skips a value.
    mutating func skip() throws(BackOfficeRefusal) {
        let depth = ends.count
        try skipPart()
        while ends.count > depth {
            let isObject = ends.last == UInt8(ascii: "}")
            if isObject {
                if try member() != nil { try skipPart() }
            } else if try advance() {
                try skipPart()
            }
        }
    }

    /// Skips a value, or goes into it.
    private mutating func skipPart() throws(BackOfficeRefusal) {
        skipSpace()
        if peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[") {
            try begin()
        } else {
            _ = try plain(keeping: 0)
        }
    }

    private mutating func plain(keeping limit: Int) throws(BackOfficeRefusal) -> AnswerValue? {
        let value: AnswerValue?
        switch peek {
        case UInt8(ascii: "\""): value = try string(keeping: limit)
        case UInt8(ascii: "t"): value = try word("true", AnswerValue(.truth, "1"))
        case UInt8(ascii: "f"): value = try word("false", AnswerValue(.truth, "0"))
        case UInt8(ascii: "n"): value = try word("null", nil)
        default: value = try number()
        }
        needsComma = true
        return value
    }

    private mutating func word(_ word: String, _ value: AnswerValue?) throws(BackOfficeRefusal) -> AnswerValue? {
        guard bytes[offset...].starts(with: word.utf8) else { throw malformed() }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws(BackOfficeRefusal) -> AnswerValue? {
        let start = offset
        if peek == UInt8(ascii: "-") { offset += 1 }
        let isZero = peek == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || whole > 1 && !isZero else { throw malformed() }
        if peek == UInt8(ascii: ".") {
            offset += 1
            guard digits() > 0 else { throw malformed() }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            offset += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
            guard digits() > 0 else { throw malformed() }
        }
        guard offset - start <= Self.longestNumber else { return nil }
        return AnswerValue(.number, String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = peek, (0x30...0x39).contains(byte) { offset += 1 }
        return offset - start
    }

    // MARK: Texts

    /// Reads a text. Bytes that are not UTF-8, and halves of surrogate pairs, become U+FFFD.
    ///
    /// - Parameter limit: The number of bytes after which the rest of the text is skipped.
    private mutating func string(keeping limit: Int) throws(BackOfficeRefusal) -> AnswerValue {
        offset += 1
        var kept: [UInt8] = []
        var isCut = false
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                return AnswerValue(.text, String(decoding: kept, as: UTF8.self), isCut: isCut)
            case 0..<0x20: throw .notAnAnswer("it has a control character in a text")
            case UInt8(ascii: "\\"):
                let scalar = try escaped()
                if kept.count < limit { kept.append(contentsOf: String(scalar).utf8) } else { isCut = true }
            default:
                if kept.count < limit { kept.append(byte) } else { isCut = true }
            }
        }
        throw malformed()
    }

    /// Reads the rest of an escape sequence.
    private mutating func escaped() throws(BackOfficeRefusal) -> Unicode.Scalar {
        guard let byte = peek else { throw malformed() }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try numbered()
        default: throw malformed()
        }
    }

    /// Reads the digits after `\u`, with the second half of a surrogate pair.
    private mutating func numbered() throws(BackOfficeRefusal) -> Unicode.Scalar {
        let first = try codeUnit()
        guard (0xD800..<0xDC00).contains(first), bytes[offset...].starts(with: #"\u"#.utf8) else {
            return Unicode.Scalar(first) ?? "\u{FFFD}"
        }
        let before = offset
        offset += 2
        let second = try codeUnit()
        guard (0xDC00..<0xE000).contains(second) else {
            // Another character follows the half.
            offset = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func codeUnit() throws(BackOfficeRefusal) -> UInt32 {
        guard bytes.count - offset >= 4 else { throw malformed() }
        var unit: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = Hexadecimal.value(of: byte) else { throw malformed() }
            unit = unit << 4 | UInt32(digit)
        }
        offset += 4
        return unit
    }

    // MARK: Bytes

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private func malformed() -> BackOfficeRefusal {
        .notAnAnswer(offset < bytes.count ? "its JSON is malformed at byte \(offset + 1)" : "its JSON is incomplete")
    }
}
