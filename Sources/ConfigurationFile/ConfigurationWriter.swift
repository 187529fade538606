// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// Writes values as YAML, with the description of each key above it.
struct ConfigurationWriter {
    /// The lines written so far.
    var lines: [String] = []
    /// The descriptions of drivers' own keys, by driver name.
    var drivers: [String: ValueSchema] = [:]

    /// Writes the keys of a section; those that it omits as comments.
    mutating func write(_ value: ConfigurationValue, _ schema: ValueSchema, indent: Int) {
        guard case .section(let members) = value else { return }
        for (index, member) in members.enumerated() {
            let description = description(of: member.key, in: value, schema)
            if indent == 0, index > 0 { lines.append("") }
            comment(description, isRequired: schema.required.contains(member.key), indent: indent)
            write(member, description, indent: indent)
        }
        for property in schema.properties where value[property.key] == nil {
            if indent == 0 { lines.append("") }
            comment(property.schema, isRequired: schema.required.contains(property.key), indent: indent)
            write(omitted: property, indent: indent)
        }
    }

    /// Writes a key as a comment, with its default or, for a section, the keys in it.
    private mutating func write(omitted property: ValueSchema.Property, indent: Int) {
        let defaults = property.schema.properties.compactMap { property -> ConfigurationValue.Member? in
            guard let value = property.schema.defaultValue, property.schema.properties.isEmpty else { return nil }
            return ConfigurationValue.Member(key: property.key, value: value)
        }
        var line = Self.word(property.key) + ":"
        if property.schema.properties.isEmpty, let value = property.schema.defaultValue {
            line += " " + Self.flow(value)
        }
        var inner = ConfigurationWriter()
        inner.lines = [line]
        inner.write(.section(defaults), property.schema, indent: 2)
        lines += inner.lines.map { "\(pad(indent))# \($0)" }
    }

    /// The description of a key; the driver describes its own keys.
    private func description(of key: String, in value: ConfigurationValue, _ schema: ValueSchema) -> ValueSchema {
        var description = schema[key] ?? ValueSchema()
        if key == "config", let driver = value["driver"]?.text, let own = drivers[driver],
            description.properties.isEmpty
        {
            description.properties = own.properties
            description.required = own.required
        }
        return description
    }

    private mutating func write(_ member: ConfigurationValue.Member, _ schema: ValueSchema, indent: Int) {
        let key = pad(indent) + Self.word(member.key) + ":"
        switch member.value {
        case .section(let members) where !members.isEmpty:
            lines.append(key)
            write(member.value, schema, indent: indent + 2)
        case .list(let values) where values.contains(where: \.isSection):
            lines.append(key)
            for value in values { write(element: value, schema.items.first ?? ValueSchema(), indent: indent + 2) }
        default:
            lines.append("\(key) \(Self.flow(member.value))")
        }
    }

    private mutating func write(element: ConfigurationValue, _ schema: ValueSchema, indent: Int) {
        guard element.isSection, element != .section([]) else {
            lines.append("\(pad(indent))- \(Self.flow(element))")
            return
        }
        lines.append("\(pad(indent))-")
        write(element, schema, indent: indent + 2)
    }

    /// Writes the description as comments of at most 100 columns.
    mutating func comment(_ schema: ValueSchema, isRequired: Bool, indent: Int) {
        var text = schema.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let isPlain = schema.properties.isEmpty && (schema.items.first?.properties.isEmpty ?? true)
        var facts: [String] = []
        let isOpaque = (schema.types.isEmpty && schema.listed.isEmpty) || schema.types == [.object]
        if isPlain, !isOpaque { facts.append((schema.items.first ?? schema).allowed) }
        if isRequired { facts.append("required") }
        if let value = schema.defaultValue, isPlain, !isOpaque { facts.append("default \(Self.flow(value))") }
        if !facts.isEmpty { text += (text.isEmpty ? "" : " ") + "(\(facts.joined(separator: "; ")))" }
        for line in Self.wrapped(text.safeForComment, width: 96 - indent) { lines.append("\(pad(indent))# \(line)") }
    }

    private func pad(_ indent: Int) -> String { String(repeating: " ", count: indent) }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count + 1 <= max(width, 20) {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// A value on one line in JSON, which is also YAML.
    static func flow(_ value: ConfigurationValue) -> String {
        switch value {
        case .text(let text): word(text)
        case .list(let values): "[" + values.map(flow).joined(separator: ", ") + "]"
        case .section(let members):
            "{" + members.map { "\(word($0.key)): \(flow($0.value))" }.joined(separator: ", ") + "}"
        default: JSONWriter.text(value)
        }
    }

    /// The text without quotes if every YAML reader reads it as text, or else in quotes.
    static func word(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "/._-".utf8.contains(byte)
        }
        let startsAsWord = text.utf8.first.map { (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "/") } ?? false
        let isSafe = isWord && startsAsWord && PlainScalar(text) == .text && PlainScalar.oldBoolean(text) == nil
        return isSafe ? text : JSONWriter.string(text)
    }
}

extension ConfigurationValue {
    fileprivate var isSection: Bool {
        if case .section = self { true } else { false }
    }
}

extension String {
    /// The text without characters that YAML does not permit even in a comment.
    fileprivate var safeForComment: String {
        let allowed = unicodeScalars.filter { scalar in
            let properties = scalar.properties
            let isLineEnd = [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            return !isLineEnd && !properties.isNoncharacterCodePoint && scalar != "\u{FEFF}"
        }
        return String(String.UnicodeScalarView(allowed))
    }
}
