// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import DriverKit
package import GNSSTypes
package import Logging
internal import MessageTexts
package import ObservationBus
package import PluginHosting
internal import Synchronization

/// The data of a receiver that is kept from run to run: its numbering on the bus, its state, its counters.
package final class ReceiverRecord: Sendable {
    package let source: SourceID
    package let clock: GatewayClock
    package let logger: Logger
    private let hub: ObservationHub
    private let numbering: ReceiverNumbering
    /// The number of this plan among those with the same name.
    private let number: UInt32
    private let observer: ReceiverObserver
    /// Guards the receiver's data. Never held while publishing.
    private let contents: Mutex<Contents>
    /// The time used for judging refusals, in nanoseconds.
    private let ticks: @Sendable () -> Int64

    private struct Contents {
        var condition: ReceiverCondition
        /// The driver's last own report; it applies again when data arrives after a silence.
        var said: DriverStateReport
        var isQuiet = false
        /// True if the driver itself has reported a state since the run began.
        var hasDriverSpoken = false
        /// The reason and the time of the last refusal; nil after it has ended.
        var refusal: (reason: String, at: Int64)?
        /// True if the refusal was reported as a state.
        var isRefusalShown = false
        /// The time of the last state that reported a refusal.
        var lastShown: Int64?
        /// The time of the last refusal, whether it has ended or not.
        var lastRefusal: Int64?
        /// The last time at which the reason of a refusal was formatted.
        var lastWorded = Int64.min / 2
        /// The time without a further refusal after which a refusal ends, in nanoseconds.
        var proof = ReceiverRecord.shortestProof
        /// True if the driver replays; known once the driver is created.
        var isReplay = false
        /// Messages logged since the last data, without the numbers in them: a receiver that is absent for days
        /// repeats the same messages.
        var logged: Set<String> = []
        /// Limits the other reasons that are logged while the state stays the same.
        var reasons = ReasonLimit()
    }

    package init(
        _ plan: ReceiverPlan, _ numbering: ReceiverNumbering = ReceiverNumbering(), hub: ObservationHub,
        clock: GatewayClock, observer: ReceiverObserver = ReceiverObserver(), logger: Logger,
        ticks: @escaping @Sendable () -> Int64 = { ChildClock.nanoseconds }
    ) {
        var logger = logger
        logger[metadataKey: "receiver"] = "\(plan.id)"
        let condition = ReceiverCondition(plan: plan, since: clock.now)
        (self.numbering, self.hub, self.clock, self.logger) = (numbering, hub, clock, logger)
        (self.observer, self.ticks) = (observer, ticks)
        number = numbering.number(of: plan)
        source = SourceID(rawValue: plan.id)
        contents = Mutex(Contents(condition: condition, said: condition.state))
    }

    /// The plan of the receiver.
    package var plan: ReceiverPlan { contents.withLock { $0.condition.plan } }

    /// Adopts another plan that the driver cannot distinguish from the current one.
    package func adopt(_ plan: ReceiverPlan) { contents.withLock { $0.condition.plan = plan } }

    /// The current condition.
    package var condition: ReceiverCondition { contents.withLock { $0.condition } }

    /// The time of the last data on the monotonic clock, in nanoseconds.
    package var lastData: Int64? { contents.withLock { $0.condition.lastData?.monotonicNanoseconds } }

    /// Notes that a driver was created.
    ///
    /// - Parameter isReplay: True if its times are its own instead of the gateway's.
    func noteDriver(isReplay: Bool) { contents.withLock { $0.isReplay = isReplay } }

    /// The origin of its observations, even if a different receiver has its name when they are examined.
    private var origin: ObservationOrigin {
        ObservationOrigin(isReplay: contents.withLock { $0.isReplay }, plan: number)
    }

    /// Notes the beginning of a new run.
    func noteStart(isFirst: Bool) {
        contents.withLock { contents in
            if !isFirst { contents.condition.restarts += 1 }
            contents.refusal = nil
        }
        report(DriverStateReport(.starting, .starting))
        contents.withLock { $0.hasDriverSpoken = false }
    }

    /// Handles a state reported by the driver, or by the part that runs it.
    ///
    /// - Parameters:
    ///   - isOwn: True if the gateway itself reports the state, for a reason that takes precedence over a refusal.
    ///   - isFailure: True if the receiver stopped running without a request.
    package func report(_ report: DriverStateReport, isOwn: Bool = false, isFailure: Bool = false) {
        let isShown = contents.withLock { contents in
            contents.said = report
            contents.isQuiet = false
            contents.hasDriverSpoken = true
            // A state that a driver reports does not end a refusal: it applies again once nothing was refused for a
            // while. A report that the receiver is gone, or is searched again, does.
            if isOwn || report.state == .stopped || report.state.isWithoutData { contents.refusal = nil }
            return contents.refusal == nil || !contents.isRefusalShown
        }
        if isShown { publish(report, isFailure ? .warning : nil, isOwn: isOwn) }
    }

    /// Handles a silence. It replaces `running`, or a start that the driver did not report. Any other state that the
    /// driver reported is more informative and stays.
    func noteSilence(_ reason: CodedText) {
        let isNews = contents.withLock { contents in
            guard !contents.isQuiet else { return false }
            // A recent refusal is the newest information; once it is old, the silence is more informative.
            if let refusal = contents.refusal, ticks() - refusal.at < contents.proof { return false }
            let state = contents.said.state
            contents.isQuiet = state == .running || state == .starting && !contents.hasDriverSpoken
            if contents.isQuiet { contents.refusal = nil }
            return contents.isQuiet
        }
        if isNews { publish(DriverStateReport(.degraded, reason)) }
    }

    /// The time without refusals after which a first refusal ends, and the maximum, in nanoseconds. The time is
    /// doubled for each further refusal, so that the state does not change constantly for a receiver that
    /// occasionally sends an invalid value.
    private static let shortestProof: Int64 = 5_000_000_000
    private static let longestProof: Int64 = 600_000_000_000
    /// The time in nanoseconds without a refusal after which the next one counts as a first one.
    private static let forgetting: Int64 = 3_600_000_000_000

    /// Notes that a batch of the driver was refused. The receiver is degraded until valid data arrives and nothing
    /// was refused for 5 s, or longer if that happens repeatedly. At most one state per 5 s reports it.
    ///
    /// - Parameter reason: Names the field; evaluated at most once per second, because thousands of batches may be
    ///   refused per second.
    /// - Returns: The number of refusals.
    func noteRefusal(_ reason: @autoclosure () -> String) -> Int {
        let (count, report) = contents.withLock { contents -> (Int, DriverStateReport?) in
            contents.condition.refusals += 1
            let now = ticks()
            var words = contents.refusal?.reason ?? ""
            if contents.refusal == nil || now - contents.lastWorded >= 1_000_000_000 {
                (words, contents.lastWorded) = (reason(), now)
                contents.condition.lastRefusal = words
            }
            if contents.refusal == nil {
                contents.isRefusalShown = false
                if let last = contents.lastRefusal {
                    let isFirst = now - last > Self.forgetting
                    contents.proof = isFirst ? Self.shortestProof : min(contents.proof * 2, Self.longestProof)
                }
            }
            contents.lastRefusal = now
            contents.refusal = (words, now)
            contents.isQuiet = false
            let isDue = contents.lastShown.map { now - $0 >= Self.shortestProof } ?? true
            guard !contents.isRefusalShown, isDue else { return (contents.condition.refusals, nil) }
            (contents.isRefusalShown, contents.lastShown) = (true, now)
            let report = DriverStateReport(
                .degraded, CodedText(ReceiverText.refusedBatch, ["detail": .words(words)]))
            return (contents.condition.refusals, report)
        }
        if let report { publish(report) }
        return count
    }

    /// The reason for the last refusal; nil if there was none, or it has ended.
    package var refusal: String? { contents.withLock { $0.refusal?.reason } }

    /// Counts the data that the driver's process sent above the limits.
    func noteExcess(_ excess: [FloodSort: Int]) {
        contents.withLock { contents in
            for (sort, count) in excess { contents.condition.excess[sort, default: 0] &+= UInt64(max(0, count)) }
        }
    }

    /// Counts corrections that the driver accepted or dropped.
    ///
    /// - Parameters:
    ///   - bytes: Size of the accepted message; 0: none.
    ///   - givenUp: Number of messages that it dropped.
    func noteCorrections(bytes: Int = 0, givenUp: Int) {
        let now = clock.now
        let (before, after) = contents.withLock { contents in
            var tally = contents.condition.corrections ?? CorrectionTally()
            defer { contents.condition.corrections = tally }
            let before = tally.givenUp
            tally.givenUp &+= UInt64(max(0, givenUp))
            if bytes > 0 {
                tally.messages &+= 1
                tally.bytes &+= UInt64(bytes)
                tally.last = Timestamp(now)
            }
            return (before, tally.givenUp)
        }
        if after > before, after.leadingZeroBitCount < before.leadingZeroBitCount {
            logger.warning(
                "\(after) correction messages dropped so far: the receiver is too slow (raise its baud rate)"
            )
        }
    }

    /// Counts corrections that the driver refused, with the reason.
    func noteCorrectionRefusal(_ reason: String) {
        let count = contents.withLock { contents in
            var tally = contents.condition.corrections ?? CorrectionTally()
            tally.refused &+= 1
            contents.condition.corrections = tally
            return tally.refused
        }
        if count.nonzeroBitCount == 1 {
            logger.warning("the driver refused corrections (\(count) so far): \(reason)")
        }
    }

    /// Reports that data arrived, if that changes the state.
    func noteArrival() { if let news = noteData() { publish(news) } }

    /// Numbers and publishes the driver's observations, whose arrival was noted before.
    ///
    /// - Parameter deliver: Passes a batch to the bus; returns false if the bus could not accept it.
    package func publish(_ entries: [PublishedBatch.Entry], _ deliver: ([Observation]) -> Bool) -> Bool {
        let origin = origin
        let isTaken = numbering.observations.last.withLock { sequence in
            let batch = entries.enumerated().map { index, entry in
                Observation(
                    source: source, sequence: sequence + UInt64(index) + 1, hostTime: entry.hostTime,
                    payload: entry.payload, origin: origin)
            }
            guard deliver(batch) else { return false }
            sequence += UInt64(batch.count)
            observer.note(batch)
            return true
        }
        guard isTaken else { return false }
        let (now, asleep) = (clock.now, clock.asleep)
        contents.withLock { contents in
            if !contents.logged.isEmpty { contents.logged.removeAll() }
            contents.condition.observations += UInt64(entries.count)
            (contents.condition.lastData, contents.condition.asleepAtData) = (now, asleep)
            for entry in entries { contents.condition.note(entry.payload, at: now, asleep: asleep) }
        }
        return true
    }

    /// Notes that data arrived; returns the new state if it was preceded by a silence, a refusal that has ended, or a
    /// start without a report from the driver.
    private func noteData() -> DriverStateReport? {
        contents.withLock { contents in
            let wasQuiet = contents.isQuiet
            contents.isQuiet = false
            if contents.said.state.isBeforeData {
                contents.said = DriverStateReport(.running, .receiving)
                return contents.refusal == nil || !contents.isRefusalShown ? contents.said : nil
            }
            if let refusal = contents.refusal {
                guard ticks() - refusal.at >= contents.proof else { return nil }
                contents.refusal = nil
                return contents.said
            }
            return wasQuiet ? DriverStateReport(contents.said.state, .receivingAgain) : nil
        }
    }

    /// Logs a report.
    ///
    /// - Parameters:
    ///   - level: The log level; nil: the usual one of the state.
    ///   - isOwn: True if the gateway itself reports the state; the limit for reasons does not apply.
    private func log(_ report: DriverStateReport, _ level: Logger.Level?, isOwn: Bool) {
        let (isNews, leftOut) = contents.withLock { contents in
            let isNews = level != nil || Self.isNews(report, &contents, at: isOwn ? nil : ticks())
            return (isNews, isNews ? contents.reasons.takeLeftOut() : 0)
        }
        let usual: Logger.Level = isNews ? report.state == .lost ? .warning : .info : .debug
        let more = leftOut > 0 ? " (\(leftOut) reports before it were logged at level debug)" : ""
        logger.log(level: level ?? usual, "\(report.state): \(report.reason)\(more)")
    }

    /// Returns true if a report is worth a place in the log.
    ///
    /// - Parameter now: The time for the limit of reasons; nil if it does not apply.
    private static func isNews(_ report: DriverStateReport, _ contents: inout Contents, at now: Int64?) -> Bool {
        guard !report.state.isWithoutData else {
            // Messages already logged since the last data are not worth repeating.
            let essence = "\(report.state): \(report.reason.filter { !$0.isNumber })"
            return contents.logged.count >= 64 ? false : contents.logged.insert(essence).inserted
        }
        let last = contents.condition.state
        guard last.state == report.state else { return true }
        // Drivers repeat a state to show that they are not hung.
        guard last != report else { return false }
        return now.map { contents.reasons.take(at: $0) } ?? true
    }

    private func publish(_ report: DriverStateReport, _ level: Logger.Level? = nil, isOwn: Bool = false) {
        let now = clock.now
        log(report, level, isOwn: isOwn)
        contents.withLock { contents in
            if report.state != contents.condition.state.state { contents.condition.since = now }
            contents.condition.note(report)
        }
        let origin = origin
        numbering.observations.last.withLock { sequence in
            sequence += 1
            let batch = [
                Observation(
                    source: source, sequence: sequence, hostTime: now, payload: .driverState(report), origin: origin)
            ]
            hub.publish(batch)
            observer.note(batch)
        }
    }
}

/// Numbers the observations and the plans of one receiver across all its starts.
package final class ReceiverNumbering: Sendable {
    /// The numbering of its observations.
    package let observations = ObservationNumbering()
    /// The newest plan, and the number of plans that differ from their predecessor.
    private let plans: Mutex<(newest: ReceiverPlan?, count: UInt32)>

    /// The last numbers of observations and plans.
    struct Last: Hashable, Sendable {
        var observation: UInt64 = 0
        var plan: UInt32 = 0
    }

    package convenience init() { self.init(after: Last()) }

    /// - Parameter last: The next observation and the first plan get the numbers after these.
    init(after last: Last) {
        plans = Mutex<(newest: ReceiverPlan?, count: UInt32)>((nil, last.plan))
        observations.last.withLock { $0 = last.observation }
    }

    /// The last numbers; nil while an observation is being published.
    var lastIfIdle: Last? {
        guard let observation = observations.last.withLockIfAvailable({ $0 }) else { return nil }
        return Last(observation: observation, plan: plans.withLock { $0.count })
    }

    /// Returns the number of a new plan, usually from 1; the same as before if the driver cannot distinguish the plans.
    package func number(of plan: ReceiverPlan) -> UInt32 {
        plans.withLock { plans in
            if plans.newest.map({ !plan.runs(like: $0) }) ?? true { plans.count &+= 1 }
            plans.newest = plan
            return plans.count
        }
    }
}

extension ReceiverCondition {
    /// Adopts a state. After a loss, another receiver may answer: the identity and the attitude end with the connection.
    /// The last fix shows where the receiver was, and stays until the driver runs again or data arrive.
    fileprivate mutating func note(_ report: DriverStateReport) {
        if !report.state.isConnected {
            (receiver, lastAttitude, isOutdated) = (nil, nil, true)
        } else if report.state == .running {
            forgetLostReceiver()
        }
        state = report
    }

    private mutating func forgetLostReceiver() {
        guard isOutdated else { return }
        (lastFix, fixArrival, isOutdated) = (nil, nil, false)
    }

    fileprivate mutating func note(_ payload: Payload, at now: HostTime, asleep: Int64) {
        forgetLostReceiver()
        kinds[payload.kind, default: 0] += 1
        switch payload {
        case .fix(let fix):
            (lastFix, fixArrival, asleepAtFix) = (fix, now, asleep)
            epochs += 1
        case .attitude(let attitude): lastAttitude = attitude
        case .receiver(let identity): receiver = identity
        default: break
        }
    }
}

extension DriverState {
    /// True if data is not flowing, but may in the future.
    fileprivate var isWithoutData: Bool { self == .starting || self == .connecting || self == .lost }

    /// True if a driver in this state has a receiver.
    fileprivate var isConnected: Bool { self == .running || self == .degraded }

    /// True if a driver in this state has not received data yet.
    fileprivate var isBeforeData: Bool { self == .starting || self == .connecting }
}
