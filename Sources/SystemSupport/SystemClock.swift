// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The system's clocks, in nanoseconds.
public enum SystemClock {
    /// Time since the start of the machine, excluding suspend (`CLOCK_MONOTONIC`).
    public static var monotonic: Int64 { read(CLOCK_MONOTONIC) }

    /// Time since 1970-01-01 00:00 UTC, not counting leap seconds; may be set (`CLOCK_REALTIME`).
    public static var wall: Int64 { read(CLOCK_REALTIME) }

    /// Time since the start of the machine, including suspend (`CLOCK_BOOTTIME`).
    public static var boot: Int64 { read(CLOCK_BOOTTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
