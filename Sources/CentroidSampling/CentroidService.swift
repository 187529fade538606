// SPDX-License-Identifier: Apache-2.0

internal import Centroid
public import ControlModel
public import GNSSTypes
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization

/// The stage for sampling sessions: samples receivers' positions and publishes the state of each session with every
/// change.
///
/// The stage subscribes to the bus only while a session runs; otherwise nothing wakes it.
public final class CentroidService: Service {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, for the times of people's actions. Sampling uses the times of the observations.
        public var now: @Sendable () -> HostTime

        public init(hub: ObservationHub, now: @escaping @Sendable () -> HostTime) {
            (self.hub, self.now) = (hub, now)
        }
    }

    /// The largest number of sampling sessions that run at the same time.
    public static let limit = SamplingCoordinator.limit

    /// The kinds of observation for samples and for the decision whether they count.
    static let topics: Set<ObservationKind> = [.fix, .satellites, .authentication, .driverState, .activeReceiver]

    private let context: Context
    /// Protects the sampling sessions and the subscription. Held while changes are published, so that they are
    /// published in order; the bus's lock is taken after this one, never before.
    private let state: Mutex<State>
    /// Signals that observations may be waiting.
    private let signal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private struct State {
        var coordinator: SamplingCoordinator
        /// The subscription to the bus; nil unless a sampling session runs.
        var listener: (subscription: Subscription, reader: Subscription.Reader)?
        var lost: UInt64 = 0
    }

    /// Creates a stage without sampling sessions.
    public init(_ preferences: CentroidPreferences, _ requirement: OSNMARequirement, _ context: Context) {
        self.context = context
        state = Mutex(State(coordinator: SamplingCoordinator(preferences, requirement)))
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        for await _ in signal.stream.cancelOnGracefulShutdown() {
            while takeBatch() {}
        }
        state.withLock { Self.leave(&$0) }
    }

    /// The number of observations that were lost because the machine was too slow.
    public var lost: UInt64 { state.withLock { $0.lost } }

    /// The status of running sessions and of those that ended recently, the oldest first.
    public var statuses: [SamplingStatus] { state.withLock { $0.coordinator.statuses } }

    /// The default settings for requests.
    public var preferences: CentroidPreferences { state.withLock { $0.coordinator.preferences } }

    /// Starts a sampling session with observations published from now on.
    ///
    /// - Returns: The new session's status, with its number.
    /// - Throws: `ControlError` if sampling is disabled, a value is out of range or too many sessions run.
    public func start(_ request: SamplingRequest) throws(ControlError) -> SamplingStatus {
        let time = context.now()
        let status = try state.withLock { state throws(ControlError) in
            if state.listener == nil { state.listener = listen() }
            defer { Self.leaveIfIdle(&state) }
            return try state.coordinator.start(request, at: time, say)
        }
        signal.continuation.yield()
        return status
    }

    /// Ends a sampling session.
    ///
    /// - Returns: The session's status; nil if it does not run.
    public func stop(_ number: UInt64) -> SamplingStatus? {
        let time = context.now()
        return state.withLock { state in
            defer { Self.leaveIfIdle(&state) }
            return state.coordinator.stop(number, at: time, say)
        }
    }

    /// Restarts a sampling session.
    ///
    /// - Returns: The session's status; nil if it does not run.
    public func reset(_ number: UInt64) -> SamplingStatus? {
        let time = context.now()
        return state.withLock { $0.coordinator.reset(number, at: time, say) }
    }

    /// Applies changed settings. Sessions that they affect restart, or end if sampling is disabled.
    public func apply(_ preferences: CentroidPreferences) {
        let time = context.now()
        state.withLock { state in
            state.coordinator.apply(preferences, at: time, say)
            Self.leaveIfIdle(&state)
        }
    }

    /// Applies a changed condition for authenticated positions.
    public func apply(_ requirement: OSNMARequirement) {
        let time = context.now()
        state.withLock { state in
            if state.coordinator.requirement != requirement { state.coordinator.apply(requirement, at: time, say) }
        }
    }

    /// Publishes an observation. This does not block, and no subscriber takes this object's lock.
    private func say(_ observation: Observation) { context.hub.publish([observation]) }

    private func listen() -> (Subscription, Subscription.Reader)? {
        let subscription = context.hub.subscribe(
            "centroid", to: TopicFilter(kinds: Self.topics), policy: .skipOldest())
        let reader = subscription.reader { [continuation = signal.continuation] in continuation.yield() }
        return reader.map { (subscription, $0) }
    }

    /// - Returns: True if more observations may be waiting.
    private func takeBatch() -> Bool {
        state.withLock { state in
            guard let reader = state.listener?.reader, let batch = reader.next() else { return false }
            state.lost += reader.lostBefore
            state.coordinator.take(batch, say)
            Self.leaveIfIdle(&state)
            return true
        }
    }

    private static func leaveIfIdle(_ state: inout State) {
        if state.coordinator.samplings.isEmpty { leave(&state) }
    }

    private static func leave(_ state: inout State) {
        state.listener?.subscription.cancel()
        state.listener = nil
    }
}
