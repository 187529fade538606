// SPDX-License-Identifier: Apache-2.0

/// What a scalar without quotes means by the core schema of YAML 1.2 (section 10.3.2), with those forms set apart that
/// YAML 1.1 or a hasty reader takes for something else.
enum PlainScalar: Equatable {
    /// Empty, `~` or `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A whole number: decimal, `0x…` or `0o…`.
    case integer(Int64)
    /// A number with a fraction or an exponent; not finite where too large for a double.
    case number(Double)
    /// `.inf`, `-.inf` or `.nan`.
    case notFinite
    /// A whole number beyond 64 bits.
    case hugeInteger
    /// Digits with a leading zero: octal for YAML 1.1, decimal for 1.2.
    case leadingZero
    /// Anything else: text.
    case text

    /// Reads a scalar.
    init(_ scalar: String) {
        switch scalar {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .boolean(true)
        case "false", "False", "FALSE": self = .boolean(false)
        default: self = Self.read(number: scalar)
        }
    }

    /// A word that YAML 1.1 takes for true or false and 1.2 for text; nil for any other.
    static func oldBoolean(_ scalar: String) -> Bool? {
        switch scalar.lowercased() {
        case "yes", "on", "y": true
        case "no", "off", "n": false
        default: nil
        }
    }

    private static func read(number scalar: String) -> PlainScalar {
        let bytes = Array(scalar.utf8)
        let unsigned = bytes.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } == true
        let digits = unsigned ? bytes.dropFirst() : bytes[...]
        if isSpecial(digits) { return .notFinite }
        if let radix = Self.radix(digits) {
            let text = String(decoding: digits.dropFirst(2), as: UTF8.self)
            guard isAlphanumeric(digits.dropFirst(2)), !text.isEmpty else { return .text }
            if let value = Int64(text, radix: radix) { return unsigned ? .text : .integer(value) }
            return UInt64(text, radix: radix) == nil && text.utf8.count <= 16 ? .text : .hugeInteger
        }
        guard let shape = NumberShape(digits) else { return .text }
        if shape.isWhole {
            if digits.count > 1, digits.first == UInt8(ascii: "0") { return .leadingZero }
            return Int64(scalar).map { .integer($0) } ?? .hugeInteger
        }
        if shape.hasLeadingZero { return .leadingZero }
        return Double(scalar).map { .number($0) } ?? .text
    }

    private static func isSpecial(_ digits: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: digits.prefix(8), as: UTF8.self)
        return [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(text)
    }

    private static func radix(_ digits: ArraySlice<UInt8>) -> Int? {
        switch String(decoding: digits.prefix(2), as: UTF8.self) {
        case "0x": 16
        case "0o": 8
        default: nil
        }
    }

    private static func isAlphanumeric(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
    }
}

/// Digits, at most one point, and an exponent, in that order: the shape of a number without its sign.
private struct NumberShape {
    var isWhole = true
    var hasLeadingZero = false

    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        let whole = Self.takeDigits(&rest)
        hasLeadingZero = whole.count > 1 && whole.first == UInt8(ascii: "0")
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = Self.takeDigits(&rest)
            isWhole = false
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            guard !Self.takeDigits(&rest).isEmpty else { return nil }
            isWhole = false
        }
        guard rest.isEmpty else { return nil }
    }

    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits
    }
}
