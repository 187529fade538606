// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// Checks nodes against a schema, inserts defaults and collects all errors.
struct SchemaValidator {
    /// The name of the file in errors.
    let file: String
    /// Schemas that replace others, by key path: the drivers' schemas for their sections.
    private let overrides: [String: ValueSchema]
    /// The errors so far.
    private(set) var errors: [ConfigurationError] = []

    init(file: String, overrides: [String: ValueSchema] = [:]) {
        self.file = file
        self.overrides = overrides
    }

    /// Checks a node.
    ///
    /// - Parameters:
    ///   - node: The node from the file.
    ///   - schema: Its schema.
    ///   - path: The key path of the node; empty for the whole file.
    /// - Returns: The value with defaults; nil if it is invalid, and `errors` contains the reasons.
    mutating func check(_ node: ConfigurationNode, _ schema: ValueSchema, path: String) -> ConfigurationValue? {
        let schema = overrides[path] ?? schema
        let count = errors.count
        let value =
            switch node.content {
            case .scalar(let text, let isPlain): scalar(text, isPlain: isPlain, node, schema, path)
            case .list(let nodes): list(nodes, node, schema, path)
            case .section(let entries): section(entries, node, schema, path)
            }
        guard let value, errors.count == count else { return nil }
        if let problem = schema.listProblem(value) {
            report(.notListed, node, path, problem, schema)
            return nil
        }
        return value
    }

    /// Adds an error that no schema can express.
    mutating func report(
        _ cause: ConfigurationError.Cause, at position: TextPosition, _ path: String, _ problem: String,
        allowed: String? = nil
    ) {
        guard errors.count < ConfigurationErrors.maximumCount else { return }
        let key = path.isEmpty ? nil : path
        errors.append(
            ConfigurationError(
                cause: cause, file: file, position: position, key: key, problem: problem, allowed: allowed))
    }

    private mutating func report(
        _ cause: ConfigurationError.Cause, _ node: ConfigurationNode, _ path: String, _ problem: String,
        _ schema: ValueSchema
    ) {
        report(cause, at: node.position, path, problem, allowed: schema.allowed)
    }
}

// MARK: lists and sections

extension SchemaValidator {
    private mutating func list(
        _ nodes: [ConfigurationNode], _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        guard schema.allows(.array) else {
            report(.wrongType, node, path, "is a list", schema)
            return nil
        }
        let element = schema.items.first ?? ValueSchema()
        var values: [ConfigurationValue] = []
        for (index, item) in nodes.enumerated() {
            guard errors.count < ConfigurationErrors.maximumCount else { return nil }
            if let value = check(item, element, path: "\(path)[\(index)]") { values.append(value) }
        }
        return values.count == nodes.count ? .list(values) : nil
    }

    private mutating func section(
        _ entries: [ConfigurationNode.Entry], _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        guard schema.allows(.object) else {
            report(.wrongType, node, path, "is a section of keys", schema)
            return nil
        }
        let count = errors.count
        checkKeys(entries, schema, path)
        var members: [ConfigurationValue.Member] = []
        for property in schema.properties {
            let entry = entries.first { $0.key == property.key }
            let isRequired = schema.required.contains(property.key)
            guard let given = given(entry, property, isRequired: isRequired, node, path) else { continue }
            if let value = check(given, property.schema, path: join(path, property.key)) {
                members.append(ConfigurationValue.Member(key: property.key, value: value))
            }
        }
        for entry in entries where schema[entry.key] == nil && !schema.isClosed {
            if let value = check(entry.value, ValueSchema(), path: join(path, entry.key)) {
                members.append(ConfigurationValue.Member(key: entry.key, value: value))
            }
        }
        return errors.count == count ? .section(members) : nil
    }

    /// Returns the node for a key: that of the file, or the default, or nil.
    private mutating func given(
        _ entry: ConfigurationNode.Entry?, _ property: ValueSchema.Property, isRequired: Bool,
        _ node: ConfigurationNode, _ path: String
    ) -> ConfigurationNode? {
        let schema = property.schema
        // "receivers:" with only comments below it means an empty list.
        let isEmptyContainer = entry?.value.isNull == true && schema.isContainer
        if let entry, !isEmptyContainer { return entry.value }
        if let value = schema.defaultValue { return ConfigurationNode(value, at: entry?.keyPosition ?? node.position) }
        if isRequired {
            report(.missingKey, node, join(path, property.key), "is missing", schema)
        }
        return nil
    }

    private mutating func checkKeys(_ entries: [ConfigurationNode.Entry], _ schema: ValueSchema, _ path: String) {
        var seen: Set<String> = []
        let parent = path
        for entry in entries {
            // The hints below take time.
            guard errors.count < ConfigurationErrors.maximumCount else { return }
            let path = join(path, entry.key)
            if !seen.insert(entry.key).inserted {
                report(.duplicateKey, at: entry.keyPosition, path, "is given twice")
            }
            guard schema.isClosed, schema[entry.key] == nil else { continue }
            let keys = schema.properties.map(\.key)
            let hint =
                home(of: entry.key, in: schema, parent).map { ": it belongs \($0)" }
                ?? NearMiss.of(entry.key, in: keys).map { ", did you mean \($0.quoted)?" } ?? ""
            let allowed = keys.isEmpty ? "none" : keys.joined(separator: ", ")
            report(.unknownKey, at: entry.keyPosition, path, "unknown key\(hint)", allowed: allowed)
        }
    }

    /// Describes where a key belongs that is one level too high or too low; nil if no section contains it, or several
    /// do.
    private func home(of key: String, in schema: ValueSchema, _ path: String) -> String? {
        let below = schema.properties.filter { (overrides[join(path, $0.key)] ?? $0.schema)[key] != nil }
        if below.count == 1 { return "under \(below[0].key.quoted)" }
        let isConfig = overrides[path] != nil && path.hasSuffix(".config")
        return isConfig && GatewayKeys.receiver[key] != nil ? "next to 'config', not in it" : nil
    }

    private func join(_ path: String, _ key: String) -> String {
        path.isEmpty ? key.printable : "\(path).\(key.printable)"
    }
}

// MARK: scalars

extension SchemaValidator {
    private mutating func scalar(
        _ text: String, isPlain: Bool, _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        guard isPlain else { return quoted(text, node, schema, path) }
        switch PlainScalar(text) {
        case .null: return null(node, schema, path)
        case .boolean(let flag):
            if schema.allows(.boolean) { return .boolean(flag) }
            return wrongType(node, schema, path, "\(text.quoted) is true or false", text)
        case .integer(let integer):
            return number(.integer(integer), Double(integer), text, node, schema, path)
        case .number(let number):
            let whole = Int64(exactly: number)
            let isWhole = !schema.allows(.number) && whole != nil
            return self.number(isWhole ? .integer(whole ?? 0) : .number(number), number, text, node, schema, path)
        case .notFinite: return refused(.outOfRange, text, "is not a finite number", node, schema, path)
        case .hugeInteger: return hugeInteger(text, node, schema, path)
        case .leadingZero:
            let problem = "is ambiguous (octal or decimal): remove the leading zero, or quote it"
            return refused(.badForm, text, problem, node, schema, path)
        case .text:
            return self.text(text, node, schema, path)
        }
    }

    private mutating func null(_ node: ConfigurationNode, _ schema: ValueSchema, _ path: String) -> ConfigurationValue?
    {
        if schema.allows(.null) { return .null }
        let hint = schema.defaultValue == nil ? "" : ": omit the key for its default"
        report(.wrongType, node, path, "has no value\(hint)", schema)
        return nil
    }

    private mutating func refused(
        _ cause: ConfigurationError.Cause, _ text: String, _ problem: String, _ node: ConfigurationNode,
        _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        // What stands before the @ of an address may be a password.
        let shown = text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text
        report(cause, node, path, "\(shown.quoted) \(problem)", schema)
        return nil
    }

    /// Reports a value of the wrong type, with a hint about quotes if text is permitted.
    private mutating func wrongType(
        _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String, _ problem: String, _ text: String
    ) -> ConfigurationValue? {
        let hint = schema.allows(.string) ? ", not text: put it in quotes, \"\(text.printable)\"" : ""
        report(.wrongType, node, path, problem + hint, schema)
        return nil
    }

    private mutating func hugeInteger(
        _ text: String, _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        if schema.allows(.number), let number = Double(text), number.isFinite {
            return self.number(.number(number), number, text, node, schema, path)
        }
        return refused(.outOfRange, text, "does not fit into 64 bits", node, schema, path)
    }

    private mutating func number(
        _ value: ConfigurationValue, _ number: Double, _ text: String, _ node: ConfigurationNode,
        _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        var type = ValueType.number
        if case .integer = value { type = .integer }
        guard number.isFinite else { return refused(.outOfRange, text, "is too large", node, schema, path) }
        guard schema.allows(type) else {
            let isFraction = schema.allows(.integer)
            return wrongType(
                node, schema, path, isFraction ? "\(text.quoted) is not a whole number" : "\(text.quoted) is a number",
                text)
        }
        if let problem = schema.rangeProblem(number, as: text) {
            report(.outOfRange, node, path, problem, schema)
            return nil
        }
        return value
    }

    /// Checks a quoted text. A quoted number where numbers are permitted is probably a mistake, unless the text is also
    /// permitted.
    private mutating func quoted(
        _ text: String, _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        let takesNumbers = !schema.types.isEmpty && (schema.allows(.integer) || schema.allows(.number))
        guard takesNumbers, isNumber(text.trimmed), !schema.takes(text) else {
            return self.text(text, node, schema, path)
        }
        report(
            .wrongType, node, path,
            "\(text.quoted) is text: remove the quotes for a number, \(text.trimmed.printable)",
            schema)
        return nil
    }

    private func isNumber(_ text: String) -> Bool {
        switch PlainScalar(text) {
        case .integer, .number: true
        default: false
        }
    }

    private mutating func text(
        _ text: String, _ node: ConfigurationNode, _ schema: ValueSchema, _ path: String
    ) -> ConfigurationValue? {
        guard schema.allows(.string) else {
            report(.wrongType, node, path, "\(text.quoted) is text\(Self.booleanHint(text, schema))", schema)
            return nil
        }
        if let problem = schema.lengthProblem(text) {
            report(.badLength, node, path, problem, schema)
            return nil
        }
        if let problem = schema.formProblem(text) { return refused(.badForm, text, problem, node, schema, path) }
        return .text(text)
    }

    private static func booleanHint(_ text: String, _ schema: ValueSchema) -> String {
        guard schema.allows(.boolean), let flag = PlainScalar.oldBoolean(text) else { return "" }
        return ", write \(flag)"
    }
}

extension String {
    /// The text without spaces at both ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension ValueSchema {
    /// True if the schema permits the text, including its length, form and list. If a single word is permitted beside
    /// numbers, no other text of its length is.
    fileprivate func takes(_ text: String) -> Bool {
        guard allows(.string), word ?? text == text, lengthProblem(text) == nil, formProblem(text) == nil else {
            return false
        }
        return listProblem(.text(text)) == nil
    }

    /// True if only a list or section is permitted.
    fileprivate var isContainer: Bool { !types.isEmpty && types.allSatisfy { $0 == .array || $0 == .object } }
}
