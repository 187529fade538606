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
}
