// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Why a request is not worth sending: agrirouter would refuse it.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number is below 1.
    case sequence(Int64)
    /// The clock has not been set.
    case time(UTCTime)
    /// Content without a recipient.
    case noRecipient
    /// A command that is addressed to other endpoints.
    case commandToOthers
    /// A confirmation without an id.
    case nothingToConfirm
    /// A query or deletion without a criterion.
    case noCriterion
    /// More bytes than one message may have.
    case tooLarge(Int)

    /// The most bytes of one message.
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
