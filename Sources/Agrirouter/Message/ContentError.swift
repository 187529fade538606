// SPDX-License-Identifier: Apache-2.0

/// Why the content of a message cannot be read.
public enum ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More bytes than agrirouter lets through.
    case tooLarge(Int)
    /// More entries than any message needs.
    case tooMany(Int)
    /// Not the protobuf message that its type calls for.
    case undecodable(String)

    /// The most bytes that content may have: agrirouter refuses larger messages.
    public static let limit = 1_048_576

    /// The most entries of content.
    public static let entryLimit = 100_000

    public var description: String {
        switch self {
        case .tooLarge(let count): "the content has \(count) bytes; agrirouter carries at most \(Self.limit)"
        case .tooMany(let count): "the content has \(count) entries; the limit is \(Self.entryLimit)"
        case .undecodable(let name): "the content is not a \(name)"
        }
    }
}
