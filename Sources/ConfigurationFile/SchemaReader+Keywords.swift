// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// Reads the values of the keywords.
extension SchemaReader {
    /// Reads any JSON value.
    ///
    /// - Throws: `SchemaError` if the value is invalid.
    func value(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> ConfigurationValue {
        var validator = SchemaValidator(file: "schema")
        guard let value = validator.check(node, ValueSchema(), path: place) else {
            throw error(place, node.position, validator.errors.first?.problem ?? "is not a scalar value")
        }
        return value
    }

    /// Reads a list of distinct strings.
    ///
    /// - Throws: `SchemaError` if the value is anything else.
    func strings(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> [String] {
        let value = try value(node, place)
        let texts = value.elements.compactMap(\.text)
        guard case .list(let elements) = value, texts.count == elements.count, Set(texts).count == texts.count else {
            throw error(place, node.position, "must be a list of distinct strings")
        }
        return texts
    }

    /// Reads one type or a list of types.
    ///
    /// - Throws: `SchemaError` if the value is anything else.
    func types(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> [ValueType] {
        var names = [try value(node, place).text].compactMap { $0 }
        if names.isEmpty { names = try strings(node, place) }
        let types = names.compactMap(ValueType.init(rawValue:))
        guard !types.isEmpty, types.count == names.count else {
            let allowed = ValueType.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(place, node.position, "unknown type (allowed: \(allowed))")
        }
        return types
    }

    /// Reads the schemas of a section's keys.
    ///
    /// - Throws: `SchemaError` if one is invalid.
    func properties(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> [ValueSchema.Property] {
        guard case .section(let entries) = node.content else {
            throw error(place, node.position, "must be an object of schemas")
        }
        var properties: [ValueSchema.Property] = []
        for entry in entries {
            let schema = try schema(entry.value, join(place, entry.key))
            properties.append(ValueSchema.Property(key: entry.key, schema: schema))
        }
        return properties
    }

    /// Reads a number.
    ///
    /// - Throws: `SchemaError` if the value is anything else.
    func number(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> Double {
        switch try value(node, place) {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw error(place, node.position, "must be a number")
        }
    }

    /// Reads a length, 0 or more.
    ///
    /// - Throws: `SchemaError` if the value is anything else.
    func length(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> Int {
        guard let length = try value(node, place).integer, let length = Int(exactly: length), length >= 0 else {
            throw error(place, node.position, "must be a whole number, 0 or more")
        }
        return length
    }

    /// Rejects keywords that can never be satisfied or have no effect.
    ///
    /// - Throws: `SchemaError` for the first such keyword.
    func checkSense(
        of schema: ValueSchema, _ node: ConfigurationNode, _ place: String
    ) throws(SchemaError) {
        func refuse(_ keyword: String, _ problem: String) -> SchemaError {
            error(join(place, keyword), node.entry(keyword)?.keyPosition ?? node.position, problem)
        }
        if let low = schema.minimum, let high = schema.maximum, low > high {
            throw refuse("minimum", "above maximum")
        }
        if let low = schema.minimumLength, let high = schema.maximumLength, low > high {
            throw refuse("minLength", "above maxLength")
        }
        for (keyword, types) in Self.meant where node.entry(keyword) != nil {
            if types.contains(where: schema.allows) { continue }
            throw refuse(keyword, "has no effect on this type")
        }
        for key in schema.required where schema[key] == nil {
            throw refuse("required", "\(key.quoted) is not one of the properties")
        }
        try checkValues(of: schema, node, place)
    }

    /// Checks that the values of `enum` and `default` satisfy the rest of the schema.
    private func checkValues(
        of schema: ValueSchema, _ node: ConfigurationNode, _ place: String
    ) throws(SchemaError) {
        var rest = schema
        rest.listed = []
        let values =
            schema.listed.map { ("enum", $0, rest) }
            + [schema.defaultValue].compactMap { $0 }.map { ("default", $0, schema) }
        for (keyword, value, schema) in values {
            let position = node.entry(keyword)?.keyPosition ?? node.position
            var validator = SchemaValidator(file: "schema")
            if validator.check(ConfigurationNode(value, at: position), schema, path: "") == nil {
                let problem = validator.errors.first?.problem ?? "not allowed"
                throw error(join(place, keyword), position, "not allowed by the rest of the schema: \(problem)")
            }
        }
    }

    /// The types to which each keyword applies.
    private static var meant: [(String, [ValueType])] {
        [
            ("properties", [.object]), ("required", [.object]), ("additionalProperties", [.object]),
            ("minimum", [.number, .integer]), ("maximum", [.number, .integer]), ("minLength", [.string]),
            ("maxLength", [.string]), ("items", [.array]),
        ]
    }
}
