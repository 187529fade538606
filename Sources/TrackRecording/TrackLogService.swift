// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import ServiceLifecycle

/// The continuous track log: the active receiver's positions, a track for each day, kept until it is too old. It
/// needs no command to start or stop.
///
/// Points are stored every ten seconds; so many are lost at most where the power fails.
public final class TrackLogService: Service {
    /// What it needs of the program around it.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, which follows the recording during a replay.
        public var now: @Sendable () -> HostTime
        /// Where tracks are kept.
        public var store: any TrackLogStore
        /// How far points are apart in time.
        public var order = PathOrder()
        /// What an authenticated position is.
        public var requirement: @Sendable () -> OSNMARequirement = { OSNMARequirement() }
        /// Tracks that ended more days ago are removed; 0: none.
        public var keepDays = 0
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        /// Where words for people go.
        public var logger: Logger

        /// A log of a point each second, of which nothing is removed.
        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime, store: any TrackLogStore,
            alert: @escaping @Sendable (Alert) -> Void, logger: Logger
        ) {
            (self.hub, self.now, self.store) = (hub, now, store)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    /// Points wait so long at most before they are stored.
    static let patience = Duration.seconds(10)

    private let coordinator: TrackLogCoordinator
    private let subscription: Subscription

    /// A log for which what is published waits from now on.
    public init(_ context: Context) {
        coordinator = TrackLogCoordinator(context)
        subscription = context.hub.subscribe(
            "track log", to: TopicFilter(kinds: PathService.topics), policy: .lossless())
    }

    /// Writes until the daemon ends.
    public func run() async {
        await coordinator.open()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.subscription.untilShutdown { await self.coordinator.take($0, hasLost: $1) }
            }
            group.addTask {
                // The pause throws only where the daemon ends; what waits then is written below.
                while (try? await Task.sleep(for: Self.patience)) != nil { await self.coordinator.flush() }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.flush()
    }

    /// Stores what waits, now.
    func flush() async { await coordinator.flush() }
}
