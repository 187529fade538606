// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import Synchronization

/// Looks after the machine once a minute, and whenever a receiver comes or goes, as it does after a sleep.
final class SystemWatchService: Service {
    /// Protects the last readings. Held while the machine is read, so that readings are judged in order.
    private let watch: Mutex<SystemWatch>
    private let read: @Sendable () -> SystemReading
    private let hub: ObservationHub
    private let reporter: GatewayReporter
    private let onResume: @Sendable () -> Void
    private let interval: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - folder: where state is kept.
    ///   - onResume: called when the machine has slept.
    init(
        folder: String, hub: ObservationHub, reporter: GatewayReporter, logger: Logger,
        interval: Duration = .seconds(60),
        read: @escaping @Sendable () -> SystemReading, onResume: @escaping @Sendable () -> Void
    ) {
        watch = Mutex(SystemWatch(folder: folder))
        (self.hub, self.reporter, self.logger, self.interval) = (hub, reporter, logger, interval)
        (self.read, self.onResume) = (read, onResume)
    }

    /// Looks until the daemon ends.
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
    }
}
