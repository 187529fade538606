// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// How long to wait before a caster is asked again. Casters ban addresses that come back too fast, above all with a
/// password that is wrong.
///
/// What may pass by itself is tried again after 5 s, twice as long after each failure, 5 min at most. What a person has
/// to put right is tried again after 10 min, and then up to an hour apart. Up to a quarter more by chance, never less, so
/// that the clients of a caster that was down do not come back in step.
public struct RetryPolicy: Hashable, Sendable {
    /// The first pause and the longest one.
    public struct Pauses: Hashable, Sendable {
        public var first: Duration
        public var longest: Duration

        /// The first and the longest.
        public init(first: Duration, longest: Duration) { (self.first, self.longest) = (first, longest) }
    }

    /// After what may pass.
    public var passing = Pauses(first: .seconds(5), longest: .seconds(300))
    /// After what a person has to put right.
    public var lasting = Pauses(first: .seconds(600), longest: .seconds(3600))
    /// So much of corrections makes a connection a good one, after which the pauses begin from the first again.
    public var proof = Duration.seconds(60)
    /// The longest pause that a caster can ask for.
    public var longestWish = Duration.seconds(3600)

    public init() {}

    func pauses(_ cause: CasterError.Cause) -> Pauses { cause.isLasting ? lasting : passing }
}

/// Counts failures in a row.
struct Retries: Sendable {
    private let policy: RetryPolicy
    private var backoff: Backoff?
    private var last: RetryPolicy.Pauses?

    init(_ policy: RetryPolicy) { self.policy = policy }

    /// The pause before the next try.
    ///
    /// - Parameters:
    ///   - failure: why it is needed.
    ///   - chance: 0...1, what of the quarter is added.
    mutating func pause(after failure: CasterError, chance: Double = .random(in: 0...1)) -> Duration {
        let pauses = policy.pauses(failure.cause)
        // Failures of another kind are counted again, but for those that come in turn with what may pass.
        if pauses != last { backoff = nil }
        last = pauses
        var waits = backoff ?? Backoff(first: pauses.first, longest: pauses.longest, chance: .lengthens)
        defer { backoff = waits }
        return waits.failed(jitter: chance, asked: failure.wait.map { min($0, policy.longestWish) })
    }

    /// Corrections have come for a while: the next pause is the first again.
    mutating func reset() { (backoff, last) = (nil, nil) }
}
