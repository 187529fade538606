// SPDX-License-Identifier: Apache-2.0

/// The counters of the corrections passed to one receiver.
public struct CorrectionTally: Codable, Hashable, Sendable {
    /// Number of messages that its driver accepted.
    public var messages: UInt64 = 0
    /// The size of these messages in bytes.
    public var bytes: UInt64 = 0
    /// Number of messages that its driver accepted but dropped because the receiver was too slow.
    public var givenUp: UInt64 = 0
    /// Number of messages that its driver refused.
    public var refused: UInt64 = 0
    /// The time of the last accepted message.
    public var last: Timestamp?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case messages, bytes, refused, last
        case givenUp = "given_up"
    }
}
