// SPDX-License-Identifier: Apache-2.0

/// A section that the control interface shows, with settings that a person may change while the daemon runs.
public protocol ChangeableSettings: DescribedSettings, Codable, Hashable {}

extension ChangeableSettings {
    /// Decodes an object; a missing key has its default.
    ///
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        self.init(try ConfigurationValue(from: decoder))
    }

    /// Encodes an object with all keys.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension DescribedSettings {
    /// Returns the section with a change applied.
    ///
    /// - Throws: `SettingError` for the first value that is not permitted, in the same words as for the configuration
    ///   file.
    package func applying(_ change: SettingsChange<Self>) throws(SettingError) -> Self {
        var new = self
        for setting in SettingsChange<Self>.changeable {
            guard let value = change.values[setting.name] else { continue }
            if let problem = setting.schema.problem(of: value) { throw SettingError(name: setting.name, problem) }
            guard setting.store(value, &new) else { throw SettingError(name: setting.name, "cannot be read") }
        }
        return new
    }

    /// The value of a setting as text, for people.
    package func text(_ name: String) -> String {
        Self.settings[name]?.value(self).map(ValueSchema.plain) ?? ""
    }
}

/// An error about a value that is not permitted.
package struct SettingError: Error, Hashable, CustomStringConvertible {
    /// The error with the setting's name: `samples: 51 is above the maximum 50 (allowed: 1...50)`.
    package let description: String

    init(name: String, _ problem: String) { description = "\(name): \(problem)" }

    /// The error about a setting that several members of an object concern. Members have no order (RFC 8259), so
    /// chance would decide which of them applies.
    static func repeated(_ name: String) -> SettingError {
        SettingError(name: name, "more than one key of the request concerns this setting")
    }
}

/// A person's changes: settings and their new values. Settings that it does not contain stay unchanged.
///
/// It accepts any value of the right type; ranges are checked when it is applied.
public struct SettingsChange<Section: DescribedSettings>: Codable, Hashable, Sendable {
    /// The new values by name, with numbers in one form (``ConfigurationValue/plain(_:)``).
    package private(set) var values: [String: ConfigurationValue] = [:]

    public init() {}

    /// The settings that may be changed.
    package static var changeable: [Setting<Section>] { Section.settings.leaves.filter(\.isChangeable) }

    /// The names of the settings that may be changed, as in the configuration: `samples`, `filter.max_hdop`.
    public static var allNames: [String] { changeable.map(\.name) }

    /// An object with all changeable settings and their defaults, for messages about an invalid body.
    package static var form: String {
        let prototype = Section.settings.prototype
        return JSONWriter.text(
            ConfigurationValue(
                nested: changeable.compactMap { setting in setting.value(prototype).map { (setting.name, $0) } }))
    }

    /// The names of the changed settings, in the order of the description.
    public var names: [String] { Self.allNames.filter { values[$0] != nil } }

    /// The new value of a property, such as `change[\.filter.maximumHDOP]`; nil if it is unchanged. For a property
    /// without a changeable setting it is always nil.
    package subscript<Value: SettingValue>(path: WritableKeyPath<Section, Value>) -> Value? {
        get { Section.settings[path].flatMap { values[$0.name] }.flatMap { Value(settingValue: $0) } }
        set {
            guard let setting = Section.settings[path], setting.isChangeable else { return }
            values[setting.name] = newValue?.settingValue
        }
    }

    /// This change followed by another.
    public func followed(by newer: SettingsChange) -> SettingsChange {
        var sum = self
        sum.values.merge(newer.values) { $1 }
        return sum
    }

    /// Removes a change.
    ///
    /// - Parameter name: One of `allNames`, or a group such as `filter` for all of its settings.
    /// - Returns: True if the name exists.
    public mutating func remove(_ name: String) -> Bool {
        let found = Self.allNames.filter { $0 == name || $0.hasPrefix(name + ".") }
        for name in found { values[name] = nil }
        return !found.isEmpty
    }

    /// Changes a setting by its name.
    ///
    /// - Throws: `SettingError` if the setting does not exist or the text is no value of its type.
    package mutating func set(_ name: String, to text: String) throws(SettingError) {
        guard let setting = Self.changeable.first(where: { $0.name == name }) else {
            throw SettingError(
                name: name.printable, "unknown setting; the settings are \(Self.allNames.joined(separator: ", "))")
        }
        guard let value = setting.schema.value(ofText: text) else {
            throw SettingError(name: name, setting.schema.problem(of: .text(text)) ?? "has the wrong type")
        }
        values[name] = value
    }
}

extension SettingsChange {
    /// Applies a JSON Merge Patch (RFC 7396): a value changes a setting, and null removes a change, or all changes of a
    /// section. Names may be nested or written with dots.
    ///
    /// - Returns: The names of the settings that the patch contains.
    /// - Throws: `SettingError` for the first unknown name or value of the wrong type, or a setting that several members
    ///   concern; nothing is changed in that case.
    package mutating func merge(_ patch: ConfigurationValue) throws(SettingError) -> [String] {
        var new = self
        let names = try new.merge(patch, at: "")
        if let name = Self.allNames.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
            throw SettingError.repeated(name)
        }
        self = new
        return names
    }

    private mutating func merge(_ patch: ConfigurationValue, at path: String) throws(SettingError) -> [String] {
        if let setting = Self.changeable.first(where: { $0.name == path }) {
            guard patch != .null else {
                values[path] = nil
                return [path]
            }
            guard setting.schema.allowsType(of: patch) else {
                throw SettingError(name: path, setting.schema.problem(of: patch) ?? "has the wrong type")
            }
            values[path] = patch
            return [path]
        }
        let below = Self.allNames.filter { path.isEmpty || $0.hasPrefix(path + ".") }
        switch patch {
        case .section(let members) where !below.isEmpty:
            var names: [String] = []
            for member in members {
                // At the top, an empty key would stand for all settings.
                guard !member.key.isEmpty else {
                    throw SettingError(name: path.isEmpty ? "\"\"" : path.printable, "an empty key names no setting")
                }
                names += try merge(member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
            }
            return names
        case .null where !below.isEmpty:
            for name in below { values[name] = nil }
            return below
        default:
            throw SettingError(name: path.printable, "this is not a setting that can be changed at run time")
        }
    }

    /// Restores stored changes, which another version may have written; values that are no longer permitted are
    /// ignored.
    ///
    /// - Returns: The names that were ignored.
    package mutating func restore(_ stored: ConfigurationValue, at path: String = "") -> [String] {
        if case .section(let members) = stored {
            return members.flatMap { restore($0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
        }
        guard let setting = Self.changeable.first(where: { $0.name == path }),
            setting.schema.problem(of: stored) == nil
        else { return [path] }
        values[path] = stored
        return []
    }

    /// Decodes an object; an unknown key is an error, because a misspelled one must not be ignored.
    ///
    /// - Throws: `DecodingError` for an unknown key or a value of the wrong type; `SettingError` for a setting with
    ///   several values.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, besides: []) }

    /// Decodes the changes in an object that may also contain some other keys.
    ///
    /// - Throws: `DecodingError` for an unknown key or a value of the wrong type; `SettingError` for a setting with
    ///   several values.
    package init(from decoder: any Decoder, besides others: [String]) throws {
        guard case .section(let members) = try ConfigurationValue(from: decoder, ignoring: others) else {
            throw decoder.error("not an object")
        }
        try read(members, "", decoder)
    }

    private mutating func read(
        _ members: [ConfigurationValue.Member], _ prefix: String, _ decoder: any Decoder
    ) throws {
        for member in members where member.value != .null {
            let name = prefix + member.key
            if let setting = Self.changeable.first(where: { $0.name == name }) {
                guard setting.schema.allowsType(of: member.value) else {
                    throw decoder.error("\(name) has the wrong type")
                }
                guard values[name] == nil else { throw SettingError.repeated(name) }
                values[name] = member.value
            } else if case .section(let inner) = member.value,
                Self.allNames.contains(where: { $0.hasPrefix(name + ".") })
            {
                try read(inner, name + ".", decoder)
            } else {
                throw decoder.error("unknown key \(name)")
            }
        }
    }

    /// Encodes an object with the changes.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        try ConfigurationValue(nested: names.map { ($0, values[$0] ?? .null) }).encode(to: encoder)
    }
}

extension Decoder {
    fileprivate func error(_ text: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: text))
    }

    /// - Throws: `DecodingError` if the object has a key that is not in the list.
    package func refuseKeys(otherThan known: [String]) throws {
        let container = try container(keyedBy: AnyKey.self)
        for key in container.allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "unknown key \(key.stringValue)")
        }
    }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// Decoding and encoding as JSON.
extension ConfigurationValue: Codable {
    /// Decodes any value.
    ///
    /// - Throws: The decoder's error.
    package init(from decoder: any Decoder) throws { try self.init(from: decoder, ignoring: []) }

    /// Decodes an object.
    ///
    /// - Throws: `DecodingError` if the value is not an object.
    package init(objectFrom decoder: any Decoder) throws {
        try self.init(from: decoder)
        guard case .section = self else {
            throw DecodingError.typeMismatch(
                ConfigurationValue.self,
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not an object"))
        }
    }

    /// Decodes any value.
    ///
    /// - Parameter others: Keys of the object to skip.
    /// - Throws: The decoder's error.
    init(from decoder: any Decoder, ignoring others: [String]) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .section(
                try container.allKeys.filter { !others.contains($0.stringValue) }.map { key in
                    Member(key: key.stringValue, value: try container.decode(ConfigurationValue.self, forKey: key))
                })
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .plain(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([ConfigurationValue].self))
        }
    }

    /// Encodes the value; an object's keys are in order if the encoder preserves it.
    ///
    /// - Throws: The encoder's error.
    package func encode(to encoder: any Encoder) throws {
        if case .section(let members) = self {
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in members {
                try container.encode(member.value, forKey: AnyKey(stringValue: member.key))
            }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let values): try container.encode(values)
        case .null, .section: try container.encodeNil()
        }
    }
}
