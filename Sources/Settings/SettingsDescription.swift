// SPDX-License-Identifier: Apache-2.0

/// A configuration section whose keys are described by settings.
public protocol DescribedSettings: Sendable {
    /// The description of the section's keys.
    static var settings: SettingsDescription<Self> { get }
}

extension DescribedSettings {
    /// Creates a section from a checked value; a missing key has its default.
    package init(_ value: ConfigurationValue?) {
        self = Self.settings.prototype
        Self.settings.read(value, into: &self)
    }

    /// The section as a value of the file, with all keys.
    package var value: ConfigurationValue { Self.settings.value(of: self) }
}

/// The keys of a section, in the order in which the file, the sample and the schema show them.
public struct SettingsDescription<Section: Sendable>: Sendable {
    package let settings: [Setting<Section>]
    /// The schema of the whole section, with the defaults.
    package let schema: ValueSchema
    /// The section with all keys omitted.
    package let prototype: Section

    /// Describes a section.
    ///
    /// - Parameters:
    ///   - text: The purpose of the section.
    ///   - prototype: A new section, whose values are the defaults.
    ///   - groups: The purposes of the groups within the section, such as `filter`.
    ///   - required: The keys without a default.
    ///   - example: A value for the sample file.
    package init(
        _ text: String, prototype: Section, groups: [String: String] = [:], required: [String] = [],
        example: ConfigurationValue? = nil, _ settings: [Setting<Section>]
    ) {
        (self.settings, self.prototype) = (settings, prototype)
        var schema = ValueSchema(types: [.object], text: text, required: required, isClosed: true, example: example)
        schema.defaultValue = required.isEmpty ? .section([]) : nil
        for setting in settings {
            var own = setting.schema
            if own.properties.isEmpty, !required.contains(setting.name) { own.defaultValue = setting.value(prototype) }
            guard let (group, key) = setting.group else {
                schema.properties.append(ValueSchema.Property(key: setting.name, schema: own))
                continue
            }
            let property = ValueSchema.Property(key: key, schema: own)
            if let index = schema.properties.firstIndex(where: { $0.key == group }) {
                schema.properties[index].schema.properties.append(property)
            } else {
                let section = ValueSchema(
                    types: [.object], text: groups[group] ?? "", defaultValue: .section([]), properties: [property],
                    isClosed: true)
                schema.properties.append(ValueSchema.Property(key: group, schema: section))
            }
        }
        self.schema = schema
    }

    /// Reads the keys that a checked value contains.
    package func read(_ value: ConfigurationValue?, into section: inout Section) {
        for setting in settings {
            let holder = setting.group.map { value?[$0.0] } ?? value
            guard let given = holder?[setting.group?.1 ?? setting.name] else { continue }
            _ = setting.store(given, &section)
        }
    }

    /// Returns a section as a value of the file.
    package func value(of section: Section) -> ConfigurationValue {
        ConfigurationValue(nested: settings.compactMap { setting in setting.value(section).map { (setting.name, $0) } })
    }

    /// All values, including those of nested sections, with their full names: `centroid.filter.max_hdop`.
    package var leaves: [Setting<Section>] { settings.flatMap(\.leaves) }

    /// The setting with this name; nil if none exists.
    package subscript(name: String) -> Setting<Section>? { settings.first { $0.name == name } }

    /// The setting of a property; nil if the property has no key.
    package subscript(path: PartialKeyPath<Section>) -> Setting<Section>? { settings.first { $0.isAt(path) } }
}

extension Setting {
    /// The group and the key within it: `filter`, `max_hdop`.
    fileprivate var group: (String, String)? {
        guard let dot = name.firstIndex(of: ".") else { return nil }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }
}

extension ConfigurationValue {
    /// Creates a section from values by name; `filter.max_hdop` becomes `max_hdop` in the section `filter`.
    package init(nested values: [(name: String, value: ConfigurationValue)]) {
        self = .section([])
        for (name, value) in values { set(name.split(separator: "."), to: value) }
    }

    /// Sets a value in this section or a nested one, which is created if necessary.
    private mutating func set(_ path: [Substring], to value: ConfigurationValue) {
        guard case .section(var members) = self, let key = path.first.map(String.init) else { return }
        let index = members.firstIndex { $0.key == key } ?? members.count
        if index == members.count { members.append(Member(key: key, value: .section([]))) }
        if path.count == 1 {
            members[index].value = value
        } else {
            members[index].value.set(Array(path.dropFirst()), to: value)
        }
        self = .section(members)
    }
}
