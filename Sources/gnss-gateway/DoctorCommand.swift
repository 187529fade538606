// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import Doctor
internal import Gateway
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find what keeps receivers from working, and suggest how to fix it.",
        discussion: """
            Checks the configuration, the drivers, permissions on devices, programs that use serial ports, TCP ports \
            in use, the state directory, the daemon, its receivers and the clock. It changes nothing and opens no \
            device. With sudo, it also sees which devices other users' programs hold. Exits with 69 if it finds a \
            problem.
            """)

    @Option(
        help: ArgumentHelp(
            "The configuration file (YAML); with --user gnss-gateway and without this, "
                + "/etc/gnss-gateway/gateway.yaml.",
            valueName: "FILE"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The user that the daemon runs as, such as gnss-gateway for the service; default: the current user.",
            valueName: "NAME"))
    var user: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let daemon = await Self.daemon()
        let doctor: DoctorReport
        do throws(GatewayError) {
            doctor = try DoctorReport(
                file: config, user: user, receivers: daemon.receivers, certificate: daemon.certificate,
                mqtt: daemon.mqtt, traccar: daemon.traccar)
        } catch {
            throw Terminal.failure(error)
        }
        try StandardOutput.print(json ? doctor.json : doctor.findings.map(\.description).joined(separator: "\n"))
        if !doctor.isHealthy { throw ExitCode(.unavailable) }
    }

    /// The running daemon's report.
    private struct DaemonReports {
        var receivers: [ReceiverReport] = []
        var certificate: CertificateReport?
        var mqtt: MQTTReport?
        var traccar: FormReport?
    }

    /// The report of the running daemon; empty if the daemon does not answer within 5 s.
    private static func daemon() async -> DaemonReports {
        await withTaskGroup(of: DaemonReports?.self) { group in
            group.addTask {
                guard let report = try? await ControlClient().status() else { return nil }
                return DaemonReports(
                    receivers: report.receivers, certificate: try? await ControlClient().certificate(),
                    mqtt: report.mqtt, traccar: report.traccar)
            }
            group.addTask {
                // A daemon that hangs must not block its diagnosis.
                try? await Task.sleep(for: .seconds(5))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next()?.flatMap(\.self) ?? DaemonReports()
        }
    }
}
