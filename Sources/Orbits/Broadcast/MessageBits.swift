// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// The data bits of a page in the order of transmission, without parity and other framing.
struct MessageBits: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Extracts the bits of parts of a page.
    ///
    /// - Returns: Nil if the page is too short.
    private init?(_ page: NavigationPage, _ parts: [Range<Int>]) {
        guard let last = parts.last?.upperBound, page.bytes.count * 8 >= last, page.bitCount >= last else { return nil }
        var bytes: [UInt8] = []
        var (rest, filled): (UInt64, Int) = (0, 0)
        for part in parts {
            for start in stride(from: part.lowerBound, to: part.upperBound, by: 8) {
                let width = min(8, part.upperBound - start)
                guard let bits = page.bytes.span.bits(at: start, width: width) else { return nil }
                (rest, filled) = (rest << UInt64(width) | bits, filled + width)
                guard filled >= 8 else { continue }
                filled -= 8
                bytes.append(UInt8(truncatingIfNeeded: rest >> UInt64(filled)))
            }
        }
        if filled > 0 { bytes.append(UInt8(truncatingIfNeeded: rest << UInt64(8 - filled))) }
        self.bytes = bytes
    }

    /// A subframe of LNAV: ten words of 24 data bits (IS-GPS-200, 20.3.2).
    init?(lnav page: NavigationPage) { self.init(page, (0..<10).map { 30 * $0..<30 * $0 + 24 }) }

    /// A word of Galileo I/NAV: 112 bits of the even part and 16 of the odd part; nil for an alert page (OS SIS ICD
    /// 2.1, 4.3.2.3).
    init?(inav page: NavigationPage) {
        self.init(page, [2..<114, 122..<138])
        let kinds = [0, 1, 120, 121].map { page.bytes.span.bits(at: $0, width: 1) }
        guard kinds == [0, 0, 1, 0] else { return nil }
    }

    /// A subframe of BeiDou D1: 26 data bits in the first word and 22 in the others (BDS-SIS-ICD-B1I 3.0, 5.2.2); nil
    /// if a parity check fails.
    init?(d1 page: NavigationPage) {
        guard Self.hasParity(d1: page) else { return nil }
        self.init(page, [0..<26] + (1..<10).map { 30 * $0..<30 * $0 + 22 })
    }

    /// A string of GLONASS: its bits 85 to 9, in that order (ICD L1, L2, edition 5.1, 4.3); nil if its check fails.
    init?(glonass page: NavigationPage) {
        guard Self.hasCheck(glonass: page) else { return nil }
        self.init(page, [0..<77])
    }

    /// An unsigned number; 0 beyond the end.
    func unsigned(_ start: Int, _ width: Int) -> Int {
        Int(truncatingIfNeeded: bytes.span.bits(at: start, width: width) ?? 0)
    }

    /// A number in two's complement; 0 beyond the end.
    func signed(_ start: Int, _ width: Int) -> Int {
        Int(truncatingIfNeeded: bytes.span.signedBits(at: start, width: width) ?? 0)
    }

    /// A number as a sign, which is 1 for minus, and a magnitude; 0 beyond the end.
    func signAndMagnitude(_ start: Int, _ width: Int) -> Double {
        let magnitude = Double(unsigned(start + 1, width - 1))
        return unsigned(start, 1) == 1 ? -magnitude : magnitude
    }

    /// An angle in radians, from a number in two's complement that states it in semicircles.
    ///
    /// - Parameter scale: The value of the lowest bit in semicircles.
    func angle(_ start: Int, _ width: Int, _ scale: Double) -> Double {
        Double(signed(start, width)) * scale * EarthModel.pi
    }

    // MARK: Checks that the receiver's driver does not compute

    /// BCH(15,11,1): the first word contains one codeword, the others two, whose bits receivers deliver in sorted
    /// order: the data of both, then the parities of both (BDS-SIS-ICD-B1I 3.0, 5.1.3).
    private static func hasParity(d1 page: NavigationPage) -> Bool {
        guard page.bitCount >= 300, page.bytes.count >= 38 else { return false }
        let bits = page.bytes.span
        func isRight(_ data: Int, _ parity: Int) -> Bool {
            guard let data = bits.bits(at: data, width: 11), let parity = bits.bits(at: parity, width: 4) else {
                return false
            }
            var rest = UInt32(data) << 4
            for bit in stride(from: UInt32(14), through: 4, by: -1) where rest >> bit & 1 == 1 {
                rest ^= 0b10011 << (bit - 4)
            }
            return rest == UInt32(parity)
        }
        return isRight(15, 26)
            && (1..<10).allSatisfy { isRight(30 * $0, 30 * $0 + 22) && isRight(30 * $0 + 11, 30 * $0 + 26) }
    }

    /// The Hamming code of a string (ICD, 4.7): the XOR of the positions of all ones, and the parity of all bits.
    private static func hasCheck(glonass page: NavigationPage) -> Bool {
        guard page.bitCount >= 85, page.bytes.count >= 11 else { return false }
        let bits = page.bytes.span
        var (sum, ones) = (0, 0)
        // Positions in the code of the data bits, from bit 9 of the string on: all except the powers of two.
        var place = 2
        for number in 9...85 {
            place += 1
            if place.nonzeroBitCount == 1 { place += 1 }
            if bits.bits(at: 85 - number, width: 1) == 1 { (sum, ones) = (sum ^ place, ones + 1) }
        }
        guard let check = bits.bits(at: 77, width: 8) else { return false }
        return Int(check) == ((ones + sum.nonzeroBitCount) & 1) << 7 | sum
    }
}
