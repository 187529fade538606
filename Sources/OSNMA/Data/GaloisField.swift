// SPDX-License-Identifier: Apache-2.0

/// The field GF(256) with the primitive polynomial x⁸+x⁴+x³+x²+1 and the generator 2 (OS SIS ICD, Reed-Solomon code of
/// I/NAV). Each value holds the tables, so read `shared` once before a loop.
struct GaloisField: Sendable {
    static let shared = GaloisField()

    /// The powers of the generator for the exponents 0...509.
    private let powers: [UInt8]
    /// The logarithms of the elements 1...255; the entry for 0 is meaningless.
    private let logarithms: [UInt8]

    private init() {
        var powers = [UInt8](repeating: 0, count: 510)
        var logarithms = [UInt8](repeating: 0, count: 256)
        var value = 1
        for exponent in 0..<255 {
            powers[exponent] = UInt8(value)
            powers[exponent + 255] = UInt8(value)
            logarithms[value] = UInt8(exponent)
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        (self.powers, self.logarithms) = (powers, logarithms)
    }

    /// The generator raised to a power, which may be negative.
    func power(_ exponent: Int) -> UInt8 { powers[((exponent % 255) + 255) % 255] }

    func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0, b != 0 else { return 0 }
        return powers[Int(logarithms[Int(a)]) &+ Int(logarithms[Int(b)])]
    }

    /// Returns `a` divided by `b`, or 0 if `b` is 0.
    func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0, b != 0 else { return 0 }
        return powers[Int(logarithms[Int(a)]) &+ 255 &- Int(logarithms[Int(b)])]
    }

    /// Evaluates a polynomial given by its coefficients, the lowest power first.
    func value(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
        guard x != 0 else { return polynomial.first ?? 0 }
        let logarithm = Int(logarithms[Int(x)])
        var sum: UInt8 = 0
        var index = polynomial.count
        while index > 0 {
            index &-= 1
            if sum != 0 { sum = powers[Int(logarithms[Int(sum)]) &+ logarithm] }
            sum ^= polynomial[index]
        }
        return sum
    }
}
