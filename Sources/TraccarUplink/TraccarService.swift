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
    private let alarm = Waker()
    /// Signals that observations may be waiting.
    private let heard = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let now: @Sendable () -> HostTime

    /// - Parameter settings: The server; nil for none.
    public init(_ settings: TraccarUplinkSettings?, _ context: Context) {
        let listener = Listener(
            context.hub, "traccar", to: TopicFilter(kinds: [.fix, .activeReceiver, .authentication]),
            policy: .lossless()
        ) { [continuation = heard.continuation] in continuation.yield() }
        coordinator = TraccarCoordinator(context, listener) { [alarm] in alarm.wake() }
        self.settings = Mutex(settings)
        now = context.now
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        let now = self.now
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in self.heard.stream.cancelOnGracefulShutdown() {
                    if await self.coordinator.takeWhatWaits() { self.alarm.wake() }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    let settings = self.settings.withLock { $0 }
                    await self.alarm.wait(until: await self.coordinator.pass(settings)) { deadline in
                        // Until the next task that is due; an event wakes the stage earlier.
                        try? await Task.sleep(for: .nanoseconds(max(0, deadline &- now().monotonicNanoseconds)))
                    }
                }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// Uses another server or other settings from now on; nil for no server, which also deletes the positions that wait.
    public func apply(_ settings: TraccarUplinkSettings?) {
        self.settings.withLock { $0 = settings }
        alarm.wake()
    }

    /// The state of the queue; nil if no server is configured.
    public func report() async -> FormReport? { await coordinator.report() }
}
