// SPDX-License-Identifier: Apache-2.0

internal import NMEA
internal import ReceiverStream
internal import Transport

/// Until when a line must be silent for a burst to be over.
struct SilenceWatch {
    private var pause: Int64
    private let isFixed: Bool
    private var splitEpochs = 0

    private static let longest: Int64 = 400_000_000

    /// - Parameters:
    ///   - pause: the silence in nanoseconds; nil: as the line has it.
    ///   - line: nil where it has no rate.
    init(pause: Int64?, line: LineSettings?, _ kind: LineKind) {
        isFixed = pause != nil
        // Slow lines are silent between two bytes already; radio packets come when they can.
        let usual: Int64 = kind == .bluetooth ? 150_000_000 : 50_000_000
        let bytes = line.map { Int64(60e9 / $0.bytesPerSecond) } ?? 0
        self.pause = pause ?? min(max(usual, bytes), Self.longest)
    }

    /// When to look after the line, though nothing arrives: at the end of a burst, else seldom.
    func deadline(after arrival: Int64, isOpen: Bool) -> Int64 {
        let now = MonotonicClock.now
        let end = arrival &+ pause
        return isOpen && end > now - 1_000_000_000 ? min(end, now &+ 1_000_000_000) : now &+ Self.idle
    }

    /// How long a silent line is left alone, in nanoseconds; the port itself looks whether its device is there.
    static let idle: Int64 = 10_000_000_000

    /// Waits longer where pauses turned out to be within bursts.
    mutating func adapt(to statistics: StreamStatistics) {
        guard statistics.splitEpochs > splitEpochs else { return }
        splitEpochs = statistics.splitEpochs
        if !isFixed { pause = min(pause * 2, Self.longest) }
    }
}

/// Watches whether what arrives makes sense: a receiver that was reset may speak at another rate, or in another protocol.
struct SenseWatch {
    private let patience: Int64
    private var valid: Int
    private var validAt: Int64
    /// What came since the last valid sentence, once that is long ago.
    private var doubtful: Hearing?
    private var now: Int64 = 0
    private let profile: LineProfile

    init(patience: Int64, now: Int64, _ statistics: StreamStatistics, _ profile: LineProfile = .nmea) {
        self.patience = patience
        self.profile = profile
        valid = Self.frames(statistics, profile)
        validAt = now
    }

    /// Takes what arrived, after it was decoded.
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

    /// Whether bytes arrive and nothing has been valid for too long. Of receivers that speak a binary protocol too, and
    /// NMEA seldom, longer.
    var isNonsense: Bool {
        guard let doubtful, doubtful.byteCount >= 64 else { return false }
        return now - validAt > (doubtful.isRateRight ? 10 : 1) * patience
    }

    /// Frames that the driver is for.
    private static func frames(_ statistics: StreamStatistics, _ profile: LineProfile) -> Int {
        (profile.understandsUBX ? statistics.validFrames : statistics.nmea.valid) &+ statistics.missingChecksums
    }
}
