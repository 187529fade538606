// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import Settings

/// Parses and formats the settings of a section on the command line, based on their descriptions.
enum SettingsText {
    /// Parses arguments of the form NAME=VALUE into a change.
    ///
    /// - Throws: `ValidationError` if a name or value is invalid.
    static func change<Section>(_ arguments: [String]) throws -> SettingsChange<Section> {
        var change = SettingsChange<Section>()
        for text in arguments {
            guard let sign = text.firstIndex(of: "=") else {
                throw ValidationError("'\(text)' is not of the form NAME=VALUE.")
            }
            let name = String(text[..<sign])
            guard !change.names.contains(name) else { throw ValidationError("\(name): is given twice") }
            do throws(SettingError) {
                try change.set(name, to: String(text[text.index(after: sign)...]))
            } catch {
                throw ValidationError(error.description)
            }
        }
        return change
    }

    /// Formats a table of the settings that may be changed.
    ///
    /// - Parameters:
    ///   - settings: The current values.
    ///   - defaults: The values without changes.
    ///   - changed: The names of the settings that a person changed.
    ///   - note: Returns a remark on a setting, or an empty text.
    static func table<Section: ChangeableSettings>(
        _ settings: Section, defaults: Section, changed: [String], note: (String) -> String = { _ in "" }
    ) -> String {
        let rows = SettingsChange<Section>.allNames.map { name in
            let origin = changed.contains(name) ? "set by the operator" : ""
            return [
                name, settings.text(name), defaults.text(name),
                [origin, note(name)].filter { !$0.isEmpty }.joined(separator: ", "),
            ]
        }
        return TextTable(["SETTING", "VALUE", "DEFAULT", ""], rows).text
    }
}

extension ArgumentHelp {
    /// The help of an option that corresponds to a setting.
    static func setting<Section: DescribedSettings>(
        _ path: PartialKeyPath<Section>, _ valueName: String? = nil
    ) -> ArgumentHelp {
        ArgumentHelp(stringLiteral: Section.settings[path]?.help ?? "").named(valueName)
    }

    private func named(_ name: String?) -> ArgumentHelp {
        var help = self
        help.valueName = name
        return help
    }
}
