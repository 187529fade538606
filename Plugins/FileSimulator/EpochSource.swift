// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import ReceiverStream

/// The payloads that a replay publishes together, and their distance from the previous ones.
struct ReplayEpoch {
    /// Nanoseconds of the replay's clock since the previous epoch, 0 or more.
    var advance: Int64
    var payloads: [Payload]
}

/// A sequence of epochs with their own time.
protocol EpochSource {
    /// The clock's reading before the first epoch.
    var start: HostTime { get }

    /// Returns the next epoch; nil at the end.
    ///
    /// - Throws: `DriverError` if the source cannot be read.
    mutating func next() throws(DriverError) -> ReplayEpoch?
}

/// The time between epochs according to the receiver, which a replay follows. Once there are fixes, only their times
/// count; before that, the times of blocks, measurements and pages.
struct EpochSpacing {
    private var last: UTCTime?
    private var usual: Int64 = 1_000_000_000
    private var isFirst = true
    /// The latest time in a stream without fixes.
    private var latest: StatedTime?

    /// The longest plausible gap in nanoseconds: a day. A larger step means that the receiver's time was wrong
    /// before.
    static let longestGap: Int64 = 86_400_000_000_000
    /// The largest step back, in nanoseconds, that blocks and pages make within a session. A larger step begins another
    /// session.
    private static let disorder: Int64 = 60_000_000_000

    /// The longest step, in nanoseconds, that needs no confirmation by the time of the next fix.
    private static let longestStep: Int64 = 60_000_000_000

    /// True if an epoch's time differs so much from the previous one that a single wrong time may be the reason.
    func isDoubtful(_ epoch: DecodedEpoch) -> Bool {
        guard let last, let time = epoch.fix?.time else { return false }
        return time.distance(to: last) > Self.longestStep.magnitude
    }

    /// The time in nanoseconds between the previous epoch and this one. If the times of fixes are inconclusive
    /// (unknown, equal, or stepping back), it is the last spacing, initially one second. The same applies to a doubtful
    /// time if the next one is nearer to the previous one.
    ///
    /// - Parameter next: The time of the next fix that has one, if the epoch is doubtful; nil if unknown.
    mutating func advance(to epoch: DecodedEpoch, before next: UTCTime? = nil) -> Int64 {
        guard let fix = epoch.fix else { return isFirst ? advance(withoutFix: epoch.payloads) : 0 }
        defer { isFirst = false }
        guard let time = fix.time else { return isFirst ? 0 : usual }
        if let last, let next, isDoubtful(epoch), next.distance(to: last) < next.distance(to: time) {
            self.last = UTCTime(nanosecondsSince1970: last.nanosecondsSince1970 &+ usual)
            return usual
        }
        defer { last = time }
        guard let last else { return isFirst ? 0 : usual }
        let step = time.nanosecondsSince1970 &- last.nanosecondsSince1970
        guard step > 0, step <= Self.longestGap else { return usual }
        if step <= Self.longestStep { usual = step }
        return step
    }

    private mutating func advance(withoutFix payloads: [Payload]) -> Int64 {
        guard let time = payloads.lazy.compactMap({ StatedTime($0) }).first else { return 0 }
        guard let step = latest.map({ time.nanoseconds(since: $0) }) else {
            latest = time
            return 0
        }
        guard step > 0 else {
            if step < -Self.disorder { latest = time }
            return 0
        }
        latest = time
        return step <= Self.longestGap ? step : 0
    }
}

extension UTCTime {
    /// Nanoseconds between the times; a recording may contain any time.
    fileprivate func distance(to other: UTCTime) -> UInt64 {
        (nanosecondsSince1970 &- other.nanosecondsSince1970).magnitude
    }
}
