// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
package import Settings

/// The only interface for changing settings while the daemon runs.
public protocol SettingsControl: Sendable {
    /// The effective settings and their origins.
    func settings() async -> SettingsReport

    /// Changes settings on behalf of a user. Either the whole patch takes effect and survives restarts of the daemon,
    /// or no part of it does.
    ///
    /// - Parameters:
    ///   - patch: The new values, and the changes to revert.
    ///   - version: The version of the report that the user saw; nil to change the settings regardless of their
    ///     current version.
    /// - Throws: `ControlError` if a name or value is not allowed, a setting is locked, the settings have another
    ///   version (`settings_changed`), or they cannot be stored.
    func changeSettings(_ patch: SettingsPatch, of version: String?) async throws(ControlError) -> SettingsReport

    /// The JSON Schema of the settings, with the unit of a number as `unit`.
    ///
    /// - Parameter text: Returns the text that replaces an English explanation, such as its translation.
    func settingsSchema(_ text: (String) -> String) -> String
}

/// New values of settings as a JSON Merge Patch (RFC 7396), the body of `PATCH /v1/settings`; `null` reverts a
/// change.
public struct SettingsPatch: Codable, Hashable, Sendable {
    package var value: ConfigurationValue

    /// Creates a patch of settings by their full names.
    package init(_ values: [(name: String, value: ConfigurationValue)]) { value = ConfigurationValue(nested: values) }

    /// Creates a patch that reverts all changes of the named settings or sections.
    public static func reset(_ names: [String]) -> SettingsPatch { SettingsPatch(names.map { ($0, .null) }) }

    /// Reads an object.
    ///
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws { value = try ConfigurationValue(objectFrom: decoder) }

    /// Writes the object.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The origin of a setting's value.
public enum SettingOrigin: String, Codable, Hashable, Sendable, CaseIterable {
    /// The gateway's default.
    case standard = "default"
    /// The operator's configuration file.
    case file
    /// A user, while the daemon was running.
    case person
}

/// The settings that users may change while the daemon runs: `GET /v1/settings`.
public struct SettingsReport: Codable, Hashable, Sendable {
    /// A setting with its value and origin.
    public struct Entry: Codable, Hashable, Sendable {
        /// The full name in the configuration: `centroid.filter.max_hdop`.
        public var name: String
        /// The effective value.
        package var value: ConfigurationValue
        /// The value without users' changes.
        package var file: ConfigurationValue
        /// The gateway's default.
        package var standard: ConfigurationValue
        /// The origin of the value.
        public var origin: SettingOrigin
        /// The reason why the setting cannot be changed now; nil if it can be changed.
        public var locked: String?
        /// The reason as a code with parameters.
        public var lockedMessage: CodedText?

        package init(
            name: String, value: ConfigurationValue, file: ConfigurationValue, standard: ConfigurationValue,
            origin: SettingOrigin, lock: ControlError?
        ) {
            (self.name, self.value, self.file, self.standard) = (name, value, file, standard)
            (self.origin, locked, lockedMessage) = (origin, lock?.description, lock?.message)
        }

        enum CodingKeys: String, CodingKey {
            case name, value, file, origin, locked
            case lockedMessage = "locked_message"
            case standard = "default"
        }
    }

    /// The version of the settings, which changes with their values and origins; the `ETag` of the report.
    public var version: String
    /// The settings in the order of the configuration.
    public var settings: [Entry]

    public init(version: String, settings: [Entry]) { (self.version, self.settings) = (version, settings) }

    /// The settings of one section.
    ///
    /// - Parameter name: The section's name: `centroid`.
    /// - Returns: The effective settings, the settings without users' changes, and the names of the settings that users
    ///   have changed, relative to the section.
    package func section<Section: ChangeableSettings>(
        _ name: String, as type: Section.Type = Section.self
    ) -> (settings: Section, file: Section, changed: [String]) {
        let own = settings.filter { $0.name.hasPrefix(name + ".") }
        func inner(_ entry: Entry) -> String { String(entry.name.dropFirst(name.count + 1)) }
        return (
            Section(ConfigurationValue(nested: own.map { (inner($0), $0.value) })),
            Section(ConfigurationValue(nested: own.map { (inner($0), $0.file) })),
            own.filter { $0.origin == .person }.map(inner)
        )
    }
}

extension SettingsChange {
    /// The patch for this change in a section of the settings.
    ///
    /// - Parameter section: The section's name: `centroid`.
    package func patch(of section: String) -> SettingsPatch {
        SettingsPatch(names.map { ("\(section).\($0)", values[$0] ?? .null) })
    }

    /// The patch for this change.
    package var patch: SettingsPatch { SettingsPatch(names.map { ($0, values[$0] ?? .null) }) }
}
