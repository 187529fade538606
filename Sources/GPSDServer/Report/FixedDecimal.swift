// SPDX-License-Identifier: Apache-2.0

/// A number rounded to a fixed number of decimals, in the same way as `printf("%.*f")`: the exact binary value to the
/// nearest decimal, ties to even.
struct FixedDecimal: Equatable {
    /// True if the rounded number is below zero.
    let isNegative: Bool

    /// The magnitude in units of the last decimal.
    let units: UInt64

    /// The limit of the magnitude in units of the last decimal; above it, a `Double` does not resolve these decimals.
    static let limit = 9_007_199_254_740_992.0

    /// Rounds a value; nil if it is not finite, or so large that a `Double` does not resolve the decimals.
    ///
    /// - Parameters:
    ///   - value: The value to round.
    ///   - scale: 10 to the power of the number of decimals, 1...1e15.
    @inline(__always)
    init?(_ value: Double, scale: UInt64) {
        let exact = value.magnitude
        // Use signed numbers, because processors convert them in one instruction.
        let product = exact * Double(Int64(truncatingIfNeeded: scale))
        // The comparison is also false for NaN.
        guard product < Self.limit else { return nil }
        let whole = Int64(product)
        var rounded = UInt64(truncatingIfNeeded: whole)
        let rest = product - Double(whole)
        if rest > 0.5 || (rest == 0.5 && Self.tieRoundsUp(exact, scale, product, rounded)) { rounded &+= 1 }
        units = rounded
        isNegative = value < 0 && rounded != 0
    }

    /// Decides a tie of the product, which may itself be the result of rounding: if so, the part lost by rounding
    /// determines the direction.
    @inline(never)
    private static func tieRoundsUp(_ value: Double, _ scale: UInt64, _ product: Double, _ floor: UInt64) -> Bool {
        let lost = (-product).addingProduct(value, Double(scale))
        return lost == 0 ? floor & 1 == 1 : lost > 0
    }
}
