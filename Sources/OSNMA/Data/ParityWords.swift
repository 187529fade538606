// SPDX-License-Identifier: Apache-2.0

/// The words of types 17...20 that belong to a set of ephemeris data: the Reed-Solomon parity of word types 1...4 (OS SIS
/// ICD 2.1, 5.1.13).
///
/// No tag covers these words, but receivers that implement the improvements of I/NAV compute words 1...4 from them. The
/// parity also depends on the six reserved bits at the ends of words 1, 2 and 4, which no tag covers either. A set of
/// their 64 possible values is a `UInt64`: bit n is set if the value n is possible.
public struct ParityWords: Hashable, Sendable {
    /// All values of the reserved bits.
    public static let anyReservedBits = UInt64.max

    /// The words of types 17...20 if all reserved bits are 0.
    private let words: [UInt128]

    /// Computes the words; nil for timing data, which have none.
    public init?<Level: Trust>(_ data: NavigationData<Level>) {
        guard data.group == .ephemeris, let issue = data.iodnav else { return nil }
        var information = [1 << 2 | UInt8(issue & 3), UInt8(truncatingIfNeeded: issue >> 2)]
        for word in data.content.words.prefix(4) {
            for octet in 0..<14 {
                information.append(UInt8(truncatingIfNeeded: word.bits(at: 16 + 8 * octet, width: 8)))
            }
        }
        guard let parity = ReedSolomonCode.parity(of: information) else { return nil }
        words = (17...20).map { type in
            UInt128(type) << 122 | UInt128(issue & 3) << 112 | Self.packed(parity, type: type)
        }
    }

    /// Returns the values of the reserved bits with which a word is the parity of the data; 0 if it never is.
    ///
    /// - Parameters:
    ///   - word: The 128 bits of the word, the first transmitted in the most significant bit.
    ///   - type: Its type, 17...20.
    public func reservedBits(with word: UInt128, type: Int) -> UInt64 {
        guard words.indices.contains(type - 17) else { return 0 }
        let difference = word ^ words[type - 17]
        var possible: UInt64 = 0
        for (value, contribution) in Self.contributions.enumerated()
        where contribution.dropFirst(type - 17).first == difference {
            possible |= 1 << UInt64(value)
        }
        return possible
    }

    /// Returns the values of the reserved bits that a word of types 1...4 leaves possible.
    ///
    /// - Parameters:
    ///   - word: The 128 bits of the word, the first transmitted in the most significant bit.
    ///   - type: Its type.
    public static func reservedBits(in word: UInt128, type: Int) -> UInt64 {
        guard let place = reservedTypes.firstIndex(of: type) else { return anyReservedBits }
        let own = Int(word & 3)
        return (0..<64).reduce(UInt64(0)) { possible, value in
            value >> (2 * place) & 3 == own ? possible | 1 << UInt64(value) : possible
        }
    }

    /// The types of words 1...4 that end with two reserved bits, in the order of the bits in a value, the lowest first.
    private static let reservedTypes = [1, 2, 4]

    /// For each value of the reserved bits, what they contribute to the words 17...20. The code is linear, so the
    /// contribution does not depend on the data.
    private static let contributions: [[UInt128]] = (0..<64).map { value in
        var information = [UInt8](repeating: 0, count: 58)
        for (place, type) in reservedTypes.enumerated() {
            information[1 + 14 * type] = UInt8(value >> (2 * place) & 3)
        }
        let parity = ReedSolomonCode.parity(of: information) ?? []
        return parity.isEmpty ? [] : (17...20).map { packed(parity, type: $0) }
    }

    /// The octets of a word's parity in their places, with zeros in all others.
    private static func packed(_ parity: [UInt8], type: Int) -> UInt128 {
        var word: UInt128 = 0
        for (octet, value) in parity[15 * (type - 17)..<15 * (type - 16)].enumerated() {
            word |= UInt128(value) << UInt128(octet == 0 ? 114 : 112 - 8 * octet)
        }
        return word
    }
}
