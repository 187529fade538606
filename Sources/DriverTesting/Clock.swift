// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The system's clocks.
enum Clock {
    /// Nanoseconds of the monotonic clock.
    static var now: Int64 { read(CLOCK_MONOTONIC) }

    /// Both clocks, as a host gives them to its drivers.
    static var hostTime: HostTime {
        HostTime(monotonicNanoseconds: now, wallNanoseconds: read(CLOCK_REALTIME))
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
