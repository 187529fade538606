// SPDX-License-Identifier: Apache-2.0

/// Runs a procedure with a receiver. Its inputs are time and received frames, its output the frames to send; the
/// caller provides the clock and the line.
public struct SetupConversation<Procedure: SetupProcedure>: Sendable {
    /// An action for the caller.
    public enum Action: Hashable, Sendable {
        /// Send these bytes.
        case send([UInt8])
        /// Set the line to this rate.
        case setRate(Int)
    }

    /// The procedure, which may report its progress.
    public private(set) var procedure: Procedure
    /// The outcome; nil while the procedure is running.
    public private(set) var outcome: Procedure.Outcome?

    private let timing: SetupTiming
    private var exchange: SetupExchange?
    private var pauseEnd: Int64?
    private var actions: [Action] = []

    /// Starts a procedure.
    ///
    /// - Parameters:
    ///   - procedure: The procedure in its initial state.
    ///   - timing: The times to wait for answers.
    ///   - now: Nanoseconds of a monotonic clock.
    public init(_ procedure: Procedure, timing: SetupTiming = SetupTiming(), at now: Int64) {
        (self.procedure, self.timing) = (procedure, timing)
        advance(.begin, at: now)
    }

    /// The latest time of the next call to `elapse(to:)`; `Int64.max` after the end.
    public var deadline: Int64 { pauseEnd ?? exchange?.deadline ?? .max }

    /// Processes a message of the receiver.
    public mutating func take(_ id: MessageID, _ payload: Span<UInt8>, at now: Int64) {
        exchange?.take(id, payload, at: now)
        settle(at: now)
    }

    /// Advances the conversation to a monotonic time in nanoseconds, which ends timeouts and pauses.
    public mutating func elapse(to now: Int64) {
        if let end = pauseEnd {
            guard now >= end else { return }
            pauseEnd = nil
            advance(.done, at: now)
        } else {
            exchange?.elapse(to: now)
            settle(at: now)
        }
    }

    /// Returns the actions to take now, in order, each only once.
    public mutating func takeActions() -> [Action] {
        if let bytes = exchange?.takeOutgoing() { actions.append(.send(bytes)) }
        defer { actions.removeAll() }
        return actions
    }

    private mutating func settle(at now: Int64) {
        guard let answer = exchange?.answer else { return }
        exchange = nil
        advance(answer, at: now)
    }

    private mutating func advance(_ answer: SetupAnswer, at now: Int64) {
        switch procedure.next(answer) {
        case .ask(let request): exchange = SetupExchange(request, timing, at: now)
        case .setRate(let rate):
            actions.append(.setRate(rate))
            pauseEnd = now &+ timing.rateSettles
        case .pause(let time): pauseEnd = now &+ time
        case .finish(let outcome): self.outcome = outcome
        }
    }
}
