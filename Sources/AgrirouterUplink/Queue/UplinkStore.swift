// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
public import GNSSTypes

/// Where the uplink keeps what it collected and what became of it. Each method is done in one transaction: what it was
/// given is on disk when it returns, or nothing of it is.
public protocol UplinkStore: Sendable {
    /// What was kept, but for entries that belong to no message.
    func load() async throws(UplinkStoreError) -> UplinkRecord

    /// Appends entries, and drops the oldest where there is no room.
    ///
    /// - Returns: what waits now, and messages that were too old.
    func append(
        _ entries: [CollectedEntry], within limits: QueueLimits
    ) async throws(UplinkStoreError) -> (tally: QueueTally, dropped: [MessageID])

    /// The oldest entries that belong to no message, ascending.
    func oldest(limit: Int) async throws(UplinkStoreError) -> [QueuedEntry]

    /// The newest of them, newer than a number, ascending.
    func newest(after number: Int64, limit: Int) async throws(UplinkStoreError) -> [QueuedEntry]

    /// Makes messages of entries that belong to none; one without such entries is none.
    func make(_ drafts: [MessageDraft]) async throws(UplinkStoreError) -> [StoredMessage]

    /// The content of messages, in the order of the ids.
    func contents(of ids: [MessageID]) async throws(UplinkStoreError) -> [[UInt8]]

    /// Keeps how often messages were posted.
    func keepPosts(_ messages: [StoredMessage]) async throws(UplinkStoreError)

    /// Messages came to their end.
    func finish(
        _ ends: [(id: MessageID, end: Delivery.End)], at time: UTCTime
    ) async throws(UplinkStoreError) -> QueueTally

    /// Keeps whether a person paused it.
    func setPaused(_ isPaused: Bool) async throws(UplinkStoreError)

    /// Keeps what agrirouter was told that we can.
    func setAnnounced(_ text: String?) async throws(UplinkStoreError)

    /// Keeps members, and removes those that are older.
    func keep(_ members: [StoredMember], removingBefore limit: UTCTime) async throws(UplinkStoreError)

    /// Removes everything.
    func wipe() async throws(UplinkStoreError)
}

/// Why something could not be kept or read, for people.
public struct UplinkStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    public var description: String

    /// A failure.
    public init(_ description: String) { self.description = description }
}

/// How much may wait.
public struct QueueLimits: Hashable, Sendable {
    /// Entries.
    public var entries: Int
    /// Bytes of their content.
    public var bytes: Int
    /// Those before go, whatever room there is; nil: none.
    public var oldest: UTCTime?
}

/// What waits, and what became of all that was collected.
public struct QueueTally: Hashable, Sendable {
    /// Entries that wait or are under way.
    public var entries = 0
    /// The bytes of their content.
    public var bytes = 0
    /// Entries that agrirouter took, since onboarding, as the next four.
    public var sent = 0
    /// Entries for which there was no room.
    public var crowded = 0
    /// Entries that were too old.
    public var aged = 0
    /// Entries that agrirouter will never take.
    public var refused = 0
    /// Entries that were sent without a word that they arrived.
    public var unconfirmed = 0
    /// When agrirouter took something last.
    public var success: UTCTime?
    /// The time of the oldest entry.
    public var oldest: UTCTime?

    /// Nothing.
    public init() {}
}

/// Entries that become one message.
public struct MessageDraft: Hashable, Sendable {
    /// Those of these numbers that belong to none.
    public var entries: ClosedRange<Int64>
    /// Its id.
    public var id: MessageID
    /// Its number.
    public var sequence: Int64
}

/// A message that was made and has not come to an end.
public struct StoredMessage: Hashable, Sendable {
    /// Its id.
    public var id: MessageID
    /// Its number.
    public var sequence: Int64
    /// How often HTTP took it without an answer so far.
    public var posts: Int
    /// Whether it was tried again after a failure that is worth one more trial.
    public var isRepeated: Bool
    /// How many entries it has.
    public var entries: Int
    /// The bytes of its content.
    public var bytes: Int

    /// A message.
    public init(id: MessageID, sequence: Int64, posts: Int = 0, isRepeated: Bool = false, entries: Int, bytes: Int) {
        (self.id, self.sequence, self.posts, self.isRepeated) = (id, sequence, posts, isRepeated)
        (self.entries, self.bytes) = (entries, bytes)
    }
}

/// Another member, as it was last.
public struct StoredMember: Hashable, Sendable {
    /// Its endpoint's id.
    public var id: String
    /// What people call it.
    public var name: String?
    /// When its last position was.
    public var time: UTCTime
    /// That position, and its absence since, as a list.
    public var content: [UInt8]

    /// A member.
    public init(id: String, name: String?, time: UTCTime, content: [UInt8]) {
        (self.id, self.name, self.time, self.content) = (id, name, time, content)
    }
}

/// All that is kept but for entries that belong to no message.
public struct UplinkRecord: Hashable, Sendable {
    /// Whether a person paused it.
    public var isPaused = false
    /// What agrirouter was told that we can.
    public var announced: String?
    /// What waits.
    public var tally = QueueTally()
    /// The messages that have not come to an end, in the order they were made.
    public var messages: [StoredMessage] = []
    /// The other members.
    public var members: [StoredMember] = []

    /// Nothing.
    public init() {}
}
