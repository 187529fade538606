// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// The clock of deadlines, with which the gateway also timestamps arrivals.
public enum MonotonicClock {
    /// Nanoseconds of `CLOCK_MONOTONIC`, which starts with the machine and never steps back.
    public static var now: Int64 { SystemClock.monotonic }
}
