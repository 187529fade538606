// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization

/// The stage for photos: follows the receivers' positions while photos are enabled, and checks whether one may be taken.
///
/// While photos are disabled, nothing wakes it.
public final class CaptureService: Service, CaptureControl {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock.
        public var now: @Sendable () -> HostTime
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement
        /// The id of the active receiver; nil if none is active.
        public var active: @Sendable () -> String?
        /// The reason why photos cannot be stored; nil if they can.
        public var storeProblem: @Sendable () -> String?

        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime,
            requirement: @escaping @Sendable () -> OSNMARequirement, active: @escaping @Sendable () -> String?,
            storeProblem: @escaping @Sendable () -> String?
        ) {
            (self.hub, self.now, self.requirement) = (hub, now, requirement)
            (self.active, self.storeProblem) = (active, storeProblem)
        }
    }

    /// The kinds of observation for the conditions.
    static let topics: Set<ObservationKind> = [.fix, .authentication, .centroid]
    /// The largest number of receivers that are followed; of more, those without the newest epochs are forgotten.
    static let limit = 64
    /// The pause between two looks at the bus, so that a receiver with many epochs a second does not wake the stage with
    /// each.
    static let pause = Duration.seconds(1)

    private let context: Context
    /// Protects the settings, the subscription and what is known about the receivers.
    private let state: Mutex<State>
    /// Signals that observations may be waiting.
    private let signal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private struct State {
        var preferences: CapturePreferences
        /// The subscription to the bus; nil unless photos are enabled.
        var listener: (subscription: Subscription, reader: Subscription.Reader)?
        var situations: [SourceID: CaptureRules.Situation] = [:]
        /// Returns the ids of all receivers, running or stopped.
        var receivers: @Sendable () -> [String] = { [] }
    }

    public init(_ preferences: CapturePreferences, _ context: Context) {
        self.context = context
        state = Mutex(State(preferences: preferences))
        apply(preferences)
    }

    /// Connects the stage to the receivers. Called once, before the daemon runs.
    ///
    /// - Parameter receivers: Returns the ids of all receivers, running or stopped.
    public func connect(receivers: @escaping @Sendable () -> [String]) {
        state.withLock { $0.receivers = receivers }
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        for await _ in signal.stream.cancelOnGracefulShutdown() {
            state.withLock { Self.drain(&$0) }
            do {
                try await cancelWhenGracefulShutdown {
                    try await Task.sleep(for: Self.pause, tolerance: Self.pause / 4)
                }
            } catch {
                break
            }
        }
        state.withLock { Self.leave(&$0) }
    }

    /// Applies changed settings.
    public func apply(_ preferences: CapturePreferences) {
        state.withLock { state in
            state.preferences = preferences
            if !preferences.isEnabled { return Self.leave(&state) }
            guard state.listener == nil else { return }
            let subscription = context.hub.subscribe(
                "captures", to: TopicFilter(kinds: Self.topics), policy: .skipOldest())
            let reader = subscription.reader { [continuation = signal.continuation] in continuation.yield() }
            state.listener = reader.map { (subscription, $0) }
        }
        signal.continuation.yield()
    }

    /// Checks whether a photo may be taken now; see ``CaptureControl``.
    ///
    /// - Throws: `ControlError` if there is no such receiver.
    public func captureCheck(of receiver: String?) async throws(ControlError) -> CaptureCheckReport {
        let receivers = state.withLock { $0.receivers }
        if let receiver, case let known = receivers(), !known.contains(receiver) {
            throw .unknownReceiver(receiver, known: known)
        }
        let chosen = receiver ?? context.active()
        let (requirement, problem) = (context.requirement(), context.storeProblem())
        let (preferences, situation) = state.withLock { state in
            Self.drain(&state)
            return (state.preferences, chosen.flatMap { state.situations[SourceID(rawValue: $0)] })
        }
        let rules = CaptureRules(preferences: preferences, requirement: requirement, storeProblem: problem)
        return rules.check(chosen, situation, at: context.now().monotonicNanoseconds)
    }

    /// Takes all observations that are waiting.
    private static func drain(_ state: inout State) {
        guard let reader = state.listener?.reader else { return }
        while let batch = reader.next() {
            for observation in batch { take(observation, &state) }
        }
    }

    private static func take(_ observation: Observation, _ state: inout State) {
        if let verdict = HeldVerdict(observation) {
            state.situations[verdict.verdict.receiver, default: .init()].verdict = verdict
        } else if let sampling = observation.payload.result(SampledCentroid.self) {
            // A change of the settings has no session.
            guard sampling.session != 0 else { return }
            state.situations[sampling.receiver, default: .init()].sampling =
                (sampling, observation.hostTime.monotonicNanoseconds)
        } else {
            state.situations[observation.source, default: .init()].window.take(observation)
        }
        guard state.situations.count > limit else { return }
        let oldest = state.situations.min { one, other in
            instant(one.value) < instant(other.value)
        }
        if let oldest { state.situations[oldest.key] = nil }
    }

    private static func instant(_ situation: CaptureRules.Situation) -> Int64 {
        situation.window.newest?.hostTime.monotonicNanoseconds ?? .min
    }

    private static func leave(_ state: inout State) {
        state.listener?.subscription.cancel()
        (state.listener, state.situations) = (nil, [:])
    }
}
