// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GNSSTypes

/// The state guarded by the hub's lock. It only makes decisions; slow operations (waking, freeing) are left to the
/// caller, who performs them after releasing the lock.
struct HubState {
    let limit: QueueBound
    var ring = BatchRing()
    var latest = LatestTable()
    var subscribers: [Subscriber] = []
    /// Flow-controlled publishers that wait for room.
    var blocked: [DispatchSemaphore] = []
    var publishedBatches: UInt64 = 0
    var publishedObservations: UInt64 = 0
    var isFinished = false
    private var nextID: UInt64 = 0

    /// The operations to perform after releasing the lock.
    struct Aftermath {
        /// Consumers to wake.
        var waiters: [Waiter] = []
        /// The publishers to wake.
        var publishers: [DispatchSemaphore] = []
        /// Batches to free.
        var discarded: [Batch] = []

        func perform() {
            for waiter in waiters { waiter.wake() }
            for publisher in publishers { publisher.signal() }
        }
    }

    init(limit: QueueBound) { self.limit = limit }

    mutating func subscribe(name: String, filter: TopicFilter, policy: DeliveryPolicy) -> UInt64 {
        nextID += 1
        let subscriber = Subscriber(id: nextID, name: name, filter: filter, policy: policy)
        if policy == .latest { subscriber.cursor = publishedObservations }
        subscribers.append(subscriber)
        return nextID
    }

    /// Reserves the subscription for one iterator; returns false if another one has it.
    mutating func claim(_ id: UInt64) -> Bool {
        guard let subscriber = subscriber(id), !subscriber.isClaimed else { return false }
        subscriber.isClaimed = true
        return true
    }

    /// Ends a subscription whose consumer has left: the hub no longer keeps observations for it, but its counters
    /// remain until `remove`.
    mutating func end(_ id: UInt64) -> Aftermath {
        var aftermath = Aftermath()
        guard let subscriber = subscriber(id), !subscriber.isEnded else { return aftermath }
        while let batch = subscriber.overflow.popFirst() { aftermath.discarded.append(batch) }
        subscriber.inOverflow = Tally()
        subscriber.inRing = Tally()
        subscriber.isUnderPressure = false
        subscriber.isEnded = true
        if let waiter = subscriber.waiter.take() { aftermath.waiters.append(waiter) }
        if !hasLatestSubscribers { latest.removeAll() }
        trim(into: &aftermath.discarded)
        swap(&aftermath.publishers, &blocked)
        return aftermath
    }

    /// Stops adding observations for a consumer; it can still take the pending ones.
    mutating func finish(_ id: UInt64) -> Aftermath {
        var aftermath = Aftermath()
        guard let subscriber = subscriber(id), subscriber.takesMore else { return aftermath }
        subscriber.isFinished = true
        if let waiter = subscriber.waiter.take() { aftermath.waiters.append(waiter) }
        swap(&aftermath.publishers, &blocked)
        return aftermath
    }

    mutating func remove(_ id: UInt64) -> Aftermath {
        let aftermath = end(id)
        subscribers.removeAll { $0.id == id }
        return aftermath
    }

    mutating func finish() -> Aftermath {
        isFinished = true
        var aftermath = Aftermath()
        for subscriber in subscribers {
            if let waiter = subscriber.waiter.take() { aftermath.waiters.append(waiter) }
        }
        swap(&aftermath.publishers, &blocked)
        return aftermath
    }

    func subscriber(_ id: UInt64) -> Subscriber? { subscribers.first { $0.id == id } }

    var hasLatestSubscribers: Bool {
        subscribers.contains { $0.policy == .latest && !$0.isEnded }
    }

    /// Removes batches that no consumer needs any more from the ring.
    mutating func trim(into discarded: inout [Batch]) {
        var oldest = ring.end
        for subscriber in subscribers where !subscriber.inRing.isZero && subscriber.policy != .latest {
            oldest = min(oldest, subscriber.cursor)
        }
        while ring.start < oldest, let batch = ring.popFirst() { discarded.append(batch) }
    }
}
