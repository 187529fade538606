// SPDX-License-Identifier: Apache-2.0

/// Why the content of a message cannot be read.
public enum ContentFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// More bytes than agrirouter lets through.
    case tooLarge(Int)
    /// Not the protobuf message that its type calls for.
    case undecodable(String)

    /// The most bytes that content may have: agrirouter refuses larger messages.
    public static let limit = 1_048_576

    /// In words.
    public var description: String {
        switch self {
        case .tooLarge(let count): "the content has \(count) bytes; agrirouter carries at most \(Self.limit)"
        case .undecodable(let name): "the content is no \(name)"
        }
    }
}
