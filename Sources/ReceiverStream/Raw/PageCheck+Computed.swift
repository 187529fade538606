// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

extension PageCheck {
    /// Computes the check of a page.
    ///
    /// - Parameters:
    ///   - message: The page's message; `notChecked` results for a message without a check, or whose check is not
    ///     computed here.
    ///   - bytes: The page, as in `NavigationPage.bytes`.
    ///   - bitCount: The number of bits of the page.
    init(_ message: NavigationMessage, _ bytes: Span<UInt8>, bitCount: Int) {
        switch (message, bitCount) {
        // Galileo OS SIS ICD 4.3.2.3, 4.2.2; HAS SIS ICD 3.
        case (.inav, 240): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<114, 120..<202), at: 202)
        case (.fnav, 244): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<214), at: 214)
        case (.galileoCNAV, 492): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<462), at: 462)
        // IS-GPS-200, 30.3.5 and 20.3.5; RTCA DO-229, A.4.3.3.
        case (.cnav, 300): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<276), at: 276)
        case (.lnav, 300): self = Self.parity(bytes)
        case (.sbas, 250): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<226), at: 226)
        // BeiDou ICDs of B1C and B2a, 6.2.1. The first subframe of B-CNAV1 has no CRC.
        case (.bcnav1, 600): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<576), at: 576)
        case (.bcnav1, 264): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<240), at: 240)
        case (.bcnav2, 288): self.init(bytes, CRC24Q.of(bits: bytes, in: 0..<264), at: 264)
        default: self = .notChecked
        }
    }

    private init(_ bytes: Span<UInt8>, _ computed: UInt32?, at start: Int) {
        let stated = bytes.bits(at: start, width: 24)
        self = computed != nil && computed.map(UInt64.init) == stated ? .passed : .failed
    }

    /// Checks the parity of ten words in upright form, that is, inverted as a whole if the previous word ended in a
    /// one. This inversion preserves only the sum of the last two bits of a word, and the parity of the next word in
    /// upright form depends on nothing but that sum. The word before the first one is assumed to end in zeros.
    private static func parity(_ bytes: Span<UInt8>) -> PageCheck {
        var sum: UInt32 = 0
        for word in 0..<10 {
            guard let bits = bytes.bits(at: word * 30, width: 30), hasParity(sum << 31 | UInt32(bits)) else {
                return .failed
            }
            sum = UInt32((bits >> 1 ^ bits) & 1)
        }
        return .passed
    }

    /// Returns true if the parity of a GPS word is correct (IS-GPS-200, table 20-XIV).
    ///
    /// - Parameter word: 30 bits, preceded by the last two bits of the previous word; inverted as a whole or not.
    static func hasParity(_ word: UInt32) -> Bool {
        var parity: UInt32 = 0
        for mask in parityMasks { parity = parity << 1 | UInt32((word & mask).nonzeroBitCount & 1) }
        return parity == word & 0x3F
    }

    /// For each parity bit, a mask of the bits that it sums: the last two bits of the previous word (bits 31 and 30)
    /// and the data bits (29...6).
    private static let parityMasks: [UInt32] = [
        0xBB1F_3480, 0x5D8F_9A40, 0xAEC7_CD00, 0x5763_E680, 0x6BB1_F340, 0x8B7A_89C0,
    ]
}
