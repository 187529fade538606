// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ObservationBus
internal import Outbox

/// Publishes the stage's reports on the bus and limits their rate.
struct UplinkReporter {
    /// The minimum time between reports in which only figures changed, in nanoseconds.
    private static let reportInterval: Int64 = 5_000_000_000
    /// The minimum time between reports about members, in nanoseconds.
    private static let membersInterval: Int64 = 1_000_000_000

    private let hub: ObservationHub
    private var sequence: UInt64 = 0
    private var lastReport: (report: UplinkReport, time: Int64)?
    private var lastMembers: Int64?
    /// True if the next report must be published immediately.
    private var isMarked = false
    private var isDropping = false
    /// True if agrirouter has accepted no message since it refused one for good.
    var isRefusing = false
    /// The current state and when it began.
    private(set) var state: (state: UplinkReport.State, since: UTCTime)?

    init(hub: ObservationHub) { self.hub = hub }

    /// Requests that the next report is published immediately.
    mutating func mark() { isMarked = true }

    /// Records the state.
    ///
    /// - Returns: When this state began.
    mutating func note(_ new: UplinkReport.State, at now: UTCTime) -> UTCTime {
        if let state, state.state == new { return state.since }
        state = (new, now)
        isMarked = true
        return now
    }

    /// Publishes a report if it is news, or if figures have changed and the minimum time has passed.
    mutating func tell(_ report: UplinkReport, at now: HostTime) {
        var report = report
        report.isNews = isMarked
        if let last = lastReport, !isMarked {
            var same = last.report
            same.isNews = false
            guard same != report, now.monotonicNanoseconds &- last.time >= Self.reportInterval else { return }
        }
        isMarked = false
        lastReport = (report, now.monotonicNanoseconds)
        say(.uplink(report), at: now)
    }

    /// True if reports about members may be published now.
    func mayTellMembers(at now: HostTime) -> Bool { nextMembers.map { now.monotonicNanoseconds >= $0 } ?? true }

    /// The time at which reports about members may be published next, by the monotonic clock in nanoseconds.
    var nextMembers: Int64? { lastMembers.map { $0 &+ Self.membersInterval } }

    /// Publishes changes of members.
    mutating func tell(_ changes: [MemberChanges], at now: HostTime) {
        lastMembers = now.monotonicNanoseconds
        for change in changes { say(.members(change), at: now) }
    }

    /// Raises an alert that positions were dropped, once until the queue has space again.
    mutating func tellDrops(_ tally: OutboxTally, _ context: UplinkService.Context) {
        guard !isDropping else { return }
        isDropping = true
        context.alert(
            Alert(
                code: .uplinkDropping, severity: .critical, .uplinkDropping,
                [
                    "crowded": .count(tally.crowded), "aged": .count(tally.aged), "refused": .count(tally.refused),
                ]))
    }

    /// Raises the same alert for positions that agrirouter refused.
    mutating func tellRefusal(_ tally: OutboxTally, _ context: UplinkService.Context) {
        isRefusing = true
        tellDrops(tally, context)
    }

    /// Ends the alert about dropped positions, unless agrirouter has accepted none since it refused some.
    mutating func tellRoom(_ context: UplinkService.Context) {
        guard isDropping, !isRefusing else { return }
        isDropping = false
        context.alert(
            Alert(code: .uplinkDropping, severity: .critical, .uplinkRoom, isOver: true))
    }

    private mutating func say(_ payload: Payload, at now: HostTime) {
        sequence += 1
        hub.publish([Observation(source: .uplink, sequence: sequence, hostTime: now, payload: payload)])
    }
}

extension UplinkCoordinator {
    /// The report on the current state.
    func report() -> UplinkReport {
        let now = context.now()
        let state = state
        let since = reporter.note(state, at: now.utc)
        let sentence = sentence(state)
        var report = UplinkReport(
            state, since: since, environment: line?.endpoint.environment.rawValue ?? "", text: sentence.text)
        report.message = sentence.message
        report.positions = ReportCode(positions)
        (report.collectInterval, report.sendInterval) = (Double(settings.collect), Double(settings.send))
        // Entries that cannot be stored wait in memory and count as queued.
        report.queue.entries = UInt64(clamping: tally.items + pending.count)
        report.queue.bytes = UInt64(clamping: pending.reduce(tally.bytes) { $0 + $1.content.count })
        report.queue.oldest = (tally.oldest ?? pending.first?.time).map { Timestamp($0) }
        report.sent = UInt64(clamping: tally.sent - earlier.sent)
        report.unconfirmed = UInt64(clamping: tally.unconfirmed - earlier.unconfirmed)
        let dropped = ["age": tally.aged, "size": tally.crowded, "refused": tally.refused]
        report.dropped = dropped.filter { $0.value > 0 }.mapValues { UInt64($0) }
        report.lastSuccess = tally.success.map { Timestamp($0) }
        report.error = errors.first
        report.members = members.count
        if let line { describe(line, in: &report, at: now) }
        return report
    }

    private func describe(_ line: UplinkLine, in report: inout UplinkReport, at now: HostTime) {
        (report.endpoint, report.externalID) = (line.endpoint.id, line.endpoint.externalID)
        report.certificate = UplinkReport.Certificate(end: Timestamp(line.endpoint.identity.notAfter))
        report.sendInterval = max(Double(settings.send), line.endpoint.environment.spacing.seconds)
        report.clockAhead = line.session.clock.ahead.map(\.seconds)
        let waits = [line.schedule.hold, line.schedule.dataHold].compactMap { $0 }.filter { $0 > now.monotonic }
        let next = line.halt == nil ? waits.min() : line.session.nextCommandTime(at: now)
        report.nextAttempt = next.map { time in
            Timestamp(UTCTime(nanosecondsSince1970: now.wallNanoseconds &+ (time - now.monotonic).nanoseconds))
        }
    }

    /// The current state of the uplink.
    private var state: UplinkReport.State {
        guard let line else { return .notOnboarded }
        if line.halt?.kind == .reonboard { return .reonboard }
        if errors.has(.certificateExpired, at: .endpoint) { return .reonboard }
        if line.halt != nil { return .halted }
        if isPaused { return .paused }
        if errors[.clock] != nil || errors[.store] != nil || line.isTypeRefused { return .halted }
        if errors[.exchange] != nil { return .offline }
        return line.session.maySend ? .online : .connecting
    }

    private var positions: UplinkReport.Positions {
        guard line != nil, !isPaused else { return .nothing }
        if collector.isWithholding { return .withheld }
        guard let status = collector.lastStatus else { return .nothing }
        return switch status {
        case .noGPS: .noFix
        case .notAvailable: .noReceiver
        case .error: .faulty
        default: .good
        }
    }

    private func sentence(_ state: UplinkReport.State) -> (text: String, message: CodedText?) {
        if state == .halted || state == .reonboard, let error = errors.first {
            return (error.text, error.message)
        }
        let message = message(state)
        return (message.text, message)
    }

    private func message(_ state: UplinkReport.State) -> CodedText {
        switch state {
        case .notOnboarded: CodedText(UplinkText.notOnboarded)
        case .connecting: CodedText(UplinkText.connecting)
        case .online:
            if let line, settings.isRaised(in: line.endpoint.environment) {
                CodedText(
                    UplinkText.onlineSlower,
                    [
                        "seconds": .count(line.endpoint.environment.spacing.components.seconds),
                        "wanted": .count(settings.send), "environment": .words("\(line.endpoint.environment)"),
                    ])
            } else {
                CodedText(UplinkText.online)
            }
        case .paused: CodedText(UplinkText.paused)
        case .offline: CodedText(UplinkText.offline)
        case .halted, .reonboard: CodedText(UplinkText.blocked)
        }
    }

    /// Publishes the current report.
    func publish(isNews: Bool = false) {
        if isNews { reporter.mark() }
        if tally.items < settings.queueEntries / 10 * 9, tally.bytes < settings.queueBytes / 10 * 9 {
            reporter.tellRoom(context)
        }
        reporter.tell(report(), at: context.now())
    }

    /// Publishes changes of members if the rate limit allows it.
    func publishMembers(at now: HostTime) {
        let isTime = members.nextChange.map { $0 <= now.utc } ?? false
        guard members.isDirty || isTime, reporter.mayTellMembers(at: now) else { return }
        reporter.tell(members.changes(at: now.utc), at: now)
    }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
