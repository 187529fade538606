// SPDX-License-Identifier: Apache-2.0

/// Bits one after the other, the first sent first.
struct SkyBits {
    var bits: [UInt8] = []

    init() {}

    init(_ bytes: [UInt8]) { for byte in bytes { append(UInt64(byte), 8) } }

    mutating func append(_ value: UInt64, _ width: Int) {
        for shift in stride(from: width - 1, through: 0, by: -1) { bits.append(UInt8(value >> UInt64(shift) & 1)) }
    }

    mutating func append(_ other: some Sequence<UInt8>) { bits.append(contentsOf: other) }

    /// Filled up with zeros to whole bytes.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }

    /// CRC-24Q, bit by bit.
    static func check(_ bits: [UInt8]) -> UInt64 {
        var crc: UInt64 = 0
        for bit in bits {
            crc = crc << 1 ^ (UInt64(bit) << 24)
            if crc & 1 << 24 != 0 { crc ^= 0x186_4CFB }
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
