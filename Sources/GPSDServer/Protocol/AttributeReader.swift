// SPDX-License-Identifier: Apache-2.0

/// The reason why the object of a request was not understood, in gpsd's wording.
enum AttributeError: String, Error {
    case noObject = "non-whitespace when expecting object start"
    case noName = "non-whitespace when expecting attribute start"
    case nameTooLong = "attribute name too long"
    case stringTooLong = "string value too long"
    case tokenTooLong = "token value too long"
    case array = "saw [ when not expecting array"
    case garbage = "garbage while expecting comma or } or ]"
    case badString = "error while string parsing"
    case quoted = "saw quoted value when expecting nonstring"
    case unquoted = "didn't see quoted value when expecting string"
}

/// Reads the attributes of a request's flat JSON object one by one.
struct AttributeReader {
    /// The value of an attribute.
    enum Value: Equatable {
        /// Text in quotation marks.
        case text(String)
        /// A number, `true`, `false`, or anything else without quotation marks.
        case token(String)
    }

    static let longestName = 30
    static let longestText = 512
    static let longestToken = 32

    private var rest: ArraySlice<UInt8>
    /// The bytes from the attribute that was read last.
    private var current: ArraySlice<UInt8>
    /// The name of that attribute; nil until it is known.
    private var name: String?
    private var isFirst = true

    init(_ object: [UInt8]) { (rest, current) = (object[...], object[...]) }

    /// Returns true if an attribute that was not understood, or the object after it, may have this name.
    func leavesUnread(_ name: String) -> Bool {
        // An escape may spell the name.
        self.name == name || current.contains("\"\(name)\"".utf8) || current.contains("\\u".utf8)
    }

    /// Returns the next attribute; nil after the last.
    ///
    /// - Throws: `AttributeError` if the object is malformed.
    mutating func next() throws(AttributeError) -> (name: String, value: Value)? {
        (current, self.name) = (rest, nil)
        skipSpace()
        if isFirst {
            guard rest.popFirst() == 0x7B else { throw .noObject }
            isFirst = false
            skipSpace()
            if rest.first == 0x7D { return nil }
        } else {
            switch rest.popFirst() {
            case 0x7D: return nil
            case 0x2C: skipSpace()
            default: throw .garbage
            }
        }
        guard rest.popFirst() == 0x22 else { throw .noName }
        let name = try text(limit: Self.longestName, fault: .nameTooLong)
        self.name = name
        skipSpace()
        guard rest.popFirst() == 0x3A else { throw .garbage }
        skipSpace()
        return (name, try value())
    }

    private mutating func value() throws(AttributeError) -> Value {
        switch rest.first {
        case 0x22:
            rest.removeFirst()
            return .text(try text(limit: Self.longestText, fault: .stringTooLong))
        case 0x5B, 0x7B: throw .array
        default:
            let token = rest.prefix { !Self.isSpace($0) && $0 != 0x2C && $0 != 0x7D && $0 != 0x3B }
            guard token.count <= Self.longestToken else { throw .tokenTooLong }
            guard !token.isEmpty else { throw .garbage }
            rest.removeFirst(token.count)
            return .token(String(decoding: token, as: UTF8.self))
        }
    }

    /// Reads the text up to the closing quotation mark, with the escapes of JSON.
    private mutating func text(limit: Int, fault: AttributeError) throws(AttributeError) -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == 0x22 { return String(decoding: bytes, as: UTF8.self) }
            if byte == 0x5C {
                bytes += try escaped()
            } else {
                bytes.append(byte)
            }
            guard bytes.count <= limit else { throw fault }
        }
        throw .badString
    }

    /// Reads the rest of an escape, after its backslash.
    private mutating func escaped() throws(AttributeError) -> [UInt8] {
        switch rest.popFirst() {
        case let byte? where [0x22, 0x2F, 0x5C].contains(byte): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        default: throw .badString
        }
    }

    /// Reads a Unicode scalar: four hexadecimal digits, or two surrogates of a pair.
    private mutating func scalar() throws(AttributeError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), rest.popFirst() == 0x5C, rest.popFirst() == UInt8(ascii: "u") else {
            throw .badString
        }
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw .badString }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(AttributeError) -> UInt16 {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .badString }
        rest.removeFirst(4)
        return unit
    }

    private mutating func skipSpace() { rest = rest.drop(while: Self.isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
