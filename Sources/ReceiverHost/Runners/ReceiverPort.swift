// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import DriverKit
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import PluginHosting
internal import Synchronization

/// The gateway as seen by one run of one driver: checks published batches and passes them to the bus.
final class ReceiverPort: DriverHost, Sendable {
    private let record: ReceiverRecord
    private let delivers: Set<ObservationKind>
    private let isFlowControlled: Bool
    private let hub: ObservationHub
    private let isClosed = Atomic(false)
    /// Limits log lines, so that a driver cannot fill the disk.
    private let words = Mutex(WordLimit(perSecond: 20))
    /// Limits states, for the same reason. Held while one is reported, so that an older one cannot replace a newer one.
    private let states = Mutex(StateLimit())
    private let lies = Atomic(0)

    init(_ record: ReceiverRecord, plugin: PluginDescription, hub: ObservationHub) {
        self.record = record
        self.delivers = Set(plugin.delivers)
        self.isFlowControlled = plugin.isFlowControlled
        record.noteDriver(isReplay: plugin.isFlowControlled)
        self.hub = hub
    }

    /// Begins to close the port because the run must end: nothing further from the driver reaches the bus, and no call
    /// waits for slow consumers. Does not wait, so that the fleet may call it while it holds its lock, which those that
    /// learn of a state may need.
    func beginClosing() { isClosed.store(true, ordering: .releasing) }

    /// Closes the port when the run is over. Waits until a state that is being reported is complete, so that it cannot
    /// replace one that the gateway reports next.
    func close() {
        beginClosing()
        states.withLock { $0.forget() }
    }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        take(batch, recordCount: recordCount).answer
    }

    /// Processes a batch.
    ///
    /// - Returns: The answer for the driver, and the number of observations in the batch; 0 for a refused one.
    func take(
        _ batch: UnsafeRawBufferPointer, recordCount: Int
    ) -> (answer: PublishAnswer, observations: Int) {
        do throws(PublishError) {
            let entries = try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
            return (deliver(isFlowControlled ? entries : corrected(entries)), entries.count)
        } catch {
            guard let count = noteRefusal(error) else { return (error.answer, 0) }
            // Log the first ten refusals, then each doubling, so that a driver cannot fill the disk.
            if count <= 10 || count.nonzeroBitCount == 1 {
                record.logger.error("refused a batch from the driver (\(count) so far): \(error)")
            }
            return (error.answer, 0)
        }
    }

    func log(_ level: LogLevel, _ message: String) {
        let level: Logger.Level =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        // A line that the log leaves out fills no disk.
        if level >= record.logger.logLevel, isWithinLimit() { record.logger.log(level: level, "\(message)") }
    }

    func report(_ state: DriverStateReport) { report(state, at: ChildClock.nanoseconds) }

    /// - Parameter now: The time by `ChildClock`.
    func report(_ state: DriverStateReport, at now: Int64) {
        let mustWait = states.withLock { states in
            guard !isClosed.load(ordering: .acquiring) else { return false }
            if let state = states.take(state, at: now) { record.report(state) }
            return states.beginsWaiting()
        }
        if mustWait { Task { await reportLater() } }
    }

    /// Reports the driver's newest state as soon as the limit permits, whatever the driver does meanwhile.
    private func reportLater() async {
        repeat {
            // Nothing announces that the limit permits another state; it does after this time.
            try? await Task.sleep(for: .nanoseconds(StateLimit.interval))
        } while reportWaitingState(at: ChildClock.nanoseconds)
    }

    /// Reports the driver's newest state if it had to wait and is due now.
    ///
    /// - Parameter now: The time by `ChildClock`.
    /// - Returns: True if a state still waits.
    func reportWaitingState(at now: Int64) -> Bool {
        states.withLock { states in
            if isClosed.load(ordering: .acquiring) { states.forget() }
            if let state = states.takeDue(at: now) { record.report(state) }
            return states.continuesWaiting()
        }
    }

    /// Reports a state determined by the gateway itself; the limit for the driver's messages does not apply.
    func tell(_ state: DriverStateReport) {
        states.withLock { states in
            states.forget()
            if !isClosed.load(ordering: .acquiring) { record.report(state, isOwn: true) }
        }
    }

    /// Counts data that the driver's process sent above the limits.
    func noteExcess(_ excess: [FloodSort: Int]) { if !excess.isEmpty { record.noteExcess(excess) } }

    /// Counts messages for the receiver that the driver has dropped.
    func noteGivenUp(_ count: Int) { record.noteCorrections(givenUp: count) }

    /// Returns true if another log line of the driver is accepted; logs the number of lines dropped before.
    private func isWithinLimit() -> Bool {
        let (isTaken, missing) = words.withLock { $0.take(at: ChildClock.nanoseconds) }
        if missing > 0 {
            record.logger.warning("dropped \(missing) log lines from the driver: more than 20 a second")
        }
        return isTaken
    }

    func now() -> HostTime { record.clock.now }

    /// Replaces arrival times that differ from the current time, and logs that: the data of a live receiver arrives
    /// now.
    private func corrected(_ entries: [PublishedBatch.Entry]) -> [PublishedBatch.Entry] {
        let now = record.clock.now
        guard entries.contains(where: { !$0.hostTime.isNear(now) }) else { return entries }
        let count = lies.wrappingAdd(1, ordering: .relaxed).newValue
        if count.nonzeroBitCount == 1 {
            log(
                .warning,
                "the driver's times of arrival are off by more than 5 s (\(count) batches so far): ignoring them")
        }
        return entries.map { ($0.payload, $0.hostTime.isNear(now) ? $0.hostTime : now) }
    }

    /// Passes the observations of a batch to the bus, unless the port is closed.
    func deliver(_ entries: [PublishedBatch.Entry]) -> PublishAnswer {
        guard let last = entries.last, noteArrival() else { return .accepted }
        return record.publish(entries) { publish($0, at: last.hostTime) } ? .accepted : .wait
    }

    /// Reports that data arrived, unless the port is closed.
    ///
    /// - Returns: False if the port is closed.
    private func noteArrival() -> Bool {
        states.withLock { _ in
            guard !isClosed.load(ordering: .acquiring) else { return false }
            record.noteArrival()
            return true
        }
    }

    /// Reports that a batch was refused, unless the port is closed.
    ///
    /// - Returns: The number of refusals; nil if the port is closed.
    private func noteRefusal(_ error: PublishError) -> Int? {
        states.withLock { _ -> Int? in
            guard !isClosed.load(ordering: .acquiring) else { return nil }
            return record.noteRefusal(error.description)
        }
    }

    private func publish(_ batch: [Observation], at time: HostTime) -> Bool {
        guard isFlowControlled else {
            hub.publish(batch)
            return true
        }
        let answer = hub.publish(batch, waitingUpTo: .milliseconds(100)) { isClosed.load(ordering: .acquiring) }
        guard answer == .accepted else { return false }
        // The time of published observations applies to all readers.
        record.clock.advance(to: time)
        return true
    }
}

extension HostTime {
    /// Returns true if two times are within 5 s on both clocks, which is more than drivers buffer data. A trusted
    /// time depends on it.
    fileprivate func isNear(_ other: HostTime) -> Bool {
        func isNear(_ a: Int64, _ b: Int64) -> Bool {
            let (difference, isOver) = a.subtractingReportingOverflow(b)
            return !isOver && (-5_000_000_000...5_000_000_000).contains(difference)
        }
        return isNear(monotonicNanoseconds, other.monotonicNanoseconds)
            && isNear(wallNanoseconds, other.wallNanoseconds)
    }
}
