// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The reason why a batch cannot be encoded.
public enum BatchError: Error, Hashable {
    /// An observation does not fit into a record.
    case oversized
}

/// Encodes batches for a recording, with a source record whenever the source changes.
public struct BatchEncoder: Sendable {
    private var records = RecordWriter()
    private var source: SourceID?
    private let json: @Sendable (any StageResult) -> [UInt8]?

    /// The number of stages' results that were left out so far, because no reader would accept them or they do not
    /// fit into a record.
    public private(set) var leftOut = 0

    /// Creates an encoder for the start of a recording, so that the first source is named.
    ///
    /// - Parameter json: Encodes a stage's result in the format of its owner. If it returns nil, the result is left
    ///   out.
    public init(json: @escaping @Sendable (any StageResult) -> [UInt8]?) { self.json = json }

    /// Encodes a batch as records.
    ///
    /// - Throws: `BatchError.oversized`, after which the recording cannot continue.
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
