// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import Settings

/// `gnss-gateway centroid settings`.
struct CentroidSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change the daemon's sampling settings.",
        discussion: """
            Without arguments, shows the current settings. A change takes effect at once (running sampling sessions \
            restart), survives restarts, and takes precedence over the configuration file. Examples: \
            'centroid settings samples=30 filter.max_hdop=2', 'centroid settings --reset filter'.
            """)

    @Argument(help: ArgumentHelp("The settings to change, as NAME=VALUE.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    @Option(
        help: ArgumentHelp(
            "Reset to the configuration file's value: a name, filter for the whole filter, or all.", valueName: "NAME"))
    var reset: String?

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/centroid/settings'.")
    var json = false

    func validate() throws {
        guard reset == nil || changes.isEmpty else { throw ValidationError("Give --reset or changes, not both.") }
        _ = try change()
    }

    private func change() throws -> CentroidChange { try SettingsText.change(changes) }

    func run() async throws {
        let change = try change()
        let report = try await Daemon.answer { client in
            if let reset { return try await client.resetCentroidSettings(reset == "all" ? nil : reset) }
            if !change.names.isEmpty { return try await client.changeCentroidSettings(change) }
            return try await client.centroidSettings()
        }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        try StandardOutput.print(
            SettingsText.table(report.settings, defaults: report.defaults, changed: report.changed))
    }
}
