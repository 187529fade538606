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
    private let json: @Sendable (any StageResult) -> [UInt8]?

    /// How many stages' results were left out since the beginning: no reader would take them, or no record holds them.
    public private(set) var leftOut = 0

    /// An encoder at the beginning of a recording: the first source is named.
    ///
    /// - Parameter json: a stage's result as its owner encodes it; nil: it is left out.
    public init(json: @escaping @Sendable (any StageResult) -> [UInt8]?) { self.json = json }

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
            if case .result(let result) = payload {
                let encoded = json(result.value).map { EncodedResult(kind: result.kind, json: $0) }
                let isWritten = encoded.map {
                    records.append($0, sequence: observation.sequence, hostTime: observation.hostTime)
                }
                if isWritten != true { leftOut += 1 }
                continue
            }
            guard records.append(payload, sequence: observation.sequence, hostTime: observation.hostTime) else {
                throw .oversized
            }
        }
        return records.bytes
    }
}
