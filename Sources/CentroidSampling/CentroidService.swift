// SPDX-License-Identifier: Apache-2.0

internal import Centroid
public import ControlModel
public import GNSSTypes
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization

/// The stage: samples the positions of receivers, and publishes the state of a sampling session with each change.
///
/// It listens to the bus only while a session runs; otherwise nothing wakes it.
public final class CentroidService: Service {
    /// What the stage needs of the program around it.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock: when a person did something. Samplings go by the time of the observations.
        public var now: @Sendable () -> HostTime

        public init(hub: ObservationHub, now: @escaping @Sendable () -> HostTime) {
            (self.hub, self.now) = (hub, now)
        }
    }

    /// How many sampling sessions may run at a time.
    public static let limit = SamplingCoordinator.limit

    /// What samples are made of, and what decides whether they count.
    static let topics: Set<ObservationKind> = [.fix, .satellites, .authentication, .driverState, .activeReceiver]

    private let context: Context
    /// Protects the sampling sessions and the subscription. Held while changes are published, so that they come in
    /// order: the bus's lock is taken after this one, never before.
    private let state: Mutex<State>
    /// There may be something to take.
    private let signal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private struct State {
        var coordinator: SamplingCoordinator
        /// Nil unless a sampling session runs.
        var listener: (subscription: Subscription, reader: Subscription.Reader)?
        var lost: UInt64 = 0
    }

    /// A stage that samples nothing yet.
    public init(_ preferences: CentroidPreferences, _ requirement: OSNMARequirement, _ context: Context) {
        self.context = context
        state = Mutex(State(coordinator: SamplingCoordinator(preferences, requirement)))
    }

    /// Samples until the daemon ends.
    public func run() async {
        for await _ in signal.stream.cancelOnGracefulShutdown() {
            while takeBatch() {}
        }
        state.withLock { Self.leave(&$0) }
    }

    /// Observations that were lost because the machine was too slow.
    public var lost: UInt64 { state.withLock { $0.lost } }

    /// The sampling sessions that run, and those that ended last; the oldest first.
    public var statuses: [SamplingStatus] { state.withLock { $0.coordinator.statuses } }

    /// What holds where a request says nothing else.
    public var preferences: CentroidPreferences { state.withLock { $0.coordinator.preferences } }

    /// Starts a sampling session, which takes what is published from now on.
    ///
    /// - Returns: it, with its number.
    /// - Throws: `ControlError` where a value is out of its range, or too many run.
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
    /// - Returns: nil where none of that number runs.
    public func stop(_ number: UInt64) -> SamplingStatus? {
        let time = context.now()
        return state.withLock { state in
            defer { Self.leaveIfIdle(&state) }
            return state.coordinator.stop(number, at: time, say)
        }
    }

    /// Restarts a sampling session.
    ///
    /// - Returns: nil where none of that number runs.
    public func reset(_ number: UInt64) -> SamplingStatus? {
        let time = context.now()
        return state.withLock { $0.coordinator.reset(number, at: time, say) }
    }

    /// Applies other settings. Sampling sessions that they affect start again, or end where sampling is
    /// switched off.
    public func apply(_ preferences: CentroidPreferences) {
        let time = context.now()
        state.withLock { state in
            state.coordinator.apply(preferences, at: time, say)
            Self.leaveIfIdle(&state)
        }
    }

    /// Something else is an authenticated position from now on.
    public func apply(_ requirement: OSNMARequirement) {
        let time = context.now()
        state.withLock { state in
            if state.coordinator.requirement != requirement { state.coordinator.apply(requirement, at: time, say) }
        }
    }

    /// Publishing never waits, and nothing that comes of it takes our lock.
    private func say(_ observation: Observation) { context.hub.publish([observation]) }

    private func listen() -> (Subscription, Subscription.Reader)? {
        let subscription = context.hub.subscribe(
            "centroid", to: TopicFilter(kinds: Self.topics), policy: .skipOldest())
        let reader = subscription.reader { [continuation = signal.continuation] in continuation.yield() }
        return reader.map { (subscription, $0) }
    }

    /// - Returns: whether there may be more.
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
