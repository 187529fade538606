// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter

/// The messages that have not come to an end, in the order they were made. Values in, values out.
struct Outgoing {
    /// No more are under way but for the newest: beyond that answers are waited for.
    static let limit = 250

    private struct Item {
        var message: StoredMessage
        var delivery: Delivery
    }

    private var items: [Item] = []

    /// Messages of an earlier run: what became of them is not known.
    init(_ messages: [StoredMessage] = []) { add(messages) }

    /// How many there are.
    var count: Int { items.count }

    /// Their ids.
    var ids: Set<MessageID> { Set(items.map(\.message.id)) }

    /// Takes over messages that were made.
    mutating func add(_ messages: [StoredMessage]) {
        items += messages.map {
            Item(message: $0, delivery: Delivery(posts: $0.posts, isRepeated: $0.isRepeated))
        }
    }

    /// Those that went otherwise.
    mutating func remove(_ ids: [MessageID]) {
        guard !ids.isEmpty else { return }
        let gone = Set(ids)
        items.removeAll { gone.contains($0.message.id) }
    }

    /// Those that may be posted now, the oldest first.
    func due(at now: Duration) -> [StoredMessage] {
        items.filter { $0.delivery.isDue(at: now) }.map(\.message)
    }

    /// Of those that may be posted now the one that was tried the longest time ago.
    func longestWaiting(at now: Duration) -> StoredMessage? {
        items.lazy.filter { $0.delivery.isDue(at: now) }.min { $0.delivery.earliest < $1.delivery.earliest }?.message
    }

    /// When the first answer is overdue.
    func nextExpiry(_ limit: Duration) -> Duration? {
        items.compactMap { item in
            if case .posted(let time) = item.delivery.state { time + limit + .nanoseconds(1) } else { nil }
        }.min()
    }

    /// When the first of those that are to be posted again may be; nil: none is to be.
    var nextRepetition: Duration? {
        items.compactMap { item in
            if case .waiting = item.delivery.state { item.delivery.earliest } else { nil }
        }.min()
    }

    /// The highest number of them, 0 where there is none.
    var highest: Int64 { items.map(\.message.sequence).max() ?? 0 }

    /// Entries of all of them.
    var entries: Int { items.reduce(0) { $0 + $1.message.entries } }

    /// How many entries a message has; nil: it is not there.
    func entries(of id: MessageID) -> Int? { items.first { $0.message.id == id }?.message.entries }

    /// A POST with those ended like that.
    ///
    /// - Parameter isAlone: whether nothing else was in it than one of them.
    /// - Returns: what is to be kept of them.
    mutating func posted(
        _ ids: [MessageID], _ outcome: Exchange.Outcome, isAlone: Bool, at now: Duration
    ) -> Change {
        let sent = Set(ids)
        return change(where: { sent.contains($0) }) { $0.posted(outcome, isAlone: isAlone, at: now) }
    }

    /// An answer came.
    mutating func answered(_ id: MessageID, _ verdict: Verdict, wait: Duration, at now: Duration) -> Change {
        change(where: { $0 == id }) { $0.answered(verdict, wait: wait, at: now) }
    }

    /// Answers that are overdue are waited for no longer.
    mutating func expire(after limit: Duration, at now: Duration) -> Change {
        change(where: { _ in true }) { $0.expire(after: limit, at: now) }
    }

    /// What is to be kept.
    struct Change {
        /// Those that came to an end.
        var ends: [(id: MessageID, end: Delivery.End)] = []
        /// Those whose counts are others now.
        var posts: [StoredMessage] = []

        var isEmpty: Bool { ends.isEmpty && posts.isEmpty }

        static func += (a: inout Change, b: Change) {
            a.ends += b.ends
            let ended = Set(b.ends.map(\.id))
            let newer = Set(b.posts.map(\.id))
            a.posts.removeAll { ended.contains($0.id) || newer.contains($0.id) }
            a.posts += b.posts
        }
    }

    private mutating func change(
        where isMeant: (MessageID) -> Bool, _ body: (inout Delivery) -> Void
    ) -> Change {
        var change = Change()
        for index in items.indices where isMeant(items[index].message.id) {
            body(&items[index].delivery)
            let delivery = items[index].delivery
            if case .finished(let end) = delivery.state {
                change.ends.append((items[index].message.id, end))
            } else if (delivery.posts, delivery.isRepeated)
                != (items[index].message.posts, items[index].message.isRepeated)
            {
                (items[index].message.posts, items[index].message.isRepeated) = (delivery.posts, delivery.isRepeated)
                change.posts.append(items[index].message)
            }
        }
        remove(change.ends.map(\.id))
        return change
    }
}
