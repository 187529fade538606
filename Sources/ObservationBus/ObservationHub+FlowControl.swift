// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import GNSSTypes
import Synchronization

/// The result of publishing a batch of a flow-controlled source.
public enum PublishOutcome: Hashable, Sendable {
    /// The batch was published.
    case accepted
    /// The batch was not published, because consumers have not caught up; publish it again later.
    case wait
}

extension ObservationHub {
    /// Publishes a batch of a source that declared itself flow-controlled (a replay, a simulation) as soon as there
    /// is room.
    ///
    /// There is room if the batch leaves half of the ring free and half of the bound of each consumer that wants part
    /// of it, except consumers with the policy `latest`; a consumer without pending observations has room for any
    /// batch. Therefore no consumer loses data from such a source, however fast the source is, and there is
    /// also room for observations that stages publish in response.
    ///
    /// Blocks the calling thread, so it is for driver threads and not for tasks.
    ///
    /// - Parameters:
    ///   - observations: The observations that belong together, in order.
    ///   - limit: The maximum time to block; zero or less: do not block.
    ///   - isStopped: Called at least every 50 ms; true ends the waiting.
    /// - Returns: `.accepted`, even after `finish`, when the batch is dropped; `.wait` if the time limit expired or the
    ///   source was stopped.
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
    /// The interval for a duration of a few seconds at most.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000))
    }
}
