// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import SystemSupport

/// The state machine of a correction stream: decides when to connect, when to send a position and when the stream has
/// stalled. It receives the time (nanoseconds of a monotonic clock) and events, and returns actions.
struct CorrectionsFlow: Sendable {
    /// The next action.
    enum Action: Hashable, Sendable {
        /// Do nothing until an event or `deadline`.
        case wait
        /// Connect to the caster.
        case connect
        /// Send the position.
        case sendPosition
        /// Close the connection because of this error.
        case giveUp(CasterError)
    }

    /// The state of the stream.
    enum Phase: Hashable, Sendable {
        /// The caster needs a position, but the receiver has none yet.
        case waitingForPosition
        /// The request was sent.
        case connecting
        /// The caster has answered, but no message has arrived yet.
        case connected
        /// Corrections are arriving.
        case streaming
        /// The connection failed and will be retried.
        case failed(CasterError)
    }

    /// The time to wait for a first position, in nanoseconds. Afterwards, the client connects without a position,
    /// because some streams do not need one.
    static let positionPatience: Int64 = 30_000_000_000
    /// The time between two checks for a position, in nanoseconds. Checks are needed because a new position is not an
    /// event.
    private static let lookInterval: Int64 = 250_000_000

    private let positionInterval: Int64
    private let silence: Int64
    private let proof: Int64
    private let configuration: CorrectionsConfiguration
    private var retries: Retries
    private(set) var phase = Phase.waitingForPosition
    /// The time at which `next` must be called even if nothing happens.
    private(set) var deadline: Int64
    private var nextPosition = Int64.max
    /// The time of the next check for a position to send.
    private var nextLook = Int64.min
    private var firstMessage: Int64?
    /// The time at which the wait for the first position began.
    private let begin: Int64

    init(_ configuration: CorrectionsConfiguration, _ policy: RetryPolicy = RetryPolicy(), at now: Int64) {
        self.configuration = configuration
        positionInterval = configuration.positionInterval.wholeNanoseconds
        silence = configuration.silence.wholeNanoseconds
        proof = policy.proof.wholeNanoseconds
        retries = Retries(policy)
        (begin, deadline) = (now, now)
    }

    /// Returns the next action.
    ///
    /// - Parameters:
    ///   - hasPosition: True if there is a position to send.
    ///   - noise: The number of received bytes that belong to no message.
    mutating func next(at now: Int64, hasPosition: Bool, noise: Int = 0) -> Action {
        switch phase {
        case .waitingForPosition:
            guard positionInterval > 0, !hasPosition, now - begin < Self.positionPatience else { return connect(now) }
            // New checks must not postpone the end of the wait.
            deadline = min(now + Self.lookInterval, begin + Self.positionPatience)
        case .failed:
            if now >= deadline { return connect(now) }
        case .connecting:
            guard now >= deadline else { break }
            return .giveUp(CasterError(.unreachable, "\(configuration.stream): no answer in time"))
        case .connected, .streaming:
            guard now < deadline else {
                // A stream from which messages have arrived is RTCM 3: it may begin within a message, or contain damage.
                let doubt = phase == .connected ? noise : 0
                return .giveUp(.stalled(configuration.stream, silence / 1_000_000_000, noise: doubt))
            }
            guard positionInterval > 0, now >= nextPosition else { break }
            guard hasPosition else {
                nextLook = now + Self.lookInterval
                break
            }
            nextPosition = now + positionInterval
            return .sendPosition
        }
        return .wait
    }

    /// The time at which `next` must be called again.
    var wakeUp: Int64 {
        switch phase {
        case .connected, .streaming: min(deadline, max(nextPosition, nextLook))
        default: deadline
        }
    }

    private mutating func connect(_ now: Int64) -> Action {
        (phase, deadline) = (.connecting, now + silence)
        (firstMessage, nextPosition) = (nil, .max)
        return .connect
    }

    /// Records that the caster has answered.
    mutating func answered(at now: Int64) {
        guard phase == .connecting else { return }
        (phase, deadline) = (.connected, now + silence)
        nextPosition = positionInterval > 0 ? now : .max
    }

    /// Records that messages arrived.
    mutating func received(at now: Int64) {
        guard phase == .connected || phase == .streaming else { return }
        (phase, deadline) = (.streaming, now + silence)
        let first = firstMessage ?? now
        firstMessage = first
        if now - first >= proof { retries.reset() }
    }

    /// Records a failure.
    ///
    /// - Returns: The pause before the next attempt in nanoseconds.
    @discardableResult
    mutating func failed(_ failure: CasterError, at now: Int64, chance: Double = .random(in: 0...1)) -> Int64 {
        let pause = retries.pause(after: failure, chance: chance).wholeNanoseconds
        (phase, deadline, nextPosition) = (.failed(failure), now + pause, .max)
        return pause
    }
}
