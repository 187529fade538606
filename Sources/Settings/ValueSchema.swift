// SPDX-License-Identifier: Apache-2.0

/// The description of a value: what is allowed and what it means.
///
/// The gateway's own keys and those of every driver are described so. Checking, the defaults, `config show` and the
/// sample file are made from it.
package struct ValueSchema: Sendable {
    /// The types allowed; all where empty.
    package var types: [ValueType] = []
    /// What it is, in a sentence.
    package var text = ""
    /// The unit of a number (`s`), for people.
    package var unit: String?
    /// The value where the key is absent.
    package var defaultValue: ConfigurationValue?
    /// The only values allowed; no such limit where empty.
    package var listed: [ConfigurationValue] = []
    /// The least number allowed.
    package var minimum: Double?
    /// The greatest number allowed.
    package var maximum: Double?
    /// The least length of a text, in Unicode scalars.
    package var minimumLength: Int?
    /// The greatest length of a text, in Unicode scalars.
    package var maximumLength: Int?
    /// The keys of a section, in the order of the description.
    package var properties: [Property] = []
    /// The keys that must be there.
    package var required: [String] = []
    /// Whether keys other than `properties` are refused.
    package var isClosed = false
    /// The description of a list's elements: none or one.
    package var items: [ValueSchema] = []
    /// A check of a text's form, for keys of our own: the problem, nil where the form is right.
    package var form: (@Sendable (String) -> String?)?
    /// What `form` allows, for people.
    package var formText: String?
    /// What a value may look like, for the sample file.
    package var example: ConfigurationValue?

    /// Whether a person may change the value while the daemon runs.
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

    /// The description of a key, nil where it has none.
    package subscript(key: String) -> ValueSchema? { properties.first { $0.key == key }?.schema }

    /// Whether a value of that type is allowed.
    package func allows(_ type: ValueType) -> Bool {
        types.isEmpty || types.contains(type) || (type == .integer && types.contains(.number))
    }

    /// What is allowed, in words: `0.1...1000 s`, `in-process | process`, `text`.
    package var allowed: String {
        if !listed.isEmpty { return listed.map(Self.plain).joined(separator: " | ") }
        if let formText { return formText }
        let unit = unit.map { " \($0)" } ?? ""
        if let range { return range + unit + (word.map { " or \($0)" } ?? "") }
        if let lengths { return lengths }
        return types.isEmpty ? "any value" : types.map(\.words).joined(separator: " or ") + unit
    }

    /// The one word that stands beside numbers: the default of texts of its very length.
    package var word: String? {
        guard types.contains(.string), case .text(let word)? = defaultValue, minimumLength == maximumLength,
            minimumLength == word.unicodeScalars.count
        else { return nil }
        return word.printable
    }

    /// The numbers allowed, nil where there is no limit.
    private var range: String? {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let low?, nil): "\(Self.short(low)) or more"
        case (nil, let high?): "\(Self.short(high)) or less"
        case (let low?, let high?): "\(Self.short(low))...\(Self.short(high))"
        }
    }

    /// The lengths allowed, nil where there is no limit.
    private var lengths: String? {
        switch (minimumLength, maximumLength) {
        case (nil, nil): nil
        case (let low?, nil): "text of \(low) characters or more"
        case (nil, let high?): "text of at most \(high) characters"
        case (let low?, let high?): "text of \(low)...\(high) characters"
        }
    }

    /// A number as people write it: 10 and not 10.0.
    package static func short(_ number: Double) -> String {
        if let whole = Int64(exactly: number) { return "\(whole)" }
        return "\(number)"
    }

    /// A value as it stands in a list of those allowed.
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

    /// The type as a person would say it.
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
