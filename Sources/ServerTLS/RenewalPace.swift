// SPDX-License-Identifier: Apache-2.0

/// The time at which a renewal that failed is tried again: after a minute, then after twice as long each time, at most
/// after an hour.
struct RenewalPace {
    /// The error of the last attempt; nil if it did not fail.
    private(set) var error: String?
    private var failures = 0
    private var last: Int64 = 0

    private static let shortest: Int64 = 60
    private static let longest: Int64 = 3600

    /// True if an attempt may be made now.
    ///
    /// - Parameter now: Seconds since 1970, by a clock that may be set.
    func allows(at now: Int64) -> Bool {
        guard error != nil else { return true }
        // A clock that was set back must not make the pause longer.
        return now < last || now - last >= min(Self.longest, Self.shortest << min(failures - 1, 6))
    }

    /// Records an attempt.
    ///
    /// - Returns: True if the outcome differs from the previous one and is therefore worth a message.
    mutating func note(_ error: String?, at now: Int64) -> Bool {
        defer { self.error = error }
        (failures, last) = (error == nil ? 0 : failures + 1, now)
        return error != self.error
    }
}
