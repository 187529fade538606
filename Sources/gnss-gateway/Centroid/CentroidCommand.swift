// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient

/// `gnss-gateway centroid`.
struct CentroidCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "centroid", abstract: "Average many fixes of a stationary receiver into one precise point.",
        usage: """
            gnss-gateway centroid FILE … [--samples N] [--method METHOD] [--json]
            gnss-gateway centroid start [RECEIVER]
            gnss-gateway centroid status | stop | reset | settings
            """,
        discussion: """
            With files, averages captures ('gnss-gateway help centroid file' shows the options); otherwise averages a \
            receiver of the running daemon. Write ./start for a file that is named like a subcommand.
            """,
        subcommands: [
            CentroidFileCommand.self, CentroidStartCommand.self, CentroidStatusCommand.self, CentroidStopCommand.self,
            CentroidResetCommand.self, CentroidSettingsCommand.self,
        ],
        defaultSubcommand: CentroidFileCommand.self)
}

/// `--method`.
enum MethodArgument: String, ExpressibleByArgument, CaseIterable {
    case robust, compatible

    var method: CentroidMethod { self == .robust ? .robust : .compatible }
}

/// `gnss-gateway centroid status`.
struct CentroidStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the daemon's sampling sessions and their latest results.",
        discussion: "Exits with 69 if no daemon is running.")

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/centroid'.")
    var json = false

    func run() async throws {
        try await Daemon.ask { client in
            if json { return try await client.text(ControlRoute.centroid) }
            let report = try await client.centroids()
            let head = report.enabled ? "" : "sampling is switched off (centroid.enabled: false)\n"
            guard !report.sessions.isEmpty else { return head.isEmpty ? "no sampling session is running\n" : head }
            return head + report.sessions.map(Self.text).joined(separator: "\n\n") + "\n"
        }
    }

    static func text(_ session: CentroidSessionReport) -> String {
        let follows = session.followsActive ? " (the active receiver)" : ""
        var head = "\(session.session): \(session.receiver)\(follows): \(session.state)"
        head += ", \(session.count) of \(session.wanted) samples"
        if session.event == .reset, let text = session.text { head += ", restarted: \(text)" }
        if session.event == .finished, let text = session.text { head += " (\(text))" }
        let rejected = session.rejected.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        if !rejected.isEmpty { head += "; rejected: \(rejected.joined(separator: ", "))" }
        guard let estimate = session.estimate else { return head }
        return CentroidText(estimate, session.method, head: head).text
    }
}

/// `gnss-gateway centroid stop`.
struct CentroidStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End a sampling session of the running daemon.")

    @Argument(help: ArgumentHelp("The session's number; optional if only one is running.", valueName: "NUMBER"))
    var session: UInt64?

    func run() async throws {
        try await Daemon.ask { CentroidStatusCommand.text(try await $0.stopCentroid(session)) + "\n" }
    }
}

/// `gnss-gateway centroid reset`.
struct CentroidResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Restart a sampling session of the running daemon.")

    @Argument(help: ArgumentHelp("The session's number; optional if only one is running.", valueName: "NUMBER"))
    var session: UInt64?

    func run() async throws {
        try await Daemon.ask { CentroidStatusCommand.text(try await $0.resetCentroid(session)) + "\n" }
    }
}
