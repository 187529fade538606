// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// Sections with which to test a driver, derived from its schema.
public struct SchemaSamples: Sendable {
    /// A section in JSON and its description, such as `rate: 100`.
    public typealias Section = (words: String, json: String)

    /// Sections that the schema permits: the sample with one key at a limit of its range or at another listed value.
    public private(set) var allowed: [Section] = []
    /// Sections that the schema rejects: with missing or unknown keys, a wrong type, or a value out of range.
    public private(set) var forbidden: [Section] = []
    /// The settings without a description, such as `limits.rate` for a nested one.
    public let undocumented: [String]
    /// True if the schema permits unknown keys, so that a misspelled one goes unnoticed.
    public let isOpen: Bool

    private let schema: ValueSchema

    /// - Parameters:
    ///   - schema: The driver's schema.
    ///   - sample: A section that the schema permits; nil to create no sections.
    public init(_ schema: DriverSchema, sample: DriverSection?) {
        self.schema = schema.schema
        undocumented = Self.undocumented(schema.schema, "")
        isOpen = Self.isOpen(schema.schema)
        guard let sample, let value = try? sample.value(schema.schema) else { return }
        for property in schema.schema.properties where sample.names(property.key) {
            for candidate in Self.candidates(property.schema) { add(value, property.key, candidate) }
        }
        for property in schema.schema.properties {
            for candidate in Self.wrong(property.schema) { add(value, property.key, candidate) }
        }
        for key in schema.schema.required { add(value, key, nil) }
        add(value, "gnss-no-such-key", .boolean(true))
    }

    /// Adds a section to `allowed` or `forbidden`, as the schema decides.
    private mutating func add(_ sample: ConfigurationValue, _ key: String, _ value: ConfigurationValue?) {
        guard case .section(var members) = sample else { return }
        members.removeAll { $0.key == key }
        if let value { members.append(.init(key: key, value: value)) }
        let section = ConfigurationValue.section(members)
        let words = value.map { "\(key): \(JSONWriter.text($0).printable)" } ?? "a section without \(key)"
        var validator = SchemaValidator(file: "sample")
        let checked = validator.check(ConfigurationNode(section, at: .start), schema, path: "")
        if let checked {
            allowed.append((words, JSONWriter.text(checked)))
        } else {
            forbidden.append((words, JSONWriter.text(section)))
        }
    }

    /// Permitted values at the limits.
    private static func candidates(_ schema: ValueSchema) -> [ConfigurationValue] {
        var values = schema.listed
        for bound in [schema.minimum, schema.maximum].compactMap({ $0 }) {
            if let whole = Int64(exactly: bound), schema.allows(.integer) { values.append(.integer(whole)) }
            if schema.types.contains(.number) { values.append(.number(bound)) }
        }
        if schema.types == [.boolean] { values += [.boolean(false), .boolean(true)] }
        return values
    }

    /// Values that are not permitted, as far as the schema rejects any.
    private static func wrong(_ schema: ValueSchema) -> [ConfigurationValue] {
        var values: [ConfigurationValue] = [
            .text("gnss-no-such-value"), .integer(-1), .boolean(true), .null, .list([]), .section([]),
        ]
        if let minimum = schema.minimum { values.append(.number(minimum - 1)) }
        if let maximum = schema.maximum { values.append(.number(maximum + 1)) }
        if let length = schema.maximumLength, length < 100_000 {
            values.append(.text(String(repeating: "x", count: length + 1)))
        }
        if let length = schema.minimumLength, length > 0 { values.append(.text("")) }
        var validator = SchemaValidator(file: "sample")
        return values.filter { validator.check(ConfigurationNode($0, at: .start), schema, path: "") == nil }
    }

    private static func undocumented(_ schema: ValueSchema, _ path: String) -> [String] {
        schema.properties.flatMap { property -> [String] in
            let place = path.isEmpty ? property.key : "\(path).\(property.key)"
            return (property.schema.text.isEmpty ? [place] : []) + undocumented(property.schema, place)
        } + schema.items.flatMap { undocumented($0, path) }
    }

    /// True if unknown keys are permitted. A nested section without any named keys is open on purpose and does not
    /// count.
    private static func isOpen(_ schema: ValueSchema, isWhole: Bool = true) -> Bool {
        let isOpenItself = schema.types == [.object] && !schema.isClosed && (isWhole || !schema.properties.isEmpty)
        return isOpenItself || schema.properties.contains { isOpen($0.schema, isWhole: false) }
            || schema.items.contains { isOpen($0, isWhole: false) }
    }
}

extension DriverSchema {
    /// True if there is a setting with this name that accepts text.
    public func takesText(_ key: String) -> Bool { schema[key]?.allows(.string) ?? false }

    /// True if there is a setting with this name that accepts integers.
    public func takesInteger(_ key: String) -> Bool { schema[key]?.allows(.integer) ?? false }

    /// True if a section must contain the key.
    public func isRequired(_ key: String) -> Bool { schema.required.contains(key) }

    /// True if an empty section is permitted.
    public var needsNothing: Bool { schema.required.isEmpty }
}

extension DriverSection {
    /// True if the section itself contains the key.
    public func names(_ key: String) -> Bool { node.entry(key) != nil }

    /// The scalar of a key as written; nil if the key is missing or has a list or section.
    public func text(_ key: String) -> String? {
        guard case .scalar(let text, _)? = node.entry(key)?.value.content else { return nil }
        return text
    }

    /// The section with a key set to a text.
    public func setting(_ key: String, to text: String) -> DriverSection { setting(key, to: .text(text)) }

    /// The section with a key set to a number.
    public func setting(_ key: String, to number: Int) -> DriverSection { setting(key, to: .integer(Int64(number))) }

    private func setting(_ key: String, to value: ConfigurationValue) -> DriverSection {
        var entries: [ConfigurationNode.Entry] = []
        if case .section(let own) = node.content { entries = own.filter { $0.key != key } }
        let value = ConfigurationNode(value, at: node.position)
        entries.append(.init(key: key, keyPosition: node.position, value: value))
        let changed = ConfigurationNode(content: .section(entries), position: node.position)
        return DriverSection(node: changed, file: file, path: path)
    }
}
