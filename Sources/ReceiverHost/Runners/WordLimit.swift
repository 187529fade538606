// SPDX-License-Identifier: Apache-2.0

/// Limits the number of lines per second and counts those dropped. A value: the caller passes the time.
struct WordLimit: Sendable {
    private let perSecond: Int
    private var second: Int64 = .min
    private var taken = 0
    private var missing = 0

    init(perSecond: Int) { self.perSecond = perSecond }

    /// Counts a line.
    ///
    /// - Parameter now: Nanoseconds of a monotonic clock.
    /// - Returns: True if the line is accepted, and the number of lines dropped since the last accepted one.
    mutating func take(at now: Int64) -> (isTaken: Bool, missing: Int) {
        if now / 1_000_000_000 != second { (second, taken) = (now / 1_000_000_000, 0) }
        guard taken < perSecond else {
            missing = missing &+ 1
            return (false, 0)
        }
        taken += 1
        defer { missing = 0 }
        return (true, missing)
    }
}
