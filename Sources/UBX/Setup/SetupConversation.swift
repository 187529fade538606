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
    /// The answers that may still come to requests that were sent several times or got no answer in time.
    private var surplus: [MessageID: Surplus] = [:]
    /// The next request, which waits for the surplus answers to the previous one of its name.
    private var held: SetupRequest?
    /// The outcome, which waits for the surplus answers that a following procedure would take for its own.
    private var ending: Procedure.Outcome?
    private var actions: [Action] = []

    /// Answers that nothing awaits any more.
    private struct Surplus {
        var count: Int
        /// The time at which no more are expected.
        var end: Int64
    }

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
    public var deadline: Int64 {
        if let pauseEnd { return pauseEnd }
        if let held { return surplus[held.id]?.end ?? 0 }
        if ending != nil, outcome == nil { return settingsEnd ?? 0 }
        return exchange?.deadline ?? .max
    }

    /// Processes a message of the receiver.
    public mutating func take(_ id: MessageID, _ payload: Span<UInt8>, at now: Int64) {
        noteSurplus(id, payload, at: now)
        guard held == nil, ending == nil else { return resume(at: now) }
        exchange?.take(id, payload, at: now)
        settle(at: now)
    }

    /// Advances the conversation to a monotonic time in nanoseconds, which ends timeouts and pauses.
    public mutating func elapse(to now: Int64) {
        if let end = pauseEnd {
            guard now >= end else { return }
            pauseEnd = nil
            advance(.done, at: now)
        } else if held != nil || ending != nil {
            resume(at: now)
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
        guard let ended = exchange, let answer = ended.answer else { return }
        if ended.openAnswers > 0 {
            surplus[ended.request.id] = Surplus(count: ended.openAnswers, end: now &+ quiet)
        }
        exchange = nil
        advance(answer, at: now)
    }

    private mutating func advance(_ answer: SetupAnswer, at now: Int64) {
        switch procedure.next(answer) {
        case .ask(let request): ask(request, at: now)
        case .setRate(let rate):
            // What was sent at the other rate can no longer arrive.
            surplus.removeAll()
            actions.append(.setRate(rate))
            pauseEnd = now &+ timing.rateSettles
        case .pause(let time): pauseEnd = now &+ time
        case .finish(let outcome):
            ending = outcome
            resume(at: now)
        }
    }

    // MARK: Surplus answers

    /// The silence after which no surplus answer is expected: longer than the time between two transmissions.
    private var quiet: Int64 { timing.answer &+ timing.acknowledgement }

    /// The time until which surplus answers about settings may come; nil if none are expected. Other messages say the same
    /// whenever they come.
    private var settingsEnd: Int64? { surplus.filter { $0.key.messageClass == 0x06 }.map(\.value.end).max() }

    private mutating func ask(_ request: SetupRequest, at now: Int64) {
        if let end = surplus[request.id]?.end, now < end {
            held = request
        } else {
            surplus[request.id] = nil
            exchange = SetupExchange(request, timing, at: now)
        }
    }

    /// Sends the held request, or ends, if no surplus answers are expected any more.
    private mutating func resume(at now: Int64) {
        if let request = held {
            held = nil
            ask(request, at: now)
        } else if let ending, outcome == nil, settingsEnd.map({ now >= $0 }) ?? true {
            outcome = ending
        }
    }

    /// Counts an answer that no exchange awaits. Settings are answered by their acknowledgement, which comes last.
    private mutating func noteSurplus(_ id: MessageID, _ payload: Span<UInt8>, at now: Int64) {
        let acknowledged = Acknowledgement(id, payload)?.message
        let request = acknowledged ?? id
        guard exchange?.request.id != request, (request.messageClass == 0x06) == (acknowledged != nil),
            let open = surplus[request]
        else { return }
        surplus[request] = open.count > 1 ? Surplus(count: open.count - 1, end: now &+ quiet) : nil
    }
}
