// SPDX-License-Identifier: Apache-2.0

/// The shortened (255, 195) code of 118 octets over word types 1...4, with its parity in word types 17...20 (OS SIS
/// ICD).
///
/// Coefficients are ordered by power: 60 parity octets, then 58 information octets.
enum ReedSolomonCode {
    static let length = 118
    static let parityCount = 60

    /// Restores missing octets.
    ///
    /// - Parameters:
    ///   - code: 118 octets, with 0 for each missing one.
    ///   - erasures: The indices of the missing octets.
    /// - Returns: The whole code word; nil if too many octets are missing or the others contradict each other.
    static func recovered(_ code: [UInt8], erasures: [Int]) -> [UInt8]? {
        guard code.count == length, erasures.count <= parityCount,
            erasures.allSatisfy({ (0..<length).contains($0) })
        else { return nil }
        let field = GaloisField.shared
        let syndromes = (1...parityCount).map { field.value(code, at: field.power($0)) }
        let locator = erasures.reduce(into: [UInt8(1)]) { locator, place in
            multiply(&locator, byOnePlus: field.power(place))
        }
        let evaluator = product(syndromes, locator)
        // For a valid code word, the coefficients of the product vanish from the number of erasures upwards.
        guard evaluator.dropFirst(erasures.count).allSatisfy({ $0 == 0 }) else { return nil }
        var result = code
        let numerators = Array(evaluator.prefix(erasures.count))
        for place in erasures {
            let inverse = field.power(-place)
            let numerator = field.value(numerators, at: inverse)
            result[place] ^= field.quotient(numerator, derivative(locator, at: inverse))
        }
        return result
    }

    /// Returns the 60 parity octets of 58 information octets; nil for any other number of octets.
    static func parity(of information: [UInt8]) -> [UInt8]? {
        guard information.count == length - parityCount else { return nil }
        let code = [UInt8](repeating: 0, count: parityCount) + information
        return recovered(code, erasures: Array(0..<parityCount)).map { Array($0.prefix(parityCount)) }
    }

    /// Multiplies the polynomial by 1 + a·x.
    private static func multiply(_ polynomial: inout [UInt8], byOnePlus a: UInt8) {
        let field = GaloisField.shared
        polynomial.append(0)
        for index in stride(from: polynomial.count - 1, to: 0, by: -1) {
            polynomial[index] ^= field.product(polynomial[index - 1], a)
        }
    }

    /// The product of two polynomials, truncated to as many coefficients as there are parity octets.
    private static func product(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        let field = GaloisField.shared
        var result = [UInt8](repeating: 0, count: parityCount)
        for (power, coefficient) in b.enumerated() where coefficient != 0 {
            for index in 0..<max(0, parityCount - power) {
                result[index + power] ^= field.product(a[index], coefficient)
            }
        }
        return result
    }

    /// The value of the formal derivative; in characteristic 2 only the odd powers contribute.
    private static func derivative(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
        let odd = stride(from: 1, to: polynomial.count, by: 2).map { polynomial[$0] }
        let field = GaloisField.shared
        return field.value(odd, at: field.product(x, x))
    }
}
