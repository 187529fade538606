// SPDX-License-Identifier: Apache-2.0

/// Limits how often another reason of an unchanged state is logged, so that a driver that counts in its reasons ("17
/// bytes", "18 bytes") does not fill the log. A value: the caller passes the time.
struct ReasonLimit: Sendable {
    /// The number of reasons that may follow each other at once, such as the receiver's name soon after its rate.
    private let burst: Int64
    /// The time in nanoseconds after which a further reason is due.
    private let interval: Int64

    private var spare: Int64
    /// The time up to which `spare` was replenished.
    private var replenished: Int64 = 0
    private var leftOut = 0

    init(burst: Int64 = 5, interval: Int64 = 20_000_000_000) {
        (self.burst, self.interval, spare) = (burst, interval, burst)
    }

    /// Counts a reason that differs from the last one.
    ///
    /// - Parameter now: Nanoseconds of a monotonic clock.
    /// - Returns: True if it is due; otherwise it counts as left out.
    mutating func take(at now: Int64) -> Bool {
        let due = (now &- replenished) / interval
        if due > 0 {
            spare = min(burst, spare &+ min(due, burst))
            replenished &+= due &* interval
        }
        if spare == burst { replenished = now }
        guard spare > 0 else {
            leftOut &+= 1
            return false
        }
        spare -= 1
        return true
    }

    /// Returns the number of reasons left out since the last call.
    mutating func takeLeftOut() -> Int {
        defer { leftOut = 0 }
        return leftOut
    }
}
