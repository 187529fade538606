// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import ReceiverStream

/// What a replay publishes at once, and how much later than the one before.
struct ReplayEpoch {
    /// Nanoseconds of the replay's clock since the epoch before, 0 or more.
    var advance: Int64
    var payloads: [Payload]
}

/// Epochs one after the other, with their own time.
protocol EpochSource {
    /// The clock's reading before the first epoch.
    var start: HostTime { get }

    /// The next epoch, or nil at the end.
    mutating func next() throws(DriverError) -> ReplayEpoch?
}

/// The time between epochs, by the times that the receiver states, so that a replay can follow it. Once there are fixes,
/// theirs alone count; before, those of blocks, measurements and pages.
struct EpochSpacing {
    private var last: UTCTime?
    private var usual: Int64 = 1_000_000_000
    private var isFirst = true
    /// The latest time of a stream without fixes.
    private var latest: StatedTime?

    /// The longest gap that is taken for one: a day. A later time than that is a receiver that was wrong before.
    private static let longestGap: Int64 = 86_400_000_000_000
    /// Blocks and pages come so much out of order; what is earlier than that is another session.
    private static let disorder: Int64 = 60_000_000_000

    /// How much later an epoch is than the one before. Where the times of fixes do not tell (unknown, equal, going back) it
    /// is what it was last, at first one second.
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
