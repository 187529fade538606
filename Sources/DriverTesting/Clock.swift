// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SystemSupport

/// The system's clocks.
enum Clock {
    /// Nanoseconds of the monotonic clock.
    static var now: Int64 { SystemClock.monotonic }

    /// Both clocks, as a host provides them to its drivers.
    static var hostTime: HostTime {
        HostTime(monotonicNanoseconds: now, wallNanoseconds: SystemClock.wall)
    }
}
