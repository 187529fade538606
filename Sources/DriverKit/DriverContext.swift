// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Records

/// The services available to a driver: the bus, the log, the clock, and the stop signal. Used only on the thread of
/// `run`.
public final class DriverContext {
    /// Signals that the driver must stop.
    public let stop: StopSignal
    /// The messages to send to the receiver; always empty if the plugin does not accept them.
    public let outbox: CorrectionQueue

    private let host: any DriverHost
    private var writer = RecordWriter()
    /// The number of consecutive records that the host refused.
    private var refusedInARow = 0
    /// The number of consecutive refusals after which the run ends, so that the host restarts the driver.
    private static let mostRefusedInARow = 1000

    /// Creates a context for a host. DriverKit creates the contexts of drivers; tests create their own.
    public init(host: any DriverHost, stop: StopSignal, outbox: CorrectionQueue = CorrectionQueue()) {
        self.host = host
        self.stop = stop
        self.outbox = outbox
    }

    /// Reads both clocks of the host. Call it right after reading the bytes.
    public func now() -> HostTime { host.now() }

    /// Writes to the host's log. Do not log every received message.
    public func log(_ level: LogLevel, _ message: String) { host.log(level, message) }

    /// Reports the driver's state to people: `.running`, `.connecting` or `.degraded`, with the reason.
    public func report(_ state: DriverState, _ reason: String) { host.report(DriverStateReport(state, reason: reason)) }

    /// Publishes payloads that belong together, usually one epoch.
    ///
    /// Waits if a flow-controlled source is ahead of its consumers. Does nothing once the driver is to stop. If the
    /// host refuses a record (because of a value out of range, or a kind that the plugin does not declare), the host
    /// logs the refusal and drops the record; the other records of the batch are published.
    ///
    /// - Parameters:
    ///   - payloads: The payloads. A payload larger than 128 KiB in the contract's encoding is dropped and logged.
    ///   - time: The arrival of the underlying bytes.
    /// - Throws: `DriverError.lost` if the host refused 1000 records in a row.
    public func publish(_ payloads: [Payload], at time: HostTime) throws(DriverError) {
        // Taken out of the object while it is filled, so that its access is checked once instead of for each record.
        var batch = RecordWriter()
        swap(&batch, &writer)
        defer { swap(&batch, &writer) }
        batch.removeAll()
        for payload in payloads {
            // The batch is full if another record of the largest size might not fit.
            if batch.bytes.count > RecordLimits.batch - RecordLimits.record { try flush(&batch) }
            if !batch.append(payload, hostTime: time) {
                host.log(.warning, "a \(payload.kind) larger than \(RecordLimits.record) bytes was dropped")
            }
        }
        try flush(&batch)
    }

    /// Publishes payloads of any sequence in the same way.
    public func publish(_ payloads: some Sequence<Payload>, at time: HostTime) throws(DriverError) {
        try publish(Array(payloads), at: time)
    }

    /// Publishes records that are already in the contract's encoding, as in a recording. Records that the host
    /// refuses are dropped.
    ///
    /// - Parameters:
    ///   - records: Whole records back to back, at most 1 MiB.
    ///   - count: The number of records.
    /// - Throws: `DriverError.lost` if the host refused 1000 records in a row.
    public func publish(records: [UInt8], count: Int) throws(DriverError) {
        guard count > 0 else { return }
        if offer(records[...], count) {
            refusedInARow = 0
        } else if count == 1 {
            try noteRefusal()
        } else {
            try publishSingly(records, count)
        }
    }

    /// Publishes the records of a refused batch one by one, so that only the invalid ones are lost.
    private func publishSingly(_ records: [UInt8], _ count: Int) throws(DriverError) {
        var offset = 0
        for _ in 0..<count where !stop.isSignalled {
            // Without a valid size, the record cannot be separated from the bytes that follow.
            guard let size = try? RecordReader.size(of: records, atOffset: offset), size <= records.count - offset
            else {
                return try noteRefusal()
            }
            if offer(records[offset..<offset + size], 1) { refusedInARow = 0 } else { try noteRefusal() }
            offset += size
        }
    }

    /// Offers a batch to the host, and repeats the offer while the host answers `wait`.
    ///
    /// - Returns: False if the host refused it.
    private func offer(_ records: ArraySlice<UInt8>, _ count: Int) -> Bool {
        while !stop.isSignalled {
            switch records.withUnsafeBytes({ host.publish($0, recordCount: count) }) {
            case .accepted: return true
            case .wait: continue
            case .malformed, .forbidden: return false
            }
        }
        return true
    }

    private func noteRefusal() throws(DriverError) {
        refusedInARow += 1
        guard refusedInARow < Self.mostRefusedInARow else {
            refusedInARow = 0
            throw .lost("the host refused \(Self.mostRefusedInARow) records in a row: see its log")
        }
    }

    private func flush(_ batch: inout RecordWriter) throws(DriverError) {
        defer { batch.removeAll() }
        try publish(records: batch.bytes, count: batch.recordCount)
    }
}
