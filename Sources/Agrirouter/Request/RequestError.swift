// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The reason that a request is not sent: agrirouter would refuse it.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sequence number is less than 1.
    case sequence(Int64)
    /// The time is before 2020: the clock has not been set.
    case time(UTCTime)
    /// Content has no recipient.
    case noRecipient
    /// A command is addressed to other endpoints.
    case commandToOthers
    /// A confirmation contains no ID.
    case nothingToConfirm
    /// A query or deletion contains no criterion.
    case noCriterion
    /// The message has this many bytes, more than `limit`.
    case tooLarge(Int)

    /// The largest message in bytes.
    public static let limit = 1_000_000

    public var description: String {
        switch self {
        case .sequence(let number): "message number \(number): numbers begin at 1"
        case .time(let time):
            "the clock shows the year \(time.date.components.year); nothing is sent to agrirouter until it is set"
        case .noRecipient: "content without a recipient: publish it, or name endpoints"
        case .commandToOthers: "a command is addressed to other endpoints: send it only to agrirouter"
        case .nothingToConfirm: "a confirmation without a message id"
        case .noCriterion: "a query of the feed without ids, senders or times"
        case .tooLarge(let count): "the message has \(count) bytes, agrirouter accepts \(Self.limit): split it"
        }
    }
}
