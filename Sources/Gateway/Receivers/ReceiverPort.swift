// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import Synchronization

/// What the gateway offers one run of one driver: checks what it publishes and hands it to the bus.
final class ReceiverPort: DriverHost, Sendable {
    private let record: ReceiverRecord
    private let delivers: Set<ObservationKind>
    private let isFlowControlled: Bool
    private let hub: ObservationHub
    private let isClosed = Atomic(false)

    init(_ record: ReceiverRecord, plugin: PluginDescription, hub: ObservationHub) {
        self.record = record
        self.delivers = Set(plugin.delivers)
        self.isFlowControlled = plugin.isFlowControlled
        self.hub = hub
    }

    /// The run is over, or is to end: nothing that its driver still says reaches the bus, and nobody waits for slow
    /// consumers any more.
    func close() { isClosed.store(true, ordering: .releasing) }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        do throws(PublishRefusal) {
            let entries = try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
            return deliver(entries)
        } catch {
            // A driver that goes on so must not fill the disk: told ten times, then at every doubling.
            let count = record.noteRefusal()
            if count <= 10 || count.nonzeroBitCount == 1 {
                record.logger.error("a batch of the driver was refused (\(count) so far): \(error)")
            }
            return error.answer
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
        record.logger.log(level: level, "\(message)")
    }

    func report(_ state: DriverStateReport) {
        if !isClosed.load(ordering: .acquiring) { record.report(state) }
    }

    func now() -> HostTime { record.clock.now }

    private func deliver(_ entries: [PublishedBatch.Entry]) -> PublishAnswer {
        guard let last = entries.last, !isClosed.load(ordering: .acquiring) else { return .accepted }
        guard record.publish(entries, publish) else { return .wait }
        if isFlowControlled { record.clock.advance(to: last.hostTime) }
        return .accepted
    }

    private func publish(_ batch: [Observation]) -> Bool {
        guard isFlowControlled else {
            hub.publish(batch)
            return true
        }
        return hub.publish(batch, waitingUpTo: .milliseconds(100)) { isClosed.load(ordering: .acquiring) } == .accepted
    }
}
