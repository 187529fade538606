// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import GNSSTypes

/// A stage's result in a record: JSON, of which only the owner of its kind knows what stands in it.
///
/// The payload of its record is a slice, and the JSON that it points to. Records of these kinds in version 1 are of
/// programs before: C structs, which are not read any more.
public struct EncodedResult: Hashable, Sendable {
    /// The version of its records.
    static let version: UInt16 = 2

    /// Its kind: 256 or more.
    public var kind: ObservationKind
    /// The result, JSON in UTF-8. What was read is not checked.
    public var json: [UInt8]

    /// A result of a kind.
    public init(kind: ObservationKind, json: [UInt8]) { (self.kind, self.json) = (kind, json) }
}

extension RecordBody {
    /// The kinds from 256 on: the gateway's own.
    func result(version: UInt16) throws(RecordError) -> Record.Content {
        guard version == EncodedResult.version else { return .unknown(kind) }
        guard size - RecordLimits.header >= MemoryLayout<gnss_slice_v1>.size else { throw error("too short") }
        let slice: gnss_slice_v1 = bytes.load(at: start + RecordLimits.header)
        return .result(EncodedResult(kind: kind, json: Array(bytes[try range(of: slice, stride: 1, "the result")])))
    }
}
