// SPDX-License-Identifier: Apache-2.0

/// Writes numbers bit by bit, the highest bit first.
struct BitWriter {
    /// One bit each, 0 or 1.
    private(set) var bits: [UInt8] = []

    /// The lowest bits of a number.
    mutating func write(_ value: Int, _ width: Int) {
        for bit in stride(from: width - 1, through: 0, by: -1) { bits.append(UInt8(value >> bit & 1)) }
    }

    /// The lowest bits of a number of which the upper part stands elsewhere.
    mutating func write(_ value: Int32, _ width: Int) { write(Int(value), width) }

    /// A sign, one for negative numbers, and below it the lowest bits of what is left without it.
    mutating func write(signAndMagnitude value: Int, _ width: Int) {
        write(value < 0 ? 1 : 0, 1)
        write(Int(clamping: value.magnitude), width - 1)
    }

    /// A number of a range of bits.
    func number(_ range: Range<Int>) -> UInt32 { bits[range].reduce(0) { $0 << 1 | UInt32($1) } }

    /// The bits in bytes, the last one filled up with zeros.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            let part = bits[start..<min(start + 8, bits.count)]
            return part.reduce(UInt8(0)) { $0 << 1 | $1 } << UInt8(8 - part.count)
        }
    }
}
