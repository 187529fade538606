// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes

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

/// The time between epochs of receivers that state UTC, so that a replay can follow it.
struct EpochSpacing {
    private var last: UTCTime?
    private var usual: Int64 = 1_000_000_000
    private var isFirst = true

    /// The longest gap that is taken for one: a day. A later time than that is a receiver that was wrong before.
    private static let longestGap: Int64 = 86_400_000_000_000

    /// How much later an epoch is than the one before. Where the times do not tell (unknown, equal, going back) it is
    /// what it was last, at first one second.
    mutating func advance(to fix: Fix?) -> Int64 {
        guard let fix else { return 0 }
        defer { isFirst = false }
        guard let time = fix.time else { return isFirst ? 0 : usual }
        defer { last = time }
        guard let last else { return isFirst ? 0 : usual }
        let step = time.nanosecondsSince1970 &- last.nanosecondsSince1970
        guard step > 0, step <= Self.longestGap else { return usual }
        if step <= 60_000_000_000 { usual = step }
        return step
    }
}
