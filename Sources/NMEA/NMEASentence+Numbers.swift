// SPDX-License-Identifier: Apache-2.0

/// A decimal number in a field: `digits` × 10^−`decimals`.
struct FixedPoint {
    var digits: Int64
    var decimals: Int

    /// The nearest double: below 2⁵³ and with at most 22 decimals, both parts are exact and the quotient is rounded
    /// once.
    var value: Double { decimals == 0 ? Double(digits) : Double(digits) / Self.power(decimals) }

    static func power(_ exponent: Int) -> Double {
        exponent >= 0 && exponent < powers.count ? powers[exponent] : 1
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]
}

extension NMEASentence {
    /// A signed number with decimals; nil if the field is empty or contains anything else.
    public func decimal(_ field: Int) -> Double? { fixedPoint(in: range(of: field))?.value }

    /// A whole number; nil if the field is empty or contains anything else.
    public func integer(_ field: Int) -> Int? {
        guard let number = fixedPoint(in: range(of: field)), number.decimals == 0 else { return nil }
        return Int(number.digits)
    }

    /// A whole number with exactly `digits` digits; nil if the field has a different width or contains anything else.
    func integer(_ field: Int, digits: Int) -> Int? {
        let range = range(of: field)
        guard range.count == digits, range.allSatisfy({ bytes[$0].isDigit }) else { return nil }
        return integer(field)
    }

    /// Number of decimals of the number in a field; 0 if the field is not a number.
    public func decimals(_ field: Int) -> Int { fixedPoint(in: range(of: field))?.decimals ?? 0 }

    /// A hexadecimal digit; nil if the field is empty or contains anything else.
    func hexadecimalDigit(_ field: Int) -> UInt8? {
        let range = range(of: field)
        guard range.count == 1 else { return nil }
        let byte = bytes[range.lowerBound].uppercased
        if byte.isDigit { return byte &- 0x30 }
        return byte >= 0x41 && byte <= 0x46 ? byte &- 0x37 : nil
    }

    /// A number that is not negative.
    func magnitude(_ field: Int) -> Double? {
        guard let value = decimal(field), value >= 0 else { return nil }
        return value
    }

    /// Reads `[+-]digits[.digits]`, optionally surrounded by spaces. Decimals after the 18th significant digit are
    /// ignored; a whole part with more digits yields nil.
    func fixedPoint(in range: Range<Int>) -> FixedPoint? {
        let bytes = bytes.span
        var index = range.lowerBound
        var end = range.upperBound
        while index < end, bytes[index] == 0x20 { index &+= 1 }
        while end > index, bytes[end - 1] == 0x20 { end &-= 1 }
        guard index < end else { return nil }
        let isNegative = bytes[index] == .minus
        if isNegative || bytes[index] == .plus { index &+= 1 }
        if end &- index <= 17 { return Self.short(bytes.extracting(index..<end), isNegative) }
        var number = FixedPoint(digits: 0, decimals: 0)
        var seen = 0
        var sawPoint = false
        while index < end {
            let byte = bytes[index]
            index &+= 1
            if byte == .point, !sawPoint {
                sawPoint = true
                continue
            }
            guard byte.isDigit else { return nil }
            seen &+= 1
            if number.digits < 100_000_000_000_000_000 {
                number.digits = number.digits &* 10 &+ Int64(byte &- 0x30)
                if sawPoint { number.decimals &+= 1 }
            } else if !sawPoint {
                return nil
            }
        }
        guard seen > 0 else { return nil }
        if isNegative { number.digits = -number.digits }
        return number
    }

    /// Reads `digits[.digits]` with at most 17 characters, so that no digit can overflow.
    private static func short(_ text: Span<UInt8>, _ isNegative: Bool) -> FixedPoint? {
        var digits: Int64 = 0
        var point = -1
        for index in text.indices {
            let digit = text[index] &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ Int64(digit)
            } else if text[index] == .point, point < 0 {
                point = index
            } else {
                return nil
            }
        }
        guard text.count > (point < 0 ? 0 : 1) else { return nil }
        return FixedPoint(
            digits: isNegative ? 0 &- digits : digits, decimals: point < 0 ? 0 : text.count &- 1 &- point)
    }
}
