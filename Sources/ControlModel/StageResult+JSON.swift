// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GNSSTypes

/// A stage's result that cannot be written or read.
public enum StageResultError: Error, Hashable, CustomStringConvertible {
    /// A number is out of the range that readers accept.
    case unsound(ObservationKind)
    /// The bytes are not JSON of that kind.
    case malformed(ObservationKind, String)

    /// The error for people.
    public var description: String {
        switch self {
        case .unsound(let kind): "the \(kind) result has numbers out of range"
        case .malformed(let kind, let what): "the \(kind) result is malformed: \(what)"
        }
    }
}

extension StageResult {
    /// Encodes the result as JSON for a record, on disk and on the control socket.
    ///
    /// - Throws: `StageResultError` if no reader would accept it.
    public func json() throws(StageResultError) -> [UInt8] {
        guard isSound else { throw .unsound(Self.kind) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(self))
        } catch {
            throw .unsound(Self.kind)
        }
    }

    /// Decodes the JSON of a record. The bytes need not be trusted.
    ///
    /// - Throws: `StageResultError` if the bytes are not a valid result.
    public init(json: [UInt8]) throws(StageResultError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw .malformed(Self.kind, "\(error)")
        }
        guard isSound else { throw .unsound(Self.kind) }
    }
}
