// SPDX-License-Identifier: Apache-2.0

/// The meaning of an unquoted scalar in the core schema of YAML 1.2 (section 10.3.2). Forms that YAML 1.1 or a hasty
/// reader interprets differently have their own cases.
enum PlainScalar: Equatable {
    /// Empty, `~` or `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// An integer: decimal, `0x…` or `0o…`.
    case integer(Int64)
    /// A number with a fraction or an exponent; not finite if it exceeds the range of a double.
    case number(Double)
    /// `.inf`, `-.inf` or `.nan`.
    case notFinite
    /// An integer beyond 64 bits.
    case hugeInteger
    /// Digits with a leading zero: octal in YAML 1.1, decimal in 1.2.
    case leadingZero
    /// Any other text.
    case text

    /// Classifies a scalar.
    init(_ scalar: String) {
        switch scalar {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .boolean(true)
        case "false", "False", "FALSE": self = .boolean(false)
        default: self = Self.read(number: scalar)
        }
    }

    /// The truth value of a word that YAML 1.1 reads as a boolean and 1.2 as text; nil for any other word.
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

/// The form of a number without its sign: digits, at most one point, and an exponent, in that order.
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
