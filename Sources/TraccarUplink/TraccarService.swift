// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import Logging
public import ObservationBus
public import Outbox
public import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// The Traccar stage: sends the active receiver's positions to a Traccar server.
///
/// A position is on disk before it is sent, and is removed only after the server accepted it.
public final class TraccarService: Service {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The stored queue.
        public var store: any ItemOutbox
        /// The system's clocks, also during a replay: the server lives in real time.
        public var now: @Sendable () -> HostTime
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        public var logger: Logger

        public init(
            hub: ObservationHub, store: any ItemOutbox, now: @escaping @Sendable () -> HostTime,
            requirement: @escaping @Sendable () -> OSNMARequirement, alert: @escaping @Sendable (Alert) -> Void,
            logger: Logger
        ) {
            (self.hub, self.store, self.now, self.requirement) = (hub, store, now, requirement)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    private let coordinator: TraccarCoordinator
    /// Guards the settings that were applied last; held for copies only.
    private let settings: Mutex<TraccarUplinkSettings?>

    /// - Parameter settings: The server; nil for none.
    public init(_ settings: TraccarUplinkSettings?, _ context: Context) {
        coordinator = TraccarCoordinator(context)
        self.settings = Mutex(settings)
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await gracefulShutdown() }
            group.addTask { await self.coordinator.run { self.settings.withLock { $0 } } }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// Uses another server or other settings from now on; nil for no server, which also deletes the positions that wait.
    public func apply(_ settings: TraccarUplinkSettings?) {
        self.settings.withLock { $0 = settings }
        coordinator.alarm.wake()
    }

    /// The state of the queue; nil if no server is configured.
    public func report() async -> FormReport? { await coordinator.report() }
}
