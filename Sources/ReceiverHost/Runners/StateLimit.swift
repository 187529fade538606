// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Limits how often a driver's states are reported: 20 may follow each other at once, then one per second. The newest
/// one above the limit waits, because the gateway would otherwise show an older one for good. A value: the caller passes
/// the time.
struct StateLimit: Sendable {
    private var limit = ReasonLimit(burst: 20, interval: 1_000_000_000)
    private var waiting: DriverStateReport?

    /// Takes a state, which replaces the one that waits.
    ///
    /// - Parameter now: Nanoseconds of a monotonic clock.
    /// - Returns: The state if it may be reported now.
    mutating func take(_ state: DriverStateReport, at now: Int64) -> DriverStateReport? {
        waiting = state
        return takeDue(at: now)
    }

    /// Returns the state that waits if it may be reported now; nil if none does.
    ///
    /// - Parameter now: Nanoseconds of a monotonic clock.
    mutating func takeDue(at now: Int64) -> DriverStateReport? {
        guard waiting != nil, limit.take(at: now) else { return nil }
        defer { waiting = nil }
        return waiting
    }

    /// Drops the state that waits, because the gateway has reported another one.
    mutating func forget() { waiting = nil }
}
