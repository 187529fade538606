// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Records

/// What a driver may use: the bus, the log, the clock, and the signal to stop. Belongs to the thread of `run`.
public final class DriverContext {
    /// Tells when to stop.
    public let stop: StopSignal
    /// What is to go to the receiver; always empty where the plugin does not take that.
    public let outbox: CorrectionQueue

    private let host: any DriverHost
    private var writer = RecordWriter()
    /// How many records the host refused since it took one.
    private var refusedInARow = 0
    /// So many refused records in a row end the run: the driver then begins afresh.
    private static let mostRefusedInARow = 1000

    /// A context over a host. Drivers are handed theirs; tests make them.
    public init(host: any DriverHost, stop: StopSignal, outbox: CorrectionQueue = CorrectionQueue()) {
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
    /// Waits where a flow controlled source is ahead of its consumers. Does nothing once stopped. Where the host refuses a
    /// record (a value that is out of its range, a kind that the plugin does not declare) that record is left out, and the
    /// host tells people; the others of its batch are taken.
    ///
    /// - Parameters:
    ///   - payloads: what is said. One over 128 KiB in the contract's encoding is left out and logged.
    ///   - time: when the bytes behind it had arrived.
    /// - Throws: `DriverError.lost` where the host refused 1000 records in a row.
    public func publish(_ payloads: some Sequence<Payload>, at time: HostTime) throws(DriverError) {
        writer.removeAll()
        for payload in payloads {
            // The batch is full where one more record of the greatest size might not fit.
            if writer.bytes.count > RecordLimits.batch - RecordLimits.record { try flush() }
            if !writer.append(payload, hostTime: time) {
                host.log(.warning, "a \(payload.kind) larger than \(RecordLimits.record) bytes was dropped")
            }
        }
        try flush()
    }

    /// Publishes records that are in the contract's encoding already: those of a recording. Leaves out the records that the
    /// host refuses.
    ///
    /// - Parameters:
    ///   - records: whole records back to back, at most 1 MiB.
    ///   - count: how many there are.
    /// - Throws: `DriverError.lost` where the host refused 1000 records in a row.
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

    /// Publishes the records of a refused batch one by one, so that only those are lost that are refused themselves.
    private func publishSingly(_ records: [UInt8], _ count: Int) throws(DriverError) {
        var offset = 0
        for _ in 0..<count where !stop.isSignalled {
            // What has no sound size cannot be told from what follows.
            guard let size = try? RecordReader.size(of: records, atOffset: offset), size <= records.count - offset
            else {
                return try noteRefusal()
            }
            if offer(records[offset..<offset + size], 1) { refusedInARow = 0 } else { try noteRefusal() }
            offset += size
        }
    }

    /// Hands over a batch, again where the host is to be waited for.
    ///
    /// - Returns: false where the host refused it.
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

    private func flush() throws(DriverError) {
        defer { writer.removeAll() }
        try publish(records: writer.bytes, count: writer.recordCount)
    }
}
