// SPDX-License-Identifier: Apache-2.0

/// What becomes of one message of ours, from the day it was made: posted, answered, repeated, done.
///
/// It keeps its id and number through all of it, so that a partner that drops equal ids sees each once. What is stored of
/// it are `posts` and `isRepeated`; a program that starts again begins with those, and posts once more what it does not
/// know the fate of.
public struct Delivery: Hashable, Sendable {
    /// Where it stands. Times are by a monotonic clock.
    public enum State: Hashable, Sendable {
        /// To be posted, at the earliest at that time.
        case waiting(Duration?)
        /// Taken by HTTP at that time; its answer comes through the outbox.
        case posted(Duration)
        /// It needs no more.
        case finished(End)
    }

    /// How it ended.
    public enum End: Hashable, Sendable {
        /// Agrirouter took it.
        case accepted
        /// It was posted twice, each time taken by HTTP, and never answered: most likely it arrived.
        case unconfirmed
        /// It is too large: nobody has seen it, its entries go into smaller ones.
        case split
        /// Agrirouter will never take it.
        case dropped
    }

    /// Where it stands.
    public private(set) var state = State.waiting(nil)
    /// How often HTTP took it without an answer so far.
    public private(set) var posts: Int
    /// Whether it was tried again after a failure that is worth one more trial.
    public private(set) var isRepeated: Bool

    /// A message that is to be posted; after a restart with what was stored of it.
    public init(posts: Int = 0, isRepeated: Bool = false) {
        self.posts = max(0, posts)
        self.isRepeated = isRepeated
    }

    /// Whether it may be posted now.
    public func isDue(at now: Duration) -> Bool {
        guard case .waiting(let earliest) = state else { return false }
        return earliest.map { now >= $0 } ?? true
    }

    /// When it may be posted, by the monotonic clock; before all times where nothing holds it back.
    public var earliest: Duration {
        if case .waiting(let earliest?) = state { earliest } else { .nanoseconds(Int64.min) }
    }

    /// A POST with it ended like that.
    ///
    /// - Parameters:
    ///   - outcome: how. Only `.accepted` changes anything, and `.tooLarge` where it was alone: after anything else it may
    ///     or may not have arrived, and waits to be posted again.
    ///   - isAlone: whether it was the only message of the POST.
    ///   - now: the monotonic clock.
    public mutating func posted(_ outcome: Exchange.Outcome, isAlone: Bool, at now: Duration) {
        guard case .waiting = state else { return }
        switch outcome {
        case .accepted:
            posts += 1
            state = .posted(now)
        case .tooLarge where isAlone: state = .finished(.split)
        case .fault where isAlone: repeatOnce(at: now)
        default: break
        }
    }

    /// Its answer came. One that comes late counts too.
    ///
    /// - Parameters:
    ///   - verdict: what it says.
    ///   - wait: how long to wait where it is to be sent again.
    ///   - now: the monotonic clock.
    public mutating func answered(_ verdict: Verdict, wait: Duration, at now: Duration) {
        if case .finished = state { return }
        switch verdict.reaction {
        case .accept, .acceptWithWarning, .acceptLate: state = .finished(.accepted)
        case .retry, .announce, .stopType, .stop, .reonboard:
            // It was not taken; it stays until it is.
            (posts, state) = (0, .waiting(now + wait))
        case .retryOnce, .describe: repeatOnce(at: now + wait)
        case .split: state = .finished(.split)
        case .drop: state = .finished(.dropped)
        }
    }

    /// No answer within the limit: it is posted once more as it was, then it counts as arrived.
    public mutating func expire(after limit: Duration, at now: Duration) {
        guard case .posted(let time) = state, now - time > limit else { return }
        state = posts < 2 ? .waiting(nil) : .finished(.unconfirmed)
    }

    private mutating func repeatOnce(at time: Duration) {
        guard !isRepeated else {
            state = .finished(.dropped)
            return
        }
        (isRepeated, posts, state) = (true, 0, .waiting(time))
    }
}
