// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Outbox

/// The state of one endpoint's exchange with agrirouter. It does no I/O.
struct UplinkLine {
    /// The wall clock counts as set if it moves against the monotonic clock by more than this, in nanoseconds.
    private static let clockStep: Int64 = 5_000_000_000

    let endpoint: UplinkEndpoint
    var session: UplinkSession
    var outgoing: Outgoing
    var schedule: ExchangeSchedule
    private var numbers = SequenceNumbers()
    var planner = SendPlanner()
    var access = AccessWatch()
    /// The delays for messages after agrirouter reported an error for one.
    var messageWait: Backoff
    /// The time at which a single message was last sent as a trial; nil after an answer.
    private var trialTime: Duration?
    /// The time to wait for the answer to a trial before the next message is tried.
    private static let trialLimit = Duration.seconds(20)
    /// The newest entry that belongs to a message of this run, initially the newest entry at its start.
    private var newest: Int64
    /// True if the last POST was not accepted.
    private var isFailing = false
    /// True if repeated messages are sent one per request, because agrirouter rejected a request as faulty or too large.
    private var isOneByOne = false
    /// True if the next request must have no command beside its messages, because the command may make the request too
    /// large.
    private var leavesCommandOut = false
    /// True if agrirouter does not allow messages of this type.
    var isTypeRefused = false
    /// True if the operator has been warned that the certificate is about to expire.
    var isWarned = false
    /// The wall clock minus the monotonic clock, in nanoseconds.
    private var clockOffset: Int64

    init(
        _ endpoint: UplinkEndpoint, _ settings: UplinkSettings, _ outgoing: Outgoing, isAnnounced: Bool,
        newest: Int64, after old: ExchangeSchedule?, isRestart: Bool, at now: HostTime
    ) {
        self.endpoint = endpoint
        (self.outgoing, self.newest) = (outgoing, newest)
        let spacing = settings.spacing(endpoint.environment)
        var session = settings.session
        session.firstWait = spacing
        self.session = UplinkSession(session, isAnnounced: isAnnounced)
        schedule = ExchangeSchedule(
            spacing: spacing, interval: settings.interval(endpoint.environment), after: old, isRestart: isRestart,
            at: now.monotonic)
        messageWait = Backoff(spacing: spacing)
        clockOffset = now.wallNanoseconds &- now.monotonicNanoseconds
    }

    /// Identifies the declaration that agrirouter knows once capabilities and subscription are declared.
    static func announcement(_ endpoint: UplinkEndpoint, _ settings: UplinkSettings) -> String {
        "\(endpoint.id) \(settings.applicationID) \(settings.versionID)"
    }

    /// The endpoint of a stored announcement; before agrirouter accepted one, the store has the endpoint alone.
    static func endpointID(_ announcement: String) -> String {
        String(announcement.prefix { $0 != " " })
    }

    /// Applies changed settings.
    ///
    /// - Parameter isOther: True if the application or its version changed, so that capabilities must be declared
    ///   again.
    mutating func apply(_ settings: UplinkSettings, isOther: Bool) {
        schedule.setInterval(settings.interval(endpoint.environment))
        guard isOther else { return }
        var new = settings.session
        new.firstWait = settings.spacing(endpoint.environment)
        (session, numbers) = (UplinkSession(new), SequenceNumbers())
    }

    /// The reason that the session halted; nil if it runs.
    var halt: Halt? {
        if case .halted(let halt) = session.phase { halt } else { nil }
    }

    /// The pending data for the next POST.
    ///
    /// - Parameters:
    ///   - isPaused: True if no positions may be sent.
    ///   - stored: The number of entries on disk, including those that belong to messages.
    func demand(isPaused: Bool, stored: Int, at now: HostTime) -> ExchangeSchedule.Demand {
        var demand = ExchangeSchedule.Demand(command: session.nextCommandTime(at: now))
        guard session.maySend, !isPaused, session.clock.ahead == nil else { return demand }
        let waiting = stored > outgoing.items ? now.monotonic : nil
        demand.data = [waiting, outgoing.nextRepetition].compactMap { $0 }.min()
        return demand
    }

    /// The next command with its number.
    mutating func nextCommand(at now: HostTime) -> Request? {
        var generator = SystemRandomNumberGenerator()
        // A session that restarts begins its numbers again.
        if halt != nil, let time = session.nextCommandTime(at: now), time <= now.monotonic {
            numbers = SequenceNumbers()
        }
        if session.maySend { numbers.skip(past: outgoing.highest) }
        return session.nextCommand(at: now, numbers: &numbers, ids: &generator)
    }

    /// Creates drafts of new messages with IDs and numbers.
    mutating func drafts(_ ranges: [ClosedRange<Int64>]) -> [MessageDraft] {
        var generator = SystemRandomNumberGenerator()
        numbers.skip(past: outgoing.highest)
        return ranges.map { range in
            let key = MessageID(random: &generator).description
            return MessageDraft(items: range, key: key, sequence: numbers.next())
        }
    }

    /// Entries after this number were collected in this run and belong to no message yet.
    var liveStart: Int64 { newest }

    /// Records that messages were created from these drafts.
    mutating func noteMade(_ drafts: [MessageDraft], _ made: [OutboxMessage]) {
        newest = max(newest, drafts.map(\.items.upperBound).max() ?? 0)
        outgoing.add(made)
    }

    /// Adjusts the limits and the order of sending to the outcome of a POST with this many messages.
    mutating func adapt(to outcome: Exchange.Outcome, messages: Int, withCommand: Bool) {
        isFailing = outcome != .accepted
        switch outcome {
        case .tooLarge:
            planner.limits.messages = max(2, min(planner.limits.messages, messages) / 2)
            leavesCommandOut = withCommand && messages > 0
            if (1...2).contains(messages), withCommand || messages == 2 { isOneByOne = true }
        case .fault where messages > 0:
            leavesCommandOut = withCommand
            isOneByOne = messages > 1 || isOneByOne
        case .accepted:
            leavesCommandOut = false
            planner.limits.messages = min(planner.limits.messages + 1, SendLimits().messages)
        default: break
        }
        if outgoing.nextRepetition == nil { isOneByOne = false }
    }

    /// True if messages must be sent without a command beside them.
    func isCommandLeftOut(at now: Duration) -> Bool {
        leavesCommandOut || isOneByOne || outgoing.due(at: now).count >= planner.limits.messages
    }

    /// The messages to send again without new ones beside them; nil if new messages may be created.
    ///
    /// No messages are therefore created while agrirouter cannot be reached, and the numbers on the wire rise, except after
    /// messages that were not understood.
    mutating func repetitions(at now: Duration) -> [OutboxMessage]? {
        if messageWait.failures > 0 { return trial(at: now) }
        let again = outgoing.due(at: now)
        guard !again.isEmpty else { return nil }
        // One that was not understood twice comes after all others, also if several were not.
        if isOneByOne { return outgoing.longestWaiting(at: now).map { [$0] } }
        guard isFailing || again.count >= planner.limits.messages else { return nil }
        return planner.plan(again: again, oldest: [], newest: []).again
    }

    /// After a failure, sends a single message at a time, a different one each time, until agrirouter accepts one.
    private mutating func trial(at now: Duration) -> [OutboxMessage]? {
        if let trialTime, now - trialTime < Self.trialLimit { return [] }
        guard let message = outgoing.longestWaiting(at: now) else { return outgoing.count == 0 ? nil : [] }
        trialTime = now
        return [message]
    }

    /// Records that a message was answered, with any result.
    mutating func noteAnswer() { trialTime = nil }

    /// Lowers the entries for each message after one with this many was too large.
    mutating func lower(below entries: Int) {
        planner.limits.entries = max(1, min(planner.limits.entries, entries / 2))
    }

    /// Restores the normal limits once no entries wait, for the next backlog.
    mutating func restoreLimits() { planner.limits = SendLimits() }

    /// True if the outbox is read. The outbox of a halted endpoint is not.
    var isReading: Bool { halt == nil }

    /// Restarts the session if the wall clock was set while it was wrong, so that the new time is checked immediately.
    mutating func followClock(_ now: HostTime) {
        let offset = now.wallNanoseconds &- now.monotonicNanoseconds
        let step = offset &- clockOffset
        clockOffset = offset
        guard step.magnitude > Self.clockStep.magnitude, session.clock.ahead != nil else { return }
        session.restart()
        numbers = SequenceNumbers()
        schedule.release()
    }
}
