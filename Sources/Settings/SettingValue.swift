// SPDX-License-Identifier: Apache-2.0

/// A type that a setting may have.
package protocol SettingValue: Sendable {
    /// The types of the value in the file and in JSON.
    static var types: [ValueType] { get }
    /// The only permitted values; empty if the type has no list.
    static var listed: [ConfigurationValue] { get }
    /// Converts a checked value; nil if it has a different type.
    init?(settingValue: ConfigurationValue)
    /// The value; nil if the key is omitted.
    var settingValue: ConfigurationValue? { get }
}

extension SettingValue {
    package static var listed: [ConfigurationValue] { [] }
}

extension Bool: SettingValue {
    package static var types: [ValueType] { [.boolean] }
    package init?(settingValue value: ConfigurationValue) {
        guard let flag = value.boolean else { return nil }
        self = flag
    }
    package var settingValue: ConfigurationValue? { .boolean(self) }
}

extension Int: SettingValue {
    package static var types: [ValueType] { [.integer] }
    package init?(settingValue value: ConfigurationValue) {
        guard let number = value.integer.flatMap({ Int(exactly: $0) }) else { return nil }
        self = number
    }
    package var settingValue: ConfigurationValue? { .integer(Int64(self)) }
}

extension Double: SettingValue {
    package static var types: [ValueType] { [.number] }
    package init?(settingValue value: ConfigurationValue) {
        guard let number = value.number else { return nil }
        self = number
    }
    package var settingValue: ConfigurationValue? { .plain(self) }
}

/// A duration is stored in seconds.
extension Duration: SettingValue {
    package static var types: [ValueType] { [.number] }
    package init?(settingValue value: ConfigurationValue) {
        guard let duration = value.duration else { return nil }
        self = duration
    }
    package var settingValue: ConfigurationValue? { .seconds(self) }
}

/// A value that is stored as its text.
extension SettingValue where Self: LosslessStringConvertible {
    package static var types: [ValueType] { [.string] }
    package init?(settingValue value: ConfigurationValue) {
        guard let text = value.text else { return nil }
        self.init(text)
    }
    package var settingValue: ConfigurationValue? { .text(description) }
}

extension String: SettingValue {}

/// An enumeration is stored as one of its words.
extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    package static var types: [ValueType] { [.string] }
    package static var listed: [ConfigurationValue] { allCases.map { .text($0.rawValue) } }
    package init?(settingValue value: ConfigurationValue) {
        guard let text = value.text else { return nil }
        self.init(rawValue: text)
    }
    package var settingValue: ConfigurationValue? { .text(rawValue) }
}

/// An optional value is a key that may be omitted and has no default.
extension Optional: SettingValue where Wrapped: SettingValue {
    package static var types: [ValueType] { Wrapped.types }
    package static var listed: [ConfigurationValue] { Wrapped.listed }
    package init?(settingValue value: ConfigurationValue) {
        guard let wrapped = Wrapped(settingValue: value) else { return nil }
        self = wrapped
    }
    package var settingValue: ConfigurationValue? { self?.settingValue }
}

extension Array: SettingValue where Element: SettingValue {
    package static var types: [ValueType] { [.array] }
    package init?(settingValue value: ConfigurationValue) {
        guard case .list(let values) = value else { return nil }
        self = values.compactMap { Element(settingValue: $0) }
    }
    package var settingValue: ConfigurationValue? { .list(compactMap(\.settingValue)) }
}
