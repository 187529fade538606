// SPDX-License-Identifier: Apache-2.0

/// Word types 17 to 20: the parity of word types 1 to 4 (Galileo OS SIS ICD 2.1, section 5.1.13 and annex F), from
/// the shortened Reed-Solomon code (118, 58) over GF(256) with the polynomial 0x11D.
struct ReedSolomonParity: Hashable, Sendable {
    /// The 60 parity octets.
    private let parity: [UInt8]
    private let issue: UInt64

    /// Computes the parity of words 1 to 4, in this order.
    init(_ words: [INAVWord]) {
        issue = words[0].field(6..<16)
        // The two lowest bits of the issue of data come first, then the others.
        var octets = [1 << 2 | UInt8(issue & 3), UInt8(issue >> 2)]
        for word in words {
            octets += (0..<14).map { UInt8(truncatingIfNeeded: word.field(16 + 8 * $0..<24 + 8 * $0)) }
        }
        // Polynomial division by the generator; the octet of the highest power goes in first.
        var register = [UInt8](repeating: 0, count: 60)
        for octet in octets.reversed() {
            let feedback = octet ^ register[59]
            for index in stride(from: 59, through: 1, by: -1) {
                register[index] = register[index - 1] ^ Self.product(feedback, Self.generator[index])
            }
            register[0] = Self.product(feedback, Self.generator[0])
        }
        parity = register
    }

    /// Returns one of the words 17...20.
    func word(_ type: Int) -> INAVWord {
        let octets = parity[15 * (type - 17)..<15 * (type - 16)].map { Int($0) }
        var word = WordWriter(type: type)
        word.add(octets[0], 8)
        word.add(Int(issue & 3), 2)
        for octet in octets.dropFirst() { word.add(octet, 8) }
        return word.word
    }

    /// The coefficients of the generator polynomial with the roots α^1 … α^60, without the leading one, the lowest
    /// first.
    private static let generator: [UInt8] = {
        var polynomial: [UInt8] = [1]
        var zero: UInt8 = 1
        for _ in 0..<60 {
            zero = product(zero, 2)
            var next = [UInt8](repeating: 0, count: polynomial.count + 1)
            for (index, factor) in polynomial.enumerated() {
                next[index + 1] ^= factor
                next[index] ^= product(factor, zero)
            }
            polynomial = next
        }
        return Array(polynomial.dropLast())
    }()

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        a == 0 || b == 0 ? 0 : powers[Int(logarithms[Int(a)]) + Int(logarithms[Int(b)])]
    }

    private static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var value = 1
        for _ in 0..<510 {
            powers.append(UInt8(value))
            value <<= 1
            if value > 0xFF { value ^= 0x11D }
        }
        return powers
    }()

    private static let logarithms: [UInt8] = {
        var logarithms = [UInt8](repeating: 0, count: 256)
        for power in 0..<255 { logarithms[Int(powers[power])] = UInt8(power) }
        return logarithms
    }()
}
