// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway fleet`.
struct FleetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet", abstract: "Show the gateways at the same MQTT broker, as they describe themselves.",
        discussion: """
            Exits with 69 if no daemon is running, with 78 if it does not read the fleet ('mqtt.fleet'), and with 75 if \
            the broker cannot be read.
            """)

    /// The time that the daemon has for connecting, and for getting the positions after it subscribed to them.
    private static let patience = 40

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/fleet'.")
    var json = false

    func run() async throws {
        let report = try await Daemon.answer(Self.report)
        if json {
            try await Daemon.ask { try await $0.text(ControlRoute.fleet) }
        } else if report.state != .off {
            try StandardOutput.print(FleetText(report).text)
        }
        switch report.state {
        case .known(.off):
            Terminal.say("gnss-gateway: the fleet is switched off ('mqtt.fleet' in the configuration)")
            throw ExitCode(.configuration)
        case .known(.connected): break
        default: throw ExitCode(.tryLater)
        }
    }

    /// Positions are read only while a person looks, so that the first answer may lack them.
    private static func report(_ client: ControlClient) async throws -> FleetReport {
        var report = try await client.fleet()
        for attempt in 0..<patience {
            let isWaiting =
                switch report.state {
                case .known(.connecting): true
                case .known(.connected):
                    attempt < 10
                        || report.gateways.contains { $0.isOnline == true && $0.position == nil } && attempt < 20
                default: false
                }
            guard isWaiting else { return report }
            // The broker sends what it keeps within moments; no event says that all of it has arrived.
            try await Task.sleep(for: .milliseconds(100))
            report = try await client.fleet()
        }
        return report
    }
}

/// Formats the fleet for people.
struct FleetText {
    private let report: FleetReport

    init(_ report: FleetReport) { self.report = report }

    var text: String {
        var lines: [String] = []
        if let problem = report.problem { lines += ["\(problem.text)", "what to do: \(problem.cure)"] }
        guard !report.gateways.isEmpty else {
            return (lines + ["no gateway at the broker yet"]).joined(separator: "\n")
        }
        lines.append(TextTable(Self.columns, report.gateways.map(Self.row)).text)
        if report.isCut { lines.append("there are more gateways than the daemon keeps") }
        return lines.joined(separator: "\n")
    }

    private static let columns = [
        "GATEWAY", "STATE", "LAST SEEN", "POSITION", "FIX", "OSNMA", "RECEIVER", "UPLINK", "PROGRAM",
    ]

    private static func row(_ gateway: FleetGatewayReport) -> [String] {
        let state = gateway.isOnline.map { $0 ? "online" : "offline" } ?? "unknown"
        return [
            gateway.name + (gateway.isSelf ? " (this)" : ""), state,
            gateway.age.map { "\(Age.words($0)) ago" } ?? "-", position(gateway.position),
            gateway.position.map { "\($0.kind) \($0.quality)" } ?? "-", verdict(gateway.authentication),
            receiver(gateway), gateway.uplinks.map { "\($0.name) \($0.state)" }.joined(separator: ", "),
            gateway.program ?? "",
        ]
    }

    private static func position(_ position: FleetGatewayReport.Position?) -> String {
        guard let position, let latitude = position.latitude, let longitude = position.longitude else { return "-" }
        let age = position.age < 10 ? "" : " (\(Age.words(position.age)) old)"
        return "\(degrees(latitude)), \(degrees(longitude))\(age)"
    }

    /// Degrees with seven decimals, about a centimetre.
    private static func degrees(_ value: Double) -> String { "\((value * 1e7).rounded() / 1e7)" }

    private static func verdict(_ authentication: FleetGatewayReport.Authentication?) -> String {
        guard let authentication else { return "-" }
        let simulation = authentication.simulation ? " (SIMULATION)" : ""
        return (authentication.authenticated ? "authenticated" : "not authenticated") + simulation
    }

    private static func receiver(_ gateway: FleetGatewayReport) -> String {
        guard let active = gateway.receiver else { return gateway.receivers.isEmpty ? "-" : "none active" }
        let state = gateway.receivers.first { $0.id == active }?.state
        return active + (state.map { " \($0)" } ?? "")
    }
}
