// SPDX-License-Identifier: Apache-2.0

/// When the host got something, by both its clocks, read right after the bytes were.
public struct HostTime: Hashable, Sendable {
    /// The monotonic clock, in nanoseconds from an unstated beginning; for intervals.
    public var monotonicNanoseconds: Int64

    /// The wall clock, in nanoseconds since 1970-01-01 UTC; may be stepped, may be wrong.
    public var wallNanoseconds: Int64

    public init(monotonicNanoseconds: Int64, wallNanoseconds: Int64) {
        self.monotonicNanoseconds = monotonicNanoseconds
        self.wallNanoseconds = wallNanoseconds
    }
}
