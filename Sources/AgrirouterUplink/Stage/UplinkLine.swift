// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Outbox

/// All that belongs to the conversation of one endpoint with agrirouter. It does no I/O.
struct UplinkLine {
    /// The wall clock was set when it moves by more against the monotonic one.
    private static let clockStep: Int64 = 5_000_000_000

    let endpoint: UplinkEndpoint
    var session: UplinkSession
    var outgoing: Outgoing
    var schedule: ExchangeSchedule
    private var numbers = SequenceNumbers()
    var planner = SendPlanner()
    var access = AccessWatch()
    /// How long messages wait that agrirouter has trouble with.
    var messageWait: Backoff
    /// When a message was tried alone last, without an answer yet.
    private var trialTime: Duration?
    /// How long the answer to that trial is waited for before another message is tried.
    private static let trialLimit = Duration.seconds(20)
    /// The newest entry that belongs to a message of this run, or the newest at its start.
    private var newest: Int64
    /// The last POST was not taken.
    private var isFailing = false
    /// Messages go alone, until those that were made are done: one of them may be what was not understood.
    private var isOneByOne = false
    /// The next request has no command beside its messages: it may be that which makes it too large.
    private var leavesCommandOut = false
    /// Agrirouter does not allow what is sent.
    var isTypeRefused = false
    /// People were told that the certificate ends soon.
    var isWarned = false
    /// Wall less monotonic clock, in nanoseconds.
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

    /// What agrirouter knows of us once capabilities and subscription are stated.
    static func announcement(_ endpoint: UplinkEndpoint, _ settings: UplinkSettings) -> String {
        "\(endpoint.id) \(settings.applicationID) \(settings.versionID)"
    }

    /// Goes on by other settings.
    ///
    /// - Parameter isOther: whether what we say of ourselves is something else now.
    mutating func apply(_ settings: UplinkSettings, isOther: Bool) {
        schedule.setInterval(settings.interval(endpoint.environment))
        guard isOther else { return }
        var new = settings.session
        new.firstWait = settings.spacing(endpoint.environment)
        (session, numbers) = (UplinkSession(new), SequenceNumbers())
    }

    /// Whether only onboarding again helps, or the operator must change something.
    var halt: Halt? {
        if case .halted(let halt) = session.phase { halt } else { nil }
    }

    /// What there is to post.
    ///
    /// - Parameters:
    ///   - isPaused: whether positions may not leave.
    ///   - stored: entries that are on disk, those of messages included.
    func demand(isPaused: Bool, stored: Int, at now: HostTime) -> ExchangeSchedule.Demand {
        var demand = ExchangeSchedule.Demand(command: session.nextCommandTime(at: now))
        guard session.maySend, !isPaused, session.clock.ahead == nil else { return demand }
        let waiting = stored > outgoing.items ? now.monotonic : nil
        demand.data = [waiting, outgoing.nextRepetition].compactMap { $0 }.min()
        return demand
    }

    /// The next command, numbered.
    mutating func nextCommand(at now: HostTime) -> Request? {
        var generator = SystemRandomNumberGenerator()
        // A session that starts again counts again.
        if halt != nil, let time = session.nextCommandTime(at: now), time <= now.monotonic {
            numbers = SequenceNumbers()
        }
        if session.maySend { numbers.skip(past: outgoing.highest) }
        return session.nextCommand(at: now, numbers: &numbers, ids: &generator)
    }

    /// New messages, with ids and numbers.
    mutating func drafts(_ ranges: [ClosedRange<Int64>]) -> [MessageDraft] {
        var generator = SystemRandomNumberGenerator()
        numbers.skip(past: outgoing.highest)
        return ranges.map { range in
            let key = MessageID(random: &generator).description
            return MessageDraft(items: range, key: key, sequence: numbers.next())
        }
    }

    /// Entries that are newer were collected in this run and belong to no message yet.
    var liveStart: Int64 { newest }

    /// Messages were made of those.
    mutating func noteMade(_ drafts: [MessageDraft], _ made: [OutboxMessage]) {
        newest = max(newest, drafts.map(\.items.upperBound).max() ?? 0)
        outgoing.add(made)
    }

    /// A POST of so many messages ended like that.
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

    /// Whether messages go without a command beside them.
    func isCommandLeftOut(at now: Duration) -> Bool {
        leavesCommandOut || isOneByOne || outgoing.due(at: now).count >= planner.limits.messages
    }

    /// The messages that go again alone; nil: others may be made beside them.
    ///
    /// So none are made while agrirouter is not reached, and their numbers rise on the wire.
    mutating func repetitions(at now: Duration) -> [OutboxMessage]? {
        if messageWait.failures > 0 { return trial(at: now) }
        let again = outgoing.due(at: now)
        guard let first = again.first else { return nil }
        if isOneByOne { return [first] }
        guard isFailing || again.count >= planner.limits.messages else { return nil }
        return planner.plan(again: again, oldest: [], newest: []).again
    }

    /// After a refusal one message at a time goes, another each time, until one is taken.
    private mutating func trial(at now: Duration) -> [OutboxMessage]? {
        if let trialTime, now - trialTime < Self.trialLimit { return [] }
        guard let message = outgoing.longestWaiting(at: now) else { return outgoing.count == 0 ? nil : [] }
        trialTime = now
        return [message]
    }

    /// The answer to a message came, whatever it says.
    mutating func noteAnswer() { trialTime = nil }

    /// A message of so many entries is too large: others become smaller.
    mutating func lower(below entries: Int) {
        planner.limits.entries = max(1, min(planner.limits.entries, entries / 2))
    }

    /// Nothing waits any more: the next backlog begins with the usual limits.
    mutating func restoreLimits() { planner.limits = SendLimits() }

    /// Whether the outbox is read. That of an endpoint that may not work is not.
    var isReading: Bool { halt == nil }

    /// The clock was set: whether it is right now is checked at once.
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
