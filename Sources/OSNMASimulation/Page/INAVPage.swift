// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// A nominal I/NAV page on E1-B: 240 bits in an even and an odd part (Galileo OS SIS ICD 2.1, section 4.3.2).
enum INAVPage {
    /// Encodes a page.
    ///
    /// - Parameters:
    ///   - word: Its word.
    ///   - osnma: The OSNMA field, in the lowest 40 bits.
    ///   - start: The time of transmission of its first bit, which determines the secondary synchronisation pattern.
    static func bytes(word: INAVWord, osnma: UInt64, start: Int) -> [UInt8] {
        var odd = BitWriter(reserving: 11)
        odd.append(0b10, 2)
        odd.append(word, 112..<128)
        odd.append(osnma, 40)
        odd.append(UInt64(searchAndRescue), 22)
        odd.append(0b01, 2)
        var checked = BitWriter(reserving: 25)
        // Leading zeros do not change a CRC whose initial value is 0.
        checked.append(0, 6)
        checked.append(word, 0..<112)
        checked.append(odd.bytes, bits: 82)
        var page = BitWriter(reserving: 30)
        page.append(0b00, 2)
        page.append(word, 0..<112)
        page.append(0, 6)
        page.append(odd.bytes, bits: 82)
        page.append(UInt64(CRC24Q.of(checked.bytes.span, in: 0..<25)), 24)
        page.append(UInt64(synchronisation(start)), 8)
        page.append(0, 6)
        return page.bytes
    }

    /// The SAR field without a rescue message: alternating ones and zeros.
    private static let searchAndRescue: UInt32 = 0x2A_AAAA

    /// SSP 1, 2, 3 (Galileo OS SIS ICD 2.1, section 4.3.2.3), determined by the position of the page within six
    /// seconds.
    private static func synchronisation(_ start: Int) -> UInt8 {
        switch start % 6 {
        case 0, 1: 0x04
        case 2, 3: 0x2B
        default: 0x2F
        }
    }
}

/// The word type of each page of a subframe (Galileo OS SIS ICD 2.1, section 4.3.3).
enum INAVSequence {
    /// The word types in the order of the pages.
    ///
    /// - Parameter subframe: Counted from the epoch of Galileo time.
    static func types(subframe: Int) -> [Int] { subframe.isMultiple(of: 2) ? first : second }

    private static let first = [2, 4, 6, 7, 8, 17, 19, 16, 0, 0, 1, 3, 5, 0, 16]
    private static let second = [2, 4, 6, 9, 10, 18, 20, 16, 0, 0, 1, 3, 5, 0, 16]
}

/// The start of a page as contained in words.
struct PageTime: Hashable, Sendable {
    /// The week, without rollover.
    let week: Int
    /// The time of week in seconds.
    let tow: Int

    /// - Parameter seconds: Since the epoch of Galileo time.
    init(_ seconds: Int) { (week, tow) = seconds.quotientAndRemainder(dividingBy: 604_800) }
}
