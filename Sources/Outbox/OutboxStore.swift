// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Where it is kept what is to be sent to another side, and what became of it. Each method is done in one transaction:
/// what it was given is on disk when it returns, or nothing of it is.
public protocol OutboxStore: Sendable {
    /// What was kept, but for items that belong to no message.
    func load() async throws(OutboxStoreError) -> OutboxRecord

    /// Appends items, and drops the oldest where there is no room.
    ///
    /// - Returns: what waits now, and the keys of messages that were too old.
    func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String])

    /// The oldest items that belong to no message, ascending.
    func oldest(limit: Int) async throws(OutboxStoreError) -> [WaitingItem]

    /// The newest of them, newer than a number, ascending.
    func newest(after number: Int64, limit: Int) async throws(OutboxStoreError) -> [WaitingItem]

    /// Makes messages of items that belong to none; one without such items is none.
    func make(_ drafts: [MessageDraft]) async throws(OutboxStoreError) -> [OutboxMessage]

    /// The content of messages, in the order of the keys; nothing for one that is not there.
    func contents(of keys: [String]) async throws(OutboxStoreError) -> [[UInt8]]

    /// Keeps how often messages were sent.
    func keepAttempts(_ messages: [OutboxMessage]) async throws(OutboxStoreError)

    /// Messages came to their end.
    func finish(
        _ ends: [(key: String, end: Delivery.End)], at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally

    /// Keeps whether a person paused it.
    func setPaused(_ isPaused: Bool) async throws(OutboxStoreError)

    /// Keeps what the other side was told that we can.
    func setAnnounced(_ text: String?) async throws(OutboxStoreError)

    /// Keeps peers, and removes those that are older.
    func keep(_ peers: [OutboxPeer], removingBefore limit: UTCTime) async throws(OutboxStoreError)

    /// Removes everything.
    func wipe() async throws(OutboxStoreError)
}

/// Why something could not be kept or read, for people.
public struct OutboxStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    public var description: String

    public init(_ description: String) { self.description = description }
}

/// Another participant at the other side, as it was last.
public struct OutboxPeer: Hashable, Sendable {
    public var id: String
    /// What people call it.
    public var name: String?
    /// When it sent something last.
    public var time: UTCTime
    /// What it sent then, as it came.
    public var content: [UInt8]

    public init(id: String, name: String?, time: UTCTime, content: [UInt8]) {
        (self.id, self.name, self.time, self.content) = (id, name, time, content)
    }
}

/// All that is kept but for items that belong to no message.
public struct OutboxRecord: Hashable, Sendable {
    /// Whether a person paused it.
    public var isPaused = false
    /// What the other side was told that we can.
    public var announced: String?
    /// Number and size of the waiting items.
    public var tally = OutboxTally()
    /// The messages that have not come to an end, in the order they were made.
    public var messages: [OutboxMessage] = []
    /// The participants that have sent something, each as it was last.
    public var peers: [OutboxPeer] = []

    public init() {}
}
