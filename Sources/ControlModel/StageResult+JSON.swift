// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GNSSTypes

/// A stage's result that cannot be written, or what was read is none.
public enum StageResultError: Error, Hashable, CustomStringConvertible {
    /// Its numbers are not such as a reader takes.
    case unsound(ObservationKind)
    /// It is no JSON of that kind.
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
    /// The result as JSON: what stands in its record, on disk and on the control socket.
    ///
    /// - Throws: `StageResultError` where no reader would take it.
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

    /// Reads the JSON of a record. The bytes may come from anywhere.
    ///
    /// - Throws: `StageResultError`.
    public init(json: [UInt8]) throws(StageResultError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw .malformed(Self.kind, "\(error)")
        }
        guard isSound else { throw .unsound(Self.kind) }
    }
}
