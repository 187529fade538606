// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// The clock of deadlines: the same one that the gateway stamps arrivals with.
public enum MonotonicClock {
    /// Nanoseconds of `CLOCK_MONOTONIC`, which counts from the start of the machine and never goes back.
    public static var now: Int64 { SystemClock.monotonic }
}
