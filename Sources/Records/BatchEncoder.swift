// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Why a batch cannot be encoded.
public enum BatchError: Error, Hashable {
    /// An observation that no record can hold.
    case oversized
}

/// Encodes batches as they stand in a recording, and names the source whenever it changes.
public struct BatchEncoder: Sendable {
    private var records = RecordWriter()
    private var source: SourceID?

    /// An encoder at the beginning of a recording: the first source is named.
    public init() {}

    /// The records of a batch.
    ///
    /// - Throws: `BatchError.oversized`; then the recording cannot go on.
    public mutating func encode(_ batch: [Observation]) throws(BatchError) -> [UInt8] {
        records.removeAll()
        for observation in batch {
            if observation.source != source {
                records.append(source: observation.source, hostTime: observation.hostTime)
                source = observation.source
            }
            let payload = observation.payload
            guard records.append(payload, sequence: observation.sequence, hostTime: observation.hostTime) else {
                throw .oversized
            }
        }
        return records.bytes
    }
}
