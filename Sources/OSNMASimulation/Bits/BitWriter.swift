// SPDX-License-Identifier: Apache-2.0

/// Writes a bit string in transmission order, padded with zeros to whole bytes.
struct BitWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The number of bits written.
    private(set) var count = 0

    init(reserving bytes: Int = 0) { self.bytes.reserveCapacity(bytes) }

    /// Appends the lowest `width` bits of a number.
    mutating func append(_ value: UInt64, _ width: Int) {
        var remaining = width
        while remaining > 0 {
            let free = 8 - count % 8
            if free == 8 { bytes.append(0) }
            let taken = min(free, remaining)
            let piece =
                UInt8(truncatingIfNeeded: value >> UInt64(remaining - taken))
                & UInt8(truncatingIfNeeded: (1 << taken) - 1)
            bytes[bytes.count - 1] |= piece << UInt8(free - taken)
            count += taken
            remaining -= taken
        }
    }

    /// Appends a range of bits of a word.
    mutating func append(_ word: INAVWord, _ range: Range<Int>) {
        let bits = word.bits >> UInt128(128 - range.upperBound)
        let high = max(0, range.count - 64)
        append(UInt64(truncatingIfNeeded: bits >> 64), high)
        append(UInt64(truncatingIfNeeded: bits), range.count - high)
    }

    /// Appends whole bytes, or only the given number of their leading bits.
    mutating func append(_ other: some Collection<UInt8>, bits: Int? = nil) {
        let bits = bits ?? 8 * other.count
        for (index, byte) in other.enumerated() {
            let taken = min(8, bits - 8 * index)
            guard taken > 0 else { return }
            append(UInt64(byte >> UInt8(8 - taken)), taken)
        }
    }

    /// Appends zeros up to a total number of bits.
    mutating func fill(to width: Int) {
        while count < width { append(0, min(64, width - count)) }
    }
}

/// The 128 bits of an I/NAV word, the first transmitted in the most significant bit.
struct INAVWord: Hashable, Sendable {
    let bits: UInt128

    /// The word type, 0...63.
    var type: Int { Int(bits >> 122) }

    /// Returns a range of bits, right-aligned.
    func field(_ range: Range<Int>) -> UInt64 {
        UInt64(truncatingIfNeeded: bits >> UInt128(128 - range.upperBound) & (1 << UInt128(range.count) - 1))
    }
}

/// Fills a word from its first bit on.
struct WordWriter {
    private var bits: UInt128
    private var count = 6

    init(type: Int) { bits = UInt128(type) }

    /// Appends the lowest bits of a number, in two's complement if it is negative.
    mutating func add(_ value: Int, _ width: Int) {
        bits = bits << UInt128(width) | UInt128(truncatingIfNeeded: value) & (1 << UInt128(width) - 1)
        count += width
    }

    /// Fills spare bits as satellites do, with alternating zeros and ones.
    mutating func spare(to width: Int) { for place in 0..<max(0, width - count) { add(place & 1, 1) } }

    /// The word, with the remaining bits filled as spare.
    var word: INAVWord {
        var whole = self
        whole.spare(to: 128)
        return INAVWord(bits: whole.bits)
    }
}
