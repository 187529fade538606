// SPDX-License-Identifier: Apache-2.0

/// The messages that have not come to an end, in the order they were made. Values in, values out.
public struct Outgoing: Sendable {
    /// No more are under way but for the newest: beyond that answers are waited for.
    public static let limit = 250

    private struct Pending {
        var message: OutboxMessage
        var delivery: Delivery
    }

    private var pending: [Pending] = []

    /// Messages of an earlier run: what became of them is not known.
    public init(_ messages: [OutboxMessage] = []) { add(messages) }

    /// How many there are.
    public var count: Int { pending.count }

    /// Takes over messages that were made.
    public mutating func add(_ messages: [OutboxMessage]) {
        pending += messages.map {
            Pending(message: $0, delivery: Delivery(attempts: $0.attempts, isRepeated: $0.isRepeated))
        }
    }

    /// Those that went otherwise.
    public mutating func remove(_ keys: [String]) {
        guard !keys.isEmpty else { return }
        let gone = Set(keys)
        pending.removeAll { gone.contains($0.message.key) }
    }

    /// Those that may be sent now, the oldest first.
    public func due(at now: Duration) -> [OutboxMessage] {
        pending.filter { $0.delivery.isDue(at: now) }.map(\.message)
    }

    /// Of those that may be sent now the one that was tried the longest time ago.
    public func longestWaiting(at now: Duration) -> OutboxMessage? {
        pending.lazy.filter { $0.delivery.isDue(at: now) }.min { $0.delivery.earliest < $1.delivery.earliest }?.message
    }

    /// When the first answer is overdue.
    public func nextExpiry(_ limit: Duration) -> Duration? {
        pending.compactMap { item in
            if case .posted(let time) = item.delivery.state { time + limit + .nanoseconds(1) } else { nil }
        }.min()
    }

    /// When the first of those that are to be sent again may be; nil: none is to be.
    public var nextRepetition: Duration? {
        pending.compactMap { item in
            if case .waiting = item.delivery.state { item.delivery.earliest } else { nil }
        }.min()
    }

    /// The highest number of them, 0 if absent.
    public var highest: Int64 { pending.map(\.message.sequence).max() ?? 0 }

    /// The items of all of them.
    public var items: Int { pending.reduce(0) { $0 + $1.message.items } }

    /// How many items a message has; nil: it is not there.
    public func items(of key: String) -> Int? { pending.first { $0.message.key == key }?.message.items }

    /// Attempts to send those ended like that.
    ///
    /// - Returns: what is to be kept of them.
    public mutating func tried(_ keys: [String], _ attempt: Delivery.Attempt, at now: Duration) -> Change {
        let sent = Set(keys)
        return change(where: { sent.contains($0) }) { $0.tried(attempt, at: now) }
    }

    /// Handles the answer to a message.
    public mutating func answered(
        _ key: String, _ answer: Delivery.Answer, wait: Duration, at now: Duration
    ) -> Change {
        change(where: { $0 == key }) { $0.answered(answer, wait: wait, at: now) }
    }

    /// Answers that are overdue are waited for no longer.
    public mutating func expire(after limit: Duration, at now: Duration) -> Change {
        change(where: { _ in true }) { $0.expire(after: limit, at: now) }
    }

    /// What is to be kept.
    public struct Change: Sendable {
        /// Those that came to an end.
        public private(set) var ends: [(key: String, end: Delivery.End)] = []
        /// Those whose counts are others now.
        public private(set) var attempts: [OutboxMessage] = []

        public init() {}

        /// Whether it is nothing.
        public var isEmpty: Bool { ends.isEmpty && attempts.isEmpty }

        /// Both, the second later.
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
