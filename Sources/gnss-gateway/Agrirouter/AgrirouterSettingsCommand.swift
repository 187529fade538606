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
            Without arguments, shows the current settings. A change takes effect at once, survives restarts, and takes \
            precedence over the configuration file. Examples: 'agrirouter settings collect_interval_s=1', \
            'agrirouter settings --reset all'. The environment can be changed only while there is no endpoint.
            """)

    @Argument(help: ArgumentHelp("The settings to change, as NAME=VALUE.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    @Option(help: ArgumentHelp("Reset a setting to the configuration file's value: a name, or all.", valueName: "NAME"))
    var reset: String?

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/agrirouter/settings'.")
    var json = false

    func validate() throws {
        guard reset == nil || changes.isEmpty else { throw ValidationError("Give --reset or changes, not both.") }
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
