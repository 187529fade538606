// SPDX-License-Identifier: Apache-2.0

/// The tasks of a session and their intervals.
public struct SessionSettings: Hashable, Sendable {
    /// The types that the endpoint can send and receive, with the IDs of the application and its version.
    public var capabilities: Capabilities
    /// The published types that the endpoint subscribes to.
    public var subscriptions: [TechnicalMessageType]
    /// The age up to which messages of the feed are requested; older messages are deleted.
    public var window = Duration.seconds(15 * 60)
    /// The interval at which capabilities and subscription are declared again.
    public var announceInterval = Duration.seconds(24 * 3600)
    /// The interval at which the endpoints are listed.
    public var listInterval = Duration.seconds(5 * 60)
    /// The minimum time between two listings if unknown senders appear.
    public var shortestListInterval = Duration.seconds(60)
    /// The interval at which the feed is queried for lost pushes.
    public var sweepInterval = Duration.seconds(3600)
    /// The time after which an answer is no longer expected: the outbox keeps it only this long.
    public var answerLimit = Duration.seconds(5 * 60)
    /// The time to wait for the answer to a command before the command is sent again. Repeating a command is harmless.
    public var commandLimit = Duration.seconds(25)
    /// The first delay after agrirouter reported an internal error.
    public var firstWait = Duration.seconds(10)
    /// The interval at which a halted session tries again.
    public var probeInterval = Duration.seconds(3600)

    public init(capabilities: Capabilities, subscriptions: [TechnicalMessageType] = [.gpsInfo]) {
        (self.capabilities, self.subscriptions) = (capabilities, subscriptions)
    }
}

/// Assigns sequence numbers to messages: 1 when the program starts, one more for each message.
public struct SequenceNumbers: Hashable, Sendable {
    private var last: Int64 = 0

    /// Starts at 1.
    public init() {}

    public mutating func next() -> Int64 {
        last = last == .max ? 1 : last + 1
        return last
    }

    /// Skips numbers up to `number`, which stored messages of an earlier run use and which are sent in this run. The
    /// numbers on the wire therefore still rise. Has no effect before the first number is assigned.
    public mutating func skip(past number: Int64) {
        if last > 0 { last = max(last, number) }
    }
}

/// An event that a session reports to its owner.
public enum SessionEvent: Hashable, Sendable {
    /// Positions may be sent from now on.
    case ready
    /// The endpoints from agrirouter's list.
    case endpoints([Endpoint])
    /// Messages from other endpoints, each reported once. After processing them, the owner must call `confirm`.
    case received([FeedMessage])
    /// The answer to one of the owner's messages.
    case answered(MessageID, Verdict)
    /// A failure without a message ID, because agrirouter could not decode the message.
    case complaint(Verdict)
    /// Agrirouter refused a command; the session continues without it.
    case refused(TechnicalMessageType, Verdict)
    /// Agrirouter completed a command and returned a warning or note.
    case noted(TechnicalMessageType, Verdict)
    /// The session halted. It tries again at `probeInterval`, or immediately after `restart`.
    case halted(Halt)
    /// A message that cannot be decoded, with the reason in words.
    case unreadable(String)
}

/// The reason that a session halted.
public struct Halt: Hashable, Sendable, CustomStringConvertible {
    /// The condition under which the session can continue.
    public enum Kind: Hashable, Sendable {
        /// The endpoint must be onboarded again.
        case reonboard
        /// The operator must change something in agrirouter or in the configuration.
        case notAllowed
    }

    public var kind: Kind
    /// The reason in words.
    public var reason: String
    /// Agrirouter's code for the reason; nil if it gave none that is known.
    public var code: String?

    init(_ kind: Kind, reason: String, code: String? = nil) {
        (self.kind, self.reason, self.code) = (kind, reason, code)
    }

    init(_ kind: Kind, _ verdict: Verdict) { self.init(kind, reason: verdict.description, code: verdict.knownCode) }

    public var description: String {
        switch kind {
        case .reonboard: "agrirouter no longer accepts this endpoint: \(reason). Positions are kept"
        case .notAllowed: "agrirouter blocks this endpoint: \(reason). Positions are kept"
        }
    }
}
