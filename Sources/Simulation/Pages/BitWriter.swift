// SPDX-License-Identifier: Apache-2.0

/// Writes numbers bit by bit, the most significant bit first.
struct BitWriter {
    /// The bits, each 0 or 1.
    private(set) var bits: [UInt8] = []

    /// Appends the lowest bits of a number.
    mutating func write(_ value: Int, _ width: Int) {
        for bit in stride(from: width - 1, through: 0, by: -1) { bits.append(UInt8(value >> bit & 1)) }
    }

    /// Appends the lowest bits of a number whose upper part is written elsewhere.
    mutating func write(_ value: Int32, _ width: Int) { write(Int(value), width) }

    /// Appends a sign bit, 1 for negative numbers, followed by the lowest bits of the magnitude.
    mutating func write(signAndMagnitude value: Int, _ width: Int) {
        write(value < 0 ? 1 : 0, 1)
        write(Int(clamping: value.magnitude), width - 1)
    }

    /// The number in a range of bits.
    func number(_ range: Range<Int>) -> UInt32 { bits[range].reduce(0) { $0 << 1 | UInt32($1) } }

    /// The bits as bytes, the last one padded with zeros.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            let part = bits[start..<min(start + 8, bits.count)]
            return part.reduce(UInt8(0)) { $0 << 1 | $1 } << UInt8(8 - part.count)
        }
    }
}
