// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient

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

    private func change() throws -> CentroidChange {
        var change = CentroidChange()
        for text in changes {
            guard let sign = text.firstIndex(of: "=") else {
                throw ValidationError("'\(text)' is not of the form NAME=VALUE.")
            }
            let (name, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            guard change.set(name, to: value) else {
                throw ValidationError(
                    "'\(text)': there is no such setting, or this is no value of it; there are "
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
            let origin = report.changed.contains(name) ? "set by a person" : ""
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
