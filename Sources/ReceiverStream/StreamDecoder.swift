// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import NMEA

/// Makes epochs of the bytes of a receiver: framing, decoding and joining in one value without clocks or I/O.
///
/// What comes out depends on the bytes alone and not on how they are split into feeds. Only `idle(at:_:)` brings time
/// in: a live driver calls it when the line has been silent, a file replay never does.
public struct StreamDecoder: Sendable {
    /// How a stream is to be decoded.
    public struct Configuration: Sendable {
        /// Whether sentences without a checksum are accepted. They are counted in any case.
        public var allowsMissingChecksum = false
        /// Whether the sentences as received are in the epochs.
        public var keepsSentences = true
        /// Whether navigation pages, signals and raw measurements are read, beside what makes an epoch.
        public var readsRawFrames = true
        /// Where the date comes from while the receiver states none.
        public var dateSource = DateSource.none
        /// Dates before this day are taken for a rolled over GPS week and moved by whole 1024 weeks; nil: never.
        public var earliestDate: CivilDate?
        /// Whether an epoch is closed as soon as the sentence came that has ended all epochs for a while. It shortens
        /// the delay of live streams, and what the receiver adds against its habit is not in the fix any more; without
        /// it an epoch ends when the next begins.
        public var closesEarly = false

        /// As a file is decoded: nothing is added to what the receiver said.
        public init() {}

        /// As a live receiver is decoded: a date before the making of this software is a rolled over one.
        public static var live: Configuration {
            var configuration = Configuration()
            configuration.earliestDate = CivilDate(year: 2026, month: 1, day: 1)
            configuration.dateSource = .host
            configuration.closesEarly = true
            return configuration
        }
    }

    /// Where the date comes from while the receiver states none.
    public enum DateSource: Hashable, Sendable {
        /// Nowhere: fixes have no time then.
        case none
        /// The host's wall clock at arrival, within 12 hours of which the time is taken to be.
        case host
        /// A recording's own date: that of its first fix.
        case recording(CivilDate)
    }

    /// The kinds of observations that come of a stream: what a driver that publishes its epochs delivers.
    public static let delivers: Set<ObservationKind> = [
        .fix, .satellites, .signals, .navigationPage, .measurements, .attitude, .timing, .sentence, .receiver,
    ]

    private var frames: FrameDemultiplexer
    private var joiner: EpochJoiner
    /// Whether the line has been silent since the last bytes.
    private var isIdle = false
    /// Of the frame that is held back, if one is: where it begins and when its first bytes came.
    private var waiting: (position: Int, since: Int64)?

    /// So many bytes are joined before finished epochs are handed out; bounds what a large feed can pile up.
    private static let slice = 16_384

    /// A decoder at the beginning of a stream.
    public init(configuration: Configuration = Configuration()) {
        frames = FrameDemultiplexer(allowsMissingChecksum: configuration.allowsMissingChecksum)
        joiner = EpochJoiner(configuration)
    }

    /// What was met so far.
    public var statistics: StreamStatistics {
        var statistics = joiner.statistics
        statistics.frames = frames.statistics
        return statistics
    }

    /// How many sentences of NMEA and messages of UBX were decoded: each frame's once.
    package var decodedSentences: Int { joiner.decodedSentences }
    package var decodedMessages: Int { joiner.decodedMessages }

    /// Whether `idle(at:_:)` has something to close: an epoch has begun and not ended, or what looks like the beginning of
    /// a frame holds back bytes that came since it was called last.
    public var isOpen: Bool { joiner.isOpen || (frames.isWaiting && !isIdle) }

    /// Decodes the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: any number of bytes.
    ///   - time: when the host got them.
    ///   - observer: sees the binary frames that are found.
    ///   - emit: is called with each epoch that they close, in order.
    public mutating func consume(
        _ bytes: Span<UInt8>, arrivedAt time: HostTime, observer: (any FrameObserver)? = nil,
        _ emit: (DecodedEpoch) -> Void
    ) {
        joiner.now = time
        isIdle = false
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Self.slice)
            find(in: bytes.extracting(start..<end), observer)
            joiner.hand(to: emit)
            start = end
        }
        noteWaiting(time.monotonicNanoseconds)
    }

    private mutating func find(in bytes: Span<UInt8>, _ observer: (any FrameObserver)?) {
        guard let observer else { return frames.consume(bytes, into: &joiner) }
        observed(by: observer) { frames, sink in frames.consume(bytes, into: &sink) }
    }

    /// Lets an observer see what is found.
    private mutating func observed(
        by observer: (any FrameObserver)?, _ find: (inout FrameDemultiplexer, inout ObservedJoiner) -> Void
    ) {
        // `sink` ends with the closure, in which this decoder has exclusive access to its joiner.
        withUnsafeMutablePointer(to: &joiner) { joiner in
            var sink = ObservedJoiner(joiner: joiner, observer: observer)
            find(&frames, &sink)
        }
    }

    /// Closes the open epoch because the line has been silent: to be called by live drivers only.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - observer: sees the binary frames that were held back behind what looked like the beginning of another one.
    ///   - emit: is called with the epoch, if one was open.
    public mutating func idle(
        at time: HostTime, observer: (any FrameObserver)? = nil, _ emit: (DecodedEpoch) -> Void
    ) {
        isIdle = true
        let now = time.monotonicNanoseconds
        if let since = waiting?.since, now &- since >= Self.partialTimeout {
            // Within a frame a line does not rest so late.
            observed(by: observer) { frames, sink in frames.giveUp(into: &sink) }
            noteWaiting(now)
        }
        if now &- joiner.now.monotonicNanoseconds >= Self.partialTimeout {
            observed(by: observer) { frames, sink in frames.flush(into: &sink) }
        }
        joiner.silence()
        joiner.hand(to: emit)
    }

    private mutating func noteWaiting(_ now: Int64) {
        guard frames.isWaiting else {
            waiting = nil
            return
        }
        if waiting?.position != frames.position { waiting = (frames.position, now) }
    }

    /// A frame that was cut waits so long for its end, in nanoseconds.
    private static let partialTimeout: Int64 = 1_000_000_000

    /// Closes what is open: to be called at the end of the stream.
    ///
    /// - Parameter emit: is called with the last epochs.
    public mutating func finish(_ emit: (DecodedEpoch) -> Void) {
        frames.flush(into: &joiner)
        joiner.finish()
        joiner.hand(to: emit)
    }
}
