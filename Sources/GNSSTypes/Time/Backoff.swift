// SPDX-License-Identifier: Apache-2.0

/// Retry delays that double with each consecutive failure up to a maximum. A random part keeps clients that failed at
/// the same time from returning at the same time.
public struct Backoff: Hashable, Sendable {
    public let first: Duration
    /// The longest delay that the backoff itself determines; the other side may request a longer one.
    public let longest: Duration
    /// The shortest delay, including the random part.
    public let least: Duration
    /// The effect of the random part on a delay.
    public let chance: Chance
    /// Number of consecutive failures.
    public private(set) var failures = 0

    /// The longest delay that the other side may request.
    public static let longestAsked = Duration.seconds(3600)

    /// The direction of the random part, which is at most a quarter of the delay.
    public enum Chance: Hashable, Sendable {
        /// A delay becomes up to a quarter shorter.
        case shortens
        /// A delay becomes up to a quarter longer, even if the other side requested it.
        case lengthens
    }

    public init(first: Duration, longest: Duration, least: Duration = .zero, chance: Chance = .shortens) {
        self.first = max(first, .milliseconds(1))
        self.longest = max(longest, self.first)
        (self.least, self.chance) = (least, chance)
    }

    /// Counts a failure and returns the delay before the next attempt.
    ///
    /// - Parameters:
    ///   - jitter: A random number in 0...1; 1 gives the longest delays.
    ///   - asked: The delay that the other side requested.
    public mutating func failed(jitter: Double = .random(in: 0...1), asked: Duration? = nil) -> Duration {
        let doublings = min(failures, 20)
        failures = min(failures + 1, 1_000_000)
        let wait = min(first * (1 << doublings), longest)
        let asked = min(asked ?? .zero, Self.longestAsked)
        let jitter = min(max(jitter.isFinite ? jitter : 0, 0), 1)
        switch chance {
        case .shortens: return max(wait * (0.75 + 0.25 * jitter), least, asked)
        case .lengthens: return max(wait, least, asked) * (1 + 0.25 * jitter)
        }
    }

    /// Resets the failures, so that the next delay is the first one again.
    public mutating func succeeded() { failures = 0 }
}
