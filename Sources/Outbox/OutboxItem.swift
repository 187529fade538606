// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An item to be sent. It is stored before it is counted, and stays stored until its delivery is complete.
public struct OutboxItem: Hashable, Sendable {
    /// The item's time according to the receiver.
    public var time: UTCTime
    /// The bytes in the form in which they will be sent.
    public var content: [UInt8]
    /// The authentication verdict on the navigation data behind the item; nil if there was no verdict.
    public var verdict: Authentication.State?

    public init(time: UTCTime, content: [UInt8], verdict: Authentication.State? = nil) {
        (self.time, self.content, self.verdict) = (time, content, verdict)
    }
}

extension OutboxItem {
    /// The time of an item whose age is unknown: the latest that a store accepts, so that its age drops no item. The store
    /// replaces it by the time of the next item with one, which is not older.
    public static let unknownTime = UTCTime(nanosecondsSince1970: 9_000_000_000_000_000_000)

    /// The time from which an item's age counts: the later of the two clocks, receiver and host, so that one clock that is
    /// slow makes no item old.
    public static func time(receiver: UTCTime?, host: HostTime) -> UTCTime {
        guard let receiver else { return unknownTime }
        let latest = max(receiver.nanosecondsSince1970, host.wallNanoseconds)
        return UTCTime(nanosecondsSince1970: min(max(0, latest), unknownTime.nanosecondsSince1970))
    }
}

/// An item in the store that belongs to no message yet.
public struct WaitingItem: Hashable, Sendable {
    /// The item's number in the store; items are sent in ascending order of their numbers.
    public var number: Int64
    /// The size of the item's content in bytes.
    public var size: Int

    public init(number: Int64, size: Int) { (self.number, self.size) = (number, size) }
}

/// An item in the store with its content.
public struct StoredItem: Hashable, Sendable {
    /// The item's number in the store; items are sent in ascending order of their numbers.
    public var number: Int64
    public var content: [UInt8]

    public init(number: Int64, content: [UInt8]) { (self.number, self.content) = (number, content) }
}

/// A range of items that become one message. The assignment is permanent.
public struct MessageDraft: Hashable, Sendable {
    /// The numbers of the items; only those that belong to no message yet are assigned.
    public var items: ClosedRange<Int64>
    public var key: String
    /// The message's sequence number at the other side.
    public var sequence: Int64

    public init(items: ClosedRange<Int64>, key: String, sequence: Int64) {
        (self.items, self.key, self.sequence) = (items, key, sequence)
    }
}

/// A message whose delivery is not complete. It consists of one or more items that are sent together.
public struct OutboxMessage: Hashable, Sendable {
    /// The key by which the other side knows the message. It stays the same if the message is sent again, so that the
    /// other side can drop duplicates.
    public var key: String
    /// The message's sequence number at the other side.
    public var sequence: Int64
    /// The number of times that the other side has accepted the message without answering.
    public var attempts: Int
    /// True if the message had its one retry after a failure that permits one.
    public var isRepeated: Bool
    /// The number of items.
    public var items: Int
    /// The size of the content in bytes.
    public var bytes: Int

    public init(
        key: String, sequence: Int64, attempts: Int = 0, isRepeated: Bool = false, items: Int, bytes: Int
    ) {
        (self.key, self.sequence, self.attempts, self.isRepeated) = (key, sequence, attempts, isRepeated)
        (self.items, self.bytes) = (items, bytes)
    }
}

/// The size of the queue, and the totals of items that left it.
public struct OutboxTally: Hashable, Sendable {
    /// The number of items in the queue, including those in messages.
    public var items = 0
    /// The size of their content in bytes.
    public var bytes = 0
    /// The total number of items that the other side accepted.
    public var sent = 0
    /// The total number of items that were dropped for lack of space.
    public var crowded = 0
    /// The total number of items that were dropped because of their age.
    public var aged = 0
    /// The total number of items that the other side refused permanently.
    public var refused = 0
    /// The total number of items that were sent without a confirmation.
    public var unconfirmed = 0
    /// The time at which the other side last accepted an item.
    public var success: UTCTime?
    /// The time of the oldest item; nil if the queue is empty, and `OutboxItem.unknownTime` if no item has a time.
    public var oldest: UTCTime?

    public init() {}
}
