// SPDX-License-Identifier: Apache-2.0

/// An I/NAV word of 128 bits (OS SIS ICD 4.3). Bit 0 is the first transmitted.
struct Word: Hashable, Sendable {
    /// Bits 0..<64.
    var high: UInt64 = 0
    /// Bits 64..<128.
    var low: UInt64 = 0

    /// The word type, 0...63; 63 is a dummy.
    var type: UInt8 { UInt8(truncatingIfNeeded: high >> 58) }

    /// The issue of data (IODnav) of word types 1...4, 0...1023.
    var iodnav: UInt16 { UInt16(truncatingIfNeeded: high >> 48 & 0x3FF) }

    /// The two lowest bits of the issue of data, in word types 17...20.
    var iodnavLowBits: UInt16 { UInt16(truncatingIfNeeded: high >> 48 & 0x3) }

    /// Word type 4: the number of the transmitting satellite, 0...63.
    var sender: UInt8 { UInt8(truncatingIfNeeded: bits(at: 16, width: 6)) }

    /// The time of week in seconds at which the page with the word began; nil for words that do not contain it.
    var timeOfWeek: Int? {
        switch type {
        case 0: bits(at: 6, width: 2) == 2 ? Int(bits(at: 108, width: 20)) : nil
        case 5: Int(bits(at: 85, width: 20))
        case 6: Int(bits(at: 105, width: 20))
        default: nil
        }
    }

    /// Returns 1...64 bits from `start`, right-aligned; 0 if they are not all in the word.
    func bits(at start: Int, width: Int) -> UInt64 {
        guard width > 0, width <= 64, start >= 0, start &+ width <= 128 else { return 0 }
        let left =
            start < 64
            ? high << UInt64(start) | (start == 0 ? 0 : low >> UInt64(64 &- start)) : low << UInt64(start &- 64)
        return left >> UInt64(64 &- width)
    }

    /// The word with all bits outside a range set to 0.
    func masked(to range: Range<Int>) -> Word {
        Word(
            high: high & Self.mask(from: range.lowerBound, to: Swift.min(range.upperBound, 64)),
            low: low & Self.mask(from: range.lowerBound - 64, to: range.upperBound - 64))
    }

    /// A mask with ones at bits `from`..<`to` of 64; bit 0 is the most significant.
    private static func mask(from: Int, to: Int) -> UInt64 {
        let from = Swift.max(from, 0)
        guard to > from else { return 0 }
        return UInt64.max >> UInt64(from) & (to >= 64 ? .max : ~(UInt64.max >> UInt64(to)))
    }
}
