// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ServerTLS
internal import ServiceLifecycle
internal import Synchronization

/// Checks the HTTPS server's certificate once an hour and after each reload: renews the gateway's own certificate when
/// it is due, and raises an alert while clients refuse the certificate or soon will.
final class CertificateWatchService: Service {
    private let certificates: ServerCertificates
    private let reporter: GatewayReporter
    private let servers: ServerGate
    private let logger: Logger
    private let interval: Duration
    /// Protects the finding of the last check. Held during a check, so that checks run one at a time.
    private let last = Mutex<CertificateFinding?>(nil)

    init(
        _ certificates: ServerCertificates, reporter: GatewayReporter, servers: ServerGate, logger: Logger,
        interval: Duration = .seconds(3600)
    ) {
        (self.certificates, self.reporter, self.servers) = (certificates, reporter, servers)
        (self.logger, self.interval) = (logger, interval)
    }

    /// Runs until the daemon shuts down.
    func run() async {
        await cancelWhenGracefulShutdown {
            // Clients that connect at the start receive the alert too.
            await self.servers.wait()
            // A certificate expires without an event that reports it, so check periodically.
            repeat {
                self.look()
            } while (try? await Task.sleep(for: self.interval, tolerance: self.interval / 10)) != nil
        }
    }

    /// Checks the certificate at once.
    func look() {
        last.withLock { last in
            certificates.renewIfDue()
            let finding = certificates.finding
            guard finding != last else { return }
            last = finding
            let alert =
                finding.map { finding in
                    Alert(
                        code: .serverCertificate, severity: finding.isUnusable ? .critical : .warning,
                        .serverCertificate,
                        ["finding": .sentence(finding.message), "fix": .sentence(finding.fix)])
                } ?? Alert(code: .serverCertificate, severity: .warning, .serverCertificateGood, [:], isOver: true)
            reporter.say(alert, logger)
        }
    }
}
