// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Raises an alert when a server refuses clients, and ends it after a minute without a refusal. So an alert of a server is
/// raised once a minute at most, whatever clients do. It sleeps while all are served.
final class ClientWatchService: Service {
    private let servers: [ClientWatch.Server]
    private let reporter: GatewayReporter
    private let logger: Logger
    private let calm: Duration
    /// Protects the counts of the last look. Alerts are raised without it.
    private let watch = Mutex(ClientWatch())
    private let refusals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let alarms = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter calm: how long no client is refused until the alert is over.
    init(_ servers: [ClientWatch.Server], reporter: GatewayReporter, logger: Logger, calm: Duration = .seconds(60)) {
        (self.servers, self.reporter, self.logger, self.calm) = (servers, reporter, logger, calm)
        for server in servers {
            server.limit.onRefusal { [continuation = refusals.continuation] in continuation.yield() }
        }
    }

    /// Looks until the daemon ends.
    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in self.refusals.stream {
                        self.look(endsAlerts: false)
                        self.alarms.continuation.yield()
                    }
                }
                group.addTask { await self.followAlarms() }
            }
        }
    }

    private func followAlarms() async {
        for await _ in alarms.stream {
            while watch.withLock(\.isAlarmed), (try? await Task.sleep(for: calm)) != nil { look(endsAlerts: true) }
        }
    }

    private func look(endsAlerts: Bool) {
        let now = servers.map { ($0, $0.limit.status) }
        for alert in watch.withLock({ $0.take(now, endsAlerts: endsAlerts) }) { reporter.say(alert, logger) }
    }
}
