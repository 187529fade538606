// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import Outbox
public import ServiceLifecycle
internal import SystemSupport

/// The stage: collects positions, sends them to agrirouter as soon as it can, and knows where the others are.
///
/// Whatever was collected is on disk before it counts, and leaves it only when agrirouter took it. While it is paused
/// nothing is collected, and no position leaves the machine; what waited before waits on, and the others are still seen.
///
/// It listens to the bus only while it collects; otherwise nothing there wakes it.
public final class UplinkService: Service {
    /// What the stage needs of the program around it.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The way to agrirouter.
        public var link: any ServiceLink
        /// Where everything is kept.
        public var store: any OutboxStore
        /// The gateway's clock: all intervals, waits and ages go by it.
        public var now: @Sendable () -> HostTime
        /// Sleeps until an instant of that clock's monotonic scale, in nanoseconds; ends early where the task is cancelled.
        public var sleep: @Sendable (Int64) async -> Void
        /// What an authenticated position is.
        public var requirement: @Sendable () -> OSNMARequirement
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        /// Where words for people go.
        public var logger: Logger
        /// A random share of a wait, 0..<1, so that gateways do not all retry at once.
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

    /// What entries are made of.
    static let topics: Set<ObservationKind> = [.fix, .driverState, .activeReceiver, .authentication]

    private let coordinator: UplinkCoordinator
    private let alarm = Waker()
    /// There may be something to take.
    private let heard = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let sleep: @Sendable (Int64) async -> Void

    /// A stage without an endpoint, for which what is published waits from now on until it runs.
    public init(_ settings: UplinkSettings, _ context: Context) {
        let listener = Listener(
            context.hub, "agrirouter", to: TopicFilter(kinds: Self.topics), policy: .lossless()
        ) { [continuation = heard.continuation] in continuation.yield() }
        coordinator = UplinkCoordinator(settings, context, listener) { [alarm] in alarm.wake() }
        sleep = context.sleep
    }

    /// Works until the daemon ends.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.coordinator.listen()
                for await _ in self.heard.stream.cancelOnGracefulShutdown() { await self.coordinator.takeWhatWaits() }
            }
            group.addTask {
                while !Task.isCancelled { await self.alarm.wait(until: await self.coordinator.pass(), by: self.sleep) }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// This endpoint sends from now on: the first one, or the same one after it was onboarded again. What waits is kept.
    ///
    /// - Throws: `OutboxStoreError`; then nothing is sent.
    public func use(_ endpoint: UplinkEndpoint) async throws(OutboxStoreError) { try await coordinator.use(endpoint) }

    /// There is no endpoint any more: nothing is sent from now on, and whatever waits and was known of others is removed.
    ///
    /// - Throws: `OutboxStoreError`; then nothing is sent, and what waits is still on disk.
    public func forget() async throws(OutboxStoreError) { try await coordinator.forget() }

    /// Collects and sends nothing until `resume`, over a restart too.
    ///
    /// - Throws: `OutboxStoreError`; it is paused all the same, until the daemon ends.
    public func pause() async throws(OutboxStoreError) { try await coordinator.setPaused(true) }

    /// Goes on.
    ///
    /// - Throws: `OutboxStoreError`; it goes on all the same, until the daemon ends.
    public func resume() async throws(OutboxStoreError) { try await coordinator.setPaused(false) }

    /// Goes on by other settings.
    public func apply(_ settings: UplinkSettings) async { await coordinator.apply(settings) }

    public func status() async -> UplinkReport { await coordinator.report() }

    /// Where the others are.
    public func members() async -> [MemberReport] { await coordinator.memberReports() }
}
