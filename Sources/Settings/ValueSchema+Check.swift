// SPDX-License-Identifier: Apache-2.0

/// Checks of a value, with the same words for the configuration file, for requests and for the command line.
extension ValueSchema {
    /// The reason that a finite number is not permitted; nil if it is.
    ///
    /// - Parameter text: The number as written.
    package func rangeProblem(_ number: Double, as text: String) -> String? {
        if let minimum, number < minimum { return "\(text.printable) is below the minimum \(Self.short(minimum))" }
        if let maximum, number > maximum { return "\(text.printable) is above the maximum \(Self.short(maximum))" }
        return nil
    }

    /// The reason that the length of a text is not permitted; nil if it is.
    package func lengthProblem(_ text: String) -> String? {
        let length = text.unicodeScalars.count
        guard length < minimumLength ?? 0 || length > maximumLength ?? .max else { return nil }
        return "\(text.quoted) has \(length) characters"
    }

    /// The reason that the form of a text is not permitted, without the text itself; nil if it is.
    package func formProblem(_ text: String) -> String? {
        text.unicodeScalars.contains("\0") ? "contains a zero character" : form?(text)
    }

    /// The reason that a value is not among the listed ones; nil if it is, or if there is no list.
    package func listProblem(_ value: ConfigurationValue) -> String? {
        if listed.isEmpty || listed.contains(where: { $0.means(value) }) { return nil }
        let shown = if case .text(let text) = value { text.quoted } else { Self.plain(value).printable }
        return "\(shown) is not one of the allowed values"
    }

    /// The reason that a value is not permitted, with the permitted values; nil if it is.
    package func problem(of value: ConfigurationValue) -> String? {
        var problem: String?
        switch value {
        case _ where !allowsType(of: value): problem = "\(Self.plain(value).printable) has the wrong type"
        case .integer(let number): problem = rangeProblem(Double(number), as: "\(number)")
        case .number(let number) where !number.isFinite: problem = "\(number) is not a finite number"
        case .number(let number): problem = rangeProblem(number, as: Self.short(number))
        case .text(let text): problem = lengthProblem(text) ?? formProblem(text).map { "\(text.quoted) \($0)" }
        default: break
        }
        return (problem ?? listProblem(value)).map { "\($0) (allowed: \(allowed))" }
    }

    /// True if the type of a value is permitted.
    package func allowsType(of value: ConfigurationValue) -> Bool {
        switch value {
        case .null: allows(.null)
        case .boolean: allows(.boolean)
        case .integer: allows(.integer)
        case .number: allows(.number)
        case .text: allows(.string)
        case .list: allows(.array)
        case .section: allows(.object)
        }
    }

    /// Converts a text from the command line; nil if it is not a value of a permitted type.
    package func value(ofText text: String) -> ConfigurationValue? {
        if allows(.integer), let number = Int64(text) { return .integer(number) }
        if allows(.number), let number = Double(text), number.isFinite { return .plain(number) }
        if allows(.boolean), let flag = Bool(text) { return .boolean(flag) }
        return allows(.string) ? .text(text) : nil
    }

    /// The schema as JSON Schema, with the unit in addition to the standard keywords.
    package var jsonSchema: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        var members: [Member] = []
        func add(_ key: String, _ value: ConfigurationValue?) {
            if let value { members.append(Member(key: key, value: value)) }
        }
        let names = types.map { ConfigurationValue.text($0.rawValue) }
        add("type", names.count > 1 ? .list(names) : names.first)
        add("description", text.isEmpty ? nil : .text(text))
        add("unit", unit.map { .text($0) })
        add("default", defaultValue)
        add("enum", listed.isEmpty ? nil : .list(listed))
        add("minimum", minimum.map { .plain($0) })
        add("maximum", maximum.map { .plain($0) })
        add("minLength", minimumLength.map { .integer(Int64($0)) })
        add("maxLength", maximumLength.map { .integer(Int64($0)) })
        add("items", items.first?.jsonSchema)
        if !properties.isEmpty {
            add("properties", .section(properties.map { Member(key: $0.key, value: $0.schema.jsonSchema) }))
        }
        add("required", required.isEmpty ? nil : .list(required.map { .text($0) }))
        add("additionalProperties", isClosed ? .boolean(false) : nil)
        return .section(members)
    }

    /// All nested keys that are not sections themselves, such as `filter.max_hdop`.
    package var leaves: [(path: String, schema: ValueSchema)] {
        properties.flatMap { property -> [(path: String, schema: ValueSchema)] in
            if property.schema.properties.isEmpty { return [(property.key, property.schema)] }
            return property.schema.leaves.map { ("\(property.key).\($0.path)", $0.schema) }
        }
    }

    /// The schema of only the values that a person may change while the daemon runs; nil if there are none.
    package var changeablePart: ValueSchema? {
        guard !properties.isEmpty else { return isChangeable ? self : nil }
        var part = self
        part.defaultValue = nil
        part.required = []
        part.properties = properties.compactMap { property in
            property.schema.changeablePart.map { Property(key: property.key, schema: $0) }
        }
        return part.properties.isEmpty ? nil : part
    }

    /// The schema with other texts, such as translations, for itself, its keys and its elements.
    package func withTexts(_ text: (String) -> String) -> ValueSchema {
        var schema = self
        schema.text = self.text.isEmpty ? "" : text(self.text)
        schema.properties = properties.map { Property(key: $0.key, schema: $0.schema.withTexts(text)) }
        schema.items = items.map { $0.withTexts(text) }
        return schema
    }
}
