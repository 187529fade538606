// SPDX-License-Identifier: Apache-2.0

/// Bits one after the other, the first sent first.
struct SkyBits {
    var bits: [UInt8] = []

    init() {}

    init(_ bytes: [UInt8]) { for byte in bytes { append(UInt64(byte), 8) } }

    // Tests make millions of bits, and debug builds run loops with an index several times as fast as sequences.
    mutating func append(_ value: UInt64, _ width: Int) {
        var shift = width
        while shift > 0 {
            shift -= 1
            // Wider fields than the value begin with zeros.
            bits.append(shift < 64 && value &>> UInt64(shift) & 1 != 0 ? 1 : 0)
        }
    }

    mutating func append(_ other: some Sequence<UInt8>) { bits.append(contentsOf: other) }

    /// Filled up with zeros to whole bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((bits.count + 7) / 8)
        var (byte, index) = (UInt8(0), 0)
        while index < bits.count || index & 7 != 0 {
            byte = byte &<< 1 | (index < bits.count ? bits[index] : 0)
            index += 1
            if index & 7 == 0 { bytes.append(byte) }
        }
        return bytes
    }

    /// CRC-24Q, bit by bit.
    static func check(_ bits: [UInt8]) -> UInt64 {
        var (crc, index) = (UInt64(0), 0)
        while index < bits.count {
            crc = crc &<< 1
            if bits[index] != 0 { crc ^= 1 << 24 }
            if crc & 1 << 24 != 0 { crc ^= 0x186_4CFB }
            index += 1
        }
        return crc & 0xFF_FFFF
    }

    /// A page of E1-B.
    static func page(word: [UInt8], osnma: [UInt8], isAlert: Bool = false) -> [UInt8] {
        var even = SkyBits()
        even.append(0, 1)
        even.append(isAlert ? 1 : 0, 1)
        even.append(word[0..<112])
        var odd = SkyBits()
        odd.append(1, 1)
        odd.append(isAlert ? 1 : 0, 1)
        odd.append(word[112..<128])
        odd.append(osnma)
        odd.append(0x2A_AAAA, 22)
        odd.append(0, 2)
        let crc = check(even.bits + odd.bits)
        even.append(0, 6)
        odd.append(crc, 24)
        odd.append(0x04, 8)
        odd.append(0, 6)
        even.append(odd.bits)
        return even.bytes
    }

    /// The CRC of a page set right again after its bits were changed.
    static func repaired(_ page: [UInt8]) -> [UInt8] {
        var bits = SkyBits(page).bits
        var crc = SkyBits()
        crc.append(check(Array(bits[0..<114] + bits[120..<202])), 24)
        bits.replaceSubrange(202..<226, with: crc.bits)
        var whole = SkyBits()
        whole.bits = bits
        return whole.bytes
    }
}
