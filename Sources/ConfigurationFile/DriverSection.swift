// SPDX-License-Identifier: Apache-2.0

package import Settings

/// The description of a driver's own keys, read from the driver's JSON Schema.
public struct DriverSchema: Sendable {
    package let schema: ValueSchema

    /// Reads a schema.
    ///
    /// - Parameters:
    ///   - json: The text, limited to the keywords `type, properties, required, additionalProperties: false, enum,
    ///     minimum, maximum, minLength, maxLength, items, default, description`.
    ///   - driver: The driver's name, for errors.
    /// - Throws: `SchemaError` for the first keyword or value that is unsupported or invalid.
    public init(json: String, driver: String) throws(SchemaError) {
        schema = try SchemaReader.read(json: json, driver: driver)
    }
}

/// A driver's own keys as written in the file; they are checked once the driver's schema is available.
public struct DriverSection: Sendable {
    package let node: ConfigurationNode
    package let file: String
    package let path: String

    /// A section without keys.
    public init() { self.init(node: .empty, file: "built-in", path: "config") }

    /// Creates a section from text.
    ///
    /// - Parameters:
    ///   - yaml: The keys in YAML or JSON.
    ///   - name: The name of the file in errors.
    /// - Throws: `ConfigurationErrors` with all errors in the YAML.
    public init(yaml: String, name: String) throws(ConfigurationErrors) {
        self.init(node: try YAMLReader.read(yaml, file: name), file: name, path: "")
    }

    /// Creates a section from the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The keys in YAML or JSON, in UTF-8.
    ///   - name: The name of the file in errors.
    /// - Throws: `ConfigurationErrors` with the place of the first byte that is not UTF-8, or all errors in the YAML.
    package init(bytes: [UInt8], name: String) throws(ConfigurationErrors) {
        try self.init(yaml: try ConfigurationDocument.text(bytes, name: name), name: name)
    }

    package init(node: ConfigurationNode, file: String, path: String) {
        self.node = node
        self.file = file
        self.path = path
    }

    /// The place of the section for messages: `gateway.yaml:7:5: receivers[0].config`.
    package var place: String { "\(file):\(node.position): \(path)" }

    /// The place of a key's value for messages: `gateway.yaml:8:13: receivers[0].config.baud`; if the key is missing,
    /// the place of the section.
    package func place(of key: String) -> String {
        node.entry(key).map { "\(file):\($0.value.position): \(path).\(key)" } ?? place
    }

    /// The error of a key whose value does not fit other keys, with its place.
    ///
    /// - Parameters:
    ///   - key: The path of the key below the section, such as `events[2].seconds`.
    ///   - problem: The problem in words.
    package func conflict(_ key: String, _ problem: String) -> ConfigurationErrors {
        let whole = path.isEmpty || key.isEmpty ? path + key : path + "." + key
        return ConfigurationErrors([
            ConfigurationError(
                cause: .conflict, file: file, position: node.nearest(key).position, key: whole, problem: problem)
        ])
    }

    /// Returns the section as compact JSON with the schema's defaults, for the driver.
    ///
    /// - Throws: `ConfigurationErrors` with all violations of the schema, with file, line and key.
    public func json(_ schema: DriverSchema) throws(ConfigurationErrors) -> String {
        JSONWriter.text(try value(schema.schema))
    }

    /// Returns the section as a value with the schema's defaults.
    ///
    /// - Throws: `ConfigurationErrors` with all violations of the schema, with file, line and key.
    package func value(_ schema: ValueSchema) throws(ConfigurationErrors) -> ConfigurationValue {
        var validator = SchemaValidator(file: file)
        guard let value = validator.check(node, schema, path: path) else {
            throw ConfigurationErrors(validator.errors)
        }
        return value
    }
}
