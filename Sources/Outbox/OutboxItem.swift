// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Something that is to be sent. It is stored before it counts, and stays until it has come to an end.
public struct OutboxItem: Hashable, Sendable {
    /// When it was, by the receiver.
    public var time: UTCTime
    /// Its bytes, as they will be sent.
    public var content: [UInt8]
    /// The verdict on the navigation data behind it; nil: it has none.
    public var verdict: Authentication.State?

    public init(time: UTCTime, content: [UInt8], verdict: Authentication.State? = nil) {
        (self.time, self.content, self.verdict) = (time, content, verdict)
    }
}

/// An item that waits in the store and belongs to no message yet.
public struct WaitingItem: Hashable, Sendable {
    /// Its number in the store; items are sent in ascending order.
    public var number: Int64
    /// The bytes of its content.
    public var size: Int

    /// An item of that number and size.
    public init(number: Int64, size: Int) { (self.number, self.size) = (number, size) }
}

/// Items that become one message, for ever.
public struct MessageDraft: Hashable, Sendable {
    /// Those of these numbers that belong to no message yet.
    public var items: ClosedRange<Int64>
    public var key: String
    /// The message's number at the other side.
    public var sequence: Int64

    /// A message that is to be made.
    public init(items: ClosedRange<Int64>, key: String, sequence: Int64) {
        (self.items, self.key, self.sequence) = (items, key, sequence)
    }
}

/// A message that was made and has not come to an end: one item or many, that go to the other side as one.
public struct OutboxMessage: Hashable, Sendable {
    /// What the other side knows it by, the same whenever it is sent again: it may drop one that it has.
    public var key: String
    /// Its number at the other side.
    public var sequence: Int64
    /// How often the other side took it over without an answer so far.
    public var attempts: Int
    /// Whether it had its one more trial after a failure that is worth one.
    public var isRepeated: Bool
    /// How many items it has.
    public var items: Int
    /// The bytes of its content.
    public var bytes: Int

    public init(
        key: String, sequence: Int64, attempts: Int = 0, isRepeated: Bool = false, items: Int, bytes: Int
    ) {
        (self.key, self.sequence, self.attempts, self.isRepeated) = (key, sequence, attempts, isRepeated)
        (self.items, self.bytes) = (items, bytes)
    }
}

/// What waits, and what became of all that was ever to be sent.
public struct OutboxTally: Hashable, Sendable {
    /// Items that wait or are under way.
    public var items = 0
    /// The bytes of their content.
    public var bytes = 0
    /// Items that the other side took since the beginning, as the next four.
    public var sent = 0
    /// Items for which there was no room.
    public var crowded = 0
    /// Items that were too old.
    public var aged = 0
    /// Items that the other side will never take.
    public var refused = 0
    /// Items that were sent without a word that they arrived.
    public var unconfirmed = 0
    /// When the other side took something last.
    public var success: UTCTime?
    /// The time of the oldest item.
    public var oldest: UTCTime?

    public init() {}
}
