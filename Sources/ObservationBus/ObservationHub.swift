// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import Synchronization

/// The hub on which drivers and stages publish observations and any number of consumers read them.
///
/// All share one ring of batches behind one lock, with a cursor for each consumer. `publish` may be called from any
/// thread or task: it never waits for a consumer, and allocates nothing per consumer. A consumer that is slow, stops
/// or is cancelled does not affect others.
///
/// Memory is bounded in observations and in estimated bytes: the ring by `limit`, each lossless consumer additionally
/// by its bound, the table behind `latest` by 4096 observations and 16 MiB; each consumer also holds up to 256
/// observations that its loop has taken. Each of these limits may be exceeded by one batch, because the newest batch is
/// always kept. The ring only holds batches that at least one consumer has not taken yet.
public final class ObservationHub: Sendable {
    /// Guards the ring and all consumers. It is the innermost lock: consumers are notified after it is released.
    let state: Mutex<HubState>

    /// Creates a hub without consumers.
    ///
    /// - Parameter limit: The bound of the shared ring.
    public init(limit: QueueBound = .ring) {
        state = Mutex(HubState(limit: limit))
    }

    /// Publishes observations that belong together, usually one epoch, in order. For live sources and stages: it
    /// never waits. Consumers that are too slow lose data according to their policy. After `finish`, it does nothing.
    public func publish(_ observations: [Observation]) {
        if observations.isEmpty { return }
        let batch = Batch(observations)
        state.withLockYielding { $0.publish(batch) }.perform()
    }

    /// Adds a consumer, which receives observations published from now on.
    ///
    /// Observations are pending from this moment: a consumer that subscribes early and reads late reaches its bound.
    ///
    /// - Parameters:
    ///   - name: The name in status and metrics.
    ///   - topics: The observations that the consumer wants.
    ///   - policy: The policy if the consumer is slow.
    /// - Returns: The sequence to read; it ends immediately if the hub is finished.
    public func subscribe(_ name: String, to topics: TopicFilter = .all, policy: DeliveryPolicy) -> Subscription {
        let id = state.withLockYielding { $0.subscribe(name: name, filter: topics, policy: policy) }
        return Subscription(Ticket(hub: self, id: id, filter: topics))
    }

    /// Returns true if a consumer reads observations of this kind. One that rests does not, although the newest
    /// observation is kept for it (`Listener`).
    public func isRead(_ kind: ObservationKind) -> Bool {
        state.withLockYielding { state in
            state.subscribers.contains { $0.isClaimed && $0.takesMore && $0.filter.kinds?.contains(kind) ?? true }
        }
    }

    /// Ends the sequences of all consumers, each after its pending observations have been read. Afterwards, nothing
    /// can be published.
    public func finish() {
        state.withLockYielding { $0.finish() }.perform()
    }

    /// The current counters.
    public var status: BusReport {
        state.withLockYielding { state in
            BusReport(
                published: state.publishedObservations, retained: state.ring.tally.observations,
                retainedBytes: state.ring.tally.bytes,
                consumers: state.subscribers.filter { !$0.isEnded }.map(\.report))
        }
    }
}
