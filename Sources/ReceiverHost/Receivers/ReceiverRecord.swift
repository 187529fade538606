// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import DriverKit
package import GNSSTypes
package import Logging
package import ObservationBus
package import PluginHosting
internal import Synchronization

/// What is kept of a receiver from run to run: its numbering on the bus, its state, its counters.
package final class ReceiverRecord: Sendable {
    package let source: SourceID
    package let clock: GatewayClock
    package let logger: Logger
    private let hub: ObservationHub
    private let numbering: ReceiverNumbering
    /// Which of the plans under the name it is.
    private let number: UInt32
    private let observer: ReceiverObserver
    /// Protects what is known of the receiver. Never held while something is published.
    private let contents: Mutex<Contents>
    /// The time that refusals are judged by, in nanoseconds.
    private let ticks: @Sendable () -> Int64

    private struct Contents {
        var condition: ReceiverCondition
        /// What the driver itself said last; it holds again when data comes after a silence.
        var said: DriverStateReport
        var isQuiet = false
        /// Whether its driver itself has said how it goes since the run began.
        var hasDriverSpoken = false
        /// Why the last of what the driver published was refused, and when; nil: that is over.
        var refusal: (reason: String, at: Int64)?
        /// Whether the state says that it was.
        var isRefusalShown = false
        /// When a state said so last.
        var lastShown: Int64?
        /// When something was refused last, whether that is over or not.
        var lastRefusal: Int64?
        /// When the reason of a refusal was put into words last.
        var lastWorded = Int64.min / 2
        /// How long what the driver publishes has to be sound before a refusal is over, in nanoseconds.
        var proof = ReceiverRecord.shortestProof
        /// Its driver replays: known once that is made.
        var isReplay = false
        /// What was logged since data last came, without the numbers in it: who is away for days says the same again and
        /// again.
        var logged: Set<String> = []
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

    /// What is to run.
    package var plan: ReceiverPlan { contents.withLock { $0.condition.plan } }

    /// Goes on by another plan, which its driver cannot tell from the present one.
    package func adopt(_ plan: ReceiverPlan) { contents.withLock { $0.condition.plan = plan } }

    /// How it is doing.
    package var condition: ReceiverCondition { contents.withLock { $0.condition } }

    /// When data came last, on the monotonic clock.
    package var lastData: Int64? { contents.withLock { $0.condition.lastData?.monotonicNanoseconds } }

    /// A driver was made for it.
    ///
    /// - Parameter isReplay: its times are its own, not those of the gateway.
    func noteDriver(isReplay: Bool) { contents.withLock { $0.isReplay = isReplay } }

    /// What is known of what it publishes, whatever runs under its name by the time that is looked at.
    private var origin: ObservationOrigin {
        ObservationOrigin(isReplay: contents.withLock { $0.isReplay }, plan: number)
    }

    /// A new run begins.
    func noteStart(isFirst: Bool) {
        contents.withLock { contents in
            if !isFirst { contents.condition.restarts += 1 }
            contents.refusal = nil
        }
        report(DriverStateReport(.starting, .starting))
        contents.withLock { $0.hasDriverSpoken = false }
    }

    /// The driver, or what runs it, says how it goes.
    ///
    /// - Parameter isOwn: it is the gateway that says so, for a reason that outranks a refusal.
    package func report(_ report: DriverStateReport, isOwn: Bool = false) {
        let isShown = contents.withLock { contents in
            contents.said = report
            contents.isQuiet = false
            contents.hasDriverSpoken = true
            // What a driver says of itself is no answer to a refusal: its state returns once nothing was refused for a
            // while. That the receiver is gone is one.
            if isOwn || report.state == .lost || report.state == .stopped { contents.refusal = nil }
            return contents.refusal == nil || !contents.isRefusalShown
        }
        if isShown { publish(report) }
    }

    /// No data came for a while. Follows `running`, and a start of which the driver says nothing; a driver that has told
    /// another state with its reason knows more.
    func noteSilence(_ reason: CodedText) {
        let isNews = contents.withLock { contents in
            guard !contents.isQuiet else { return false }
            // A refusal says what came last; once it is old, that nothing comes any more says more.
            if let refusal = contents.refusal, ticks() - refusal.at < contents.proof { return false }
            let state = contents.said.state
            contents.isQuiet = state == .running || state == .starting && !contents.hasDriverSpoken
            if contents.isQuiet { contents.refusal = nil }
            return contents.isQuiet
        }
        if isNews { publish(DriverStateReport(.degraded, reason)) }
    }

    /// So long what the driver publishes has to be sound after a first refusal, and at most, in nanoseconds. Each time that
    /// something is refused after all, it is twice as long: a receiver that sends a wrong value now and then does not
    /// change its state all the time.
    private static let shortestProof: Int64 = 5_000_000_000
    private static let longestProof: Int64 = 600_000_000_000
    /// After so long without a refusal the next one is a first one.
    private static let forgetting: Int64 = 3_600_000_000_000

    /// A batch of the driver was refused: the receiver is degraded until good data comes and nothing was refused for 5 s, or
    /// for longer where that happens again and again. A state says so at most once in 5 s.
    ///
    /// - Parameter reason: names the field; is asked for once a second, as thousands may be refused in one.
    /// - Returns: how many were.
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

    /// Why the last of what the driver published was refused; nil: nothing was, or good data came since.
    package var refusal: String? { contents.withLock { $0.refusal?.reason } }

    /// The process of the driver sent so much more than is taken.
    func noteExcess(_ excess: [FloodSort: Int]) {
        contents.withLock { contents in
            for (sort, count) in excess { contents.condition.excess[sort, default: 0] &+= UInt64(max(0, count)) }
        }
    }

    /// The driver took corrections, or has given up some of them.
    ///
    /// - Parameters:
    ///   - bytes: of the message that it took; 0: none.
    ///   - givenUp: how many messages it has given up.
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
                tally.last = now
            }
            return (before, tally.givenUp)
        }
        if after > before, after.leadingZeroBitCount < before.leadingZeroBitCount {
            logger.warning(
                "\(after) correction messages dropped so far: the receiver is too slow (raise its baud rate)"
            )
        }
    }

    /// The driver did not take corrections, and why.
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

    /// Publishes what the driver delivered, numbered.
    ///
    /// - Parameter deliver: hands a batch to the bus; false where it could not take it.
    package func publish(_ entries: [PublishedBatch.Entry], _ deliver: ([Observation]) -> Bool) -> Bool {
        if let news = noteData() { publish(news) }
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
        let now = clock.now
        contents.withLock { contents in
            if !contents.logged.isEmpty { contents.logged.removeAll() }
            contents.condition.observations += UInt64(entries.count)
            contents.condition.lastData = now
            for entry in entries { contents.condition.note(entry.payload) }
        }
        return true
    }

    /// Data flows: again after a silence, or for the first time from a driver that does not say so itself.
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

    /// What was said since data last came is worth no line of the log again.
    private func level(of report: DriverStateReport) -> Logger.Level {
        guard report.state.isWithoutData else { return .info }
        let essence = "\(report.state): \(report.reason.filter { !$0.isNumber })"
        let isNews = contents.withLock { contents in
            contents.logged.count >= 64 ? false : contents.logged.insert(essence).inserted
        }
        return isNews ? report.state == .lost ? .warning : .info : .debug
    }

    private func publish(_ report: DriverStateReport) {
        let now = clock.now
        logger.log(level: level(of: report), "\(report.state): \(report.reason)")
        contents.withLock { contents in
            if report.state != contents.condition.state.state { contents.condition.since = now }
            contents.condition.state = report
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

/// Numbers the observations and the plans of one receiver, over all its starts.
package final class ReceiverNumbering: Sendable {
    /// The numbers of its observations.
    package let observations = ObservationNumbering()
    /// The newest plan, and how many there were that differ from the one before.
    private let plans = Mutex<(newest: ReceiverPlan?, count: UInt32)>((nil, 0))

    /// The number of a plan that begins, from 1; the same for one that runs like the one before.
    package func number(of plan: ReceiverPlan) -> UInt32 {
        plans.withLock { plans in
            if plans.newest.map({ !plan.runs(like: $0) }) ?? true { plans.count &+= 1 }
            plans.newest = plan
            return plans.count
        }
    }
}

extension ReceiverCondition {
    fileprivate mutating func note(_ payload: Payload) {
        kinds[payload.kind, default: 0] += 1
        switch payload {
        case .fix(let fix):
            lastFix = fix
            epochs += 1
        case .attitude(let attitude): lastAttitude = attitude
        case .receiver(let identity): receiver = identity
        default: break
        }
    }
}

extension DriverState {
    /// Whether it is on the way to data.
    fileprivate var isWithoutData: Bool { self == .starting || self == .connecting || self == .lost }

    /// Whether a driver in this state has not got data yet.
    fileprivate var isBeforeData: Bool { self == .starting || self == .connecting }
}
