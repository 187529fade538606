// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import ReceiverStream

/// What was heard on a line in a while: enough to tell what speaks there, and what is wrong where nothing fits.
struct Hearing {
    /// The rate that was listened at; nil where the line has none.
    let baud: Int?
    private(set) var byteCount = 0
    /// The first of them as they came, for the decoder, once they turn out to be understood.
    private(set) var beginning: [UInt8] = []
    /// Errors of the hardware meanwhile: bytes without a stop bit. Nil if nothing counts them.
    var framingErrors: Int?

    private var frames: FrameDemultiplexer
    private var tally = Tally()
    private var highBytes = 0
    /// The same bytes without their highest bit: receivers that send seven bits with parity.
    private var sevenBits: NMEAFramer?
    private var sevenTally = Tally()
    private var oddBytes = 0

    private static let longestBeginning = 16_384

    init(baud: Int?, allowsMissingChecksum: Bool) {
        self.baud = baud
        frames = FrameDemultiplexer(allowsMissingChecksum: allowsMissingChecksum)
    }

    /// Takes bytes that were heard.
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

    /// Valid NMEA sentences.
    var sentences: Int { tally.sentences }
    /// Valid NMEA sentences with a position, satellites or time.
    var sentencesOfReceivers: Int { tally.ofReceivers }
    var badChecksums: Int { frames.statistics.nmea.badChecksum }
    var missingChecksums: Int { frames.statistics.nmea.missingChecksum }
    var ubx: Int { frames.statistics.ubx.valid }
    var rtcm: Int { frames.statistics.rtcm3.valid }

    /// Whether the rate is right beyond doubt: something valid was heard.
    var isRateRight: Bool { sentences > 0 || ubx > 0 || rtcm > 0 }

    /// The share of bytes that are no ASCII.
    var highShare: Double { byteCount == 0 ? 0 : Double(highBytes) / Double(byteCount) }

    /// Whether it is mostly bytes that no text has: at a wrong rate, or another protocol.
    var isGarbage: Bool { byteCount >= 128 && !isRateRight && (highShare > 0.1 || (framingErrors ?? 0) > 4) }

    /// How a receiver with seven data bits must be listened to, where there seems to be one.
    var sevenBitFormat: (parity: String, stopBits: Int)? {
        guard sentences == 0, sevenTally.sentences >= 2 else { return nil }
        if highBytes == byteCount { return ("none", 2) }
        let odd = Double(oddBytes) / Double(byteCount)
        return odd > 0.9 ? ("odd", 1) : odd < 0.1 ? ("even", 1) : nil
    }
}

/// Counts sentences.
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
