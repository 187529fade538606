// SPDX-License-Identifier: Apache-2.0

/// The messages whose delivery is not complete, in the order of their creation. This type does no I/O.
public struct Outgoing: Sendable {
    /// The largest number of messages in delivery, not counting messages with the newest items; beyond it, answers must
    /// arrive first.
    public static let limit = 250

    private struct Pending {
        var message: OutboxMessage
        var delivery: Delivery
    }

    private var pending: [Pending] = []

    /// Creates the list with the messages of an earlier run, whose delivery is unknown.
    public init(_ messages: [OutboxMessage] = []) { add(messages) }

    /// The number of messages.
    public var count: Int { pending.count }

    /// Adds new messages.
    public mutating func add(_ messages: [OutboxMessage]) {
        pending += messages.map {
            Pending(message: $0, delivery: Delivery(attempts: $0.attempts, isRepeated: $0.isRepeated))
        }
    }

    /// Removes messages that were dropped by other means.
    public mutating func remove(_ keys: [String]) {
        guard !keys.isEmpty else { return }
        let gone = Set(keys)
        pending.removeAll { gone.contains($0.message.key) }
    }

    /// The messages that may be sent now, the oldest first.
    public func due(at now: Duration) -> [OutboxMessage] {
        pending.filter { $0.delivery.isDue(at: now) }.map(\.message)
    }

    /// The message that may be sent now and whose last attempt is the longest ago.
    public func longestWaiting(at now: Duration) -> OutboxMessage? {
        pending.lazy.filter { $0.delivery.isDue(at: now) }.min { $0.delivery.earliest < $1.delivery.earliest }?.message
    }

    /// The time at which the first pending answer becomes overdue.
    public func nextExpiry(_ limit: Duration) -> Duration? {
        pending.compactMap { item in
            if case .posted(let time) = item.delivery.state { time + limit + .nanoseconds(1) } else { nil }
        }.min()
    }

    /// The earliest time at which a waiting message may be sent; nil if none waits.
    public var nextRepetition: Duration? {
        pending.compactMap { item in
            if case .waiting = item.delivery.state { item.delivery.earliest } else { nil }
        }.min()
    }

    /// The highest sequence number; 0 if there are no messages.
    public var highest: Int64 { pending.map(\.message.sequence).max() ?? 0 }

    /// The number of items in all messages.
    public var items: Int { pending.reduce(0) { $0 + $1.message.items } }

    /// The number of items in a message; nil if the message is unknown.
    public func items(of key: String) -> Int? { pending.first { $0.message.key == key }?.message.items }

    /// Records the result of an attempt to send messages, or of a request that had none.
    ///
    /// - Returns: The changes to store.
    public mutating func tried(_ keys: [String], _ attempt: Delivery.Attempt, at now: Duration) -> Change {
        let sent = Set(keys)
        if attempt == .takenOver {
            for index in pending.indices where !sent.contains(pending[index].message.key) {
                pending[index].delivery.otherPassed()
            }
        }
        return change(where: { sent.contains($0) }) { $0.tried(attempt, at: now) }
    }

    /// Records the answer to a message.
    public mutating func answered(
        _ key: String, _ answer: Delivery.Answer, wait: Duration, at now: Duration
    ) -> Change {
        change(where: { $0 == key }) { $0.answered(answer, wait: wait, at: now) }
    }

    /// Gives up waiting for answers that are overdue.
    public mutating func expire(after limit: Duration, at now: Duration) -> Change {
        change(where: { _ in true }) { $0.expire(after: limit, at: now) }
    }

    /// Changes to store.
    public struct Change: Sendable {
        /// The messages whose delivery is complete.
        public private(set) var ends: [(key: String, end: Delivery.End)] = []
        /// The messages whose counts changed.
        public private(set) var attempts: [OutboxMessage] = []

        public init() {}

        /// True if there are no changes.
        public var isEmpty: Bool { ends.isEmpty && attempts.isEmpty }

        /// Combines two changes; `b` is the later one.
        public static func += (a: inout Change, b: Change) {
            a.ends += b.ends
            let ended = Set(b.ends.map(\.key))
            let newer = Set(b.attempts.map(\.key))
            a.attempts.removeAll { ended.contains($0.key) || newer.contains($0.key) }
            a.attempts += b.attempts
        }

        fileprivate mutating func note(_ message: OutboxMessage, _ end: Delivery.End) {
            ends.append((message.key, end))
        }

        fileprivate mutating func note(_ message: OutboxMessage) { attempts.append(message) }
    }

    private mutating func change(
        where isMeant: (String) -> Bool, _ body: (inout Delivery) -> Void
    ) -> Change {
        var change = Change()
        for index in pending.indices where isMeant(pending[index].message.key) {
            body(&pending[index].delivery)
            let delivery = pending[index].delivery
            if case .finished(let end) = delivery.state {
                change.note(pending[index].message, end)
            } else if (delivery.attempts, delivery.isRepeated)
                != (pending[index].message.attempts, pending[index].message.isRepeated)
            {
                pending[index].message.attempts = delivery.attempts
                pending[index].message.isRepeated = delivery.isRepeated
                change.note(pending[index].message)
            }
        }
        remove(change.ends.map(\.key))
        return change
    }
}
