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
    private var isFirst = true

    init(_ object: [UInt8]) { rest = object[...] }

    /// Returns the next attribute; nil after the last.
    ///
    /// - Throws: `AttributeError` if the object is malformed.
    mutating func next() throws(AttributeError) -> (name: String, value: Value)? {
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

    /// Reads the text up to the closing quotation mark. The only accepted escapes are `\"`, `\/` and `\\`, because
    /// paths and names contain no others.
    private mutating func text(limit: Int, fault: AttributeError) throws(AttributeError) -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == 0x22 { return String(decoding: bytes, as: UTF8.self) }
            if byte == 0x5C {
                guard let escaped = rest.popFirst(), [0x22, 0x2F, 0x5C].contains(escaped) else { throw .badString }
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
            guard bytes.count <= limit else { throw fault }
        }
        throw .badString
    }

    private mutating func skipSpace() { rest = rest.drop(while: Self.isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
