// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway osnma status`.
struct OSNMAStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show which navigation data OSNMA authenticates in the running daemon.",
        discussion: """
            Exits with 69 if no daemon is running or it has no such receiver, and with 78 if validation is switched \
            off ('osnma.enabled'). With --check, exits with 75 if no receiver's data are currently authenticated.
            """)

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/osnma'.")
    var json = false

    @Flag(help: "Exit with 75 if no receiver's data are currently authenticated.")
    var check = false

    @Option(help: ArgumentHelp("Show only this receiver.", valueName: "ID"))
    var receiver: String?

    func run() async throws {
        let report = try await Daemon.answer { try await $0.osnma(of: receiver) }
        if json {
            try await Daemon.ask { try await $0.text(ControlClient.osnmaPath(of: receiver)) }
        } else {
            try StandardOutput.print(OSNMAStatusText(report).text)
        }
        guard report.isEnabled else {
            Terminal.say("gnss-gateway: validation is switched off ('osnma.enabled' in the configuration)")
            throw ExitCode(.configuration)
        }
        guard check, !report.receivers.contains(where: { $0.state == .authenticated }) else { return }
        throw ExitCode(.tryLater)
    }
}

/// Formats the OSNMA report for people.
struct OSNMAStatusText {
    private let report: OSNMAReport

    init(_ report: OSNMAReport) { self.report = report }

    var text: String {
        guard report.isEnabled else { return "OSNMA is switched off" }
        let trust = "trusted now: Merkle roots \(report.trustedRoots), public keys \(report.trustedKeys)"
        guard !report.receivers.isEmpty else { return "\(trust)\nno receiver has delivered data yet" }
        return ([trust] + report.receivers.map(Self.text)).joined(separator: "\n\n")
    }

    private static func text(_ receiver: OSNMAReceiverReport) -> String {
        var lines = ["\(receiver.receiver): \(receiver.state): \(receiver.text)"]
        if receiver.clock.source == .simulation {
            lines.append(
                "  SIMULATION: trusts a simulated Galileo's keys; says nothing about the real Galileo")
        } else if receiver.state == .authenticated, !receiver.isFresh {
            lines.append("  no independent time source proves that the signal is live")
        }
        lines.append("  time:     \(time(receiver.clock))")
        if let service = service(receiver) { lines.append("  service:  \(service)") }
        if let fix = receiver.fix {
            lines += ["  fix:      \(text(fix))", "            \(fix.statement)"]
        }
        lines.append("  tags:     valid: \(receiver.tagsRight), invalid: \(receiver.tagsWrong)")
        if let claim = receiver.claim {
            let names = claim.satellites.isEmpty ? "none" : claim.satellites.joined(separator: " ")
            lines.append("  claim:    satellites that the receiver itself reports as authenticated: \(names)")
        }
        if let refusal = receiver.refusal { lines.append("  refused:  \(refusal)") }
        let rows = receiver.satellites.map(row)
        if !rows.isEmpty { lines += ["", TextTable(columns, rows).text] }
        return lines.joined(separator: "\n")
    }

    private static func time(_ clock: OSNMAClockReport) -> String {
        let bound = clock.uncertainty.map { ", accurate to \(rounded($0)) s" } ?? ""
        let difference = clock.difference.map { ", ahead of the signal by \(rounded($0)) s" } ?? ""
        let use =
            switch clock.tags {
            case .known(.none): "no tag can be used"
            case .known(.slow): "only slow tags can be used"
            case .known(.all): "all tags can be used"
            case .other(let code): code
            }
        let source =
            switch clock.source {
            case .known(.none): "no trusted source"
            case .known(.simulation): "a simulation's clock"
            default: clock.source.code
            }
        return "\(source)\(bound)\(difference): \(use)"
    }

    private static func service(_ receiver: OSNMAReceiverReport) -> String? {
        let parts = [
            receiver.status?.code, receiver.chain.map { "chain \($0)" }, receiver.publicKey.map { "public key \($0)" },
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func text(_ fix: OSNMAFixReport) -> String {
        switch fix.extent {
        case .known(.unknown): fix.extent.code
        case .known(.full): "full: all \(fix.satellitesUsed) satellites used have authenticated data"
        default:
            "\(fix.extent): \(fix.authenticated.count) of \(fix.satellitesUsed) satellites used have authenticated data"
                + (fix.authenticated.isEmpty ? "" : " (\(fix.authenticated.joined(separator: " ")))")
                + (fix.unauthenticated.isEmpty ? "" : "; not: \(fix.unauthenticated.joined(separator: " "))")
        }
    }

    private static let columns = ["SATELLITE", "EPHEMERIS", "IODNAV", "AGE", "TAGS", "ADKD", "TIMING", "LAST FAILURE"]

    private static func row(_ satellite: OSNMASatelliteReport) -> [String] {
        let data = satellite.ephemeris
        let failure = satellite.failure.map { code in
            let time = satellite.failureTime.map { " at \($0.week) \($0.tow)" } ?? ""
            return code.code + (satellite.failureSender.map { " from \($0)" } ?? "") + time
        }
        let adkd = (data?.adkd ?? []) + (satellite.timing?.adkd ?? [])
        return [
            satellite.id, satellite.standing.code, data?.iodnav.map { "\($0)" } ?? "",
            data.map { "\(rounded($0.age)) s" } ?? "", data.map { "\($0.tags)" } ?? "",
            adkd.sorted().map { "\($0)" }.joined(separator: ","),
            satellite.timing.map(text) ?? "", failure ?? "",
        ]
    }

    private static func text(_ timing: OSNMADataReport) -> String {
        timing.isAuthenticated ? "\(rounded(timing.age)) s" : timing.isChanged == true ? "changed" : ""
    }

    /// The number with one decimal.
    private static func rounded(_ number: Double) -> String {
        let tenths = (number * 10).rounded()
        guard abs(tenths) < 1e15 else { return "\(number)" }
        let whole = Int(tenths)
        return (whole < 0 ? "-" : "") + "\(abs(whole) / 10).\(abs(whole) % 10)"
    }
}
