// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// An error in a driver's schema, which is an error of the driver and not of the configuration.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    public var driver: String
    /// The place in the schema such as `properties.speed`; empty for the whole.
    public var place: String
    /// The problem with the keyword.
    public var problem: String
    /// The line and column in the schema's text; nil if unknown.
    public var position: TextPosition?

    /// The error on one line: `schema of driver "x": 3:20: properties.speed: unknown keyword "pattern" (allowed: type,
    /// …)`.
    public var description: String {
        var parts = ["schema of driver \(driver.quoted)"]
        if let position { parts.append("\(position)") }
        if !place.isEmpty { parts.append(place) }
        return (parts + [problem]).joined(separator: ": ")
    }
}

/// Reads the subset of JSON Schema in which drivers describe their configuration.
struct SchemaReader {
    /// The keywords of the subset; any other keyword is rejected, so that none is silently ignored.
    static let keywords = [
        "type", "properties", "required", "additionalProperties", "enum", "minimum", "maximum", "minLength",
        "maxLength", "items", "default", "description",
    ]

    private let driver: String

    /// Reads a schema.
    ///
    /// - Parameters:
    ///   - json: The text, at most ``ConfigurationDocument/maximumSize`` bytes.
    ///   - driver: The driver's name, for errors.
    /// - Returns: The description of the driver's section.
    /// - Throws: `SchemaError` for the first error.
    static func read(json: String, driver: String) throws(SchemaError) -> ValueSchema {
        let reader = SchemaReader(driver: driver)
        guard json.utf8.count <= ConfigurationDocument.maximumSize else {
            throw reader.error("", nil, "larger than \(ConfigurationDocument.maximumSize) bytes")
        }
        let node: ConfigurationNode
        do {
            node = try YAMLReader.read(json, file: "schema")
        } catch {
            throw reader.error("", error.errors.first?.position, error.errors.first?.problem ?? "is not JSON")
        }
        let schema = try reader.schema(node, "")
        guard schema.types == [.object] else {
            throw reader.error("type", node.position, "the schema of a driver's section must be of type object")
        }
        return schema
    }

    func error(_ place: String, _ position: TextPosition?, _ problem: String) -> SchemaError {
        SchemaError(driver: driver, place: place, problem: problem, position: position)
    }

    func join(_ place: String, _ word: String) -> String { place.isEmpty ? word : "\(place).\(word)" }

    func schema(_ node: ConfigurationNode, _ place: String) throws(SchemaError) -> ValueSchema {
        guard case .section(let entries) = node.content else {
            throw error(place, node.position, "a schema must be an object")
        }
        var schema = ValueSchema()
        for entry in entries {
            guard Self.keywords.contains(entry.key) else {
                let allowed = Self.keywords.joined(separator: ", ")
                throw error(
                    place, entry.keyPosition, "unknown keyword \(entry.key.quoted) (allowed: \(allowed))")
            }
            try read(entry, into: &schema, join(place, entry.key))
        }
        try checkSense(of: schema, node, place)
        return schema
    }

    private func read(
        _ entry: ConfigurationNode.Entry, into schema: inout ValueSchema, _ place: String
    ) throws(SchemaError) {
        let node = entry.value
        switch entry.key {
        case "type": schema.types = try types(node, place)
        case "properties": schema.properties = try properties(node, place)
        case "required": schema.required = try strings(node, place)
        case "additionalProperties":
            guard try value(node, place) == .boolean(false) else {
                throw error(place, node.position, "must be false")
            }
            schema.isClosed = true
        case "enum":
            schema.listed = try value(node, place).elements
            if schema.listed.isEmpty { throw error(place, node.position, "must be a list of values") }
        case "minimum": schema.minimum = try number(node, place)
        case "maximum": schema.maximum = try number(node, place)
        case "minLength": schema.minimumLength = try length(node, place)
        case "maxLength": schema.maximumLength = try length(node, place)
        case "items": schema.items = [try self.schema(node, place)]
        case "default": schema.defaultValue = try value(node, place)
        default:
            guard let text = try value(node, place).text else { throw error(place, node.position, "must be text") }
            schema.text = text
        }
    }
}
