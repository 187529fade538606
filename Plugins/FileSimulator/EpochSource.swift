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
    private static let longestGap: Int64 = 86_400_000_000_000
    /// The largest step back, in nanoseconds, that blocks and pages make within a session. A larger step begins another
    /// session.
    private static let disorder: Int64 = 60_000_000_000

    /// The time in nanoseconds between the previous epoch and this one. If the times of fixes are inconclusive
    /// (unknown, equal, or stepping back), it is the last spacing, initially one second.
    mutating func advance(to epoch: DecodedEpoch) -> Int64 {
        guard let fix = epoch.fix else { return isFirst ? advance(withoutFix: epoch.payloads) : 0 }
        defer { isFirst = false }
        guard let time = fix.time else { return isFirst ? 0 : usual }
        defer { last = time }
        guard let last else { return isFirst ? 0 : usual }
        let step = time.nanosecondsSince1970 &- last.nanosecondsSince1970
        guard step > 0, step <= Self.longestGap else { return usual }
        if step <= 60_000_000_000 { usual = step }
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
