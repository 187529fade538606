// SPDX-License-Identifier: Apache-2.0

/// What a session is to do, and how often.
public struct SessionSettings: Hashable, Sendable {
    /// What the endpoint can do; its version stands in it.
    public var capabilities: Capabilities
    /// The types that it wants of what is published.
    public var subscriptions: [TechnicalMessageType]
    /// How far back the feed is looked at; what is older is deleted.
    public var window = Duration.seconds(15 * 60)
    /// How often capabilities and subscription are stated again.
    public var announceInterval = Duration.seconds(24 * 3600)
    /// How often the endpoints are listed.
    public var listInterval = Duration.seconds(5 * 60)
    /// The least time between two listings, when unknown senders appear.
    public var shortestListInterval = Duration.seconds(60)
    /// How often the feed is looked through for pushes that were lost.
    public var sweepInterval = Duration.seconds(3600)
    /// How long an answer may take: it lives so long in the outbox.
    public var answerLimit = Duration.seconds(5 * 60)
    /// How long the answer to a command may take before the command is sent again: commands may be repeated without harm.
    public var commandLimit = Duration.seconds(25)
    /// The first wait after agrirouter was in trouble.
    public var firstWait = Duration.seconds(10)
    /// How often an endpoint that is not accepted any more tries again.
    public var probeInterval = Duration.seconds(3600)

    /// A session of an endpoint that can do that and subscribes to those types.
    public init(capabilities: Capabilities, subscriptions: [TechnicalMessageType] = [.gpsInfo]) {
        (self.capabilities, self.subscriptions) = (capabilities, subscriptions)
    }
}

/// The numbers of messages: 1 at a program's start, one more for each.
public struct SequenceNumbers: Hashable, Sendable {
    private var last: Int64 = 0

    /// The next is 1.
    public init() {}

    public mutating func next() -> Int64 {
        last = last == .max ? 1 : last + 1
        return last
    }

    /// Messages of an earlier run have numbers up to that one and are sent in this run: but for the first, the next are
    /// higher, so that they rise all the same.
    public mutating func skip(past number: Int64) {
        if last > 0 { last = max(last, number) }
    }
}

/// What a session tells its owner.
public enum SessionEvent: Hashable, Sendable {
    /// Positions may be sent from now on.
    case ready
    /// The endpoints, as agrirouter lists them.
    case endpoints([Endpoint])
    /// Messages of others, each for the first time. Once they are processed, `confirm` is due.
    case received([FeedMessage])
    /// The answer to a message of the owner's own.
    case answered(MessageID, Verdict)
    /// A failure that belongs to no message: agrirouter could not even decode it.
    case complaint(Verdict)
    /// A command was refused; the session goes on without it.
    case refused(TechnicalMessageType, Verdict)
    /// A command was done, with something to say.
    case noted(TechnicalMessageType, Verdict)
    /// The session ended; it is tried again now and then, and at once after `restart`.
    case halted(Halt)
    /// Something could not be read; in words.
    case unreadable(String)
}

/// Why a session ended.
public enum Halt: Hashable, Sendable, CustomStringConvertible {
    /// Only onboarding again helps.
    case reonboard(String)
    /// The operator must change something in agrirouter or in the configuration.
    case notAllowed(String)

    public var description: String {
        switch self {
        case .reonboard(let why): "agrirouter no longer accepts this endpoint: \(why). Positions are kept"
        case .notAllowed(let why): "agrirouter blocks this endpoint: \(why). Positions are kept"
        }
    }
}
