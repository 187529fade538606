// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import NMEA

/// Creates epochs from the bytes of a receiver: framing, decoding and joining, without clocks or I/O.
///
/// A class, because its state has several kilobytes, which a value's owner would copy to read a counter.
///
/// The output depends only on the bytes and not on how they are split into calls. Only `idle(at:_:)` depends on time:
/// a live driver calls it when the line has been silent; file replay never does.
public final class StreamDecoder {
    /// The options for decoding a stream.
    public struct Configuration: Sendable {
        /// True if sentences without a checksum are accepted. They are counted in any case.
        public var allowsMissingChecksum = false
        /// True if epochs contain the sentences as received.
        public var keepsSentences = true
        /// True if navigation pages, signals and raw measurements are read in addition to epochs.
        public var readsRawFrames = true
        /// The source of the date until the receiver reports one.
        public var dateSource = DateSource.none
        /// Dates before this day are considered affected by a GPS week rollover and moved by multiples of 1024 weeks;
        /// nil: never.
        public var earliestDate: CivilDate?
        /// True if an epoch is closed as soon as the sentence that has ended all recent epochs arrives. This reduces
        /// the latency of live streams, but data that the receiver unexpectedly adds later is not part of the fix. If
        /// false, an epoch ends when the next one begins.
        public var closesEarly = false

        /// Creates the configuration for decoding a file: nothing is added to the receiver's data.
        public init() {}

        /// The configuration for decoding a live receiver: a date before this software was written is considered a
        /// rollover.
        public static var live: Configuration {
            var configuration = Configuration()
            configuration.earliestDate = CivilDate(year: 2026, month: 1, day: 1)
            configuration.dateSource = .host
            configuration.closesEarly = true
            return configuration
        }
    }

    /// The source of the date until the receiver reports one.
    public enum DateSource: Hashable, Sendable {
        /// No source: fixes then have no time.
        case none
        /// The host's wall clock at arrival; the time is taken to be within 12 hours of it.
        case host
        /// A recording's own date: that of its first fix.
        case recording(CivilDate)
    }

    /// The kinds of observations that can result from a stream: the kinds delivered by a driver that publishes its
    /// epochs.
    public static let delivers: Set<ObservationKind> = [
        .fix, .satellites, .signals, .navigationPage, .measurements, .attitude, .timing, .sentence, .receiver,
    ]

    private var frames: FrameDemultiplexer
    private var joiner: EpochJoiner
    /// The position and the arrival time of the frame being held back, if there is one; the time in nanoseconds.
    private var waiting: (position: Int, since: Int64)?

    /// The number of bytes that are joined before completed epochs are emitted; limits the memory for large inputs.
    private static let slice = 16_384

    /// Creates a decoder at the beginning of a stream.
    public init(configuration: Configuration = Configuration()) {
        frames = FrameDemultiplexer(allowsMissingChecksum: configuration.allowsMissingChecksum)
        joiner = EpochJoiner(configuration)
    }

    /// The counters since the creation.
    public var statistics: StreamStatistics {
        var statistics = joiner.statistics
        statistics.frames = frames.statistics
        return statistics
    }

    /// The numbers of NMEA sentences and UBX messages decoded; each frame is decoded once.
    package var decodedSentences: Int { joiner.decodedSentences }
    package var decodedMessages: Int { joiner.decodedMessages }

    /// True if `idle(at:_:)` has something to close: an epoch is open, or an apparent frame holds back bytes that
    /// arrived since the last call of `idle`.
    public private(set) var isOpen = false

    /// Decodes the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - time: The time at which the host received them.
    ///   - observer: Observes the binary frames found. It must not use this decoder.
    ///   - emit: Called with each epoch that the bytes close, in order.
    public func consume(
        _ bytes: Span<UInt8>, arrivedAt time: HostTime, observer: (any FrameObserver)? = nil,
        _ emit: (DecodedEpoch) -> Void
    ) {
        joiner.now = time
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Self.slice)
            find(in: bytes.extracting(start..<end), observer)
            hand(to: emit)
            start = end
        }
        noteWaiting(time.monotonicNanoseconds)
        isOpen = joiner.isOpen || frames.isWaiting
    }

    private func find(in bytes: Span<UInt8>, _ observer: (any FrameObserver)?) {
        guard let observer else { return frames.consume(bytes, into: &joiner) }
        observed(by: observer) { frames, sink in frames.consume(bytes, into: &sink) }
    }

    /// Runs a closure with a sink that also passes the frames found to an observer.
    private func observed(
        by observer: (any FrameObserver)?, _ find: (inout FrameDemultiplexer, inout ObservedJoiner) -> Void
    ) {
        // `sink` lives only within the closure, during which this decoder has exclusive access to its joiner.
        withUnsafeMutablePointer(to: &joiner) { joiner in
            var sink = ObservedJoiner(joiner: joiner, observer: observer)
            find(&frames, &sink)
        }
    }

    /// Closes the open epoch because the line has been silent; only for live drivers.
    ///
    /// - Parameters:
    ///   - time: The current time.
    ///   - observer: Observes the binary frames that were held back behind an apparent beginning of another one.
    ///   - emit: Called with the epoch, if one was open.
    public func idle(
        at time: HostTime, observer: (any FrameObserver)? = nil, _ emit: (DecodedEpoch) -> Void
    ) {
        let now = time.monotonicNanoseconds
        if let since = waiting?.since, now &- since >= Self.partialTimeout {
            // A line does not pause for this long within a frame.
            observed(by: observer) { frames, sink in frames.giveUp(into: &sink) }
            noteWaiting(now)
        }
        if now &- joiner.now.monotonicNanoseconds >= Self.partialTimeout {
            observed(by: observer) { frames, sink in frames.flush(into: &sink) }
        }
        joiner.silence()
        hand(to: emit)
        isOpen = joiner.isOpen
    }

    /// Emits the closed epochs. They are taken from the joiner first, so that `emit` may read this decoder.
    private func hand(to emit: (DecodedEpoch) -> Void) {
        var epochs: [DecodedEpoch] = []
        swap(&epochs, &joiner.ready)
        for epoch in epochs { emit(epoch) }
    }

    private func noteWaiting(_ now: Int64) {
        guard frames.isWaiting else {
            waiting = nil
            return
        }
        if waiting?.position != frames.position { waiting = (frames.position, now) }
    }

    /// The time after which a truncated frame is given up, in nanoseconds.
    private static let partialTimeout: Int64 = 1_000_000_000

    /// Closes the open epoch at the end of the stream.
    ///
    /// - Parameter emit: Called with the last epochs.
    public func finish(_ emit: (DecodedEpoch) -> Void) {
        frames.flush(into: &joiner)
        joiner.finish()
        hand(to: emit)
        isOpen = joiner.isOpen
    }
}
