// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// A request to a receiver and the expected answer.
public struct SetupRequest: Hashable, Sendable {
    /// The event that ends the wait.
    public enum Expectation: Hashable, Sendable {
        /// An acknowledgement (ACK) or a refusal (NAK).
        case acknowledgement
        /// The message of the same name, or NAK.
        case answer
        /// The message of the same name followed by ACK, as for polls of class CFG; or NAK.
        case answerAndAcknowledgement
    }

    public var id: MessageID
    public var payload: [UInt8]
    /// The event that ends the wait.
    public var expects: Expectation
    /// The largest number of transmissions.
    public var tries: Int

    public init(_ id: MessageID, payload: [UInt8] = [], expects: Expectation, tries: Int = 3) {
        (self.id, self.payload, self.expects, self.tries) = (id, payload, expects, tries)
    }

    /// A poll of a message outside class CFG.
    static func poll(_ id: MessageID, tries: Int = 3) -> SetupRequest {
        SetupRequest(id, expects: .answer, tries: tries)
    }

    /// The frame to send.
    public var frame: [UInt8] { UBXWriter.frame(id, payload: payload) }

    /// Returns true if a message of the same name may answer this request: a late answer to an earlier one names another
    /// memory, key, message or port.
    func isAnswered(by answer: Span<UInt8>) -> Bool {
        switch id {
        case .cfgVALGET where payload.count >= 8:
            guard answer.count >= 4, answer.u1(1) == payload[1] else { return false }
            return answer.little(UInt32.self, at: 4).map(asks) ?? true
        case .cfgMSG where payload.count == 2:
            return answer.count >= 2 && answer.u1(0) == payload[0] && answer.u1(1) == payload[1]
        case .cfgPRT where payload.count == 1: return answer.count >= 1 && answer.u1(0) == payload[0]
        default: return true
        }
    }

    /// Returns true if UBX-CFG-VALGET asks for a key.
    private func asks(_ key: UInt32) -> Bool {
        let bytes = LittleEndian.bytes(key)
        return stride(from: 4, through: payload.count - 4, by: 4).contains { Array(payload[$0..<$0 + 4]) == bytes }
    }
}

/// The result of a procedure's last move.
public enum SetupAnswer: Hashable, Sendable {
    /// No result yet: the first call.
    case begin
    /// The receiver acknowledged the request (ACK).
    case acknowledged
    /// The receiver refused the request (NAK).
    case refused
    /// The payload of the answer.
    case answered([UInt8])
    /// No answer, even after all repetitions.
    case silent
    /// The pause is over, or the rate is set.
    case done
}

/// A procedure's next move.
public enum SetupMove<Outcome: Sendable>: Sendable {
    /// Send this request and report the answer.
    case ask(SetupRequest)
    /// Set the line to this rate.
    case setRate(Int)
    /// Wait this many nanoseconds.
    case pause(Int64)
    /// The procedure has ended.
    case finish(Outcome)
}

/// A sequence of steps with a receiver, each depending on the result of the previous one. Uses neither a clock nor
/// I/O.
public protocol SetupProcedure: Sendable {
    /// The outcome of the procedure.
    associatedtype Outcome: Sendable

    /// Returns the next step.
    ///
    /// - Parameter answer: The result of the previous step.
    mutating func next(_ answer: SetupAnswer) -> SetupMove<Outcome>
}

/// The times to wait for answers, in nanoseconds.
public struct SetupTiming: Hashable, Sendable {
    /// The wait for an answer before it is repeated. Receivers answer within a second, but data queued in a full line
    /// comes first.
    public var answer: Int64 = 1_500_000_000
    /// The wait for the acknowledgement that follows an answer.
    public var acknowledgement: Int64 = 500_000_000
    /// The pause after a change of the rate before the line is used again.
    public var rateSettles: Int64 = 100_000_000

    /// Creates the times for real receivers.
    public init() {}
}
