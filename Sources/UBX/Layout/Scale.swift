// SPDX-License-Identifier: Apache-2.0

/// The factor for a raw number, stored so that the result can be shown exactly.
public struct Scale: Hashable, Sendable, ExpressibleByFloatLiteral {
    /// The factor applied first; 5 for a scale of 0.5.
    let multiplier: Int64
    /// The number of decimals by which the point is then moved; 1 for a scale of 0.5.
    let decimals: Int
    /// The power of two by which the result is multiplied last.
    let power: Int

    /// Creates a scale from a decimal number: 1e-7, 0.04, 5. Twelve decimals are kept.
    public init(floatLiteral value: Double) {
        var (number, decimals) = (value, 0)
        while decimals < 12, (number - number.rounded()).magnitude > 1e-6 * number.magnitude {
            number *= 10
            decimals += 1
        }
        (multiplier, self.decimals, power) = (Int64(number.rounded()), decimals, 0)
    }

    init(power: Int) { (multiplier, decimals, self.power) = (1, 0, power) }

    /// Shows raw numbers unchanged.
    public static let one: Scale = 1.0

    /// True if raw numbers are shown unchanged.
    var isOne: Bool { multiplier == 1 && decimals == 0 && power == 0 }

    /// A power of two: `.binary(-32)` is 2^−32.
    public static func binary(_ power: Int) -> Scale { Scale(power: power) }

    /// The scale as a number.
    public var value: Double {
        let decimal = Double(multiplier) / Self.powersOfTen[decimals]
        return power == 0 ? decimal : Double(sign: .plus, exponent: power, significand: decimal)
    }

    static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]

    /// A scaled raw number: the double nearest to the decimal result.
    func scaled(_ raw: Int64) -> Double {
        let number = Double(raw) * Double(multiplier)
        return power == 0
            ? number / Self.powersOfTen[decimals] : Double(sign: .plus, exponent: power, significand: number)
    }
}
