// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import Settings

/// `gnss-gateway agrirouter settings`.
struct AgrirouterSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change how positions are collected and sent.",
        discussion: """
            Without arguments it shows what holds. A change holds at once and over restarts; it wins over the \
            configuration file. For example: 'agrirouter settings collect_interval_s=1', 'agrirouter settings --reset all'. \
            The environment can be changed only while there is no endpoint.
            """)

    @Argument(help: ArgumentHelp("What is to be changed.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    @Option(help: ArgumentHelp("Take back what was changed: a name, or all.", valueName: "NAME"))
    var reset: String?

    @Flag(help: "As JSON, for programs: the answer of 'GET /v1/agrirouter/settings' of the control interface.")
    var json = false

    func validate() throws {
        guard reset == nil || changes.isEmpty else { throw ValidationError("Either --reset or changes, not both.") }
        _ = try change()
    }

    private func change() throws -> AgrirouterChange { try SettingsText.change(changes) }

    func run() async throws {
        let change = try change()
        let report = try await Daemon.answer { client in
            if let reset { return try await client.resetAgrirouterSettings(reset == "all" ? nil : reset) }
            if !change.names.isEmpty { return try await client.changeAgrirouterSettings(change) }
            return try await client.agrirouterSettings()
        }
        try StandardOutput.print(json ? ControlText.json(report) : Self.text(report))
    }

    private static func text(_ report: AgrirouterSettingsReport) -> String {
        let locked = report.isEnvironmentLocked ? AgrirouterPreferences.environment.name : nil
        return SettingsText.table(report.settings, defaults: report.defaults, changed: report.changed) {
            $0 == locked ? "locked while onboarded" : ""
        }
    }
}
