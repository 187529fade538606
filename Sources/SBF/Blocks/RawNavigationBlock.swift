// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// A block with a page, subframe or message as a satellite sent it, such as GALRawINAV or GPSRawCA. All of these blocks
/// have the same layout.
public struct RawNavigationBlock: Hashable, Sendable {
    /// The block number.
    public let number: UInt16
    /// The end of the page in GPS time; nil if unknown.
    public let time: GPSTime?
    public let satellite: SatelliteID
    /// True if the receiver's check of CRC or parity succeeded.
    public let isPassed: Bool
    /// The signal number (SBF reference guide, "Signal type").
    public let source: UInt8
    /// Galileo I/NAV: true if the parts of the page come from two signals, E1-B and E5b.
    public let isCombined: Bool
    /// GLONASS: the frequency channel, −7...6.
    public let frequencyChannel: Int?
    /// The bits, beginning with the highest bit of the first word.
    public let words: [UInt32]

    /// Decodes a block; nil if it is another block, its satellite is invalid or words are missing.
    ///
    /// - Parameter block: A block as delimited by `SBFFrame.candidate`.
    public init?(_ block: Span<UInt8>) {
        guard let number = SBFBlock(block)?.number, let count = Self.wordCounts[number],
            block.count >= Self.head + 4 * count, let satellite = SatelliteID(svid: block[14])
        else { return nil }
        self.number = number
        self.satellite = satellite
        time = SBFTime.of(block)
        isPassed = block[15] == 1
        source = block[17] & 0x1F
        isCombined = block[17] & 0x20 != 0
        frequencyChannel =
            satellite.constellation == .glonass && (1...14).contains(block[18]) ? Int(block[18]) - 8 : nil
        var words: [UInt32] = []
        words.reserveCapacity(count)
        for word in 0..<count { words.append(block.little(at: Self.head + 4 * word) ?? 0) }
        self.words = words
    }

    private static let head = 20

    /// The number of words in each block.
    private static let wordCounts: [UInt16: Int] = [
        4017: 10, 4018: 10, 4019: 10, 4020: 8, 4021: 8, 4022: 8, 4023: 8, 4024: 16, 4026: 3, 4047: 10, 4066: 10,
        4067: 10, 4068: 10,
    ]
}

extension RawNavigationBlock {
    /// The page without time and without a check by this program; nil if the signal number is reserved.
    public var page: NavigationPage? {
        guard let form, let signal = signal(form) else { return nil }
        var bits = BitString()
        switch form.packing {
        case .contiguous: bits.append(words, each: 32)
        case .words30: bits.append(words, each: 30)
        case .inav:
            // The block omits the six tail bits of the even part, so zeros replace them between its 114 bits and the
            // odd part.
            var all = BitString()
            all.append(words, each: 32)
            bits.append(all, 0..<114)
            bits.append([0], each: 6)
            bits.append(all, 114..<234)
        }
        bits.cut(to: form.bitCount)
        return NavigationPage(
            satellite: satellite, signal: signal, frequencyChannel: frequencyChannel, message: form.message,
            bytes: bits.bytes, bitCount: form.bitCount, sources: SBFBlockTable.names[number].map { [$0] } ?? [])
    }

    /// The time at which the page began; nil if the time is unknown or the page's duration is not a whole number of
    /// seconds.
    public var start: GST? {
        guard let duration = form?.duration, let end = time?.advanced(by: 500_000_000).flatMap(GST.init) else {
            return nil
        }
        return end.advanced(by: -duration)
    }

    private enum Packing { case contiguous, words30, inav }

    private struct Form {
        var message: NavigationMessage
        var bitCount: Int
        /// The duration in seconds; nil if it is not a whole number.
        var duration: Int?
        var signal: Signal?
        var packing = Packing.contiguous
    }

    private var form: Form? {
        switch number {
        case 4017: Form(message: .lnav, bitCount: 300, duration: 6, packing: .words30)
        case 4018: Form(message: .cnav, bitCount: 300, duration: 12, signal: .gpsL2CM)
        case 4019: Form(message: .cnav, bitCount: 300, duration: 6, signal: .gpsL5I)
        case 4020: Form(message: .sbas, bitCount: 250, duration: 1)
        case 4021: Form(message: .unknown, bitCount: 250, duration: 1)
        case 4022: Form(message: .fnav, bitCount: 244, duration: 10, signal: .galileoE5aI)
        case 4023: Form(message: .inav, bitCount: 240, duration: 2, packing: .inav)
        case 4024: Form(message: .galileoCNAV, bitCount: 492, duration: 1, signal: .galileoE6B)
        case 4026: Form(message: .glonass, bitCount: 85, duration: 2)
        case 4047 where isD2: Form(message: .d2, bitCount: 300)
        case 4047: Form(message: .d1, bitCount: 300, duration: 6)
        case 4066: Form(message: .lnav, bitCount: 300, duration: 6, packing: .words30)
        case 4067: Form(message: .cnav, bitCount: 300, duration: 12, signal: .qzssL2CM)
        case 4068: Form(message: .cnav, bitCount: 300, duration: 6, signal: .qzssL5I)
        default: nil
        }
    }

    /// True for BeiDou's geostationary satellites, which send D2.
    private var isD2: Bool { satellite.number <= 5 || satellite.number >= 59 }

    private func signal(_ form: Form) -> Signal? {
        switch form.message {
        // The page belongs to no single signal and must not count as E1-B.
        case .inav where isCombined: .galileoMixed
        case .inav: source == 17 ? .galileoE1B : source == 21 ? .galileoE5bI : .galileoMixed
        case .d2: source == 29 ? .beidouB2ID2 : source == 30 ? .beidouB3ID2 : .beidouB1ID2
        default: form.signal ?? Signal(sbfNumber: source)
        }
    }
}

/// A sequence of bits.
private struct BitString {
    private var bits: [Bool] = []

    /// Appends the low bits of each word, the highest first.
    mutating func append(_ words: [UInt32], each width: Int) {
        for word in words {
            for bit in stride(from: width - 1, through: 0, by: -1) { bits.append(word >> UInt32(bit) & 1 == 1) }
        }
    }

    mutating func append(_ other: BitString, _ range: Range<Int>) {
        bits.append(contentsOf: other.bits[range.clamped(to: 0..<other.bits.count)])
    }

    mutating func cut(to count: Int) { bits.removeLast(max(0, bits.count - count)) }

    /// The bits as bytes; the last byte is padded with zeros.
    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
        return bytes
    }
}
