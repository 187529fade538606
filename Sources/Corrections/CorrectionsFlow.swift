// SPDX-License-Identifier: Apache-2.0

/// Decides when a caster is asked, when a position is sent, and when a stream is dead. A value: it is told the time (in
/// nanoseconds of any monotonic clock) and what happened, and says what to do.
struct CorrectionsFlow: Sendable {
    /// What to do now.
    enum Action: Hashable, Sendable {
        /// Nothing, until something happens or `deadline` has come.
        case wait
        /// Ask the caster.
        case connect
        /// Send the position.
        case sendPosition
        /// Give the connection up: it has failed so.
        case giveUp(CasterError)
    }

    /// How it is.
    enum Phase: Hashable, Sendable {
        /// The caster needs a position, and the receiver has none yet.
        case waitingForPosition
        /// The caster was asked.
        case connecting
        /// The caster has answered, and no message has come yet.
        case connected
        /// Corrections come.
        case streaming
        /// It failed, and is tried again.
        case failed(CasterError)
    }

    /// A first position is waited for so long: there are streams that need none.
    static let positionPatience: Int64 = 30_000_000_000

    private let positionInterval: Int64
    private let silence: Int64
    private let proof: Int64
    private let configuration: CorrectionsConfiguration
    private var retries: Retries
    private(set) var phase = Phase.waitingForPosition
    /// When something is to be done though nothing happens.
    private(set) var deadline: Int64
    private var nextPosition = Int64.max
    private var firstMessage: Int64?
    /// The beginning of the wait for the first position.
    private let begin: Int64

    init(_ configuration: CorrectionsConfiguration, _ policy: RetryPolicy = RetryPolicy(), at now: Int64) {
        self.configuration = configuration
        positionInterval = configuration.positionInterval.nanoseconds
        silence = configuration.silence.nanoseconds
        proof = policy.proof.nanoseconds
        retries = Retries(policy)
        (begin, deadline) = (now, now)
    }

    /// What to do now.
    ///
    /// - Parameters:
    ///   - hasPosition: whether there is a position to be sent.
    ///   - noise: bytes that came and were no message.
    mutating func next(at now: Int64, hasPosition: Bool, noise: Int = 0) -> Action {
        switch phase {
        case .waitingForPosition:
            guard positionInterval > 0, !hasPosition, now - begin < Self.positionPatience else { return connect(now) }
            // Positions come without a word; the end of the wait does not.
            deadline = min(now + 250_000_000, begin + Self.positionPatience)
        case .failed:
            if now >= deadline { return connect(now) }
        case .connecting:
            guard now >= deadline else { break }
            return .giveUp(CasterError(.unreachable, "\(configuration.stream): no answer in time"))
        case .connected, .streaming:
            guard now < deadline else {
                return .giveUp(.stalled(configuration.stream, silence / 1_000_000_000, noise: noise))
            }
            guard positionInterval > 0, hasPosition, now >= nextPosition else { break }
            nextPosition = now + positionInterval
            return .sendPosition
        }
        return .wait
    }

    /// When the runner is to look again.
    var wakeUp: Int64 {
        switch phase {
        case .connected, .streaming: min(deadline, nextPosition)
        default: deadline
        }
    }

    private mutating func connect(_ now: Int64) -> Action {
        (phase, deadline) = (.connecting, now + silence)
        (firstMessage, nextPosition) = (nil, .max)
        return .connect
    }

    /// The caster has answered.
    mutating func answered(at now: Int64) {
        guard phase == .connecting else { return }
        (phase, deadline) = (.connected, now + silence)
        nextPosition = positionInterval > 0 ? now : .max
    }

    /// Messages came.
    mutating func received(at now: Int64) {
        guard phase == .connected || phase == .streaming else { return }
        (phase, deadline) = (.streaming, now + silence)
        let first = firstMessage ?? now
        firstMessage = first
        if now - first >= proof { retries.reset() }
    }

    /// It failed.
    ///
    /// - Returns: the pause, in nanoseconds.
    @discardableResult
    mutating func failed(_ failure: CasterError, at now: Int64, chance: Double = .random(in: 0...1)) -> Int64 {
        let pause = retries.pause(after: failure, chance: chance).nanoseconds
        (phase, deadline, nextPosition) = (.failed(failure), now + pause, .max)
        return pause
    }
}

extension Duration {
    /// In nanoseconds, at most 100 days.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 8_640_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
