// SPDX-License-Identifier: Apache-2.0

/// The shortened (255, 195) code of 118 octets over word types 1...4, parity in word types 17...20 (OS SIS ICD).
///
/// The coefficients stand in order of their power: 60 parity octets, then 58 of information.
enum ReedSolomonCode {
    static let length = 118
    static let parityCount = 60

    /// Fills in what is missing.
    ///
    /// - Parameters:
    ///   - code: 118 octets, 0 where they are missing.
    ///   - erasures: the places of the missing ones.
    /// - Returns: the whole code word, or nil if too many are missing or the others contradict each other.
    static func recovered(_ code: [UInt8], erasures: [Int]) -> [UInt8]? {
        guard code.count == length, erasures.count <= parityCount,
            erasures.allSatisfy({ (0..<length).contains($0) })
        else { return nil }
        let syndromes = (1...parityCount).map { GaloisField.value(code, at: GaloisField.power($0)) }
        let locator = erasures.reduce(into: [UInt8(1)]) { locator, place in
            multiply(&locator, byOnePlus: GaloisField.power(place))
        }
        let evaluator = product(syndromes, locator)
        // Above the number of erasures the product vanishes, or the code word is not one.
        guard evaluator.dropFirst(erasures.count).allSatisfy({ $0 == 0 }) else { return nil }
        var result = code
        for place in erasures {
            let inverse = GaloisField.power(-place)
            let numerator = GaloisField.value(Array(evaluator.prefix(erasures.count)), at: inverse)
            result[place] ^= GaloisField.quotient(numerator, derivative(locator, at: inverse))
        }
        return result
    }

    /// Multiplies with 1 + a·x.
    private static func multiply(_ polynomial: inout [UInt8], byOnePlus a: UInt8) {
        polynomial.append(0)
        for index in stride(from: polynomial.count - 1, to: 0, by: -1) {
            polynomial[index] ^= GaloisField.product(polynomial[index - 1], a)
        }
    }

    /// A product up to the power of the number of parity octets.
    private static func product(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: parityCount)
        for (power, coefficient) in b.enumerated() where coefficient != 0 {
            for index in 0..<max(0, parityCount - power) {
                result[index + power] ^= GaloisField.product(a[index], coefficient)
            }
        }
        return result
    }

    /// The formal derivative: in characteristic 2 only odd powers leave something.
    private static func derivative(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
        let odd = stride(from: 1, to: polynomial.count, by: 2).map { polynomial[$0] }
        return GaloisField.value(odd, at: GaloisField.product(x, x))
    }
}
