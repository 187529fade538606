// SPDX-License-Identifier: Apache-2.0

/// A retained message of which only the newest counts.
struct LiveMessage: Sendable {
    var payload: [UInt8]
    /// The payload from a time on, by the monotonic clock in nanoseconds; nil if it does not change.
    var later: (time: Int64, payload: @Sendable () -> [UInt8])?
    /// The time of its creation by the monotonic clock, in nanoseconds.
    var born: Int64
    /// The time after which it means nothing any more; nil for never.
    var expiry: Duration?
}

/// The live messages by topic. Each topic has one message at most, and one that the broker has not acknowledged at most,
/// so that a slow broker gets fewer messages instead of a queue.
struct LiveTopics {
    private struct Entry {
        var topic: String
        var message: LiveMessage
        /// True if the broker has not got this message.
        var isDue = true
        /// The token of the unacknowledged message.
        var token: UInt64?
    }

    /// In the order in which they were first set.
    private var entries: [Entry] = []
    /// The index at which the search begins, so that each topic gets its turn.
    private var turn = 0

    /// The number of unacknowledged messages.
    var unacknowledged: Int { entries.count { $0.token != nil } }

    /// Replaces the message of a topic.
    mutating func set(_ topic: String, _ message: LiveMessage) {
        guard let index = entries.firstIndex(where: { $0.topic == topic }) else {
            return entries.append(Entry(topic: topic, message: message))
        }
        (entries[index].message, entries[index].isDue) = (message, true)
    }

    /// Forgets the message of a topic.
    mutating func remove(_ topic: String) { entries.removeAll { $0.topic == topic } }

    /// Takes the next message to send and marks it with a token; nil if none is due.
    ///
    /// - Parameter now: The time by the monotonic clock, in nanoseconds; messages that have expired are not sent.
    mutating func next(_ token: UInt64, at now: Int64) -> (topic: String, payload: [UInt8], left: Duration?)? {
        for offset in entries.indices {
            let index = (turn + offset) % entries.count
            guard entries[index].isDue, entries[index].token == nil else { continue }
            let message = entries[index].message
            let left = message.expiry.map { $0 - .nanoseconds(now &- message.born) }
            if let left, left < .seconds(1) {
                entries[index].isDue = false
                continue
            }
            (entries[index].isDue, entries[index].token, turn) = (false, token, index + 1)
            let payload = message.later.flatMap { now >= $0.time ? $0.payload() : nil } ?? message.payload
            return (entries[index].topic, payload, left)
        }
        return nil
    }

    /// Records that the broker has answered a message.
    ///
    /// - Parameter isAccepted: True if the broker has it. A removal is over then, because the topic may be another client's
    ///   from now on.
    /// - Returns: The topic; nil if the token belongs to no live message.
    mutating func answered(_ token: UInt64, isAccepted: Bool = true) -> String? {
        guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
        entries[index].token = nil
        let entry = entries[index]
        if isAccepted, !entry.isDue, entry.message.payload.isEmpty { entries.remove(at: index) }
        return entry.topic
    }

    /// Forgets all messages except those that remove something from the broker and were not sent.
    mutating func clear() {
        entries = entries.filter { $0.message.payload.isEmpty && ($0.isDue || $0.token != nil) }
        reset()
        turn = 0
    }

    /// Records the end of a connection: all messages are due at the next one, because the broker may have forgotten them.
    mutating func reset() {
        for index in entries.indices { (entries[index].isDue, entries[index].token) = (true, nil) }
    }
}
