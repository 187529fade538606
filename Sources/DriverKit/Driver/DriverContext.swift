// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a driver may use: the bus, the log, the clock, and the signal to stop. Belongs to the thread of `run`.
public final class DriverContext {
    /// Tells when to stop.
    public let stop: StopSignal
    /// What is to go to the receiver; always empty where the plugin does not take that.
    public let outbox: Outbox

    private let host: any DriverHost
    private var writer = RecordWriter()

    /// A context over a host. Drivers are handed theirs; tests make them.
    public init(host: any DriverHost, stop: StopSignal, outbox: Outbox = Outbox()) {
        self.host = host
        self.stop = stop
        self.outbox = outbox
    }

    /// Both clocks of the host. Read it right after the bytes.
    public func now() -> HostTime { host.now() }

    /// Writes to the host's log. Not for every message received.
    public func log(_ level: LogLevel, _ message: String) { host.log(level, message) }

    /// Tells people how it goes: `.running`, `.connecting` or `.degraded`, with the reason.
    public func report(_ state: DriverState, _ reason: String) { host.report(DriverStateReport(state, reason: reason)) }

    /// Publishes what belongs together, usually one epoch.
    ///
    /// Waits where a flow controlled source is ahead of its consumers. Does nothing once stopped.
    ///
    /// - Parameters:
    ///   - payloads: what is said. One over 128 KiB in the contract's encoding is left out and logged.
    ///   - time: when the bytes behind it had arrived.
    /// - Throws: `DriverError.failed` where the host refuses the batch: a fault of the driver.
    public func publish(_ payloads: some Sequence<Payload>, at time: HostTime) throws(DriverError) {
        writer.removeAll()
        for payload in payloads {
            // The batch is full where one more record of the greatest size might not fit.
            if writer.bytes.count > RecordLimits.batch - RecordLimits.record { try flush() }
            if !writer.append(payload, hostTime: time) {
                host.log(.warning, "a \(payload.kind) over \(RecordLimits.record) bytes was left out")
            }
        }
        try flush()
    }

    /// Publishes records that are in the contract's encoding already: those of a recording.
    ///
    /// - Parameters:
    ///   - records: whole records back to back, at most 1 MiB.
    ///   - count: how many there are.
    /// - Throws: `DriverError.failed` where the host refuses the batch.
    public func publish(records: [UInt8], count: Int) throws(DriverError) {
        guard count > 0 else { return }
        while !stop.isSignalled {
            switch records.withUnsafeBytes({ host.publish($0, recordCount: count) }) {
            case .accepted: return
            case .wait: continue
            case .malformed: throw .failed("the host refused a batch as malformed: see its log")
            case .forbidden: throw .failed("the host refused a batch: a kind that this driver may not publish")
            }
        }
    }

    private func flush() throws(DriverError) {
        defer { writer.removeAll() }
        try publish(records: writer.bytes, count: writer.recordCount)
    }
}
