// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient

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

    private func change() throws -> AgrirouterChange {
        var change = AgrirouterChange()
        for text in changes {
            guard let sign = text.firstIndex(of: "=") else {
                throw ValidationError("'\(text)' is not of the form NAME=VALUE.")
            }
            guard change.set(String(text[..<sign]), to: String(text[text.index(after: sign)...])) else {
                throw ValidationError(
                    "'\(text)': unknown setting or invalid value; the settings are "
                        + "\(AgrirouterChange.allNames.joined(separator: ", ")).")
            }
        }
        return change
    }

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
        let rows = AgrirouterChange.allNames.map { name in
            let origin = report.changed.contains(name) ? "set by the operator" : ""
            let lock = name == "environment" && report.isEnvironmentLocked ? "locked while onboarded" : ""
            return [
                name, report.settings.value(name), report.defaults.value(name),
                [origin, lock].filter { !$0.isEmpty }.joined(separator: ", "),
            ]
        }
        return TextTable(["SETTING", "VALUE", "DEFAULT", ""], rows).text
    }
}

extension AgrirouterPreferences {
    fileprivate func value(_ name: String) -> String {
        switch name {
        case "environment": environment
        case "collect_interval_s": "\(collectInterval)"
        default: "\(sendInterval)"
        }
    }
}

extension AgrirouterChange {
    /// - Returns: whether there is such a setting, and the text is a value of its type.
    fileprivate mutating func set(_ name: String, to text: String) -> Bool {
        switch name {
        case "environment": environment = text
        case "collect_interval_s": collectInterval = Int(text)
        case "send_interval_s": sendInterval = Int(text)
        default: return false
        }
        return names.contains(name)
    }
}
