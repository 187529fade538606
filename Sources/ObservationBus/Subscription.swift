// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import Synchronization

/// The observations published since it was made, as batches in the order they were published, of each batch what
/// passes the filter. With the policy `latest` an element is what is new of everything.
///
/// **One subscription, one loop.** The first iterator has it; any other ends at once. When that iterator is dropped (the
/// loop was left), when its task is cancelled or when the subscription itself is dropped unread, the hub keeps nothing
/// more for it. To read again, subscribe again.
public struct Subscription: AsyncSequence, Sendable {
    /// What belongs together, never empty.
    public typealias Element = [Observation]
    /// It does not throw.
    public typealias Failure = Never

    private let ticket: Ticket

    init(_ ticket: Ticket) { self.ticket = ticket }

    /// The counters of now; those of the end once the consumer has left.
    public var status: SubscriptionStatus { ticket.status }

    /// Whether more waits than is good: see `SubscriptionStatus.isUnderPressure`.
    public var isUnderPressure: Bool { status.isUnderPressure }

    /// Adds nothing more: the sequence ends once it has given what waits, while the hub and the others go on. What
    /// waits with the policy `latest` is still replaced by newer.
    public func finish() { ticket.finish() }

    /// The iterator, the first time; afterwards one that ends at once.
    public func makeAsyncIterator() -> Iterator { Iterator(ticket.claim()) }

    /// Reads it without a task, for a consumer that lives on a thread of its own: a task that waits is always woken by
    /// way of the global executor, one thread more between a publisher and such a consumer.
    ///
    /// - Parameter onReady: called on the publisher's thread, once after each `next` that gave nothing, when there is
    ///   something or the end has come; must not wait, nor read there.
    /// - Returns: nil where another reads it.
    public func reader(onReady: @escaping @Sendable () -> Void) -> Reader? {
        ticket.claim().map { Reader($0, onReady) }
    }

    /// Ends it: nothing more is kept for the consumer.
    public func cancel() { ticket.end() }

    /// Reads a subscription without waiting. Belongs to one thread or actor.
    public final class Reader {
        private let cursor: Cursor
        private let onReady: @Sendable () -> Void

        /// Whether nothing will come any more.
        public private(set) var isEnded = false

        /// The kinds that wake a consumer which looks from time to time by itself; nil: all. What comes of other kinds
        /// waits until it looks, or until a quarter of its bound is full. A replay always wakes it. Holds from the next
        /// `next` that gives nothing.
        public var urgentKinds: Set<ObservationKind>?

        init(_ cursor: Cursor, _ onReady: @escaping @Sendable () -> Void) {
            (self.cursor, self.onReady) = (cursor, onReady)
        }

        /// How many observations this consumer lost before the batch that `next` gave last.
        public var lostBefore: UInt64 { cursor.lostBefore }

        /// The next batch; nil if none is waiting, or at the end.
        public func next() -> [Observation]? {
            switch cursor.next(urgentKinds: urgentKinds, orCall: onReady) {
            case .batch(let observations): return observations
            case .empty: return nil
            case .ended:
                isEnded = true
                return nil
            }
        }
    }

    /// Reads a subscription. Belongs to one task.
    public struct Iterator: AsyncIteratorProtocol {
        private let cursor: Cursor?

        init(_ cursor: Cursor?) { self.cursor = cursor }

        /// How many observations this consumer lost between the element before and the one that `next` gave last; after
        /// the end, those lost after the last element.
        public var lostBefore: UInt64 { cursor?.lostBefore ?? 0 }

        /// The next batch; waits until one is published.
        ///
        /// - Returns: nil after `ObservationHub.finish`, once all that waited is taken; at once where the task is
        ///   cancelled, whatever still waits.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> [Observation]? {
            await cursor?.next(isolation: actor)
        }

        /// The next batch, as above.
        public mutating func next() async -> [Observation]? { await next(isolation: nil) }
    }
}

/// A place in the hub's list of subscribers, given back when the last who knows of it is gone.
final class Ticket: Sendable {
    let hub: ObservationHub
    let id: UInt64
    let filter: TopicFilter

    init(hub: ObservationHub, id: UInt64, filter: TopicFilter) {
        (self.hub, self.id, self.filter) = (hub, id, filter)
    }

    deinit { hub.state.withLockYielding { $0.remove(id) }.perform() }

    var status: SubscriptionStatus {
        // The subscriber is there as long as the ticket is; the other branch is never taken.
        hub.state.withLockYielding { state in state.index(of: id).map { state.subscribers[$0].status } }
            ?? Subscriber(id: id, name: "", filter: filter, policy: .latest).status
    }

    func claim() -> Cursor? {
        hub.state.withLockYielding { $0.claim(id) } ? Cursor(self) : nil
    }

    func finish() {
        hub.state.withLock { $0.finish(id) }.perform()
    }

    func end() {
        hub.state.withLockYielding { $0.end(id) }.perform()
    }
}
