// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import Synchronization

/// What the gateway offers one driver: checks what it publishes, numbers it, and hands it to the bus.
final class ReceiverPort: DriverHost, Sendable {
    private let source: SourceID
    private let delivers: Set<ObservationKind>
    private let isFlowControlled: Bool
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let logger: Logger
    private let sequence = Mutex<UInt64>(0)
    private let isClosed = Atomic(false)
    private let refusals = Atomic(0)

    init(source: SourceID, plugin: PluginDescription, hub: ObservationHub, clock: GatewayClock, logger: Logger) {
        self.source = source
        self.delivers = Set(plugin.delivers)
        self.isFlowControlled = plugin.isFlowControlled
        self.hub = hub
        self.clock = clock
        self.logger = logger
    }

    /// Nobody waits for slow consumers any more: the driver is to end.
    func close() { isClosed.store(true, ordering: .releasing) }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        do throws(PublishRefusal) {
            let entries = try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
            return deliver(entries)
        } catch {
            // A driver that goes on so must not fill the disk: told ten times, then at every doubling.
            let count = refusals.wrappingAdd(1, ordering: .relaxed).newValue
            if count <= 10 || count.nonzeroBitCount == 1 {
                logger.error("a batch of the driver was refused (\(count) so far): \(error)")
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
        logger.log(level: level, "\(message)")
    }

    func report(_ state: DriverStateReport) {
        logger.log(level: state.state == .lost ? .warning : .info, "\(state.state): \(state.reason)")
        sequence.withLock { sequence in
            sequence += 1
            hub.publish([observation(.driverState(state), at: clock.now, number: sequence)])
        }
    }

    func now() -> HostTime { clock.now }

    private func deliver(_ entries: [PublishedBatch.Entry]) -> PublishAnswer {
        guard let last = entries.last else { return .accepted }
        return sequence.withLock { sequence in
            let batch = entries.enumerated().map { index, entry in
                observation(entry.payload, at: entry.hostTime, number: sequence + UInt64(index) + 1)
            }
            guard publish(batch) else { return .wait }
            sequence += UInt64(batch.count)
            if isFlowControlled { clock.advance(to: last.hostTime) }
            return .accepted
        }
    }

    private func publish(_ batch: [Observation]) -> Bool {
        guard isFlowControlled else {
            hub.publish(batch)
            return true
        }
        return hub.publish(batch, waitingUpTo: .milliseconds(100)) { isClosed.load(ordering: .acquiring) } == .accepted
    }

    private func observation(_ payload: Payload, at time: HostTime, number: UInt64) -> Observation {
        Observation(source: source, sequence: number, hostTime: time, payload: payload)
    }
}
