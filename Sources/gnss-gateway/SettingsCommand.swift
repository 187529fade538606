// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import ControlModel
internal import GatewayClient
internal import Settings

/// `gnss-gateway settings`.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change the daemon's settings while it runs.",
        discussion: """
            Without arguments, shows the settings that can be changed at run time, their values and where these come \
            from. A change takes effect at once, survives restarts, and takes precedence over the configuration file. \
            Examples: 'settings centroid.samples=30 osnma.require=true', 'settings --reset centroid.filter', \
            'settings --reset all'.
            """)

    @Argument(help: ArgumentHelp("The settings to change, as NAME=VALUE.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    @Option(
        help: ArgumentHelp(
            "Reset to the configuration file's value: a name, a section such as centroid.filter, or all.",
            valueName: "NAME"))
    var reset: String?

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/settings'.")
    var json = false

    func validate() throws {
        guard reset == nil || changes.isEmpty else { throw ValidationError("Give --reset or changes, not both.") }
        _ = try change()
        if let reset, reset != "all" {
            var probe = SettingsChange<GatewayConfiguration>()
            guard probe.remove(reset) else {
                throw ValidationError("'\(reset)': there is no such setting; 'gnss-gateway settings' lists them.")
            }
        }
    }

    private func change() throws -> SettingsChange<GatewayConfiguration> { try SettingsText.change(changes) }

    private func patch() throws -> SettingsPatch? {
        if let reset {
            return .reset(reset == "all" ? SettingsChange<GatewayConfiguration>.allNames : [reset])
        }
        return changes.isEmpty ? nil : try change().patch
    }

    func run() async throws {
        let patch = try patch()
        let report = try await Daemon.answer { client in
            if let patch { return try await client.changeSettings(patch) }
            return try await client.settings()
        }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        let rows = report.settings.map { entry in
            [
                entry.name, ValueSchema.plain(entry.value), ValueSchema.plain(entry.file),
                [entry.origin.words, entry.locked == nil ? "" : "locked"].filter { !$0.isEmpty }.joined(
                    separator: ", "),
            ]
        }
        try StandardOutput.print(TextTable(["SETTING", "VALUE", "WITHOUT CHANGE", ""], rows).text)
    }
}

extension SettingOrigin {
    fileprivate var words: String {
        switch self {
        case .standard: "default"
        case .file: "from the configuration file"
        case .person: "changed at run time"
        }
    }
}
