// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import GNSSTypes
import Synchronization

/// What became of a batch of a flow-controlled source.
public enum PublishOutcome: Hashable, Sendable {
    /// Taken.
    case accepted
    /// Not taken, because the consumers are not so far: to be published again.
    case wait
}

extension ObservationHub {
    /// Publishes a batch of a source that declared itself flow-controlled (a replay, a simulation), once there is room.
    ///
    /// There is room where the batch leaves half of the ring free and half of the bound of each consumer that wants
    /// some of it, consumers with the policy `latest` apart; a consumer for whom nothing waits has room for any batch.
    /// So no consumer loses data to such a source, however fast it is, and what stages publish in answer finds room too.
    ///
    /// Blocks the calling thread, and so is for driver threads and not for tasks.
    ///
    /// - Parameters:
    ///   - observations: what belongs together, in order.
    ///   - limit: how long to block at most; zero or less: not at all.
    ///   - isStopped: asked at least every 50 ms; true ends the waiting.
    /// - Returns: `.accepted`, also after `finish` (the batch is dropped); `.wait` where the time is up or the source was
    ///   stopped.
    @available(*, noasync, message: "blocks the thread")
    public func publish(
        _ observations: [Observation], waitingUpTo limit: Duration, unless isStopped: () -> Bool = { false }
    ) -> PublishOutcome {
        if observations.isEmpty { return .accepted }
        let batch = Batch(observations)
        let deadline = ContinuousClock.now.advanced(by: limit)
        let turn = DispatchSemaphore(value: 0)
        while !publishIfRoom(batch, orSignal: turn) {
            let remaining = deadline - .now
            if remaining <= .zero || isStopped() {
                state.withLockYielding { state in state.blocked.removeAll { $0 === turn } }
                return .wait
            }
            _ = turn.wait(timeout: .now() + min(remaining, .milliseconds(50)).dispatchInterval)
        }
        return .accepted
    }

    private func publishIfRoom(_ batch: Batch, orSignal turn: DispatchSemaphore) -> Bool {
        let aftermath: HubState.Aftermath? = state.withLockYielding { state in
            let hasRoom = state.hasRoom(for: batch)
            state.blocked.removeAll { $0 === turn }
            if !hasRoom { state.blocked.append(turn) }
            return hasRoom ? state.publish(batch) : nil
        }
        aftermath?.perform()
        return aftermath != nil
    }
}

extension Duration {
    /// For durations of seconds at most.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000))
    }
}
