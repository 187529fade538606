// SPDX-License-Identifier: Apache-2.0

/// How much goes into one message, and into one request.
public struct SendLimits: Hashable, Sendable {
    /// Entries of one message.
    public var entries = 500
    /// Bytes of one message's content; never more than leaves room for a second message beside it.
    public var bytes = 350_000
    /// Messages of one request; never fewer than two, the newest and an older one.
    public var messages = 25
    /// Characters of one request's body.
    public var characters = MeasureRequest.limit

    /// The limits that agrirouter's own libraries keep.
    public init() {}

    /// The characters of a request that content of so many bytes takes: in base64, with envelope and framing.
    public static func characters(ofContent bytes: Int) -> Int { (bytes + 512 + 2) / 3 * 4 + 32 }

    /// After a request of so many messages was too large: the next is smaller.
    public mutating func lower(after count: Int) {
        if count > 2 { messages = max(2, min(messages, count) / 2) } else { entries = max(1, entries / 2) }
    }

    /// The characters of a request without messages.
    public static let bodyCharacters = 256

    /// Bytes of one message, so that two fit into a request.
    public var contentBytes: Int { max(1, min(bytes, (characters - Self.bodyCharacters) / 2 / 4 * 3 - 600)) }
}
