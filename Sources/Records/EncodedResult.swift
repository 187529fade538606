// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import GNSSTypes

/// A stage's result in a record: JSON whose content only the owner of its kind can interpret.
///
/// The payload of the record is a slice and the JSON it refers to. Records of these kinds with version 1 come from
/// older programs and contain C structs, which are no longer read.
public struct EncodedResult: Hashable, Sendable {
    /// The version of the records that contain such results.
    static let version: UInt16 = 2

    /// The kind of the result, 256 or more.
    public var kind: ObservationKind
    /// The result as JSON in UTF-8. After reading, it is not validated.
    public var json: [UInt8]

    /// Creates a result of a kind.
    public init(kind: ObservationKind, json: [UInt8]) { (self.kind, self.json) = (kind, json) }
}

extension RecordBody {
    /// Reads the kinds from 256 on, which are the gateway's own.
    func result(version: UInt16) throws(RecordError) -> Record.Content {
        guard version == EncodedResult.version else { return .unknown(kind) }
        guard size - RecordLimits.header >= MemoryLayout<gnss_slice_v1>.size else { throw error("too short") }
        let slice: gnss_slice_v1 = bytes.load(at: start + RecordLimits.header)
        return .result(EncodedResult(kind: kind, json: Array(bytes[try range(of: slice, stride: 1, "the result")])))
    }
}
