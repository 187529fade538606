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
    /// A replay's times are those of the recording, so its observations count as new.
    public func arrival(at now: HostTime) -> HostTime {
        let difference =
            (wallNanoseconds &- monotonicNanoseconds) &- (now.wallNanoseconds &- now.monotonicNanoseconds)
        guard difference.magnitude < 10_000_000_000, monotonicNanoseconds <= now.monotonicNanoseconds else {
            return now
        }
        return self
    }
}
