// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
package import GNSSTypes
package import Logging
internal import Synchronization

/// Observes the receivers and publishes changes of the active one, immediately after the observation that caused the
/// change.
package final class SelectionService: Sendable {
    private let clock: GatewayClock
    private let logger: Logger
    private let onChange: @Sendable (ActiveReceiver) -> HostTime
    /// Guards the selection. Held while a change is published, so that changes are published in order: the locks of
    /// numbering and bus are acquired while holding it.
    private let state: Mutex<State>

    private struct State {
        var selector: ActiveReceiverSelector
        var last: (change: ActiveReceiver, time: HostTime)?
    }

    /// - Parameter onChange: Publishes a change, and returns its time.
    package init(
        _ rules: ActiveReceiverSelector.Rules, selected: SourceID? = nil, clock: GatewayClock, logger: Logger,
        onChange: @escaping @Sendable (ActiveReceiver) -> HostTime
    ) {
        (self.clock, self.logger, self.onChange) = (clock, logger, onChange)
        state = Mutex(State(selector: ActiveReceiverSelector(rules, selected: selected)))
    }

    /// The last change and its time; nil: no receiver has sent anything yet.
    package var last: (change: ActiveReceiver, time: HostTime)? { state.withLock { $0.last } }

    /// The receiver that the operator selected.
    package var selected: SourceID? { state.withLock { $0.selector.selected } }

    /// Sets how the active receiver is determined from now on.
    package func setRules(_ rules: ActiveReceiverSelector.Rules) { state.withLock { $0.selector.rules = rules } }

    /// Sets the priorities of the receivers.
    package func setPriorities(_ priorities: [SourceID: Int]) { state.withLock { $0.selector.priorities = priorities } }

    /// Records the operator's selection; nil reverts it.
    package func select(_ id: SourceID?) {
        state.withLock { state in
            if let change = state.selector.select(id) { publish(change, &state) }
        }
    }

    /// Processes the observations of a receiver.
    package func take(_ batch: [Observation]) {
        guard batch.contains(where: { $0.kind == .fix || $0.kind == .driverState }) else { return }
        let now = clock.now.monotonicNanoseconds
        state.withLock { state in
            for observation in batch {
                if let change = state.selector.take(observation, at: now) { publish(change, &state) }
            }
        }
    }

    private func publish(_ change: ActiveReceiver, _ state: inout State) {
        logger.notice("active receiver: \(change.current?.rawValue ?? "none") (\(change.reason))")
        state.last = (change, onChange(change))
    }
}
