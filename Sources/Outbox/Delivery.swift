// SPDX-License-Identifier: Apache-2.0

/// The state machine of one message's delivery, from its creation until it is accepted or given up.
///
/// The message keeps its key and number throughout, so that a partner that drops duplicate keys processes it only once.
/// Of this state, only `attempts` and `isRepeated` are stored. After a restart, the program continues with the stored
/// values and sends again each message that may or may not have arrived.
public struct Delivery: Hashable, Sendable {
    /// The state of the delivery. Times are on a monotonic clock.
    public enum State: Hashable, Sendable {
        /// The message must be sent, not before the given time; nil: immediately.
        case waiting(Duration?)
        /// The other side accepted the message at this time; its answer is pending.
        case posted(Duration)
        /// The delivery is complete.
        case finished(End)
    }

    /// The outcome of a delivery.
    public enum End: Hashable, Sendable {
        /// The other side has the message.
        case accepted
        /// The other side accepted the message twice but never answered; the message has probably arrived.
        case unconfirmed
        /// The message is too large and was not processed: its items return to the queue for smaller messages.
        case split
        /// The other side will never accept the message.
        case refused
    }

    /// The result of an attempt to send the message.
    public enum Attempt: Hashable, Sendable {
        /// The other side accepted the message; its answer will follow.
        case takenOver
        /// The message may or may not have arrived: it must be sent again.
        case failed
        /// The message is too large, even on its own.
        case tooLarge
        /// The other side did not understand the message, which was sent alone. It is refused if the other side has
        /// understood another one since it last did not understand this one; otherwise it is sent again.
        case notUnderstood
    }

    /// The other side's answer to the message.
    public enum Answer: Hashable, Sendable {
        /// The message was accepted.
        case accepted
        /// The message was not accepted; it must be sent again until it is.
        case later
        /// The message was not accepted, but must be tried once more.
        case onceMore
        /// The message is too large.
        case tooLarge
        /// The message will never be accepted.
        case refused
    }

    public private(set) var state = State.waiting(nil)
    /// The number of times that the other side has accepted the message without answering.
    public private(set) var attempts: Int
    /// True if the message was already retried once after a failure that allows a single retry.
    public private(set) var isRepeated: Bool
    /// True if the other side has accepted something else since it last did not understand this message; nil if it
    /// was not sent, or understood, the last time.
    private var othersPass: Bool?
    /// The time for which a message that was not understood twice waits, so that others are tried.
    private static let doubtWait = Duration.seconds(30)

    /// Creates the delivery of a message to be sent; after a restart, with the stored values.
    public init(attempts: Int = 0, isRepeated: Bool = false) {
        self.attempts = max(0, attempts)
        self.isRepeated = isRepeated
    }

    /// Returns true if the message may be sent now.
    public func isDue(at now: Duration) -> Bool {
        guard case .waiting(let earliest) = state else { return false }
        return earliest.map { now >= $0 } ?? true
    }

    /// The time at which the message may be sent, by the monotonic clock; the minimum if no delay applies.
    public var earliest: Duration {
        if case .waiting(let earliest?) = state { earliest } else { .nanoseconds(Int64.min) }
    }

    /// Records the result of an attempt to send the message.
    public mutating func tried(_ attempt: Attempt, at now: Duration) {
        guard case .waiting = state else { return }
        switch attempt {
        case .takenOver:
            attempts += 1
            (othersPass, state) = (nil, .posted(now))
        case .tooLarge: state = .finished(.split)
        case .notUnderstood:
            // It is sent again at once, in its place; then others come first.
            if othersPass == true { state = .finished(.refused) }
            if othersPass == false { state = .waiting(now + Self.doubtWait) }
            othersPass = false
        case .failed: break
        }
    }

    /// Records that the other side accepted something else.
    public mutating func otherPassed() {
        if othersPass != nil { othersPass = true }
    }

    /// Records the answer to the message. A late answer counts too.
    ///
    /// - Parameters:
    ///   - answer: The other side's answer.
    ///   - wait: The delay before the message is sent again, if it must be.
    ///   - now: The time on the monotonic clock.
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

    /// Handles a missing answer after `limit`: after the first attempt the message is sent again unchanged, after the
    /// second it counts as delivered without confirmation.
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
