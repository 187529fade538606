// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import Wire

/// Finds the frames of all known formats in a stream of bytes that may mix them with each other and with noise.
///
/// At every byte outside of a frame the formats are tried by their start marks, and only a right checksum makes a frame;
/// otherwise one byte is noise and the next is tried. So a false start never hides a frame within the bytes that it
/// claimed, and a `$` within a frame begins no sentence. The same bytes give the same frames however they are split
/// into feeds. Memory is bounded by the longest frame that a format allows, 16 KiB.
///
/// What begins to look like a frame holds back the bytes that it claims until they have come. On a live line,
/// `giveUp(into:)` ends that.
public struct FrameDemultiplexer: Sendable {
    private var framer: NMEAFramer
    private var counts = FrameStatistics()
    /// The bytes of a binary frame that has begun and is not all there, from its first.
    private var pending: [UInt8] = []
    /// So many of them must be there before more can be said.
    private var needed = 0
    /// Where the last damaged frame ends; what begins before is not counted again.
    private var damagedEnd = 0

    /// A demultiplexer at the beginning of a stream.
    ///
    /// - Parameter allowsMissingChecksum: whether sentences without a checksum are passed on.
    public init(allowsMissingChecksum: Bool = false) {
        framer = NMEAFramer(allowsMissingChecksum: allowsMissingChecksum)
    }

    /// What was met so far.
    public var statistics: FrameStatistics {
        var statistics = counts
        statistics.nmea = framer.statistics
        return statistics
    }

    /// Where the first byte stands that is not decided upon, in bytes from the beginning of the stream: of a binary frame
    /// that is held back, or of what comes next. A sentence that has begun counts as decided.
    public var position: Int { framer.position }

    /// Whether bytes are held back because a binary frame seems to have begun.
    public var isWaiting: Bool { !pending.isEmpty }

    /// Looks at the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: any number of bytes.
    ///   - sink: takes the frames that end in them, in their order.
    public mutating func consume(_ bytes: Span<UInt8>, into sink: inout some FrameSink) {
        var start = 0
        while !pending.isEmpty {
            let end = min(bytes.count, start &+ needed &- pending.count)
            bytes.extracting(start..<end).withUnsafeBufferPointer { pending.append(contentsOf: $0) }
            start = end
            guard pending.count >= needed else { return }
            rescan(from: 0, into: &sink)
        }
        guard start < bytes.count else { return }
        let rest = bytes.extracting(start..<bytes.count)
        let taken = scan(rest, from: 0, into: &sink)
        rest.extracting(taken..<rest.count).withUnsafeBufferPointer { pending.append(contentsOf: $0) }
    }

    /// Takes the first byte that is held back for noise and looks at the others: what they would belong to did not come.
    ///
    /// To be called where a line has been silent longer than it ever is within a frame.
    ///
    /// - Parameter sink: takes the frames that were held back.
    public mutating func giveUp(into sink: inout some FrameSink) {
        guard !pending.isEmpty else { return }
        framer.passNoise()
        rescan(from: 1, into: &sink)
    }

    /// Judges what has begun but not ended: at the end of the stream, or after a long silence on the line.
    ///
    /// - Parameter sink: takes the frames that were held back.
    public mutating func flush(into sink: inout some FrameSink) {
        while !pending.isEmpty { giveUp(into: &sink) }
        framer.flush(into: &sink)
    }

    // MARK: Scanning

    /// Scans the bytes that were held back; those of a frame that is still not all there stay so.
    private mutating func rescan(from start: Int, into sink: inout some FrameSink) {
        // Taken out and put back: nothing is copied.
        var held: [UInt8] = []
        swap(&held, &pending)
        let taken = scan(held.span, from: start, into: &sink)
        held.removeFirst(taken)
        swap(&held, &pending)
    }

    /// Scans bytes up to where a binary frame begins that is not all there.
    ///
    /// - Returns: the index of its first byte, or the end; `needed` is set.
    private mutating func scan(_ bytes: Span<UInt8>, from start: Int, into sink: inout some FrameSink) -> Int {
        var index = start
        while index < bytes.count {
            index &+= framer.consumeText(bytes.extracting(index..<bytes.count), into: &sink)
            guard index < bytes.count else { break }
            let rest = bytes.extracting(index..<bytes.count)
            guard let format = BinaryFormat(start: rest[0]) else {
                framer.passNoise()
                index &+= 1
                continue
            }
            switch format.candidate(rest) {
            case .frame(let count):
                counts[format].valid &+= 1
                sink.take(rest.extracting(0..<count), format: format.format, at: framer.position)
                framer.pass(frame: count)
                index &+= count
            case .incomplete(let needed):
                self.needed = needed
                return index
            case .damaged(let count):
                noteDamage(format, count)
                fallthrough
            case .none:
                framer.passNoise()
                index &+= 1
            }
        }
        return index
    }

    private mutating func noteDamage(_ format: BinaryFormat, _ count: Int) {
        guard framer.position >= damagedEnd else { return }
        damagedEnd = framer.position &+ count
        counts[format].damaged &+= 1
    }
}
