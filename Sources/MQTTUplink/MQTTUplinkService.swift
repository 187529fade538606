// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import Logging
internal import MQTT
public import ObservationBus
public import Outbox
public import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// The MQTT stage: publishes the active receiver's position, the receivers' states and the verdict as retained messages of
/// which only the newest counts, and the history of positions from the outbox.
///
/// A position of the history is on disk before it is sent, and is removed only after the broker acknowledged it.
public final class MQTTUplinkService: Service {
    /// The stored queues, one for each form in which positions are published.
    public struct Stores: Sendable {
        public var history, ownTracks, sparkplug: any ItemOutbox

        public init(history: any ItemOutbox, ownTracks: any ItemOutbox, sparkplug: any ItemOutbox) {
            (self.history, self.ownTracks, self.sparkplug) = (history, ownTracks, sparkplug)
        }
    }

    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        public var stores: Stores
        /// The system's clocks, also during a replay: the broker lives in real time.
        public var now: @Sendable () -> HostTime
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        public var logger: Logger

        public init(
            hub: ObservationHub, stores: Stores, now: @escaping @Sendable () -> HostTime,
            requirement: @escaping @Sendable () -> OSNMARequirement, alert: @escaping @Sendable (Alert) -> Void,
            logger: Logger
        ) {
            (self.hub, self.stores, self.now, self.requirement) = (hub, stores, now, requirement)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    private let links = GatewayLinks()
    private let coordinator: MQTTCoordinator
    private let reader: TopicReader
    private let readerAlarm = Waker()
    private let sparkplug: SparkplugPublisher
    private let sparkplugAlarm = Waker()
    /// Guards the settings that were applied last; held for copies only.
    private let settings: Mutex<MQTTUplinkSettings?>
    private let now: @Sendable () -> HostTime

    /// - Parameter settings: The broker; nil for none.
    public init(_ settings: MQTTUplinkSettings?, _ context: Context) {
        coordinator = MQTTCoordinator(context, links) { [sparkplugAlarm] in sparkplugAlarm.wake() }
        reader = TopicReader(context, links) { [readerAlarm] in readerAlarm.wake() }
        sparkplug = SparkplugPublisher(context, links, coordinator.handover) { [sparkplugAlarm] in sparkplugAlarm.wake()
        }
        self.settings = Mutex(settings)
        now = context.now
    }

    /// Connects the stage with parts that are created later. Called before `run`.
    ///
    /// - Parameters:
    ///   - uplinks: Returns the other services to which positions are sent.
    ///   - perform: Executes a command that arrived over MQTT.
    public func connect(
        uplinks: @escaping @Sendable () async -> [FleetGatewayReport.Uplink],
        perform: @escaping @Sendable (RemoteOrder) async throws(ControlError) -> Void
    ) {
        links.set(uplinks, perform)
    }

    /// True if libmosquitto is installed.
    public static var isAvailable: Bool { BrokerConnection.isAvailable }

    /// Runs until the daemon shuts down.
    public func run() async {
        let clock = { @Sendable [now] in now().monotonicNanoseconds }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await gracefulShutdown() }
            group.addTask { await self.coordinator.run { self.settings.withLock { $0 } } }
            group.addTask {
                await self.readerAlarm.serve(now: clock) { await self.reader.pass(self.settings.withLock { $0 }) }
            }
            group.addTask {
                await self.sparkplugAlarm.serve(now: clock) { await self.sparkplug.pass(self.settings.withLock { $0 }) }
            }
            await group.next()
            group.cancelAll()
        }
        await reader.close()
        await sparkplug.close()
        await coordinator.close()
    }

    /// Uses another broker or other settings from now on; nil for no broker, which also deletes the positions that wait.
    public func apply(_ settings: MQTTUplinkSettings?) {
        self.settings.withLock { $0 = settings }
        coordinator.alarm.wake()
        readerAlarm.wake()
        sparkplugAlarm.wake()
    }

    /// The state of the connection; nil if no broker is configured.
    public func report() async -> MQTTReport? {
        var report = await coordinator.report()
        report?.readingProblem = await reader.firstProblem
        let problem = await sparkplug.firstProblem
        report?.sparkplugProblem = problem
        // The coordinator knows the queue, and the publisher the connection.
        for index in (report?.forms ?? []).indices where report?.forms?[index].form == StoredForm.sparkplug.rawValue {
            if let problem { report?.forms?[index].problem = problem }
        }
        return report
    }

    /// True if the gateways at the broker are read.
    public var readsFleet: Bool { settings.withLock { $0?.readsFleet ?? false } }
}

extension MQTTUplinkService: FleetControl {
    public func fleet(since revision: Int64?) async -> FleetReport { await reader.report(since: revision) }
}
