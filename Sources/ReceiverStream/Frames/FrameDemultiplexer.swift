// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import Wire

/// Finds the frames of all known formats in a stream of bytes in which they may be mixed with each other and with
/// noise.
///
/// At every byte outside of a frame, the formats are tried by their start marks. Only a correct checksum makes a
/// frame; otherwise one byte counts as noise and the next one is tried. Therefore a false start never hides a frame
/// within the bytes that it claimed, and a `$` within a frame begins no sentence. The frames found do not depend on
/// how the bytes are split into calls. Memory is bounded by the longest frame that a format allows, 16 KiB.
///
/// Bytes that look like the beginning of a frame are held back until the frame is complete. On a live line,
/// `giveUp(into:)` ends that.
public struct FrameDemultiplexer: Sendable {
    private var framer: NMEAFramer
    private var counts = FrameStatistics()
    /// The bytes of an incomplete binary frame, from its first byte.
    private var pending: [UInt8] = []
    /// The length of `pending` needed before the frame can be examined further.
    private var needed = 0
    /// The end of the last damaged frame; damaged frames that begin before it are not counted again.
    private var damagedEnd = 0

    /// Creates a demultiplexer at the beginning of a stream.
    ///
    /// - Parameter allowsMissingChecksum: True if sentences without a checksum are passed on.
    public init(allowsMissingChecksum: Bool = false) {
        framer = NMEAFramer(allowsMissingChecksum: allowsMissingChecksum)
    }

    /// The counters since the creation.
    public var statistics: FrameStatistics {
        var statistics = counts
        statistics.nmea = framer.statistics
        return statistics
    }

    /// The position of the first undecided byte in the stream: the first byte of a binary frame being held back, or
    /// of the next bytes. A sentence that has begun counts as decided.
    public var position: Int { framer.position }

    /// True if bytes are held back because a binary frame appears to have begun.
    public var isWaiting: Bool { !pending.isEmpty }

    /// Processes the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - sink: Receives the frames that end within `bytes`, in order.
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

    /// Treats the first byte being held back as noise and examines the others, because the rest of the apparent frame
    /// did not arrive.
    ///
    /// Call it if a line has been silent for longer than it ever is within a frame.
    ///
    /// - Parameter sink: Receives the frames found among the bytes held back.
    public mutating func giveUp(into sink: inout some FrameSink) {
        guard !pending.isEmpty else { return }
        framer.passNoise()
        rescan(from: 1, into: &sink)
    }

    /// Processes incomplete frames at the end of the stream, or after a long silence on the line.
    ///
    /// - Parameter sink: Receives the frames found among the bytes held back.
    public mutating func flush(into sink: inout some FrameSink) {
        while !pending.isEmpty { giveUp(into: &sink) }
        framer.flush(into: &sink)
    }

    // MARK: Scanning

    /// Scans the bytes held back; those of a frame that is still incomplete remain held back.
    private mutating func rescan(from start: Int, into sink: inout some FrameSink) {
        // Moved out of the property and back, to avoid a copy.
        var held: [UInt8] = []
        swap(&held, &pending)
        let taken = scan(held.span, from: start, into: &sink)
        held.removeFirst(taken)
        swap(&held, &pending)
    }

    /// Scans bytes up to the beginning of an incomplete binary frame.
    ///
    /// - Returns: The index of that frame's first byte, for which `needed` is set, or the end.
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
