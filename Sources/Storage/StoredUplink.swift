// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB

/// Something that was collected to be sent.
public struct UplinkEntry: Hashable, Sendable {
    /// When that was, by the receiver.
    public var time: UTCTime
    /// Its bytes, as they will be sent.
    public var content: [UInt8]
    /// The verdict on the navigation data behind it; nil: there is none.
    public var verdict: Authentication.State?

    /// An entry.
    public init(time: UTCTime, content: [UInt8], verdict: Authentication.State? = nil) {
        (self.time, self.content, self.verdict) = (time, content, verdict)
    }
}

/// How much may wait. What is more is dropped, the oldest first, and counted.
public struct UplinkLimits: Hashable, Sendable {
    /// Entries, 1 and up.
    public var entries: Int
    /// Bytes of their content, 1 and up.
    public var bytes: Int
    /// Entries that are older go, whatever room there is; nil: none.
    public var oldest: UTCTime?

    /// Limits.
    public init(entries: Int, bytes: Int, oldest: UTCTime? = nil) {
        (self.entries, self.bytes, self.oldest) = (entries, bytes, oldest)
    }
}

/// Entries that become one message, for ever.
public struct UplinkDraft: Hashable, Sendable {
    /// Those of these numbers that belong to no message yet.
    public var entries: ClosedRange<Int64>
    /// The message's id.
    public var id: String
    /// The message's number at the other side.
    public var sequence: Int64

    /// A message that is to be made.
    public init(entries: ClosedRange<Int64>, id: String, sequence: Int64) {
        (self.entries, self.id, self.sequence) = (entries, id, sequence)
    }
}

/// A message that was made and has not come to an end.
public struct UplinkMessage: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// Its number at the other side.
    public var sequence: Int64
    /// How often it was taken without an answer so far.
    public var posts = 0
    /// Whether it had its one more trial.
    public var isRepeated = false
    /// How many entries it has.
    public var entries: Int
    /// The bytes of its content.
    public var bytes: Int

    init(_ row: StoredRow) throws(BadCell) {
        _ = (try row.integer("number", in: StoredRange.numbers), try row.integer("newest", in: StoredRange.nanoseconds))
        (id, sequence) = (try row.text("id"), try row.integer("sequence", in: 0...StoredRange.count))
        (posts, isRepeated) = (try row.count("posts"), try row.flag("repeated"))
        (entries, bytes) = (try row.count("entries"), try row.count("bytes"))
    }
}

/// How a message came to its end.
public enum UplinkEnd: Hashable, Sendable {
    /// It was taken.
    case accepted
    /// It was sent, and nobody said whether it arrived.
    case unconfirmed
    /// It will never be taken.
    case refused
    /// Nobody has seen it: its entries wait again, for other messages.
    case split
}

/// What waits, and what became of all that was collected.
public struct UplinkTally: Hashable, Sendable {
    /// Entries that wait or are under way.
    public var entries = 0
    /// The bytes of their content.
    public var bytes = 0
    /// Entries that were taken since the beginning, as the next four.
    public var sent = 0
    /// Entries for which there was no room.
    public var crowded = 0
    /// Entries that were too old.
    public var aged = 0
    /// Entries that the other side will never take.
    public var refused = 0
    /// Entries that were sent without a word that they arrived.
    public var unconfirmed = 0
    /// When something was taken last.
    public var success: UTCTime?
    /// The time of the oldest entry.
    public var oldest: UTCTime?

    /// Nothing.
    public init() {}
}

/// Another member, as it was last.
public struct UplinkMember: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// What people call it.
    public var name: String?
    /// When its last position was.
    public var time: UTCTime
    /// That position, as it was received.
    public var content: [UInt8]

    /// A member.
    public init(id: String, name: String?, time: UTCTime, content: [UInt8]) {
        (self.id, self.name, self.time, self.content) = (id, name, time, content)
    }
}

/// All that is kept of the uplink but for its entries.
public struct StoredUplink: Hashable, Sendable {
    /// Whether a person paused it.
    public var isPaused = false
    /// What the other side was told that we can.
    public var announced: String?
    /// What waits.
    public var tally = UplinkTally()
    /// The messages that have not come to an end, in the order they were made.
    public var messages: [UplinkMessage] = []
    /// The other members.
    public var members: [UplinkMember] = []
}
