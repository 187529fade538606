// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import Synchronization

/// Follows what the receivers deliver, and publishes which of them is to be believed whenever that changes.
final class SelectionService: Service {
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let voice: GatewayVoice
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var selector: SourceSelector
        var last: (change: ActiveSource, time: HostTime)?
    }

    init(
        _ rules: SourceSelector.Rules, choice: SourceID? = nil, hub: ObservationHub, voice: GatewayVoice,
        clock: GatewayClock, logger: Logger
    ) {
        (self.hub, self.voice, self.clock, self.logger) = (hub, voice, clock, logger)
        state = Mutex(State(selector: SourceSelector(rules, choice: choice)))
    }

    /// The last change, and when it came; nil: no receiver has said anything yet.
    var last: (change: ActiveSource, time: HostTime)? { state.withLock { $0.last } }

    /// The receiver that a person chose.
    var choice: SourceID? { state.withLock { $0.selector.choice } }

    /// Sets how the choice is made from now on.
    func setRules(_ rules: SourceSelector.Rules) { state.withLock { $0.selector.rules = rules } }

    /// Sets what receivers are preferred.
    func setPriorities(_ priorities: [SourceID: Int]) { state.withLock { $0.selector.priorities = priorities } }

    /// A person chose a receiver; nil: none in particular.
    func choose(_ id: SourceID?) {
        state.withLock { state in
            if let change = state.selector.choose(id) { publish(change, &state) }
        }
    }

    /// Follows until the daemon ends.
    func run() async {
        let subscription = hub.subscribe(
            "selection", to: TopicFilter(kinds: [.fix, .driverState]), policy: .skipOldest())
        await cancelWhenGracefulShutdown {
            for await batch in subscription {
                let now = self.clock.now.monotonicNanoseconds
                self.state.withLock { state in
                    for observation in batch {
                        if let change = state.selector.take(observation, at: now) { self.publish(change, &state) }
                    }
                }
            }
        }
    }

    private func publish(_ change: ActiveSource, _ state: inout State) {
        logger.notice("active source: \(change.current?.rawValue ?? "none") (\(change.reason))")
        state.last = (change, voice.say(.activeSource(change)))
    }
}
