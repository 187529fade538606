// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import Settings

/// `gnss-gateway centroid settings`.
struct CentroidSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change how the running daemon samples.",
        discussion: """
            Without arguments it shows what holds. A change holds at once, for samplings that run too (they begin \
            anew), and over restarts; it wins over the configuration file. For example: \
            'centroid settings samples=30 filter.max_hdop=2', 'centroid settings --reset filter'.
            """)

    @Argument(help: ArgumentHelp("What is to be changed.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    @Option(
        help: ArgumentHelp(
            "Take back what was changed: a name, filter for all of the filter, or all.", valueName: "NAME"))
    var reset: String?

    @Flag(help: "As JSON, for programs: the answer of 'GET /v1/centroid/settings' of the control interface.")
    var json = false

    func validate() throws {
        guard reset == nil || changes.isEmpty else { throw ValidationError("Either --reset or changes, not both.") }
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
