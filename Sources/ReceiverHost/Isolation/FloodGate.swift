// SPDX-License-Identifier: Apache-2.0

/// Decides what of a driver's flood is taken and how fast the rest is read. A value: its caller passes the time.
///
/// What is over the rate is dropped and counted. What is far over it is not even read: then the pipe fills, and the
/// driver waits in `publish`, so that neither side takes a core.
struct FloodGate: Sendable {
    /// What happens to observations over the rate.
    enum Excess {
        /// They are dropped: a live receiver does not wait.
        case isDropped
        /// They are read later: a replay waits.
        case waits
    }

    /// How long a driver may go on so, in nanoseconds. Shorter than what makes a run a good one for the back-off.
    static let patience: Int64 = 8_000_000_000
    /// A pause of this length ends a flood.
    static let calm: Int64 = 2_000_000_000

    private var taken: TokenBucket
    private var read: TokenBucket
    private var bytes = TokenBucket(perSecond: 16 << 20)
    private let isLimited: Bool
    private let excess: Excess
    private var floodBegan: Int64 = 0
    private var lastDrop: Int64?
    /// When the last pause that was asked for is over. The driver is not to blame for silence before that.
    private var readableAt: Int64 = 0

    /// How many observations were over the rate.
    private(set) var dropped = 0

    /// - Parameter perSecond: how many observations a second are taken; nil: any number.
    init(perSecond: Int?, excess: Excess = .isDropped) {
        isLimited = perSecond != nil
        self.excess = excess
        let rate = perSecond ?? 1
        taken = TokenBucket(perSecond: rate)
        // What is dropped is read too, up to a point. Words count as observations, so a small rate leaves room for them.
        read = TokenBucket(perSecond: excess == .waits ? rate : max(rate * 2, 1000))
    }

    /// A report has come.
    ///
    /// - Parameters:
    ///   - observations: how many it says it holds; one at least is counted.
    ///   - size: its length in bytes.
    ///   - now: nanoseconds of a monotonic clock.
    /// - Returns: whether it is taken; else it is dropped, and counted.
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

    /// How long nothing is to be read, in nanoseconds; 0: read on.
    mutating func pause(at now: Int64) -> Int64 {
        guard isLimited else { return 0 }
        let wait = max(read.wait(at: now), bytes.wait(at: now))
        if wait > 0 { readableAt = max(readableAt, now + wait) }
        return wait
    }

    /// Whether something was dropped a short while ago: of the time in which it was read.
    func isFlooding(at now: Int64) -> Bool { lastDrop.map { now - max($0, readableAt) <= Self.calm } ?? false }

    /// Whether it has flooded for so long that it is to be ended.
    func isTooMuch(at now: Int64) -> Bool { isFlooding(at: now) && now - floodBegan > Self.patience }
}

/// So much a second, and what was not used of the last second. May be overdrawn once.
struct TokenBucket: Sendable {
    /// More is as good as no limit, and this times a billion times 20 s is within 64 bits.
    private static let most = 20 << 20

    private let perSecond: Int64
    /// In billionths of a token.
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
        // Overdrawn by 5 s at most: a count of 4 billion does not block for ever, and one burst at the start is worked off
        // before `FloodGate.patience` is over.
        let cost = Int64(min(count, Int(Int32.max))) * 1_000_000_000
        level = max(level - cost, -5 * perSecond * 1_000_000_000)
    }

    /// Nanoseconds until there is something again; 0: there is.
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
