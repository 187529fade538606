// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
package import GNSSTypes
package import Logging
internal import Synchronization

/// Watches what the receivers deliver, and publishes which of them is active whenever that changes: right
/// behind what changed it.
package final class SelectionService: Sendable {
    private let clock: GatewayClock
    private let logger: Logger
    private let onChange: @Sendable (ActiveReceiver) -> HostTime
    /// Protects the selection. Held while a change is published, so that changes come in order: the locks of numbering
    /// and bus are taken after this one.
    private let state: Mutex<State>

    private struct State {
        var selector: SourceSelector
        var last: (change: ActiveReceiver, time: HostTime)?
    }

    /// - Parameter onChange: publishes a change, and returns when.
    package init(
        _ rules: SourceSelector.Rules, choice: SourceID? = nil, clock: GatewayClock, logger: Logger,
        onChange: @escaping @Sendable (ActiveReceiver) -> HostTime
    ) {
        (self.clock, self.logger, self.onChange) = (clock, logger, onChange)
        state = Mutex(State(selector: SourceSelector(rules, choice: choice)))
    }

    /// The last change, and when it came; nil: no receiver has said anything yet.
    package var last: (change: ActiveReceiver, time: HostTime)? { state.withLock { $0.last } }

    /// The receiver that a person chose.
    package var choice: SourceID? { state.withLock { $0.selector.choice } }

    /// Sets how the choice is made from now on.
    package func setRules(_ rules: SourceSelector.Rules) { state.withLock { $0.selector.rules = rules } }

    /// Sets what receivers are preferred.
    package func setPriorities(_ priorities: [SourceID: Int]) { state.withLock { $0.selector.priorities = priorities } }

    /// A person chose a receiver; nil: none in particular.
    package func choose(_ id: SourceID?) {
        state.withLock { state in
            if let change = state.selector.choose(id) { publish(change, &state) }
        }
    }

    /// Takes what a receiver delivered.
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
