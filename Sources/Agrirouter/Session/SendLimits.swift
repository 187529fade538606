// SPDX-License-Identifier: Apache-2.0

/// Limits of one message and of one request.
public struct SendLimits: Hashable, Sendable {
    /// The largest number of entries in one message.
    public var entries = 500
    /// The largest content of one message in bytes. `contentBytes` lowers it so that a second message fits into the
    /// request.
    public var bytes = 350_000
    /// The largest number of messages in one request; at least two, the newest message and an older one.
    public var messages = 25
    /// The largest request body in characters.
    public var characters = MeasureRequest.limit

    /// Creates the limits that agrirouter's own libraries use.
    public init() {}

    /// The number of characters in a request body that content of this many bytes occupies: base64 plus envelope and
    /// framing.
    public static func characters(ofContent bytes: Int) -> Int { (bytes + 512 + 2) / 3 * 4 + 32 }

    /// Lowers the limits after a request with `count` messages was too large: first the number of messages, then of
    /// entries.
    public mutating func lower(after count: Int) {
        if count > 2 { messages = max(2, min(messages, count) / 2) } else { entries = max(1, entries / 2) }
    }

    /// The number of characters in a request body without messages.
    public static let bodyCharacters = 256

    /// The largest content of one message in bytes, such that two messages fit into one request.
    public var contentBytes: Int { max(1, min(bytes, (characters - Self.bodyCharacters) / 2 / 4 * 3 - 600)) }
}
