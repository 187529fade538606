// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient

/// `gnss-gateway centroid`.
struct CentroidCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "centroid", abstract: "A better point from many fixes of a receiver that stands still.",
        usage: """
            gnss-gateway centroid FILE … [--samples N] [--method METHOD] [--json]
            gnss-gateway centroid start [RECEIVER]
            gnss-gateway centroid status | stop | reset | settings
            """,
        discussion: """
            Of captures, where files are named ('gnss-gateway help centroid file' shows the options); or of a receiver \
            of the running daemon. A file that is called like a subcommand is written ./start.
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
        commandName: "status", abstract: "Show what the running daemon samples, and what it sampled last.",
        discussion: "Exits with 69 where no daemon runs.")

    @Flag(help: "As JSON, for programs: the answer of 'GET /v1/centroid' of the control interface.")
    var json = false

    func run() async throws {
        try await Daemon.ask { client in
            if json { return try await client.text(ControlClient.centroidPath) }
            let report = try await client.centroids()
            let head = report.enabled ? "" : "sampling is switched off (centroid.enabled: false)\n"
            guard !report.sessions.isEmpty else { return head.isEmpty ? "nothing is sampled\n" : head }
            return head + report.sessions.map(Self.text).joined(separator: "\n\n") + "\n"
        }
    }

    static func text(_ session: CentroidSessionReport) -> String {
        let follows = session.followsActive ? " (the one that is believed)" : ""
        var head = "\(session.session): \(session.receiver)\(follows): \(session.state)"
        head += ", \(session.count) of \(session.wanted) samples"
        if session.event == "reset", let text = session.text { head += ", begun anew: \(text)" }
        if session.event == "finished", let text = session.text { head += " (\(text))" }
        let rejected = session.rejected.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        if !rejected.isEmpty { head += "; rejected: \(rejected.joined(separator: ", "))" }
        guard let estimate = session.estimate else { return head }
        return CentroidText(estimate, session.method, head: head).text
    }
}

/// `gnss-gateway centroid stop`.
struct CentroidStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End a sampling of the running daemon.")

    @Argument(help: ArgumentHelp("Its number; not needed where only one runs.", valueName: "NUMBER"))
    var session: UInt64?

    func run() async throws {
        try await Daemon.ask { CentroidStatusCommand.text(try await $0.stopCentroid(session)) + "\n" }
    }
}

/// `gnss-gateway centroid reset`.
struct CentroidResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Have a sampling of the running daemon begin anew.")

    @Argument(help: ArgumentHelp("Its number; not needed where only one runs.", valueName: "NUMBER"))
    var session: UInt64?

    func run() async throws {
        try await Daemon.ask { CentroidStatusCommand.text(try await $0.resetCentroid(session)) + "\n" }
    }
}
