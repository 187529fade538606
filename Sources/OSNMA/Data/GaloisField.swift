// SPDX-License-Identifier: Apache-2.0

/// The field GF(256) with the primitive polynomial x⁸+x⁴+x³+x²+1 and the generator 2 (OS SIS ICD, Reed-Solomon code
/// of I/NAV).
enum GaloisField {
    private static let powers: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 510)
        var value = 1
        for exponent in 0..<255 {
            table[exponent] = UInt8(value)
            table[exponent + 255] = UInt8(value)
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        return table
    }()

    private static let logarithms: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        for exponent in 0..<255 { table[Int(powers[exponent])] = UInt8(exponent) }
        return table
    }()

    /// The generator raised to a power, which may be negative.
    static func power(_ exponent: Int) -> UInt8 { powers[((exponent % 255) + 255) % 255] }

    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0, b != 0 else { return 0 }
        return powers[Int(logarithms[Int(a)]) + Int(logarithms[Int(b)])]
    }

    /// Returns `a` divided by `b`, or 0 if `b` is 0.
    static func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0, b != 0 else { return 0 }
        return powers[Int(logarithms[Int(a)]) + 255 - Int(logarithms[Int(b)])]
    }

    /// Evaluates a polynomial given by its coefficients, the lowest power first.
    static func value(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
        var sum: UInt8 = 0
        for coefficient in polynomial.reversed() { sum = product(sum, x) ^ coefficient }
        return sum
    }
}
