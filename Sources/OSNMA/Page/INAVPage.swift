// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import Wire

/// The signal that carried an I/NAV page.
public enum INAVBand: UInt8, Sendable, CaseIterable {
    /// E1-B: carries OSNMA.
    case e1b
    /// E5b-I: the same words at other times, without OSNMA.
    case e5b
}

/// The reason for discarding a page before reading its content.
public enum PageError: Error, Hashable, Sendable {
    /// The satellite does not belong to Galileo.
    case notGalileo
    /// The page does not have 240 bits; the value is its number of bits.
    case length(Int)
    /// The first part is not even, or the second part is not odd.
    case order
    /// The CRC is wrong.
    case checksum
    /// The page is an alert page: neither its word nor its OSNMA field may be used.
    case alert
    /// No page of the signal begins at the stated time.
    case time
}

/// The fields of a 240-bit I/NAV page, extracted once for all users. Nothing is checked yet; `INAVPage` is a page
/// that passed its checks.
public struct INAVPageContent: Sendable {
    public let band: INAVBand
    let word: Word
    /// The OSNMA field of 40 bits; 0 on E5b-I and for satellites that transmit no OSNMA.
    let osnma: UInt64
    fileprivate let bits: PageBits

    /// - Parameters:
    ///   - band: The signal that carried the page.
    ///   - bits: 30 bytes: the even and the odd part of 120 bits each, both including their tails.
    /// - Returns: Nil if the page does not have 30 bytes.
    public init?(band: INAVBand, bits: Span<UInt8>) {
        guard bits.count == 30 else { return nil }
        let page = PageBits(bits)
        (self.band, self.bits) = (band, page)
        word = Word(
            high: page.bits(at: 2, width: 64), low: page.bits(at: 66, width: 48) << 16 | page.bits(at: 122, width: 16))
        osnma = band == .e1b ? page.bits(at: 138, width: 40) : 0
    }

    /// True if either part says that neither the word nor the OSNMA field may be used.
    public var isAlert: Bool { bits.bits(at: 1, width: 1) != 0 || bits.bits(at: 121, width: 1) != 0 }
    /// True if the page contains OSNMA data.
    public var hasOSNMA: Bool { osnma != 0 }
    /// The word type, 0...63.
    public var wordType: Int { Int(word.type) }
    /// The issue of data (IODnav) of word types 1...4, 0...1023.
    public var iodnav: Int { Int(word.iodnav) }
    /// The 128 bits of the word, the first transmitted in the most significant bit.
    public var wordBits: UInt128 { UInt128(word.high) << 64 | UInt128(word.low) }

    fileprivate var isInOrder: Bool { bits.bits(at: 0, width: 1) == 0 && bits.bits(at: 120, width: 1) == 1 }
}

/// A nominal I/NAV page of 240 bits that passed its checks (OS SIS ICD 4.3.2).
public struct INAVPage: Sendable {
    /// The satellite's number, 1...36.
    let satellite: UInt8
    let band: INAVBand
    /// The start, in seconds since the epoch of Galileo time.
    let start: Int
    let word: Word
    /// The OSNMA field of 40 bits; 0 if the satellite transmits no OSNMA.
    let osnma: UInt64

    /// Checks a page.
    ///
    /// - Parameters:
    ///   - satellite: The satellite that transmitted it.
    ///   - band: The signal that carried it.
    ///   - start: The time of transmission of its first bit: odd seconds on E1-B, even seconds on E5b-I.
    ///   - bits: 30 bytes: the even and the odd part of 120 bits each, both including their tails.
    /// - Throws: `PageError` if a check fails.
    public init(satellite: SatelliteID, band: INAVBand, start: GST, bits: Span<UInt8>) throws(PageError) {
        guard satellite.constellation == .galileo else { throw .notGalileo }
        guard let content = INAVPageContent(band: band, bits: bits) else { throw .length(bits.count * 8) }
        try self.init(content, satellite: satellite, start: start)
    }

    /// Checks a page whose fields have been extracted already.
    ///
    /// - Parameters:
    ///   - content: The page's fields.
    ///   - satellite: The satellite that transmitted it.
    ///   - start: The time of transmission of its first bit: odd seconds on E1-B, even seconds on E5b-I.
    /// - Throws: `PageError` if a check fails.
    public init(_ content: INAVPageContent, satellite: SatelliteID, start: GST) throws(PageError) {
        guard satellite.constellation == .galileo else { throw .notGalileo }
        guard content.bits.isIntact else { throw .checksum }
        guard content.isInOrder else { throw .order }
        guard !content.isAlert else { throw .alert }
        let seconds = start.secondsSinceEpoch
        guard seconds & 1 == (content.band == .e1b ? 1 : 0) else { throw .time }
        self.satellite = satellite.number
        self.start = seconds
        (band, word, osnma) = (content.band, content.word, content.osnma)
    }

    /// The number of the subframe, counted from the epoch of Galileo time.
    var subframe: Int { start / 30 }

    /// The index of the page in its subframe, 0...14.
    var index: Int { start % 30 / 2 }

    /// True if the page is a dummy, whose word and OSNMA field must not be used.
    var isDummy: Bool { word.type == 63 }
}

/// The 240 bits of a page, from which fields are extracted.
private struct PageBits {
    private var parts: InlineArray<5, UInt64> = .init(repeating: 0)

    init(_ bytes: Span<UInt8>) {
        for index in bytes.indices { parts[index >> 3] = parts[index >> 3] << 8 | UInt64(bytes[index]) }
        parts[3] <<= 16
    }

    /// Returns a field of 1...64 bits.
    func bits(at start: Int, width: Int) -> UInt64 {
        let offset = UInt64(start & 63)
        let left = parts[start >> 6] << offset | (offset == 0 ? 0 : parts[(start >> 6) &+ 1] >> (64 &- offset))
        return left >> UInt64(64 &- width)
    }

    /// True if the CRC is right. The 114 bits of the even part and 82 of the odd part, preceded by four zeros, form
    /// 25 bytes.
    var isIntact: Bool {
        var bytes: InlineArray<25, UInt8> = .init(repeating: 0)
        var position = 0
        func append(_ value: UInt64, _ count: Int) {
            for index in 0..<count {
                bytes[position &+ index] = UInt8(truncatingIfNeeded: value >> UInt64(8 &* (count &- 1 &- index)))
            }
            position &+= count
        }
        append(bits(at: 0, width: 60), 8)
        append(bits(at: 60, width: 54) << 10 | bits(at: 120, width: 10), 8)
        append(bits(at: 130, width: 64), 8)
        append(bits(at: 194, width: 8), 1)
        return UInt64(CRC24Q.of(bytes.span, in: 0..<25)) == bits(at: 202, width: 24)
    }
}
