// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import DriverKit
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import PluginHosting
internal import Synchronization

/// What the gateway offers one run of one driver: checks what it publishes and hands it to the bus.
final class ReceiverPort: DriverHost, Sendable {
    private let record: ReceiverRecord
    private let delivers: Set<ObservationKind>
    private let isFlowControlled: Bool
    private let hub: ObservationHub
    private let isClosed = Atomic(false)
    /// Lines for the log, and states. A driver that goes on and on must not fill the disk.
    private let words = Mutex(WordLimit(perSecond: 20))
    private let lies = Atomic(0)

    init(_ record: ReceiverRecord, plugin: PluginDescription, hub: ObservationHub) {
        self.record = record
        self.delivers = Set(plugin.delivers)
        self.isFlowControlled = plugin.isFlowControlled
        record.noteDriver(isReplay: plugin.isFlowControlled)
        self.hub = hub
    }

    /// The run is over, or is to end: nothing that its driver still says reaches the bus, and no call waits for slow
    /// consumers any more.
    func close() { isClosed.store(true, ordering: .releasing) }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        take(batch, recordCount: recordCount).answer
    }

    /// Takes a batch.
    ///
    /// - Returns: what the driver is answered, and how many observations were in it; none of one that is refused.
    func take(
        _ batch: UnsafeRawBufferPointer, recordCount: Int
    ) -> (answer: PublishAnswer, observations: Int) {
        do throws(PublishError) {
            let entries = try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
            return (deliver(isFlowControlled ? entries : corrected(entries)), entries.count)
        } catch {
            // A driver that goes on so must not fill the disk: told ten times, then at every doubling.
            guard !isClosed.load(ordering: .acquiring) else { return (error.answer, 0) }
            let count = record.noteRefusal(error.description)
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
        if isWithinLimit() { record.logger.log(level: level, "\(message)") }
    }

    func report(_ state: DriverStateReport) {
        if !isClosed.load(ordering: .acquiring), isWithinLimit() { record.report(state) }
    }

    /// The gateway itself says how it goes with the driver: no flood of the driver's words keeps that back.
    func tell(_ state: DriverStateReport) {
        if !isClosed.load(ordering: .acquiring) { record.report(state, isOwn: true) }
    }

    /// The process of the driver sent so much more than is taken.
    func noteExcess(_ excess: [FloodSort: Int]) { if !excess.isEmpty { record.noteExcess(excess) } }

    /// The driver has given up so many of the things that were handed to it for the receiver.
    func noteGivenUp(_ count: Int) { record.noteCorrections(givenUp: count) }

    /// Whether one more line is taken of the driver; says how many were not before.
    private func isWithinLimit() -> Bool {
        let (isTaken, missing) = words.withLock { $0.take(at: ChildClock.nanoseconds) }
        if missing > 0 {
            record.logger.warning("dropped \(missing) log lines from the driver: more than 20 a second")
        }
        return isTaken
    }

    func now() -> HostTime { record.clock.now }

    /// What a live receiver says arrives now. Another arrival time from its driver is replaced, and that is logged.
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

    private func deliver(_ entries: [PublishedBatch.Entry]) -> PublishAnswer {
        guard let last = entries.last, !isClosed.load(ordering: .acquiring) else { return .accepted }
        return record.publish(entries) { publish($0, at: last.hostTime) } ? .accepted : .wait
    }

    private func publish(_ batch: [Observation], at time: HostTime) -> Bool {
        guard isFlowControlled else {
            hub.publish(batch)
            return true
        }
        let answer = hub.publish(batch, waitingUpTo: .milliseconds(100)) { isClosed.load(ordering: .acquiring) }
        guard answer == .accepted else { return false }
        // The time of what is published holds for every reader.
        record.clock.advance(to: time)
        return true
    }
}

extension HostTime {
    /// Within 5 s on both clocks: what a driver held back does not come to that. A trusted time rests on it.
    fileprivate func isNear(_ other: HostTime) -> Bool {
        func isNear(_ a: Int64, _ b: Int64) -> Bool {
            let (difference, isOver) = a.subtractingReportingOverflow(b)
            return !isOver && (-5_000_000_000...5_000_000_000).contains(difference)
        }
        return isNear(monotonicNanoseconds, other.monotonicNanoseconds)
            && isNear(wallNanoseconds, other.wallNanoseconds)
    }
}
