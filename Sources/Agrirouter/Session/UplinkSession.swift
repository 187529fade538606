// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state machine of an endpoint's session with agrirouter, without a clock or network: it decides which command to
/// send next and interprets the answers.
///
/// At the start it declares the capabilities, then the subscription (which new capabilities delete), lists the
/// endpoints, requests the feed of the last 15 minutes page by page, confirms each page, and deletes older messages. It
/// then repeats each step at its interval. One command is in progress at a time. The command keeps its ID and number
/// until it is answered or given up, or until messages with higher numbers are sent before it. The session does not
/// manage the owner's messages; it only reports their answers.
public struct UplinkSession: Sendable {
    /// The current step of the session.
    public enum Phase: Hashable, Sendable {
        /// The capabilities must be declared.
        case announcing
        /// The subscription must be declared.
        case subscribing
        /// Messages may be sent.
        case ready
        /// The session halted.
        case halted(Halt)
    }

    /// A command that waits for its answer.
    struct Pending: Sendable {
        var request: Request
        /// The time at which the command was last sent; nil if it must be sent, for the first time or again.
        var sent: HostTime?
        /// The time at which the command was first sent.
        var firstSent: HostTime?
    }

    public internal(set) var phase = Phase.announcing
    /// The comparison of this machine's clock with agrirouter's.
    public internal(set) var clock = ClockCheck()
    public let settings: SessionSettings

    var pending: Pending?
    var feed = FeedIDs()
    var feedStep = FeedStep.query
    /// True if the last command about the feed was a confirmation.
    private var wasConfirming = false
    var known: Set<String> = []
    var due = Due()
    var backoff: Backoff
    /// True if agrirouter knows the endpoint's capabilities and subscription.
    var isAnnounced = false
    /// The type of the command that is being tried for a second time.
    var triedAgain: TechnicalMessageType?

    /// The next step for the feed.
    enum FeedStep: Sendable {
        case query
        /// Process and confirm the page's messages, then query again if `askAgain` is true, otherwise delete older
        /// messages.
        case confirm(askAgain: Bool)
        case delete
        case rest
    }

    /// Due times by the monotonic clock; nil means immediately.
    struct Due: Sendable {
        var announcement: Duration?
        var list: Duration?
        var lastList: Duration?
        var sweep: Duration?
        /// The earliest time for the next command.
        var command: Duration?
        var probe: Duration?
    }

    /// Creates a session at its first step.
    ///
    /// - Parameter isAnnounced: True if agrirouter knows the capabilities from an earlier run; messages may then be
    ///   sent while they are declared again.
    public init(_ settings: SessionSettings, isAnnounced: Bool = false) {
        self.settings = settings
        self.isAnnounced = isAnnounced
        backoff = Backoff(spacing: settings.firstWait)
    }

    /// True if the owner's messages may be sent: from the first subscription on, even while it is being renewed.
    public var maySend: Bool { isAnnounced }

    /// Restarts the session after the endpoint was onboarded again or the operator changed something.
    public mutating func restart() {
        phase = .announcing
        (pending, triedAgain, isAnnounced) = (nil, nil, false)
        feedStep = .query
        due = Due()
        backoff.succeeded()
    }

    /// Marks messages as processed or not needed, so that agrirouter does not deliver them again.
    public mutating func confirm(_ ids: [String]) {
        for id in ids { feed.processed(id) }
    }

    /// The command to send now; nil if none is due. The command counts as sent unless `notSent` is called.
    ///
    /// - Parameters:
    ///   - now: Both clocks; intervals use the monotonic clock.
    ///   - numbers: Assigns the sequence numbers of new commands.
    ///   - generator: Supplies the randomness for the IDs of new commands.
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
        // The time is that of sending, not of creation; ID and number do not change.
        pending?.request.time = now.utc
        pending?.sent = now
        if pending?.firstSent == nil { pending?.firstSent = now }
        return pending?.request
    }

    /// The earliest time by the monotonic clock at which `nextCommand` can return a command; nil if it must wait for an
    /// answer.
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

    /// Reports that the command did not, or may not have, reached agrirouter. It is sent again unchanged.
    public mutating func notSent(_ id: MessageID) {
        guard pending?.request.id == id else { return }
        if pending?.sent == pending?.firstSent { pending?.firstSent = nil }
        pending?.sent = nil
    }

    /// Halts the session because agrirouter refuses the endpoint at the TLS or HTTP level.
    public mutating func accessLost(at now: HostTime) -> SessionEvent {
        let reason = "it was refused \(AccessWatch.limit) times in a row"
        return halt(Halt(.reonboard, reason: reason), at: now)
    }

    /// Withdraws a command that waits to be sent, because messages with higher numbers were sent first. The command's
    /// task stays due and gets a new ID and number, so that the numbers rise on the wire.
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
    /// The most urgent payload that is due.
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
        // Confirmations and feed queries alternate: in a large fleet there is always something to confirm, and missed
        // messages must still be requested.
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
        // agrirouter itself keeps messages for four weeks at most.
        case .delete: return .feedDeletion(FeedSelection(sent: old.adding(.seconds(-28 * 86_400))...old))
        case .confirm, .rest: return nil
        }
    }

    /// Sends a command without an answer again, unchanged. Once its first answer can no longer be in the outbox, the
    /// command is given up and its task is due again.
    private mutating func expire(at now: HostTime) {
        guard let waiting = pending, let sent = waiting.sent, let first = waiting.firstSent else { return }
        guard now.monotonic - sent.monotonic > settings.commandLimit else { return }
        if now.monotonic - first.monotonic <= settings.answerLimit {
            pending?.sent = nil
        } else {
            pending = nil
        }
    }

    /// Restarts a halted session at its probe interval.
    private mutating func wake(at now: HostTime) {
        guard case .halted = phase, let probe = due.probe, now.monotonic >= probe else { return }
        restart()
    }
}

extension HostTime {
    /// The reading of the monotonic clock.
    package var monotonic: Duration { .nanoseconds(monotonicNanoseconds) }
    /// The reading of the wall clock.
    package var utc: UTCTime { UTCTime(nanosecondsSince1970: wallNanoseconds) }
}
