// SPDX-License-Identifier: Apache-2.0

/// The reason that a message from agrirouter cannot be decoded.
public enum ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The JSON item has no `command.message`.
    case noMessage
    /// The message is not valid base64.
    case base64
    /// The message has no bytes.
    case empty
    /// The envelope is shorter than its length prefix indicates.
    case cut
    /// The first part is not a `ResponseEnvelope`.
    case envelope
    /// The message has this many bytes, more than `limit`.
    case tooLarge(Int)

    /// The largest message in bytes that is decoded; a page of the feed has at most 1 MB.
    public static let limit = 4 * 1024 * 1024

    public var description: String {
        switch self {
        case .noMessage: "it contains no command.message"
        case .base64: "its text is not base64"
        case .empty: "it is empty"
        case .cut: "its envelope is truncated"
        case .envelope: "its first part is not a ResponseEnvelope"
        case .tooLarge(let count): "it has \(count) bytes, more than \(Self.limit)"
        }
    }
}
