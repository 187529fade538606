// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// A nominal page of I/NAV on E1-B: 240 bits, even part and odd part (Galileo OS SIS ICD 2.1, section 4.3.2).
enum INAVPage {
    /// The bytes of a page.
    ///
    /// - Parameters:
    ///   - word: what it carries.
    ///   - osnma: the OSNMA field, its lowest 40 bits.
    ///   - start: when its first bit leaves the satellite; the synchronisation pattern follows from it.
    static func bytes(word: INAVWord, osnma: UInt64, start: Int) -> [UInt8] {
        var odd = BitWriter(reserving: 11)
        odd.append(0b10, 2)
        odd.append(word, 112..<128)
        odd.append(osnma, 40)
        odd.append(UInt64(searchAndRescue), 22)
        odd.append(0b01, 2)
        var checked = BitWriter(reserving: 25)
        // Zeros in front change no check that begins with 0.
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

    /// Without a rescue message: a pattern of ones and zeros.
    private static let searchAndRescue: UInt32 = 0x2A_AAAA

    /// SSP 1, 2, 3 (Galileo OS SIS ICD 2.1, section 4.3.2.3): the place of the page in six seconds.
    private static func synchronisation(_ start: Int) -> UInt8 {
        switch start % 6 {
        case 0, 1: 0x04
        case 2, 3: 0x2B
        default: 0x2F
        }
    }
}

/// Which word each page of a subframe carries (Galileo OS SIS ICD 2.1, section 4.3.3).
enum INAVSequence {
    /// The types of the words, the first page first.
    ///
    /// - Parameter subframe: since the epoch of Galileo time.
    static func types(subframe: Int) -> [Int] { subframe.isMultiple(of: 2) ? first : second }

    private static let first = [2, 4, 6, 7, 8, 17, 19, 16, 0, 0, 1, 3, 5, 0, 16]
    private static let second = [2, 4, 6, 9, 10, 18, 20, 16, 0, 0, 1, 3, 5, 0, 16]
}

/// When a page begins, as words carry it.
struct PageTime: Hashable, Sendable {
    /// The week, not rolled over.
    let week: Int
    /// The second of the week.
    let tow: Int

    /// - Parameter seconds: since the epoch of Galileo time.
    init(_ seconds: Int) { (week, tow) = seconds.quotientAndRemainder(dividingBy: 604_800) }
}
