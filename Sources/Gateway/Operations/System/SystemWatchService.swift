// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import Synchronization

/// Checks the machine once a minute, and whenever a receiver's state changes, as it does after a suspension.
final class SystemWatchService: Service {
    /// Protects the last reading. Held while the machine is read, so that readings are evaluated in order.
    private let watch: Mutex<SystemWatch>
    private let read: @Sendable () -> SystemReading
    private let hub: ObservationHub
    private let reporter: GatewayReporter
    private let onResume: @Sendable () -> Void
    private let onLowMemory: @Sendable () -> Void
    private let interval: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - folder: The state folder.
    ///   - onResume: Called when the machine was suspended.
    ///   - onLowMemory: Called when the machine begins to lack memory.
    init(
        folder: String, hub: ObservationHub, reporter: GatewayReporter, logger: Logger,
        interval: Duration = .seconds(60),
        read: @escaping @Sendable () -> SystemReading, onResume: @escaping @Sendable () -> Void,
        onLowMemory: @escaping @Sendable () -> Void
    ) {
        watch = Mutex(SystemWatch(folder: folder))
        (self.hub, self.reporter, self.logger, self.interval) = (hub, reporter, logger, interval)
        (self.read, self.onResume, self.onLowMemory) = (read, onResume, onLowMemory)
    }

    /// Runs until the daemon shuts down.
    func run() async {
        let states = hub.subscribe("system watch", to: TopicFilter(kinds: [.driverState]), policy: .latest)
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    repeat {
                        self.look()
                    } while (try? await Task.sleep(
                        for: self.interval, tolerance: self.interval / 10)) != nil
                }
                group.addTask { for await _ in states { self.look() } }
            }
        }
    }

    private func look() {
        let alerts = watch.withLock { $0.take(read()) }
        for alert in alerts { reporter.say(alert, logger) }
        if alerts.contains(where: SystemWatch.isSleep) { onResume() }
        if alerts.contains(where: SystemWatch.isMemoryShortage) { onLowMemory() }
    }
}
