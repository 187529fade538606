// SPDX-License-Identifier: Apache-2.0

/// The description of a value: the permitted values and their meaning.
///
/// The gateway's own keys and those of every driver are described in this form. Checks, defaults, `config show` and the
/// sample file are derived from it.
package struct ValueSchema: Sendable {
    /// The permitted types; empty permits all.
    package var types: [ValueType] = []
    /// The meaning in a sentence.
    package var text = ""
    /// The unit of a number for people, such as `s`.
    package var unit: String?
    /// The value if the key is missing.
    package var defaultValue: ConfigurationValue?
    /// The only permitted values; empty for no such limit.
    package var listed: [ConfigurationValue] = []
    /// The smallest permitted number.
    package var minimum: Double?
    /// The largest permitted number.
    package var maximum: Double?
    /// The smallest permitted length of a text in Unicode scalars.
    package var minimumLength: Int?
    /// The largest permitted length of a text in Unicode scalars.
    package var maximumLength: Int?
    /// The keys of a section, in the order of the description.
    package var properties: [Property] = []
    /// The required keys.
    package var required: [String] = []
    /// True if keys other than `properties` are rejected.
    package var isClosed = false
    /// The description of a list's elements: none or one.
    package var items: [ValueSchema] = []
    /// Checks the form of a text, for the gateway's own keys: returns the problem, or nil if the form is valid.
    package var form: (@Sendable (String) -> String?)?
    /// The permitted forms, for people.
    package var formText: String?
    /// An example for the sample file.
    package var example: ConfigurationValue?

    /// True if a person may change the value while the daemon runs.
    package var isChangeable = false

    /// A key of a section.
    package struct Property: Sendable {
        package var key: String
        package var schema: ValueSchema

        package init(key: String, schema: ValueSchema) { (self.key, self.schema) = (key, schema) }
    }

    package init(
        types: [ValueType] = [], text: String = "", unit: String? = nil, defaultValue: ConfigurationValue? = nil,
        listed: [ConfigurationValue] = [], minimum: Double? = nil, maximum: Double? = nil, minimumLength: Int? = nil,
        maximumLength: Int? = nil, properties: [Property] = [], required: [String] = [], isClosed: Bool = false,
        items: [ValueSchema] = [], form: (@Sendable (String) -> String?)? = nil, formText: String? = nil,
        example: ConfigurationValue? = nil
    ) {
        (self.types, self.text, self.unit, self.defaultValue) = (types, text, unit, defaultValue)
        (self.listed, self.minimum, self.maximum) = (listed, minimum, maximum)
        (self.minimumLength, self.maximumLength) = (minimumLength, maximumLength)
        (self.properties, self.required, self.isClosed, self.items) = (properties, required, isClosed, items)
        (self.form, self.formText, self.example) = (form, formText, example)
    }

    /// The schema of a key; nil if none exists.
    package subscript(key: String) -> ValueSchema? { properties.first { $0.key == key }?.schema }

    /// True if values of the type are permitted.
    package func allows(_ type: ValueType) -> Bool {
        types.isEmpty || types.contains(type) || (type == .integer && types.contains(.number))
    }

    /// The permitted values in words, such as `0.1...1000 s`, `in-process | process` or `text`.
    package var allowed: String {
        if !listed.isEmpty { return listed.map(Self.plain).joined(separator: " | ") }
        if let formText { return formText }
        let unit = unit.map { " \($0)" } ?? ""
        if let range { return range + unit + (word.map { " or \($0)" } ?? "") }
        if let lengths { return lengths }
        return types.isEmpty ? "any value" : types.map(\.words).joined(separator: " or ") + unit
    }

    /// The one word that is permitted beside numbers: the default, if texts must have exactly its length.
    package var word: String? {
        guard types.contains(.string), case .text(let word)? = defaultValue, minimumLength == maximumLength,
            minimumLength == word.unicodeScalars.count
        else { return nil }
        return word.printable
    }

    /// The range of permitted numbers; nil if there is no limit.
    private var range: String? {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let low?, nil): "\(Self.short(low)) or more"
        case (nil, let high?): "\(Self.short(high)) or less"
        case (let low?, let high?): "\(Self.short(low))...\(Self.short(high))"
        }
    }

    /// The range of permitted lengths; nil if there is no limit.
    private var lengths: String? {
        switch (minimumLength, maximumLength) {
        case (nil, nil): nil
        case (let low?, nil): "text of \(low) characters or more"
        case (nil, let high?): "text of at most \(high) characters"
        case (let low?, let high?): "text of \(low)...\(high) characters"
        }
    }

    /// A number without unnecessary decimals: 10 and not 10.0.
    package static func short(_ number: Double) -> String {
        if let whole = Int64(exactly: number) { return "\(whole)" }
        return "\(number)"
    }

    /// A value as shown in a list of permitted values.
    package static func plain(_ value: ConfigurationValue) -> String {
        switch value {
        case .text(let text): text.printable
        case .number(let number): short(number)
        default: JSONWriter.text(value)
        }
    }
}

/// The types of JSON Schema.
package enum ValueType: String, Sendable, CaseIterable {
    case object, array, string, integer, number, boolean, null

    /// The type in words.
    package var words: String {
        switch self {
        case .object: "a section of keys"
        case .array: "a list"
        case .string: "text"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}
