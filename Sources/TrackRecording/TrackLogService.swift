// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import ServiceLifecycle

/// The continuous track log: records the active receiver's positions in one track per day, kept until they are too old.
/// It needs no command to start or stop.
///
/// Points are stored every ten seconds, so a power failure loses at most ten seconds of them.
public final class TrackLogService: Service {
    /// The dependencies of the track log.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, which follows the recording during a replay.
        public var now: @Sendable () -> HostTime
        /// The store for tracks.
        public var store: any TrackLogStore
        /// The settings for taking points.
        public var order = PathOrder()
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement = { OSNMARequirement() }
        /// The number of days after which tracks are removed; 0 keeps all tracks.
        public var keepDays = 0
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        public var logger: Logger

        /// Creates the dependencies with default settings: a point each second, and no track is removed.
        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime, store: any TrackLogStore,
            alert: @escaping @Sendable (Alert) -> Void, logger: Logger
        ) {
            (self.hub, self.now, self.store) = (hub, now, store)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    /// The longest time that points wait before they are stored.
    static let patience = Duration.seconds(10)

    private let coordinator: TrackLogCoordinator
    private let subscription: Subscription

    /// Creates a track log. Observations published from now on wait until it runs.
    public init(_ context: Context) {
        coordinator = TrackLogCoordinator(context)
        subscription = context.hub.subscribe(
            "track log", to: TopicFilter(kinds: PathService.topics), policy: .lossless())
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        await coordinator.open()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.subscription.untilShutdown { await self.coordinator.take($0, hasLost: $1) }
            }
            group.addTask {
                // The sleep throws only when the daemon shuts down; remaining points are written below.
                while (try? await Task.sleep(for: Self.patience)) != nil { await self.coordinator.flush() }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// Stores the waiting points now.
    func flush() async { await coordinator.flush() }
}
