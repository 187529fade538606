// SPDX-License-Identifier: Apache-2.0

/// Decides which part of a driver's flood is accepted and how fast the rest is read. A value: the caller passes the
/// time.
///
/// Observations above the rate are dropped and counted. Far above the rate, they are not even read: the pipe then
/// fills and the driver blocks in `publish`, so that neither side occupies a core.
struct FloodGate: Sendable {
    /// The treatment of observations above the rate.
    enum Excess {
        /// Data over the limit are dropped, because a live receiver does not wait.
        case isDropped
        /// Data over the limit are read later, because a replay waits.
        case waits
    }

    /// The maximum duration of a flood, in nanoseconds. Shorter than the run that resets the backoff.
    static let patience: Int64 = 8_000_000_000
    /// The pause that ends a flood, in nanoseconds.
    static let calm: Int64 = 2_000_000_000

    private var taken: TokenBucket
    private var read: TokenBucket
    private var bytes = TokenBucket(perSecond: 16 << 20)
    private let isLimited: Bool
    private let excess: Excess
    private var floodBegan: Int64 = 0
    private var lastDrop: Int64?
    /// The end of the last requested pause. The driver is not responsible for silence before that.
    private var readableAt: Int64 = 0

    /// Number of observations above the rate.
    private(set) var dropped = 0

    /// - Parameter perSecond: Maximum number of observations accepted per second; nil: unlimited.
    init(perSecond: Int?, excess: Excess = .isDropped) {
        isLimited = perSecond != nil
        self.excess = excess
        let rate = perSecond ?? 1
        taken = TokenBucket(perSecond: rate)
        // Dropped observations are also read, up to a point. Log lines count as observations, so there must be room
        // for them even at a small rate.
        read = TokenBucket(perSecond: excess == .waits ? rate : max(rate * 2, 1000))
    }

    /// Processes a report.
    ///
    /// - Parameters:
    ///   - observations: The number of observations that it claims to contain; at least one is counted.
    ///   - size: Its length in bytes.
    ///   - now: Nanoseconds of a monotonic clock.
    /// - Returns: True if the report is accepted; otherwise it is dropped and counted.
    mutating func take(observations: Int, size: Int, at now: Int64) -> Bool {
        read.take(max(1, observations), at: now)
        bytes.take(size, at: now)
        guard isLimited, excess == .isDropped else { return true }
        if taken.hasAny(at: now) {
            taken.take(max(1, observations), at: now)
            return true
        }
        dropped = dropped &+ max(1, observations)
        if !isFlooding(at: now) { floodBegan = now }
        lastDrop = now
        return false
    }

    /// Returns the time during which nothing must be read, in nanoseconds; 0: continue reading.
    mutating func pause(at now: Int64) -> Int64 {
        guard isLimited else { return 0 }
        let wait = max(read.wait(at: now), bytes.wait(at: now))
        if wait > 0 { readableAt = max(readableAt, now + wait) }
        return wait
    }

    /// Returns true if something was dropped recently, not counting times in which nothing was read.
    func isFlooding(at now: Int64) -> Bool { lastDrop.map { now - max($0, readableAt) <= Self.calm } ?? false }

    /// Returns true if the flood has lasted so long that the driver must be ended.
    func isTooMuch(at now: Int64) -> Bool { isFlooding(at: now) && now - floodBegan > Self.patience }
}

/// Permits a number of tokens per second, and those left over from the last second. A single use may overdraw it.
struct TokenBucket: Sendable {
    /// The maximum rate. A higher one is as good as unlimited, and this one times a billion times 20 s fits into 64
    /// bits.
    private static let most = 20 << 20

    private let perSecond: Int64
    /// The current level, in billionths of a token.
    private var level: Int64
    private var filledAt: Int64?

    init(perSecond: Int) {
        self.perSecond = Int64(min(max(1, perSecond), Self.most))
        level = self.perSecond * 1_000_000_000
    }

    mutating func hasAny(at now: Int64) -> Bool {
        fill(at: now)
        return level > 0
    }

    mutating func take(_ count: Int, at now: Int64) {
        fill(at: now)
        // Overdrawn by 5 s at most: a count of 4 billion does not block forever, and a single burst at the start is
        // worked off before `FloodGate.patience` ends.
        let cost = Int64(min(count, Int(Int32.max))) * 1_000_000_000
        level = max(level - cost, -5 * perSecond * 1_000_000_000)
    }

    /// Returns the nanoseconds until there is a token; 0 if there is one.
    mutating func wait(at now: Int64) -> Int64 {
        fill(at: now)
        return level > 0 ? 0 : 1 + -level / perSecond
    }

    private mutating func fill(at now: Int64) {
        let elapsed = min(max(0, now - (filledAt ?? now)), 20_000_000_000)
        filledAt = now
        level = min(level + elapsed * perSecond, perSecond * 1_000_000_000)
    }
}
