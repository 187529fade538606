// SPDX-License-Identifier: Apache-2.0

/// The reason that a message's content cannot be decoded.
public enum ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content has this many bytes, more than agrirouter accepts.
    case tooLarge(Int)
    /// The content has this many entries, more than `entryLimit`.
    case tooMany(Int)
    /// The content is not a valid protobuf message of this name.
    case undecodable(String)

    /// The largest content in bytes; agrirouter refuses larger messages.
    public static let limit = 1_048_576

    /// The largest number of entries that content may have.
    public static let entryLimit = 100_000

    public var description: String {
        switch self {
        case .tooLarge(let count): "the content has \(count) bytes; agrirouter carries at most \(Self.limit)"
        case .tooMany(let count): "the content has \(count) entries; the limit is \(Self.entryLimit)"
        case .undecodable(let name): "the content is not a \(name)"
        }
    }
}
