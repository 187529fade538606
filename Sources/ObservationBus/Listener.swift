// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Synchronization

/// A consumer that listens only while it has something to do. While it rests nothing wakes it; what is newest of each
/// (source, kind) is kept for it meanwhile, so that it knows how things stand when it listens again.
public final class Listener: Sendable {
    private enum State {
        case listening(Subscription, Subscription.Reader)
        /// Not read until the rest is over.
        case resting(Subscription)
    }

    private let hub: ObservationHub
    private let name: String
    private let topics: TopicFilter
    private let policy: DeliveryPolicy
    private let onReady: @Sendable () -> Void
    /// Protects the subscription, so that a change between listening and resting loses nothing. The hub's lock is taken
    /// after this one.
    private let state: Mutex<State?>

    /// One that listens.
    ///
    /// - Parameters:
    ///   - name: what status and metrics call it.
    ///   - topics: what it wants.
    ///   - policy: what it gets when it is slow; with `latest` while it rests.
    ///   - onReady: called when there may be something for `next`, once until that gave nothing, on any thread; must not
    ///     wait, nor call this object.
    public init(
        _ hub: ObservationHub, _ name: String, to topics: TopicFilter, policy: DeliveryPolicy,
        onReady: @escaping @Sendable () -> Void
    ) {
        (self.hub, self.name, self.topics, self.policy, self.onReady) = (hub, name, topics, policy, onReady)
        state = Mutex(nil)
        _ = listen()
    }

    /// Listens to what is published from now on.
    ///
    /// - Returns: the newest of each (source, kind) of what was published while it rested, in that order; nothing where it
    ///   did not rest.
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
        // Only a reader that has asked in vain is notified.
        onReady()
        return kept
    }

    /// Listens no longer.
    ///
    /// - Returns: what waited.
    public func rest() -> [Observation] {
        state.withLock { state in
            guard case .listening(let before, let reader) = state else { return [] }
            state = .resting(hub.subscribe(name, to: topics, policy: .latest))
            var waiting: [Observation] = []
            while let batch = reader.next() { waiting += batch }
            before.cancel()
            return waiting
        }
    }

    /// The next batch, and whether others were lost before it; nil if none is waiting, or it rests.
    public func next() -> (observations: [Observation], hasLost: Bool)? {
        state.withLock { state in
            guard case .listening(_, let reader) = state, let batch = reader.next() else { return nil }
            return (batch, reader.lostBefore > 0)
        }
    }

    /// Gets what waits and no more.
    public func finish() {
        state.withLock { state in
            if case .listening(let subscription, _) = state { subscription.finish() }
        }
    }
}
