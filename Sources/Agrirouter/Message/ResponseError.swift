// SPDX-License-Identifier: Apache-2.0

/// Why a message from agrirouter cannot be read.
public enum ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The item holds no message.
    case noMessage
    /// The message is not base64.
    case base64
    /// There are no bytes.
    case empty
    /// The envelope is shorter than its length says.
    case cut
    /// The first part is no envelope.
    case envelope
    /// More bytes than agrirouter sends.
    case tooLarge(Int)

    /// The most bytes of a message that are looked at: a page of the feed is at most 1 MB.
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
