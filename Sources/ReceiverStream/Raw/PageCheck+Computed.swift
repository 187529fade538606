// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

extension PageCheck {
    /// What the check of a page says of its bits.
    ///
    /// - Parameters:
    ///   - message: which message it is of; one without a check that is computed here gives `notChecked`.
    ///   - bytes: the page, as in `NavigationPage.bytes`.
    ///   - bitCount: how many bits it has.
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

    /// The parity of ten upright words: each inverted as a whole where the word before ended in a one. Of the two bits
    /// before a word their sum is left, and that is what its parity rests on. The word before the first ends in zeros.
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

    /// Whether the parity of a word of GPS is right (IS-GPS-200, table 20-XIV).
    ///
    /// - Parameter word: 30 bits, and above them the last two of the word before; inverted as a whole or not.
    static func hasParity(_ word: UInt32) -> Bool {
        var parity: UInt32 = 0
        for mask in parityMasks { parity = parity << 1 | UInt32((word & mask).nonzeroBitCount & 1) }
        return parity == word & 0x3F
    }

    /// Which of the last two bits of the word before (bits 31 and 30) and of the data (29...6) each parity bit sums.
    private static let parityMasks: [UInt32] = [
        0xBB1F_3480, 0x5D8F_9A40, 0xAEC7_CD00, 0x5763_E680, 0x6BB1_F340, 0x8B7A_89C0,
    ]
}
