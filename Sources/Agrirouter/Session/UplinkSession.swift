// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The rules of an endpoint's life with agrirouter, without a clock and without a network: what to ask next, and what
/// answers mean.
///
/// At start: capabilities, then the subscription (capabilities erase it), the list of endpoints, the feed of the last 15
/// minutes page by page, each page confirmed, then what is older deleted. Later each again at its interval. One command
/// is under way at a time; it keeps its id and number until it is answered or given up, or messages with higher numbers go
/// before it. The owner's own messages are none of the session's: their answers are handed through.
public struct UplinkSession: Sendable {
    /// How far it has come.
    public enum Phase: Hashable, Sendable {
        /// Capabilities are to be stated.
        case announcing
        /// The subscription is to be stated.
        case subscribing
        /// Messages may be sent.
        case ready
        /// It ended.
        case halted(Halt)
    }

    /// A command that awaits its answer.
    struct Pending: Sendable {
        var request: Request
        /// When it was last sent, nil where it is to be sent (again).
        var sent: HostTime?
        /// When it was sent first.
        var firstSent: HostTime?
    }

    /// How far it has come.
    public internal(set) var phase = Phase.announcing
    /// Whether this machine's clock is what agrirouter takes.
    public internal(set) var clock = ClockCheck()
    /// What it is to do.
    public let settings: SessionSettings

    var pending: Pending?
    var feed = FeedIDs()
    var feedStep = FeedStep.query
    /// Whether the last command of the feed was a confirmation.
    private var wasConfirming = false
    var known: Set<String> = []
    var due = Due()
    var backOff: Backoff
    /// Whether agrirouter knows what the endpoint can do.
    var isAnnounced = false
    /// The type of the command that is being tried a second time.
    var triedAgain: TechnicalMessageType?

    /// What of the feed is done next.
    enum FeedStep: Sendable {
        case query
        /// The page's messages are processed and confirmed first; whether to ask again then.
        case confirm(askAgain: Bool)
        case delete
        case rest
    }

    /// When things are due, by the monotonic clock; nil: at once.
    struct Due: Sendable {
        var announcement: Duration?
        var list: Duration?
        var lastList: Duration?
        var sweep: Duration?
        /// No command before.
        var command: Duration?
        var probe: Duration?
    }

    /// A session at its beginning.
    ///
    /// - Parameter isAnnounced: whether agrirouter knows from an earlier run what the endpoint can do: messages may be sent
    ///   while that is stated again.
    public init(_ settings: SessionSettings, isAnnounced: Bool = false) {
        self.settings = settings
        self.isAnnounced = isAnnounced
        backOff = Backoff(spacing: settings.firstWait)
    }

    /// Whether the owner's messages may be sent: from the first subscription on, also while it is stated again.
    public var maySend: Bool { isAnnounced }

    /// Starts again: after onboarding again, or after the operator changed something.
    public mutating func restart() {
        phase = .announcing
        (pending, triedAgain, isAnnounced) = (nil, nil, false)
        feedStep = .query
        due = Due()
        backOff.succeeded()
    }

    /// Messages were processed (or are of no use) and need not come again.
    public mutating func confirm(_ ids: [String]) {
        for id in ids { feed.processed(id) }
    }

    /// The command to send now, nil where none is due. It counts as sent, until `notSent` says that it was not.
    ///
    /// - Parameters:
    ///   - now: both clocks; intervals go by the monotonic one.
    ///   - numbers: where new commands get their numbers from.
    ///   - generator: where new commands get their ids from.
    public mutating func nextCommand(
        at now: HostTime, numbers: inout SequenceNumbers, ids generator: inout some RandomNumberGenerator
    ) -> Request? {
        expire(at: now)
        wake(at: now)
        guard now.monotonic >= due.command ?? now.monotonic else { return nil }
        if pending == nil, let payload = nextPayload(at: now) {
            let request = Request(
                id: MessageID(random: &generator), sequence: numbers.next(), time: now.utc, payload)
            pending = Pending(request: request)
        }
        guard pending?.sent == nil else { return nil }
        // It is sent now, whenever it was made; id and number stay.
        pending?.request.time = now.utc
        pending?.sent = now
        if pending?.firstSent == nil { pending?.firstSent = now }
        return pending?.request
    }

    /// When `nextCommand` may have something to say, by the monotonic clock; nil: not before an answer comes.
    public func nextCommandTime(at now: HostTime) -> Duration? {
        if let pending, let sent = pending.sent {
            return sent.monotonic + settings.commandLimit + .nanoseconds(1)
        }
        let earliest = due.command ?? now.monotonic
        guard pending == nil else { return earliest }
        switch phase {
        case .halted: return due.probe
        case .announcing, .subscribing: return earliest
        case .ready: return nextRoutine(at: now).map { max($0, earliest) }
        }
    }

    private func nextRoutine(at now: HostTime) -> Duration? {
        var times = [due.announcement ?? now.monotonic, due.list ?? now.monotonic]
        if !feed.toConfirm.isEmpty { times.append(now.monotonic) }
        switch feedStep {
        case .query, .delete: times.append(now.monotonic)
        case .confirm: if feed.isPageSettled { times.append(now.monotonic) }
        case .rest: times.append(due.sweep ?? now.monotonic)
        }
        return times.min()
    }

    /// The command of that id did not reach agrirouter, or may not have: it is sent again as it is.
    public mutating func notSent(_ id: MessageID) {
        guard pending?.request.id == id else { return }
        if pending?.sent == pending?.firstSent { pending?.firstSent = nil }
        pending?.sent = nil
    }

    /// Agrirouter does not accept the endpoint at the level of TLS or HTTP any more.
    public mutating func accessLost(at now: HostTime) -> SessionEvent {
        halt(.reonboard("it was refused \(AccessWatch.limit) times in a row; onboard again with a new code"), at: now)
    }

    /// Messages go before a command that waits to be sent. What it was for stays due; it gets a new id and number then:
    /// numbers rise on the wire.
    public mutating func overtaken() {
        if let pending, pending.sent == nil { self.pending = nil }
    }

    mutating func halt(_ reason: Halt, at now: HostTime) -> SessionEvent {
        phase = .halted(reason)
        (pending, isAnnounced) = (nil, false)
        due.probe = now.monotonic + settings.probeInterval
        return .halted(reason)
    }
}

extension UplinkSession {
    /// What is due next, most urgent first.
    private mutating func nextPayload(at now: HostTime) -> RequestPayload? {
        switch phase {
        case .halted: return nil
        case .announcing: return .capabilities(settings.capabilities)
        case .subscribing: return .subscription(settings.subscriptions)
        case .ready: break
        }
        if now.monotonic >= due.announcement ?? now.monotonic {
            phase = .announcing
            return .capabilities(settings.capabilities)
        }
        if now.monotonic >= due.list ?? now.monotonic { return .listEndpoints(.gpsInfo, .sendReceive) }
        let step = feedPayload(at: now)
        // In turn: in a fleet there is always something new to confirm, and what was missed is to be asked for all the same.
        guard !feed.toConfirm.isEmpty, step == nil || !wasConfirming else {
            wasConfirming = false
            return step
        }
        wasConfirming = true
        return .feedConfirmation(feed.next)
    }

    private mutating func feedPayload(at now: HostTime) -> RequestPayload? {
        if case .rest = feedStep, now.monotonic >= due.sweep ?? now.monotonic { feedStep = .query }
        if case .confirm(let again) = feedStep, feed.isPageSettled { feedStep = again ? .query : .delete }
        let old = now.utc.adding(.zero - max(.zero, settings.window))
        switch feedStep {
        case .query: return .feedMessages(FeedSelection(sent: old...now.utc))
        // Agrirouter itself keeps nothing longer than four weeks.
        case .delete: return .feedDeletion(FeedSelection(sent: old.adding(.seconds(-28 * 86_400))...old))
        case .confirm, .rest: return nil
        }
    }

    /// A command without an answer is sent again as it is; once its first answer can no longer be in the outbox it is given
    /// up, and what it was for is due again.
    private mutating func expire(at now: HostTime) {
        guard let waiting = pending, let sent = waiting.sent, let first = waiting.firstSent else { return }
        guard now.monotonic - sent.monotonic > settings.commandLimit else { return }
        if now.monotonic - first.monotonic <= settings.answerLimit {
            pending?.sent = nil
        } else {
            pending = nil
        }
    }

    /// An endpoint that is not accepted tries again now and then.
    private mutating func wake(at now: HostTime) {
        guard case .halted = phase, let probe = due.probe, now.monotonic >= probe else { return }
        restart()
    }
}

extension HostTime {
    /// The monotonic clock's reading.
    package var monotonic: Duration { .nanoseconds(monotonicNanoseconds) }
    /// The wall clock's reading.
    package var utc: UTCTime { UTCTime(nanosecondsSince1970: wallNanoseconds) }
}
