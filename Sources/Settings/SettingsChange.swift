// SPDX-License-Identifier: Apache-2.0

/// A section that the control interface shows, and some of whose settings a person may change while the daemon runs.
public protocol ChangeableSettings: DescribedSettings, Codable, Hashable {}

extension ChangeableSettings {
    /// Reads an object; a key that it does not have has its default.
    public init(from decoder: any Decoder) throws {
        self.init(try ConfigurationValue(from: decoder))
    }

    /// Writes an object with all keys.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    /// The section with a change.
    ///
    /// - Throws: the first value that is not allowed, in the words that the configuration file's reader uses.
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

/// A value of a setting is not allowed.
package struct SettingError: Error, Hashable, CustomStringConvertible {
    /// `samples: 51 is above the maximum 50 (allowed: 1...50)`.
    package let description: String

    init(name: String, _ problem: String) { description = "\(name): \(problem)" }
}

/// The settings that a person changes, and their new values; a setting that is not in it stays as it is.
///
/// It holds any value of the right type. Ranges are checked when it is applied.
public struct SettingsChange<Section: ChangeableSettings>: Codable, Hashable, Sendable {
    /// By name, numbers in one form (``ConfigurationValue/plain(_:)``).
    package private(set) var values: [String: ConfigurationValue] = [:]

    public init() {}

    /// The settings that may be changed.
    package static var changeable: [Setting<Section>] { Section.settings.settings.filter(\.isChangeable) }

    /// The names of the settings that may be changed, as in the configuration: `samples`, `filter.max_hdop`.
    public static var allNames: [String] { changeable.map(\.name) }

    /// An object with all settings that may be changed and their defaults, for messages about a wrong body.
    package static var form: String {
        let prototype = Section.settings.prototype
        return JSONWriter.text(
            ConfigurationValue(
                nested: changeable.compactMap { setting in setting.value(prototype).map { (setting.name, $0) } }))
    }

    /// The names of what is changed, in the order of the description.
    public var names: [String] { Self.allNames.filter { values[$0] != nil } }

    /// The new value of a property, `change[\.filter.maximumHDOP]`; nil: it stays as it is. A property that has no
    /// setting, or whose setting may not be changed, is always nil.
    package subscript<Value: SettingValue>(path: WritableKeyPath<Section, Value>) -> Value? {
        get { Section.settings[path].flatMap { values[$0.name] }.flatMap { Value(settingValue: $0) } }
        set {
            guard let setting = Section.settings[path], setting.isChangeable else { return }
            values[setting.name] = newValue?.settingValue
        }
    }

    /// This change and then another.
    public func followed(by newer: SettingsChange) -> SettingsChange {
        var sum = self
        sum.values.merge(newer.values) { $1 }
        return sum
    }

    /// Takes back a change.
    ///
    /// - Parameter name: one of `allNames`, or a group (`filter`) for all of its settings.
    /// - Returns: whether there is such a name.
    public mutating func remove(_ name: String) -> Bool {
        let found = Self.allNames.filter { $0 == name || $0.hasPrefix(name + ".") }
        for name in found { values[name] = nil }
        return !found.isEmpty
    }

    /// Changes a setting by its name.
    ///
    /// - Returns: whether there is such a setting, and the text is a value of its type.
    package mutating func set(_ name: String, to text: String) -> Bool {
        guard let setting = Self.changeable.first(where: { $0.name == name }),
            let value = setting.schema.value(ofText: text)
        else { return false }
        values[name] = value
        return true
    }
}

extension SettingsChange {
    /// Reads an object that has no other keys: a misspelt key must not be taken for no change.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, besides: []) }

    /// Reads the changes in an object that may have some other keys too.
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

    /// Writes an object with what is changed.
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

/// As JSON.
extension ConfigurationValue {
    /// Reads any value.
    ///
    /// - Parameter ignoring: keys of the object that are not read.
    init(from decoder: any Decoder, ignoring others: [String] = []) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .section(
                try container.allKeys.filter { !others.contains($0.stringValue) }.map { key in
                    Member(key: key.stringValue, value: try container.decode(Coded.self, forKey: key).value)
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
            self = .list(try container.decode([Coded].self).map(\.value))
        }
    }

    func encode(to encoder: any Encoder) throws {
        if case .section(let members) = self {
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in members {
                try container.encode(Coded(value: member.value), forKey: AnyKey(stringValue: member.key))
            }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let values): try container.encode(values.map { Coded(value: $0) })
        case .null, .section: try container.encodeNil()
        }
    }

    /// A value within another.
    private struct Coded: Codable {
        let value: ConfigurationValue

        init(value: ConfigurationValue) { self.value = value }

        init(from decoder: any Decoder) throws { value = try ConfigurationValue(from: decoder, ignoring: []) }

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
}
