// SPDX-License-Identifier: Apache-2.0

internal import NMEA
internal import ReceiverStream
internal import Transport

/// Determines the silence that ends a burst.
struct SilenceWatch {
    private var pause: Int64
    private let isFixed: Bool
    private var splitEpochs = 0

    private static let longest: Int64 = 400_000_000

    /// - Parameters:
    ///   - pause: The silence in nanoseconds; nil to derive it from the line.
    ///   - line: The line settings; nil if the line has no rate.
    init(pause: Int64?, line: LineSettings?, _ kind: LineKind) {
        isFixed = pause != nil
        // Slow lines are silent even between two bytes, and radio packets arrive irregularly.
        let usual: Int64 = kind == .bluetooth ? 150_000_000 : 50_000_000
        let bytes = line.map { Int64(60e9 / $0.bytesPerSecond) } ?? 0
        self.pause = pause ?? min(max(usual, bytes), Self.longest)
    }

    /// The time at which to check the line even if nothing arrives: at the end of a burst, otherwise rarely.
    func deadline(after arrival: Int64, isOpen: Bool) -> Int64 {
        let now = MonotonicClock.now
        let end = arrival &+ pause
        return isOpen && end > now - 1_000_000_000 ? min(end, now &+ 1_000_000_000) : now &+ Self.idle
    }

    /// The time in nanoseconds before a silent line is examined; until then, the port itself checks whether its device
    /// still exists.
    static let idle: Int64 = 10_000_000_000

    /// Doubles the pause if pauses turned out to be within bursts.
    mutating func adapt(to statistics: StreamStatistics) {
        guard statistics.splitEpochs > splitEpochs else { return }
        splitEpochs = statistics.splitEpochs
        if !isFixed { pause = min(pause * 2, Self.longest) }
    }
}

/// Monitors whether the received data is valid: a receiver that was reset may use another rate or protocol.
struct SenseWatch {
    private let patience: Int64
    private var valid: Int
    private var validAt: Int64
    /// The data received since the last valid sentence, once that is long ago.
    private var doubtful: Hearing?
    private var now: Int64 = 0
    private let profile: LineProfile

    init(patience: Int64, now: Int64, _ statistics: StreamStatistics, _ profile: LineProfile = .nmea) {
        self.patience = patience
        self.profile = profile
        valid = Self.frames(statistics, profile)
        validAt = now
    }

    /// Adds received bytes after they were decoded.
    mutating func listen(to bytes: Span<UInt8>, _ statistics: StreamStatistics, at now: Int64) {
        let count = Self.frames(statistics, profile)
        guard count == valid else {
            valid = count
            validAt = now
            doubtful = nil
            return
        }
        guard now - validAt > patience / 3 else { return }
        var hearing = doubtful ?? Hearing(baud: nil, allowsMissingChecksum: false)
        hearing.listen(bytes)
        doubtful = hearing
        self.now = now
    }

    /// True if bytes arrive but nothing has been valid for too long. The limit is longer for receivers that also
    /// speak a binary protocol and send NMEA rarely.
    var isNonsense: Bool {
        guard let doubtful, doubtful.byteCount >= 64 else { return false }
        return now - validAt > (doubtful.isRateRight ? 10 : 1) * patience
    }

    /// Number of frames in the protocols of the driver.
    private static func frames(_ statistics: StreamStatistics, _ profile: LineProfile) -> Int {
        (profile.understandsUBX ? statistics.validFrames : statistics.nmea.valid) &+ statistics.missingChecksums
    }
}
