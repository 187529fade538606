// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Synchronization

/// A consumer that listens only while it has work to do. While it rests, no observation wakes it. The newest
/// observation of each (source, kind) is kept for it, so that it knows the current state when it listens again.
public final class Listener: Sendable {
    /// The batches that a consumer may take before it does its other work. Without a limit, it would do nothing else while
    /// more arrives than it can process.
    public struct Turn: Sendable {
        /// Between other work: 256 batches.
        public static let short = Turn(left: 256)
        /// All that was published before the turn: more batches than can be pending.
        public static let complete = Turn(left: 2 * QueueBound.recorder.observations)

        /// The number of batches that may still be taken.
        fileprivate var left: Int

        /// True if the turn is used up, so that more may be pending.
        public var isOver: Bool { left <= 0 }
    }

    private enum State {
        case listening(Subscription, Subscription.Reader)
        /// The subscription is only read after the rest.
        case resting(Subscription)
    }

    private let hub: ObservationHub
    private let name: String
    private let topics: TopicFilter
    private let policy: DeliveryPolicy
    private let onReady: @Sendable () -> Void
    /// Guards the subscription, so that no observation is lost when changing between listening and resting. The hub's
    /// lock is acquired while holding this one.
    private let state: Mutex<State?>

    /// Creates a listener in the listening state.
    ///
    /// - Parameters:
    ///   - name: The name in status and metrics.
    ///   - topics: The observations that the consumer wants.
    ///   - policy: The policy for a slow consumer; `latest` while it rests.
    ///   - onReady: Called on any thread when `next` may return observations, and not again until `next` has returned
    ///     nil; also when a turn is over. Must not block or call this object.
    public init(
        _ hub: ObservationHub, _ name: String, to topics: TopicFilter, policy: DeliveryPolicy,
        onReady: @escaping @Sendable () -> Void
    ) {
        (self.hub, self.name, self.topics, self.policy, self.onReady) = (hub, name, topics, policy, onReady)
        state = Mutex(nil)
        _ = listen()
    }

    /// Starts listening to observations published from now on.
    ///
    /// - Returns: The newest observation of each (source, kind) published while it rested, in order of publication;
    ///   empty if it did not rest.
    public func listen() -> [Observation] {
        let kept: [Observation]? = state.withLock { state in
            if case .listening = state { return nil }
            var kept: [Observation] = []
            let subscription = hub.subscribe(name, to: topics, policy: policy)
            if case .resting(let before) = state {
                kept = before.reader {}?.next() ?? []
                before.cancel()
            }
            state = subscription.reader(onReady: onReady).map { .listening(subscription, $0) }
            return kept
        }
        guard let kept else { return [] }
        // A reader is notified only after a read that returned nothing.
        onReady()
        return kept
    }

    /// Stops listening.
    ///
    /// - Returns: The pending observations.
    public func rest() -> [Observation] {
        state.withLock { state in
            guard case .listening(let before, let reader) = state else { return [] }
            state = .resting(hub.subscribe(name, to: topics, policy: .latest))
            // The new subscription receives what is published from here on, however fast that is.
            before.finish()
            var waiting: [Observation] = []
            while let batch = reader.next() { waiting += batch }
            before.cancel()
            return waiting
        }
    }

    /// Returns the next batch, and whether others were lost before it; nil if none is pending, or while resting.
    public func next() -> (observations: [Observation], hasLost: Bool)? {
        state.withLock { state in
            guard case .listening(_, let reader) = state, let batch = reader.next() else { return nil }
            return (batch, reader.lostBefore > 0)
        }
    }

    /// Returns the next batch of a turn; nil also if the turn is over. `onReady` is called then, for the next turn.
    public func next(in turn: inout Turn) -> (observations: [Observation], hasLost: Bool)? {
        guard !turn.isOver else {
            onReady()
            return nil
        }
        guard let batch = next() else { return nil }
        turn.left -= 1
        return batch
    }

    /// Ends the subscription; pending observations can still be read.
    public func finish() {
        state.withLock { state in
            if case .listening(let subscription, _) = state { subscription.finish() }
        }
    }
}
