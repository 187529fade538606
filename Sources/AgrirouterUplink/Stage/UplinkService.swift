// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import Outbox
public import ServiceLifecycle
internal import SystemSupport

/// The agrirouter stage: collects positions, sends them to agrirouter as soon as possible, and tracks the other
/// members.
///
/// A collected position is on disk before it counts, and is removed only after agrirouter accepted it. During a pause
/// the stage collects no positions and sends none; positions that already wait are kept, and the other members are
/// still tracked.
///
/// The stage subscribes to the bus only while it collects, so otherwise no observation wakes it.
public final class UplinkService: Service {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The connection to agrirouter.
        public var link: any ServiceLink
        /// The store for the queue, the members and the pause.
        public var store: any OutboxStore
        /// The gateway's clock, which determines all intervals, delays and ages.
        public var now: @Sendable () -> HostTime
        /// Sleeps until an instant on the monotonic scale of the service's clock, in nanoseconds; returns early if the
        /// task is cancelled.
        public var sleep: @Sendable (Int64) async -> Void
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        public var logger: Logger
        /// Returns a random share of a delay, 0..<1, so that gateways do not all retry at once.
        public var jitter: @Sendable () -> Double = { .random(in: 0..<1) }

        public init(
            hub: ObservationHub, link: any ServiceLink, store: any OutboxStore,
            now: @escaping @Sendable () -> HostTime, sleep: @escaping @Sendable (Int64) async -> Void,
            requirement: @escaping @Sendable () -> OSNMARequirement, alert: @escaping @Sendable (Alert) -> Void,
            logger: Logger
        ) {
            (self.hub, self.link, self.store) = (hub, link, store)
            (self.now, self.sleep, self.requirement) = (now, sleep, requirement)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    /// The kinds of observation that entries depend on.
    static let topics: Set<ObservationKind> = [.fix, .driverState, .activeReceiver, .authentication]

    private let coordinator: UplinkCoordinator
    /// Wakes the task that exchanges messages with agrirouter.
    private let alarm = Waker()
    /// Wakes the task that collects absences, which must not wait for an exchange.
    private let absenceAlarm = Waker()
    /// Signals that observations may be waiting.
    private let heard = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let sleep: @Sendable (Int64) async -> Void

    /// Creates a stage without an endpoint. Observations published from now on are kept until it runs.
    public init(_ settings: UplinkSettings, _ context: Context) {
        let listener = Listener(
            context.hub, "agrirouter", to: TopicFilter(kinds: Self.topics), policy: .lossless()
        ) { [continuation = heard.continuation] in continuation.yield() }
        coordinator = UplinkCoordinator(settings, context, listener) { [alarm, absenceAlarm] in
            alarm.wake()
            absenceAlarm.wake()
        }
        sleep = context.sleep
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.coordinator.listen()
                for await _ in self.heard.stream.cancelOnGracefulShutdown() { await self.coordinator.takeWhatWaits() }
            }
            group.addTask {
                while !Task.isCancelled { await self.alarm.wait(until: await self.coordinator.pass(), by: self.sleep) }
            }
            group.addTask {
                while !Task.isCancelled {
                    await self.absenceAlarm.wait(until: await self.coordinator.collect(), by: self.sleep)
                }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// Sends through this endpoint from now on: a new one, or the same one after it was onboarded again. The queue is
    /// kept.
    ///
    /// - Throws: `OutboxStoreError`; nothing is sent in this case.
    public func use(_ endpoint: UplinkEndpoint) async throws(OutboxStoreError) { try await coordinator.use(endpoint) }

    /// Starts without an endpoint: the queue of an endpoint whose key no longer exists is deleted.
    public func startWithoutEndpoint() async { await coordinator.startWithoutEndpoint() }

    /// Removes the endpoint: nothing is sent from now on, and the queue and the other members' data are deleted.
    ///
    /// - Throws: `OutboxStoreError`; nothing is sent in this case, but the queue is still on disk. The stage then deletes
    ///   it as soon as that is possible, and before it sends through another endpoint.
    public func forget() async throws(OutboxStoreError) { try await coordinator.forget() }

    /// Stops collecting and sending until `resume`, even after a restart.
    ///
    /// - Returns: False if the endpoint was removed before; there is nothing to pause then.
    /// - Throws: `OutboxStoreError`; the pause then still applies until the daemon ends.
    public func pause() async throws(OutboxStoreError) -> Bool { try await coordinator.setPaused(true) }

    /// Resumes collecting and sending.
    ///
    /// - Returns: False if the endpoint was removed before.
    /// - Throws: `OutboxStoreError`; the stage then still resumes until the daemon ends.
    public func resume() async throws(OutboxStoreError) -> Bool { try await coordinator.setPaused(false) }

    /// Applies changed settings.
    public func apply(_ settings: UplinkSettings) async { await coordinator.apply(settings) }

    public func status() async -> UplinkReport { await coordinator.report() }

    /// The last positions of the other members.
    public func members() async -> [MemberReport] { await coordinator.memberReports() }
}
