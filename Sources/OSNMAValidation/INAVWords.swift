// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

extension INAVPageContent {
    /// Creates the content of an I/NAV page on E1-B or E5b-I.
    ///
    /// - Returns: Nil if the page is of a different kind, or its check did not pass.
    init?(_ page: NavigationPage) {
        guard page.message == .inav, page.satellite.constellation == .galileo, page.check == .passed,
            page.signal == .galileoE1B || page.signal == .galileoE5bI
        else { return nil }
        self.init(band: page.signal == .galileoE1B ? .e1b : .e5b, bits: page.bytes.span)
        guard !isAlert else { return nil }
    }
}

/// A packed bit string, with the first bit in the most significant bit of the first byte.
private struct PackedBits {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns 1...64 bits from `start`, right-aligned.
    subscript(start: Int, width: Int) -> UInt64 {
        var value: UInt64 = 0
        for bit in start..<(start + width) {
            value = value << 1 | UInt64(bytes[bit >> 3] >> UInt8(7 - bit & 7) & 1)
        }
        return value
    }
}

/// The authenticated bits of word types 1...5 (OSNMA SIS ICD 1.1, table 15), to be compared with received words.
struct EphemerisWords: Hashable {
    private static let fields: [Range<Int>] = [6..<126, 6..<126, 6..<128, 6..<126, 6..<73]
    private let values: [UInt128]

    /// - Parameter packed: 549 bits in the order in which they are authenticated, padded to 69 bytes.
    init?(packed: [UInt8]) {
        guard packed.count == 69 else { return nil }
        let bits = PackedBits(packed)
        var values: [UInt128] = []
        var position = 0
        for field in Self.fields {
            let high = field.count - 64
            let upper = high > 0 ? UInt128(bits[position, high]) << 64 : 0
            values.append(upper | UInt128(bits[position + max(high, 0), min(field.count, 64)]))
            position += field.count
        }
        self.values = values
    }

    /// Returns true if the word's authenticated bits differ; false for other word types.
    func differs(from word: UInt128, type: Int) -> Bool {
        guard Self.fields.indices.contains(type - 1) else { return false }
        let field = Self.fields[type - 1]
        let mask = (UInt128(1) << UInt128(field.count)) - 1
        return word >> UInt128(128 - field.upperBound) & mask != values[type - 1]
    }
}
