// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import Synchronization

/// The observations published since the subscription was created, as batches in the order of publication, each
/// reduced to the observations that pass the filter. With the policy `latest`, an element contains the new
/// observations of all kinds and sources.
///
/// **One subscription, one loop.** The first iterator owns it; any other one ends immediately. If that iterator is
/// dropped (because the loop was left), its task is cancelled, or the subscription itself is dropped unread, the hub
/// stops keeping observations for it. To read again, subscribe again.
public struct Subscription: AsyncSequence, Sendable {
    /// Observations that belong together, never empty.
    public typealias Element = [Observation]
    /// The sequence does not throw.
    public typealias Failure = Never

    private let ticket: Ticket

    init(_ ticket: Ticket) { self.ticket = ticket }

    /// The current counters; after the consumer has left, the final ones.
    public var status: SubscriptionStatus { ticket.status }

    /// True if too much is pending: see `ConsumerReport.isUnderPressure`.
    public var isUnderPressure: Bool { status.consumer.isUnderPressure }

    /// Stops adding observations: the sequence ends after the pending ones, while the hub and other consumers
    /// continue. With the policy `latest`, pending observations are still replaced by newer ones.
    public func finish() { ticket.finish() }

    /// Returns the iterator on the first call; afterwards one that ends immediately.
    public func makeAsyncIterator() -> Iterator { Iterator(ticket.claim()) }

    /// Returns a reader that needs no task, for a consumer with its own thread: a waiting task is always woken
    /// through the global executor, which adds a thread between a publisher and such a consumer.
    ///
    /// - Parameter onReady: Called on the publisher's thread, once after each `next` that returned nil, when there is
    ///   something to read or at the end; must not block or read.
    /// - Returns: Nil if the subscription already has a reader or iterator.
    public func reader(onReady: @escaping @Sendable () -> Void) -> Reader? {
        ticket.claim().map { Reader($0, onReady) }
    }

    /// Ends the subscription: the hub no longer keeps observations for the consumer.
    public func cancel() { ticket.end() }

    /// Reads a subscription without waiting. Belongs to one thread or actor.
    public final class Reader {
        private let cursor: Cursor
        private let onReady: @Sendable () -> Void

        /// True if there will be no more observations.
        public private(set) var isEnded = false

        /// The kinds that wake the consumer at once; nil for all. Set it only if the consumer also polls: observations
        /// of other kinds wait until it polls, or until more than `restLimit` are pending. A replay always wakes it. A
        /// change takes effect with the next call of `next` that returns nil.
        public var urgentKinds: Set<ObservationKind>?

        /// The pending observations that need not wake the consumer; nil for a quarter of its bound. A change takes effect
        /// like one of `urgentKinds`.
        public var restLimit: QueueBound?

        init(_ cursor: Cursor, _ onReady: @escaping @Sendable () -> Void) {
            (self.cursor, self.onReady) = (cursor, onReady)
        }

        /// Number of observations that this consumer lost before the batch last returned by `next`.
        public var lostBefore: UInt64 { cursor.lostBefore }

        /// Number of published observations that `next` has not returned yet; some of them may still be lost.
        public var pending: Int { cursor.pending }

        /// Tells the bus of a queue in which the consumer keeps observations that it has taken, so that the counters include
        /// it. From the first call on, observations count as delivered when a call shows that they have left the queue and
        /// are not lost.
        ///
        /// - Parameters:
        ///   - count: The number of observations in the queue now.
        ///   - lost: The number of observations that the queue has lost since the last call.
        package func noteQueue(_ count: Int, lost: Int) { cursor.noteQueue(count, lost: lost) }

        /// Returns the next batch; nil if none is pending, or at the end.
        public func next() -> [Observation]? {
            let rest = urgentKinds.map { Rest(urgentKinds: $0, limit: restLimit) }
            switch cursor.next(rest: rest, orCall: onReady) {
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

        /// Number of observations that this consumer lost between the previous element and the one last returned by
        /// `next`; after the end, those lost after the last element.
        public var lostBefore: UInt64 { cursor?.lostBefore ?? 0 }

        /// Returns the next batch; waits until one is published.
        ///
        /// - Returns: Nil after `ObservationHub.finish`, once all pending observations have been read; immediately if
        ///   the task is cancelled, even if observations are pending.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> [Observation]? {
            await cursor?.next(isolation: actor)
        }

        /// Returns the next batch in the same way as `next`.
        public mutating func next() async -> [Observation]? { await next(isolation: nil) }
    }
}

/// A place in the hub's list of subscribers, released when the last reference to it is gone.
final class Ticket: Sendable {
    let hub: ObservationHub
    let id: UInt64
    let filter: TopicFilter

    init(hub: ObservationHub, id: UInt64, filter: TopicFilter) {
        (self.hub, self.id, self.filter) = (hub, id, filter)
    }

    deinit { hub.state.withLockYielding { $0.remove(id) }.perform() }

    var status: SubscriptionStatus {
        // The subscriber exists as long as the ticket does; the other branch is never taken.
        hub.state.withLockYielding { $0.subscriber(id)?.status }
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
