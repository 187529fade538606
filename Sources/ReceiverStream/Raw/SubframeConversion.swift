// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

extension NavigationPage {
    /// Converts a UBX-RXM-SFRBX to a page with its check computed and its time unknown; nil if the satellite does not
    /// exist or words are missing.
    init?(_ subframe: Subframe) {
        guard let satellite = subframe.satellite else { return nil }
        let signal = subframe.signal
        let form = SubframeForm(satellite, signal, wordCount: subframe.words.count)
        guard let bytes = form.bytes(of: subframe.words) else { return nil }
        self.init(
            satellite: satellite, signal: signal, message: form.message, bytes: bytes, bitCount: form.bitCount,
            check: PageCheck(form.message, bytes.span, bitCount: form.bitCount), sources: Self.subframeSources)
        // The two previous bits are above the 30 bits of each word: some receivers substitute the first word of the
        // subframe.
        if message == .lnav { check = subframe.words.prefix(10).allSatisfy(PageCheck.hasParity) ? .passed : .failed }
        frequencyChannel = satellite.constellation.frequencyChannel(ubx: subframe.freqID)
    }

    private static let subframeSources = ["RXM-SFRBX"]
}

extension Subframe {
    /// The signal; if version 1 of the message does not contain it, the signal that receivers of that generation
    /// decoded.
    fileprivate var signal: Signal {
        let system = Constellation(rawValue: gnssID)
        if let sigID { return Signal(system, sigID) }
        // BeiDou's geostationary satellites send D2.
        let isD2 = system == .beidou && (svID <= 5 || svID >= 59)
        return Signal(system, system == .galileo || isD2 ? 1 : 0)
    }
}

extension Constellation {
    /// Returns the frequency channel for u-blox's freqId, which is the channel + 7; nil for systems other than
    /// GLONASS.
    func frequencyChannel(ubx number: UInt8) -> Int? {
        self == .glonass && number <= 13 ? Int(number) - 7 : nil
    }
}

/// The arrangement of a message's bits in the words of a UBX-RXM-SFRBX.
private struct SubframeForm {
    var message: NavigationMessage
    var bitCount: Int
    var packing = Packing.contiguous

    enum Packing {
        /// All 32 bits of each word; the rest of the last word is padding.
        case contiguous
        /// The low 30 bits of each word.
        case words30
        /// Two parts of 120 bits, each starting at a new word.
        case parts
    }

    init(_ satellite: SatelliteID, _ signal: Signal, wordCount: Int) {
        switch (satellite.constellation, signal.number, wordCount) {
        // Some firmware versions append a ninth word without meaning.
        case (.galileo, 0...1, 8...), (.galileo, 5...6, 8...): self.init(.inav, 240, .parts)
        case (.galileo, 3...4, 8...): self.init(.fnav, 244)
        case (.galileo, 8...9, 16...): self.init(.galileoCNAV, 492)
        case (.gps, 0, 10...), (.qzss, 0, 10...), (.qzss, 12, 10...): self.init(.lnav, 300, .words30)
        case (.gps, 3...7, 10...), (.qzss, 4...9, 10...): self.init(.cnav, 300)
        case (.glonass, _, 3...): self.init(.glonass, 85)
        case (.beidou, 1, 10...), (.beidou, 3, 10...), (.beidou, 10, 10...): self.init(.d2, 300, .words30)
        case (.beidou, 0...4, 10...): self.init(.d1, 300, .words30)
        case (.beidou, 5...6, 19...): self.init(.bcnav1, 600)
        case (.beidou, 5...6, 9...): self.init(.bcnav1, 264)
        case (.beidou, 5...6, 1...): self.init(.bcnav1, 14)
        case (.beidou, 7...8, 9...): self.init(.bcnav2, 288)
        case (.sbas, _, 8...), (.qzss, 1, 8...): self.init(.sbas, 250)
        default: self.init(.unknown, wordCount * 32)
        }
    }

    private init(_ message: NavigationMessage, _ bitCount: Int, _ packing: Packing = .contiguous) {
        self.message = message
        self.bitCount = bitCount
        self.packing = packing
    }

    /// Returns the bits as sent, with the last byte padded with zeros; nil if a word is missing.
    func bytes(of words: [UInt32]) -> [UInt8]? {
        guard bitCount > 0 else { return nil }
        var writer = BitWriter(bitCount: bitCount)
        switch packing {
        case .contiguous: for word in words { writer.append(word, width: 32) }
        case .words30: for word in words { writer.append(word, width: 30) }
        case .parts:
            for (index, word) in words.prefix(8).enumerated() {
                // The fourth word of a part contains 24 bits of it.
                let isLast = index % 4 == 3
                writer.append(isLast ? word >> 8 : word, width: isLast ? 24 : 32)
            }
        }
        return writer.bytes
    }
}

/// Concatenates numbers bit by bit, up to a number of bits.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private let bitCount: Int
    private var written = 0

    init(bitCount: Int) {
        self.bitCount = bitCount
        bytes.reserveCapacity((bitCount + 7) / 8)
    }

    /// Appends the low bits of a number, as far as they fit.
    ///
    /// - Parameter width: 1...32.
    mutating func append(_ value: UInt32, width: Int) {
        let width32 = UInt32(width)
        let room = min(width, bitCount - written)
        guard room > 0 else { return }
        var rest = UInt64(value) & (1 << UInt64(width32) - 1)
        // The first bits are the higher ones.
        rest >>= UInt64(width - room)
        var left = room
        while left > 0 {
            if written % 8 == 0 { bytes.append(0) }
            let taken = min(8 - written % 8, left)
            let part =
                UInt8(truncatingIfNeeded: rest >> UInt64(left - taken)) & UInt8(truncatingIfNeeded: 1 << taken - 1)
            bytes[bytes.count - 1] |= part << UInt8(8 - written % 8 - taken)
            (written, left) = (written + taken, left - taken)
        }
    }
}
