// SPDX-License-Identifier: Apache-2.0

/// Something that is asked of a receiver, and what is waited for.
public struct SetupRequest: Hashable, Sendable {
    /// What ends the wait.
    public enum Expectation: Hashable, Sendable {
        /// ACK or NAK.
        case acknowledgement
        /// The message of the same name; or NAK.
        case answer
        /// The message of the same name and then ACK, as polls of the class CFG are answered; or NAK.
        case answerAndAcknowledgement
    }

    public var id: MessageID
    public var payload: [UInt8]
    /// What ends the wait.
    public var expects: Expectation
    /// How often it is sent at most.
    public var tries: Int

    public init(_ id: MessageID, payload: [UInt8] = [], expects: Expectation, tries: Int = 3) {
        (self.id, self.payload, self.expects, self.tries) = (id, payload, expects, tries)
    }

    /// A poll of a message that is no configuration.
    static func poll(_ id: MessageID, tries: Int = 3) -> SetupRequest {
        SetupRequest(id, expects: .answer, tries: tries)
    }

    /// The frame that is sent.
    public var frame: [UInt8] { UBXWriter.frame(id, payload: payload) }
}

/// What became of what a procedure asked for.
public enum SetupAnswer: Hashable, Sendable {
    /// The first call.
    case begin
    /// ACK.
    case acknowledged
    /// NAK.
    case refused
    /// The payload of the answer.
    case answered([UInt8])
    /// Nothing, however often it was sent.
    case silent
    /// The pause is over, or the line is set.
    case done
}

/// What a procedure wants next.
public enum SetupMove<Outcome: Sendable>: Sendable {
    /// Send this, and tell me what became of it.
    case ask(SetupRequest)
    /// Set the line to this rate.
    case setRate(Int)
    /// Wait so many nanoseconds.
    case pause(Int64)
    /// That was all.
    case finish(Outcome)
}

/// Steps that are taken with a receiver, each depending on what became of the one before. No clock, no I/O.
public protocol SetupProcedure: Sendable {
    /// What it comes to.
    associatedtype Outcome: Sendable

    /// The next step.
    ///
    /// - Parameter answer: what became of the one before.
    mutating func next(_ answer: SetupAnswer) -> SetupMove<Outcome>
}

/// How long is waited for what, in nanoseconds.
public struct SetupTiming: Hashable, Sendable {
    /// For an answer, before it is asked again. Receivers answer within a second, but what waits in a full line comes
    /// first.
    public var answer: Int64 = 1_500_000_000
    /// For the acknowledgement that follows an answer.
    public var acknowledgement: Int64 = 500_000_000
    /// After a change of the rate, before the line is used again.
    public var rateSettles: Int64 = 100_000_000

    /// Those of real receivers.
    public init() {}
}
