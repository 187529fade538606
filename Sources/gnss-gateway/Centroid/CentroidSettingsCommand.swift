// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient

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

    private func change() throws -> CentroidChange {
        var change = CentroidChange()
        for text in changes {
            guard let sign = text.firstIndex(of: "=") else {
                throw ValidationError("'\(text)' is not of the form NAME=VALUE.")
            }
            let (name, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            guard change.set(name, to: value) else {
                throw ValidationError(
                    "'\(text)': unknown setting or invalid value; the settings are "
                        + "\(CentroidChange.allNames.joined(separator: ", ")).")
            }
        }
        return change
    }

    func run() async throws {
        let change = try change()
        let report = try await Daemon.answer { client in
            if let reset { return try await client.resetCentroidSettings(reset == "all" ? nil : reset) }
            if !change.names.isEmpty { return try await client.changeCentroidSettings(change) }
            return try await client.centroidSettings()
        }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        try StandardOutput.print(Self.text(report))
    }

    private static func text(_ report: CentroidSettingsReport) -> String {
        let (holding, usual) = (report.settings.values, report.defaults.values)
        let rows = CentroidChange.allNames.map { name in
            let origin = report.changed.contains(name) ? "set by the operator" : ""
            return [name, holding[name] ?? "", usual[name] ?? "", origin]
        }
        return TextTable(["SETTING", "VALUE", "DEFAULT", ""], rows).text
    }
}

extension CentroidPreferences {
    /// As text, by name.
    fileprivate var values: [String: String] {
        [
            "samples": "\(samples)", "method": method, "filter.max_hdop": "\(filter.maximumHDOP)",
            "filter.min_satellites": "\(filter.minimumSatellites)", "filter.min_cn0_dbhz": "\(filter.minimumCN0)",
            "filter.min_fix": "\(filter.minimumFix)", "filter.max_accuracy_m": "\(filter.maximumAccuracy)",
            "filter.osnma": filter.osnma.rawValue,
        ]
    }
}

extension CentroidChange {
    /// - Returns: whether there is such a setting, and the text is a value of its type.
    fileprivate mutating func set(_ name: String, to text: String) -> Bool {
        var limits = filter ?? Filter()
        switch name {
        case "samples": samples = Int(text)
        case "method": method = text
        case "filter.max_hdop": limits.maximumHDOP = Double(text)
        case "filter.min_satellites": limits.minimumSatellites = Int(text)
        case "filter.min_cn0_dbhz": limits.minimumCN0 = Double(text)
        case "filter.min_fix": limits.minimumFix = Int(text)
        case "filter.max_accuracy_m": limits.maximumAccuracy = Double(text)
        case "filter.osnma": limits.osnma = text
        default: return false
        }
        if limits != Filter() { filter = limits }
        return names.contains(name)
    }
}
