// SPDX-License-Identifier: Apache-2.0

/// So many lines a second, and how many were left out. A value: its caller passes the time.
struct WordLimit: Sendable {
    private let perSecond: Int
    private var second: Int64 = .min
    private var taken = 0
    private var missing = 0

    init(perSecond: Int) { self.perSecond = perSecond }

    /// One more line.
    ///
    /// - Parameter now: nanoseconds of a monotonic clock.
    /// - Returns: whether it is taken, and how many were left out since the last that was.
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
