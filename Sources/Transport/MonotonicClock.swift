// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The clock of deadlines: the same one that the gateway stamps arrivals with.
public enum MonotonicClock {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
