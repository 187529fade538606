// SPDX-License-Identifier: Apache-2.0

/// The time at which the host received data, by both of its clocks, read right after the bytes.
public struct HostTime: Hashable, Sendable {
    /// The monotonic clock, in nanoseconds from an unspecified start; for intervals only.
    public var monotonicNanoseconds: Int64

    /// The wall clock, in nanoseconds since 1970-01-01 UTC; it may be stepped and may be wrong.
    public var wallNanoseconds: Int64

    public init(monotonicNanoseconds: Int64, wallNanoseconds: Int64) {
        self.monotonicNanoseconds = monotonicNanoseconds
        self.wallNanoseconds = wallNanoseconds
    }

    /// The arrival of an observation with this time by the clocks of a consumer that takes it now.
    ///
    /// A recording's times are those of its own clocks, so by other clocks its observations count as new. By the clock of
    /// a replay they arrive at their own time, even if they are taken before that clock has advanced to it: it advances
    /// after they were published, and from 0 with the first ones.
    public func arrival(at now: HostTime) -> HostTime {
        let difference =
            (wallNanoseconds &- monotonicNanoseconds) &- (now.wallNanoseconds &- now.monotonicNanoseconds)
        let ahead = monotonicNanoseconds &- now.monotonicNanoseconds
        let isReplayed = now.monotonicNanoseconds == 0 && now.wallNanoseconds == 0
        guard isReplayed || difference.magnitude < 10_000_000_000 && ahead <= Self.longestStep else { return now }
        return self
    }

    /// The most by which a replay's clock advances at once: one day, in nanoseconds.
    public static let longestStep: Int64 = 86_400_000_000_000
}
