// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Limits how often a driver's states are reported: 20 may follow each other at once, then one per second. The newest
/// one above the limit waits, because the gateway would otherwise show an older one for good. A value: the caller passes
/// the time.
struct StateLimit: Sendable {
    /// The time between two states that are reported after the first ones, in nanoseconds.
    static let interval: Int64 = 1_000_000_000
    private var limit = ReasonLimit(burst: 20, interval: interval)
    private var waiting: DriverStateReport?
    /// True while a task will report the state that waits.
    private var isAttended = false

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

    /// Returns true if a state waits and no task will report it yet, which the caller must start.
    mutating func beginsWaiting() -> Bool {
        guard waiting != nil, !isAttended else { return false }
        isAttended = true
        return true
    }

    /// Returns true if a state still waits; otherwise the task that would report it ends.
    mutating func continuesWaiting() -> Bool {
        isAttended = waiting != nil
        return isAttended
    }

    /// Drops the state that waits, because the gateway has reported another one.
    mutating func forget() { waiting = nil }
}
