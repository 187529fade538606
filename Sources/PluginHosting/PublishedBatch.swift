// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import GNSSTypes
internal import Records

/// The reason why a host refuses a published batch. Each is a defect in the driver.
public enum PublishError: Error, Hashable, CustomStringConvertible {
    /// The bytes are not valid records.
    case malformed(String)
    /// A kind that only stages publish, or that the plugin did not declare.
    case forbidden(ObservationKind)

    /// A message that describes the driver's mistake.
    public var description: String {
        switch self {
        case .malformed(let what): what
        case .forbidden(let kind) where kind.isPublishedByDrivers:
            "it published a \(kind), which its plugin does not declare"
        case .forbidden(let kind): "it published a \(kind), which drivers must not publish"
        }
    }

    /// The result returned to the driver.
    public var answer: PublishAnswer {
        switch self {
        case .malformed: .malformed
        case .forbidden: .forbidden
        }
    }
}

/// Reads the batches that a host receives from a driver.
public enum PublishedBatch {
    /// A payload with its arrival time.
    public typealias Entry = (payload: Payload, hostTime: HostTime)

    /// Reads and validates a batch. Records of driver kinds that this program does not know are skipped.
    ///
    /// - Parameters:
    ///   - batch: The records back to back.
    ///   - recordCount: The number of records according to the driver.
    ///   - delivers: The kinds that the plugin declares.
    /// - Throws: `PublishError`; nothing from the batch is used then.
    public static func read(
        _ batch: UnsafeRawBufferPointer, recordCount: Int, delivers: Set<ObservationKind>
    ) throws(PublishError) -> [Entry] {
        guard batch.count <= RecordLimits.batch else {
            throw .malformed("it published a batch of \(batch.count) bytes; allowed: up to \(RecordLimits.batch)")
        }
        var reader = RecordReader([UInt8](batch))
        var entries: [Entry] = []
        entries.reserveCapacity(min(recordCount, batch.count / RecordLimits.header))
        var count = 0
        while let record = try next(&reader) {
            count += 1
            // The batch will be refused, so reading further is useless.
            guard count <= recordCount else { break }
            switch record.content {
            case .observation(let payload) where delivers.contains(payload.kind):
                entries.append((payload, record.hostTime))
            case .observation(let payload): throw .forbidden(payload.kind)
            case .unknown(let kind) where kind.isPublishedByDrivers: continue
            case .unknown(let kind): throw .forbidden(kind)
            case .result(let result): throw .forbidden(result.kind)
            case .source: throw .forbidden(ObservationKind(rawValue: 0))
            }
        }
        guard count == recordCount else {
            let published = count > recordCount ? "more" : "\(count)"
            throw .malformed("it declared \(recordCount) records but published \(published)")
        }
        return entries
    }

    private static func next(_ reader: inout RecordReader) throws(PublishError) -> Record? {
        do throws(RecordError) {
            return try reader.next()
        } catch {
            throw .malformed("it published a malformed batch: \(error)")
        }
    }
}
