// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import Synchronization

/// Where drivers and stages publish observations and any number of consumers read them.
///
/// One ring of batches is shared by all behind one lock, with a cursor for each consumer. `publish` may be called from
/// any thread or task: it never waits for a consumer, and allocates nothing for each. A consumer that is slow, stops or
/// is cancelled touches no other.
///
/// Memory is bounded, in observations and in estimated bytes: the ring by `limit`, each lossless consumer by its bound
/// besides, the table behind `latest` by 4096 observations and 16 MiB; and each consumer holds 256 observations more
/// that its loop has taken. To each of these comes one batch at most, because the newest batch is always kept. The
/// ring holds only what some consumer has still to take.
public final class ObservationHub: Sendable {
    /// Protects the ring and all consumers. It is the last lock that is taken: consumers are notified after it is
    /// released.
    let state: Mutex<HubState>

    /// A hub without consumers.
    ///
    /// - Parameter limit: how much the shared ring may hold.
    public init(limit: QueueBound = .ring) {
        state = Mutex(HubState(limit: limit))
    }

    /// Publishes what belongs together, usually one epoch, in order. Live sources and stages use this: it never waits.
    /// Consumers that are too slow lose by their policy. After `finish` it does nothing.
    public func publish(_ observations: [Observation]) {
        if observations.isEmpty { return }
        let batch = Batch(observations)
        state.withLockYielding { $0.publish(batch) }.perform()
    }

    /// Adds a consumer, who sees what is published from now on.
    ///
    /// Observations wait for it from here on: one that subscribes and reads late reaches its bound.
    ///
    /// - Parameters:
    ///   - name: what status and metrics call it.
    ///   - topics: what it wants.
    ///   - policy: what it gets when it is slow.
    /// - Returns: the sequence that it reads; ends at once where the hub is finished.
    public func subscribe(_ name: String, to topics: TopicFilter = .all, policy: DeliveryPolicy) -> Subscription {
        let id = state.withLockYielding { $0.subscribe(name: name, filter: topics, policy: policy) }
        return Subscription(Ticket(hub: self, id: id, filter: topics))
    }

    /// Ends the sequences of all consumers, each after it took what waits for it. Nothing can be published any more.
    public func finish() {
        state.withLockYielding { $0.finish() }.perform()
    }

    /// The counters of now.
    public var status: HubStatus {
        state.withLockYielding { state in
            HubStatus(
                publishedBatches: state.publishedBatches, publishedObservations: state.publishedObservations,
                retained: state.ring.tally.observations, retainedBytes: state.ring.tally.bytes,
                subscriptions: state.subscribers.filter { !$0.isEnded }.map(\.status))
        }
    }
}
