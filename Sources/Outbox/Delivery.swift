// SPDX-License-Identifier: Apache-2.0

/// What becomes of one message, from the day it was made: sent, answered, sent again, done.
///
/// It keeps its key and number through all of it, so that a partner that drops equal keys sees each once. What is stored of
/// it are `attempts` and `isRepeated`; a program that starts again begins with those, and sends once more what it does not
/// know the fate of.
public struct Delivery: Hashable, Sendable {
    /// Where it stands. Times are by a monotonic clock.
    public enum State: Hashable, Sendable {
        /// To be sent, at the earliest at that time.
        case waiting(Duration?)
        /// The other side took it over at that time; its answer is still to come.
        case posted(Duration)
        /// It needs no more.
        case finished(End)
    }

    /// How a delivery ended.
    public enum End: Hashable, Sendable {
        /// The other side has it.
        case accepted
        /// It was taken over twice, and never answered: most likely it arrived.
        case unconfirmed
        /// The other side has not seen it, it is too large: its items wait again, for other messages.
        case split
        /// The other side will never take it.
        case refused
    }

    /// How an attempt to send it ended.
    public enum Attempt: Hashable, Sendable {
        /// The other side took it over; what becomes of it is in its answer.
        case takenOver
        /// It may or may not have arrived: it waits to be sent again.
        case failed
        /// It is too large, by itself.
        case tooLarge
        /// The other side did not understand it, by itself.
        case notUnderstood
    }

    /// What an answer of the other side means for it.
    public enum Answer: Hashable, Sendable {
        /// It is there.
        case accepted
        /// It was not taken; it stays until it is.
        case later
        /// It was not taken, and is worth one more trial.
        case onceMore
        /// It is too large.
        case tooLarge
        /// It will never be taken.
        case refused
    }

    public private(set) var state = State.waiting(nil)
    /// How often it was taken over without an answer so far.
    public private(set) var attempts: Int
    /// Whether it was tried again after a failure that is worth one more trial.
    public private(set) var isRepeated: Bool

    /// A message that is to be sent; after a restart with what was stored of it.
    public init(attempts: Int = 0, isRepeated: Bool = false) {
        self.attempts = max(0, attempts)
        self.isRepeated = isRepeated
    }

    /// Whether it may be sent now.
    public func isDue(at now: Duration) -> Bool {
        guard case .waiting(let earliest) = state else { return false }
        return earliest.map { now >= $0 } ?? true
    }

    /// When it may be sent, by the monotonic clock; before all times where nothing holds it back.
    public var earliest: Duration {
        if case .waiting(let earliest?) = state { earliest } else { .nanoseconds(Int64.min) }
    }

    /// An attempt to send it ended like that.
    public mutating func tried(_ attempt: Attempt, at now: Duration) {
        guard case .waiting = state else { return }
        switch attempt {
        case .takenOver:
            attempts += 1
            state = .posted(now)
        case .tooLarge: state = .finished(.split)
        case .notUnderstood: repeatOnce(at: now)
        case .failed: break
        }
    }

    /// Its answer came. One that comes late counts too.
    ///
    /// - Parameters:
    ///   - answer: what it means.
    ///   - wait: how long to wait where it is to be sent again.
    ///   - now: the monotonic clock.
    public mutating func answered(_ answer: Answer, wait: Duration, at now: Duration) {
        if case .finished = state { return }
        switch answer {
        case .accepted: state = .finished(.accepted)
        case .later: (attempts, state) = (0, .waiting(now + wait))
        case .onceMore: repeatOnce(at: now + wait)
        case .tooLarge: state = .finished(.split)
        case .refused: state = .finished(.refused)
        }
    }

    /// No answer within the limit: it is sent once more as it was, then it counts as arrived.
    public mutating func expire(after limit: Duration, at now: Duration) {
        guard case .posted(let time) = state, now - time > limit else { return }
        state = attempts < 2 ? .waiting(nil) : .finished(.unconfirmed)
    }

    private mutating func repeatOnce(at time: Duration) {
        guard !isRepeated else {
            state = .finished(.refused)
            return
        }
        (isRepeated, attempts, state) = (true, 0, .waiting(time))
    }
}
