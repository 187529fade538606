// SPDX-License-Identifier: Apache-2.0

/// Waits that grow with each failure in a row: doubled each time up to the longest, and different by chance, so that those
/// that failed at the same time do not come back at the same time.
public struct Backoff: Hashable, Sendable {
    public let first: Duration
    /// The longest wait of its own; what the other side asks for may be longer.
    public let longest: Duration
    /// No wait is shorter, whatever chance says.
    public let least: Duration
    /// How much of a wait chance decides on.
    public let chance: Chance
    /// Failures in a row.
    public private(set) var failures = 0

    /// The longest wait that the other side may ask for.
    public static let longestAsked = Duration.seconds(3600)

    /// A quarter, in one direction.
    public enum Chance: Hashable, Sendable {
        /// A wait is up to a quarter shorter.
        case shortens
        /// A wait is up to a quarter longer, what the other side asked for too.
        case lengthens
    }

    public init(first: Duration, longest: Duration, least: Duration = .zero, chance: Chance = .shortens) {
        self.first = max(first, .milliseconds(1))
        self.longest = max(longest, self.first)
        (self.least, self.chance) = (least, chance)
    }

    /// One more failure; how long to wait now.
    ///
    /// - Parameters:
    ///   - jitter: 0...1, random: 1 for the longer waits.
    ///   - asked: what the other side asked for.
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

    /// It went well: the next wait is the first again.
    public mutating func succeeded() { failures = 0 }
}
