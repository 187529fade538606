// SPDX-License-Identifier: Apache-2.0

package import Settings

/// The one door to the settings that people change while the daemon runs.
public protocol SettingsControl: Sendable {
    /// What holds, and why.
    func settings() async -> SettingsReport

    /// Changes settings for a person. All of the patch holds from then on, and outlasts restarts of the daemon; or nothing of it.
    ///
    /// - Parameters:
    ///   - patch: new values, and which changes are taken back.
    ///   - version: that of the report that the person saw; nil: it does not matter what they were.
    /// - Throws: `ControlError` where a name or a value is not allowed, a setting is locked, the settings are not those of
    ///   that version any more (`settings_changed`), or they cannot be stored.
    func changeSettings(_ patch: SettingsPatch, of version: String?) async throws(ControlError) -> SettingsReport

    /// What each setting may be: JSON Schema, with the unit of a number as `unit`.
    var settingsSchema: String { get }
}

/// New values of settings as a JSON Merge Patch (RFC 7396), the body of `PATCH /v1/settings`: `null` takes a change back.
public struct SettingsPatch: Codable, Hashable, Sendable {
    package var value: ConfigurationValue

    /// A patch of some settings by their full names.
    package init(_ values: [(name: String, value: ConfigurationValue)]) { value = ConfigurationValue(nested: values) }

    /// Takes back all changes of the settings, or sections of settings, with these names.
    public static func reset(_ names: [String]) -> SettingsPatch { SettingsPatch(names.map { ($0, .null) }) }

    /// Reads an object.
    public init(from decoder: any Decoder) throws {
        value = try ConfigurationValue(from: decoder)
        guard case .section = value else {
            throw DecodingError.typeMismatch(
                SettingsPatch.self,
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not an object"))
        }
    }

    /// Writes the object.
    ///
    /// - Throws: an error of the encoder.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// Where the value of a setting comes from.
public enum SettingOrigin: String, Codable, Hashable, Sendable, CaseIterable {
    /// The gateway's own.
    case standard = "default"
    /// The operator's configuration file.
    case file
    /// A person, while the daemon ran.
    case person
}

/// The settings that people may change while the daemon runs: `GET /v1/settings`.
public struct SettingsReport: Codable, Hashable, Sendable {
    /// A setting, and why it has its value.
    public struct Entry: Codable, Hashable, Sendable {
        /// Its full name, as in the configuration: `centroid.filter.max_hdop`.
        public var name: String
        /// The value that holds.
        package var value: ConfigurationValue
        /// What would hold had no person changed it.
        package var file: ConfigurationValue
        /// The gateway's own value.
        package var standard: ConfigurationValue
        /// Where the value comes from.
        public var origin: SettingOrigin
        /// Why it cannot be changed now; nil: it can be.
        public var locked: String?

        package init(
            name: String, value: ConfigurationValue, file: ConfigurationValue, standard: ConfigurationValue,
            origin: SettingOrigin, locked: String?
        ) {
            (self.name, self.value, self.file, self.standard) = (name, value, file, standard)
            (self.origin, self.locked) = (origin, locked)
        }

        enum CodingKeys: String, CodingKey {
            case name, value, file, origin, locked
            case standard = "default"
        }
    }

    /// Another one for other values or origins; the `ETag` of the report.
    public var version: String
    /// In the order of the configuration.
    public var settings: [Entry]

    public init(version: String, settings: [Entry]) { (self.version, self.settings) = (version, settings) }

    /// The settings of one section.
    ///
    /// - Parameter name: of the section: `centroid`.
    /// - Returns: what holds, what would hold had no person changed it, and the names that a person changed, in the section.
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
    /// The patch that makes this change in a section of the settings.
    ///
    /// - Parameter section: its name: `centroid`.
    package func patch(of section: String) -> SettingsPatch {
        SettingsPatch(names.map { ("\(section).\($0)", values[$0] ?? .null) })
    }

    /// The patch that makes this change.
    package var patch: SettingsPatch { SettingsPatch(names.map { ($0, values[$0] ?? .null) }) }
}
