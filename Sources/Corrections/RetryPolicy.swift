// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// The pauses before a caster is contacted again. Casters ban addresses that return too quickly, especially with a
/// wrong password.
///
/// After a failure that may resolve itself, the first pause is 5 s, and each further one is twice as long, up to 5 min.
/// After a failure that a user must correct, the first pause is 10 min, and further ones grow to an hour. A caster can
/// request a longer pause within the same limits: a single answer must not stop the corrections for long. Up to a quarter
/// is added at random, so that the clients of a caster that was down do not all return at the same time.
public struct RetryPolicy: Hashable, Sendable {
    /// The first and the longest pause.
    public struct Pauses: Hashable, Sendable {
        public var first: Duration
        public var longest: Duration

        public init(first: Duration, longest: Duration) { (self.first, self.longest) = (first, longest) }
    }

    /// The pauses after failures that may resolve themselves.
    public var passing = Pauses(first: .seconds(5), longest: .seconds(300))
    /// The pauses after failures that a user must correct.
    public var lasting = Pauses(first: .seconds(600), longest: .seconds(3600))
    /// The time for which corrections must arrive before the next failure counts as the first again.
    public var proof = Duration.seconds(60)
    /// The longest pause that a caster can request after a failure that may resolve itself.
    public var longestPassingWish = Duration.seconds(300)
    /// The longest pause that a caster can request after a failure that a user must correct.
    public var longestLastingWish = Duration.seconds(3600)

    public init() {}

    func pauses(_ cause: CorrectionsReport.Cause) -> Pauses { cause.isLasting ? lasting : passing }

    func longestWish(_ cause: CorrectionsReport.Cause) -> Duration {
        cause.isLasting ? longestLastingWish : longestPassingWish
    }
}

/// Counts consecutive failures.
struct Retries: Sendable {
    private let policy: RetryPolicy
    private var backoff: Backoff?
    private var last: RetryPolicy.Pauses?

    init(_ policy: RetryPolicy) { self.policy = policy }

    /// Returns the pause before the next attempt.
    ///
    /// - Parameters:
    ///   - failure: The reason for the pause.
    ///   - chance: 0...1, the share of the random quarter to add.
    mutating func pause(after failure: CasterError, chance: Double = .random(in: 0...1)) -> Duration {
        let pauses = policy.pauses(failure.cause)
        // After a failure of the other sort, the pauses start from the first.
        if pauses != last { backoff = nil }
        last = pauses
        var waits = backoff ?? Backoff(first: pauses.first, longest: pauses.longest, chance: .lengthens)
        defer { backoff = waits }
        return waits.failed(jitter: chance, asked: failure.wait.map { min($0, policy.longestWish(failure.cause)) })
    }

    /// Resets the pauses after corrections have arrived for a while.
    mutating func reset() { (backoff, last) = (nil, nil) }
}
