// SPDX-License-Identifier: Apache-2.0

package import Settings

/// The description of a driver's own keys, read from the JSON Schema that the driver carries.
public struct DriverSchema: Sendable {
    package let schema: ValueSchema

    /// Reads a schema.
    ///
    /// - Parameters:
    ///   - json: the text, of the subset `type, properties, required, additionalProperties: false, enum, minimum,
    ///     maximum, minLength, maxLength, items, default, description`.
    ///   - driver: the driver's name, for errors.
    /// - Throws: the first keyword or value that is outside the subset or makes no sense.
    public init(json: String, driver: String) throws(SchemaError) {
        schema = try SchemaReader.read(json: json, driver: driver)
    }
}

/// A driver's own keys as they stand in the file: not checked before the driver's schema is at hand.
public struct DriverSection: Sendable {
    package let node: ConfigurationNode
    package let file: String
    package let path: String

    /// A section without keys.
    public init() { self.init(node: .empty, file: "built-in", path: "config") }

    /// A section from text.
    ///
    /// - Parameters:
    ///   - yaml: the keys, as YAML or JSON.
    ///   - name: what errors name as the file.
    /// - Throws: all that is wrong with it as YAML.
    public init(yaml: String, name: String) throws(ConfigurationErrors) {
        self.init(node: try YAMLReader.read(yaml, file: name), file: name, path: "")
    }

    package init(node: ConfigurationNode, file: String, path: String) {
        self.node = node
        self.file = file
        self.path = path
    }

    /// Where it stands, for messages: `gateway.yaml:7:5: receivers[0].config`.
    package var place: String { "\(file):\(node.position): \(path)" }

    /// Where the value of a key stands, for messages: `gateway.yaml:8:13: receivers[0].config.baud`; where the section
    /// does not have it, where the section stands.
    package func place(of key: String) -> String {
        node.entry(key).map { "\(file):\($0.value.position): \(path).\(key)" } ?? place
    }

    /// The section as compact JSON, the schema's defaults filled in: what the driver is given.
    ///
    /// - Throws: all that the schema does not allow, with file, line and key.
    public func json(_ schema: DriverSchema) throws(ConfigurationErrors) -> String {
        JSONWriter.text(try value(schema.schema))
    }

    /// The section as a value, the schema's defaults filled in.
    ///
    /// - Throws: all that the schema does not allow, with file, line and key.
    package func value(_ schema: ValueSchema) throws(ConfigurationErrors) -> ConfigurationValue {
        var validator = SchemaValidator(file: file)
        guard let value = validator.check(node, schema, path: path) else {
            throw ConfigurationErrors(validator.errors)
        }
        return value
    }
}
