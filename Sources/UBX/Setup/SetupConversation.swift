// SPDX-License-Identifier: Apache-2.0

/// Takes a procedure's steps with a receiver. Time and frames go in, frames to send come out; the caller has the clock
/// and the line.
public struct SetupConversation<Procedure: SetupProcedure>: Sendable {
    /// What the caller is to do.
    public enum Action: Hashable, Sendable {
        /// Send these bytes.
        case send([UInt8])
        /// Set the line to this rate.
        case setRate(Int)
    }

    /// The procedure, for what it can tell while it is under way.
    public private(set) var procedure: Procedure
    /// What it came to; nil while it is under way.
    public private(set) var outcome: Procedure.Outcome?

    private let timing: SetupTiming
    private var exchange: SetupExchange?
    private var pauseEnd: Int64?
    private var actions: [Action] = []

    /// Begins.
    ///
    /// - Parameters:
    ///   - procedure: at its beginning.
    ///   - timing: how long is waited for what.
    ///   - now: nanoseconds of a clock that does not jump.
    public init(_ procedure: Procedure, timing: SetupTiming = SetupTiming(), at now: Int64) {
        (self.procedure, self.timing) = (procedure, timing)
        advance(.begin, at: now)
    }

    /// When time is to be told again at the latest; `Int64.max` once it is over.
    public var deadline: Int64 { pauseEnd ?? exchange?.deadline ?? .max }

    /// Takes a message of the receiver.
    public mutating func take(_ id: MessageID, _ payload: Span<UInt8>, at now: Int64) {
        exchange?.take(id, payload, at: now)
        settle(at: now)
    }

    /// Advances the conversation to a monotonic time in nanoseconds, which lets timeouts and pauses end.
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

    /// What is to be done now, in order; each is handed out once.
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
