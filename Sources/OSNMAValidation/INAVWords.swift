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

extension PackedBits {
    /// Returns consecutive fields of 1...128 bits.
    fileprivate func values(_ fields: [Range<Int>]) -> [UInt128] {
        var position = 0
        return fields.map { field in
            defer { position += field.count }
            let high = max(field.count - 64, 0)
            let upper = high > 0 ? UInt128(self[position, high]) << 64 : 0
            return upper | UInt128(self[position + high, field.count - high])
        }
    }
}

extension UInt128 {
    /// The bits of a word in a range, right-aligned; bit 0 is the first transmitted.
    fileprivate func bits(_ field: Range<Int>) -> UInt128 {
        self >> UInt128(128 - field.upperBound) & ((UInt128(1) << UInt128(field.count)) - 1)
    }
}

/// The authenticated bits of word types 1...5 (OSNMA SIS ICD 1.1, table 15), and the parity of words 1...4, to be compared
/// with received words.
struct EphemerisWords: Hashable {
    private static let fields: [Range<Int>] = [6..<126, 6..<126, 6..<128, 6..<126, 6..<73]
    private let values: [UInt128]
    /// The words of types 17...20.
    let parity: ParityWords

    /// Creates the words; nil if the data are no ephemeris.
    init?(_ data: NavigationData<Verified>) {
        let packed = data.packed
        guard data.group == .ephemeris, packed.count == 69, let parity = ParityWords(data) else { return nil }
        self.parity = parity
        values = PackedBits(packed).values(Self.fields)
    }

    /// Returns true if the word's authenticated bits differ; false for other word types.
    func differs(from word: UInt128, type: Int) -> Bool {
        guard Self.fields.indices.contains(type - 1) else { return false }
        return word.bits(Self.fields[type - 1]) != values[type - 1]
    }
}

/// The authenticated bits of word types 6 and 10 (OSNMA SIS ICD 1.1, table 15), to be compared with received words.
struct TimingWords: Hashable {
    private static let fields: [Int: Range<Int>] = [6: 6..<105, 10: 86..<128]
    private let values: [Int: UInt128]

    /// Creates the words; nil if the data are no timing data.
    init?(_ data: NavigationData<Verified>) {
        let packed = data.packed
        guard data.group == .timing, packed.count == 18 else { return nil }
        let types = Self.fields.keys.sorted()
        values = Dictionary(
            uniqueKeysWithValues: zip(types, PackedBits(packed).values(types.compactMap { Self.fields[$0] })))
    }

    /// Returns true if the word's authenticated bits differ; false for other word types.
    func differs(from word: UInt128, type: Int) -> Bool {
        guard let field = Self.fields[type], let value = values[type] else { return false }
        return word.bits(field) != value
    }
}
