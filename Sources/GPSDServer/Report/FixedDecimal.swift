// SPDX-License-Identifier: Apache-2.0

/// A number rounded to a fixed count of decimals, as `printf("%.*f")` rounds: the exact binary value to the nearest
/// decimal, a tie to the even one.
struct FixedDecimal: Equatable {
    /// True below zero; never for a value that rounds to zero.
    let isNegative: Bool

    /// The magnitude in units of the last decimal.
    let units: UInt64

    /// The largest magnitude in units of the last decimal: beyond it a `Double` has no such decimals.
    static let limit = 9_007_199_254_740_992.0

    /// Rounds, or is nil where the value is not finite or too large to have that many decimals.
    ///
    /// - Parameters:
    ///   - value: what to round.
    ///   - scale: 10 to the power of the count of decimals, 1...1e15.
    @inline(__always)
    init?(_ value: Double, scale: UInt64) {
        let exact = value.magnitude
        // Signed numbers, because processors convert them in one step.
        let product = exact * Double(Int64(truncatingIfNeeded: scale))
        // False for NaN too.
        guard product < Self.limit else { return nil }
        let whole = Int64(product)
        var rounded = UInt64(truncatingIfNeeded: whole)
        let rest = product - Double(whole)
        if rest > 0.5 || (rest == 0.5 && Self.tieRoundsUp(exact, scale, product, rounded)) { rounded &+= 1 }
        units = rounded
        isNegative = value < 0 && rounded != 0
    }

    /// The product fell on a half, perhaps only because it was rounded itself: what was lost decides.
    @inline(never)
    private static func tieRoundsUp(_ value: Double, _ scale: UInt64, _ product: Double, _ floor: UInt64) -> Bool {
        let lost = (-product).addingProduct(value, Double(scale))
        return lost == 0 ? floor & 1 == 1 : lost > 0
    }
}
