// SPDX-License-Identifier: Apache-2.0

/// The single description of a key: its name, type, range, unit and help text, and the property that contains its
/// value.
///
/// The default is the property's value in a new section. Reading and showing the configuration file, the sample file,
/// the JSON Schema, changes at run time and the command line all use this description.
public struct Setting<Section: Sendable>: Sendable {
    /// The key within its section; in a group of keys, such as `filter.max_hdop`.
    package let name: String
    /// The permitted values and the help text, without the default.
    package let schema: ValueSchema
    /// Returns the value in a section; nil if the key is omitted.
    package let value: @Sendable (Section) -> ConfigurationValue?
    /// Stores a checked value in a section. Returns false and changes nothing if the value has a different type.
    package let store: @Sendable (ConfigurationValue, inout Section) -> Bool
    /// Returns true if a key path leads to the property.
    let isAt: @Sendable (PartialKeyPath<Section>) -> Bool
    /// The settings of a section, such as `filter.max_hdop` or deeper; empty if this is a value itself.
    private var inner: [Setting<Section>] = []

    /// The setting itself, or those of its section.
    var leaves: [Setting<Section>] { schema.properties.isEmpty ? [self] : inner }

    /// Creates a setting for a property.
    ///
    /// - Parameters:
    ///   - name: The key, ending with its unit: `hold_s`.
    ///   - path: The property.
    ///   - text: The purpose in a sentence.
    ///   - range: The permitted numbers.
    ///   - listed: The only permitted values; nil for all of the type.
    ///   - unit: The unit of a number, for people.
    ///   - lengths: The permitted number of characters in a text.
    ///   - items: The schema of a list's elements.
    ///   - form: Checks the form of a text and returns the problem, or nil.
    ///   - formText: The permitted forms, for people.
    ///   - example: A value for the sample file.
    ///   - changeable: True if a person may change it while the daemon runs.
    package init<Value: SettingValue>(
        _ name: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ text: String,
        in range: ClosedRange<Double>? = nil, of listed: [Value]? = nil, unit: String? = nil,
        lengths: ClosedRange<Int>? = nil, items: ValueSchema? = nil, form: (@Sendable (String) -> String?)? = nil,
        formText: String? = nil, example: ConfigurationValue? = nil, changeable: Bool = false
    ) {
        var schema = ValueSchema(
            types: Value.types, text: text, unit: unit, listed: listed?.compactMap(\.settingValue) ?? Value.listed,
            minimum: range?.lowerBound, maximum: range?.upperBound, minimumLength: lengths?.lowerBound,
            maximumLength: lengths?.upperBound, items: items.map { [$0] } ?? [], form: form, formText: formText,
            example: example)
        schema.isChangeable = changeable
        self.init(
            name, schema, value: { $0[keyPath: path].settingValue },
            store: { value, section in
                guard let value = Value(settingValue: value) else { return false }
                section[keyPath: path] = value
                return true
            }, isAt: { $0 == path })
    }

    /// Creates a setting for an optional text; an empty text in the file means nil.
    package init(
        _ name: String, orEmpty path: any WritableKeyPath<Section, String?> & Sendable, _ text: String,
        form: @escaping @Sendable (String) -> String?, formText: String, example: ConfigurationValue? = nil
    ) {
        let schema = ValueSchema(
            types: [.string], text: text, form: { $0.isEmpty ? nil : form($0) }, formText: formText, example: example)
        self.init(
            name, schema, value: { .text($0[keyPath: path] ?? "") },
            store: { value, section in
                guard let text = value.text else { return false }
                section[keyPath: path] = text.isEmpty ? nil : text
                return true
            }, isAt: { $0 == path })
    }

    /// Creates a setting for a nested section. A person may change those of its values that are described as
    /// changeable.
    package init<Inner: DescribedSettings>(_ name: String, _ path: any WritableKeyPath<Section, Inner> & Sendable) {
        self.init(
            name, Inner.settings.schema, value: { $0[keyPath: path].value },
            store: { value, section in
                section[keyPath: path] = Inner(value)
                return true
            }, isAt: { $0 == path })
        inner = Inner.settings.leaves.map { $0.lifted(name, path) }
    }

    /// The same value in an enclosing section.
    private func lifted<Outer: Sendable>(
        _ group: String, _ path: any WritableKeyPath<Outer, Section> & Sendable
    ) -> Setting<Outer> {
        let (value, store) = (value, store)
        return Setting<Outer>(
            "\(group).\(name)", schema, value: { value($0[keyPath: path]) }, store: { store($0, &$1[keyPath: path]) })
    }

    /// Creates a setting for a nested section that may be omitted as a whole.
    package init<Inner: DescribedSettings>(_ name: String, _ path: any WritableKeyPath<Section, Inner?> & Sendable) {
        var schema = Inner.settings.schema
        schema.defaultValue = nil
        self.init(
            name, schema, value: { $0[keyPath: path]?.value },
            store: { value, section in
                section[keyPath: path] = Inner(value)
                return true
            }, isAt: { $0 == path })
    }

    /// Creates a setting with its own functions for reading and storing.
    package init(
        _ name: String, _ schema: ValueSchema, value: @escaping @Sendable (Section) -> ConfigurationValue?,
        store: @escaping @Sendable (ConfigurationValue, inout Section) -> Bool,
        isAt: @escaping @Sendable (PartialKeyPath<Section>) -> Bool = { _ in false }
    ) {
        (self.name, self.schema, self.value, self.store, self.isAt) = (name, schema, value, store, isAt)
    }

    /// This setting for an enclosing section, at the same level of the file.
    package func within<Outer: Sendable>(_ path: any WritableKeyPath<Outer, Section> & Sendable) -> Setting<Outer> {
        let (value, store) = (value, store)
        return Setting<Outer>(
            name, schema, value: { value($0[keyPath: path]) },
            store: { store($0, &$1[keyPath: path]) })
    }

    /// True if a person may change it while the daemon runs.
    package var isChangeable: Bool { schema.isChangeable }

    /// The help text with the permitted values, for the command line.
    package var help: String {
        let isCovered = schema.listed.isEmpty && schema.minimum == nil && schema.maximum == nil
        guard !isCovered else { return schema.text }
        let sentence = schema.text.hasSuffix(".") ? String(schema.text.dropLast()) : schema.text
        return "\(sentence) (\(schema.allowed))."
    }
}
