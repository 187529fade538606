// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import ReceiverStream

/// A summary of the data received on a line for a while, which suffices to recognise the protocol, or to diagnose the
/// problem if no protocol fits.
struct Hearing {
    /// The rate at which the line was read; nil if it has none.
    let baud: Int?
    private(set) var byteCount = 0
    /// The first bytes received, which are decoded once they turn out to be valid.
    private(set) var beginning: [UInt8] = []
    /// Framing errors that the hardware counted in the same time; nil if it does not count them.
    var framingErrors: Int?

    private var frames: FrameDemultiplexer
    private var tally = Tally()
    private var highBytes = 0
    /// Parses the same bytes without their most significant bit, for receivers that send seven bits with parity.
    private var sevenBits: NMEAFramer?
    private var sevenTally = Tally()
    private var oddBytes = 0

    private static let longestBeginning = 16_384

    init(baud: Int?, allowsMissingChecksum: Bool) {
        self.baud = baud
        frames = FrameDemultiplexer(allowsMissingChecksum: allowsMissingChecksum)
    }

    /// Adds received bytes.
    mutating func listen(_ bytes: Span<UInt8>) {
        byteCount &+= bytes.count
        for index in bytes.indices {
            if bytes[index] & 0x80 != 0 { highBytes &+= 1 }
            oddBytes &+= bytes[index].nonzeroBitCount & 1
        }
        bytes.withUnsafeBufferPointer {
            beginning.append(contentsOf: $0.prefix(Self.longestBeginning - beginning.count))
        }
        frames.consume(bytes, into: &tally)
        listenToSevenBits(bytes)
    }

    private mutating func listenToSevenBits(_ bytes: Span<UInt8>) {
        guard highBytes > 0 else { return }
        var stripped: [UInt8] = []
        stripped.reserveCapacity(bytes.count)
        for index in bytes.indices { stripped.append(bytes[index] & 0x7F) }
        var framer = sevenBits ?? NMEAFramer()
        framer.consume(stripped.span, into: &sevenTally)
        sevenBits = framer
    }

    /// Number of valid NMEA sentences.
    var sentences: Int { tally.sentences }
    /// Number of valid NMEA sentences with position, satellites or time.
    var sentencesOfReceivers: Int { tally.ofReceivers }
    var badChecksums: Int { frames.statistics.nmea.badChecksum }
    var missingChecksums: Int { frames.statistics.nmea.missingChecksum }
    var ubx: Int { frames.statistics.ubx.valid }
    var rtcm: Int { frames.statistics.rtcm3.valid }

    /// True if the rate is certainly right, because something valid was received.
    var isRateRight: Bool { sentences > 0 || ubx > 0 || rtcm > 0 }

    /// The share of bytes outside ASCII.
    var highShare: Double { byteCount == 0 ? 0 : Double(highBytes) / Double(byteCount) }

    /// True if most bytes cannot be text: the rate is wrong, or the protocol is a different one.
    var isGarbage: Bool { byteCount >= 128 && !isRateRight && (highShare > 0.1 || (framingErrors ?? 0) > 4) }

    /// The settings for a receiver with seven data bits, if there appears to be one.
    var sevenBitFormat: (parity: String, stopBits: Int)? {
        guard sentences == 0, sevenTally.sentences >= 2 else { return nil }
        if highBytes == byteCount { return ("none", 2) }
        let odd = Double(oddBytes) / Double(byteCount)
        return odd > 0.9 ? ("odd", 1) : odd < 0.1 ? ("even", 1) : nil
    }
}

/// Counts valid sentences.
private struct Tally: FrameSink {
    var sentences = 0
    var ofReceivers = 0

    mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {
        let sentence = NMEASentence(frame, bodyEnd: bodyEnd)
        sentences &+= 1
        switch sentence.kind {
        case .rmc, .gga, .gns, .gll, .gsa, .gsv, .zda, .vtg: ofReceivers &+= 1
        default: break
        }
    }

    mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {}
}
