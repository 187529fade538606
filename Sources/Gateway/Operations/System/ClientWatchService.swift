// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Raises an alert when a server refuses clients, and ends it after a minute without a refusal. Therefore a server
/// raises at most one alert per minute, regardless of its clients. No timer runs while all clients are served.
final class ClientWatchService: Service {
    private let servers: [ClientWatch.Server]
    private let reporter: GatewayReporter
    private let logger: Logger
    private let calm: Duration
    /// Protects the counts of the last check. Not held while alerts are raised.
    private let watch = Mutex(ClientWatch())
    private let refusals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let alarms = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates the service.
    ///
    /// - Parameter calm: The time without a refused client after which the alert ends.
    init(_ servers: [ClientWatch.Server], reporter: GatewayReporter, logger: Logger, calm: Duration = .seconds(60)) {
        (self.servers, self.reporter, self.logger, self.calm) = (servers, reporter, logger, calm)
        for server in servers {
            server.limit.onRefusal { [continuation = refusals.continuation] in continuation.yield() }
        }
    }

    /// Runs until the daemon shuts down.
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
