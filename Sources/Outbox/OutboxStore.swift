// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The store of a queue of items for another system, and of their deliveries. Each method runs in one transaction: when
/// it returns, all changes are on disk; when it throws, none are.
public protocol OutboxStore: Sendable {
    /// Loads the stored state except items that belong to no message.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    func load() async throws(OutboxStoreError) -> OutboxRecord

    /// Appends items and drops the oldest ones if the limits are exceeded. Items of `OutboxItem.unknownTime` get the time of
    /// the next item with one.
    ///
    /// - Returns: The state of the queue, and the keys of messages that were dropped because of their age.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String])

    /// Returns the oldest items that belong to no message, in ascending order.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    func oldest(limit: Int) async throws(OutboxStoreError) -> [WaitingItem]

    /// Returns the newest items after `number` that belong to no message, in ascending order.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    func newest(after number: Int64, limit: Int) async throws(OutboxStoreError) -> [WaitingItem]

    /// Creates messages from items that belong to none; a draft without such items creates no message.
    ///
    /// - Throws: `OutboxStoreError`; no message is created in that case.
    func make(_ drafts: [MessageDraft]) async throws(OutboxStoreError) -> [OutboxMessage]

    /// Returns the content of messages in the order of the keys; a message that does not exist has no bytes.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    func contents(of keys: [String]) async throws(OutboxStoreError) -> [[UInt8]]

    /// Stores how often messages were sent.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func keepAttempts(_ messages: [OutboxMessage]) async throws(OutboxStoreError)

    /// Ends deliveries: removes the messages with their items, or returns the items to the queue after `.split`.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func finish(
        _ ends: [(key: String, end: Delivery.End)], at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally

    /// Stores whether the operator paused the queue.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func setPaused(_ isPaused: Bool) async throws(OutboxStoreError)

    /// Stores the capabilities that were declared to the other side.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func setAnnounced(_ text: String?) async throws(OutboxStoreError)

    /// Stores peers, and removes those with an earlier time than `limit`.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func keep(_ peers: [OutboxPeer], removingBefore limit: UTCTime) async throws(OutboxStoreError)

    /// Removes all stored data.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func wipe() async throws(OutboxStoreError)
}

/// The reason why the store could not be read or written, as shown to the operator.
public struct OutboxStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and its remedy.
    public var description: String
    /// True if the disk is full.
    public var isFull: Bool

    public init(_ description: String, isFull: Bool = false) { (self.description, self.isFull) = (description, isFull) }
}

/// Another participant of the other system, with the last data that it sent.
public struct OutboxPeer: Hashable, Sendable {
    public var id: String
    /// The name to display.
    public var name: String?
    /// The time at which the participant last sent data.
    public var time: UTCTime
    /// The data in the form in which they arrived.
    public var content: [UInt8]

    public init(id: String, name: String?, time: UTCTime, content: [UInt8]) {
        (self.id, self.name, self.time, self.content) = (id, name, time, content)
    }
}

/// The stored state except items that belong to no message.
public struct OutboxRecord: Hashable, Sendable {
    /// True if the operator paused the queue.
    public var isPaused = false
    /// The capabilities that were declared to the other side; nil if none.
    public var announced: String?
    /// The size of the queue and the totals.
    public var tally = OutboxTally()
    /// The messages whose delivery is not complete, in the order of their creation.
    public var messages: [OutboxMessage] = []
    /// The participants, with the last data that each of them sent.
    public var peers: [OutboxPeer] = []

    public init() {}
}
