// SPDX-License-Identifier: Apache-2.0

/// A checked configuration value with defaults.
package enum ConfigurationValue: Hashable, Sendable {
    /// No value.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// A number, always finite.
    case number(Double)
    /// Text.
    case text(String)
    /// A list.
    case list([ConfigurationValue])
    /// A section: keys with values, in order.
    case section([Member])

    /// A key and its value.
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: ConfigurationValue

        package init(key: String, value: ConfigurationValue) { (self.key, self.value) = (key, value) }
    }

    /// The value of a key; nil if this is not a section or the key is missing.
    package subscript(key: String) -> ConfigurationValue? {
        guard case .section(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value after a JSON Merge Patch (RFC 7396): keys of a section are replaced one by one, and null removes one.
    package func merged(with patch: ConfigurationValue) -> ConfigurationValue {
        guard case .section(let changes) = patch else { return patch }
        var members: [Member] = []
        if case .section(let own) = self { members = own }
        for change in changes {
            let index = members.firstIndex { $0.key == change.key }
            if change.value == .null {
                if let index { members.remove(at: index) }
            } else if let index {
                members[index].value = members[index].value.merged(with: change.value)
            } else {
                members.append(Member(key: change.key, value: ConfigurationValue.null.merged(with: change.value)))
            }
        }
        return .section(members)
    }

    /// The text; nil for any other value.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The integer; nil for any other value.
    package var integer: Int64? {
        guard case .integer(let integer) = self else { return nil }
        return integer
    }

    /// The truth value; nil for any other value.
    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The number, integer or not and without a unit; nil for any other value.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// A number; integers are stored as such, so that 1 and 1.0 are equal.
    package static func plain(_ number: Double) -> ConfigurationValue {
        Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }

    /// The number as a duration in seconds; nil for any other value.
    package var duration: Duration? {
        switch self {
        case .integer(let seconds): .seconds(seconds)
        case .number(let seconds): .seconds(seconds)
        default: nil
        }
    }

    /// A duration in seconds, as an integer if possible.
    package static func seconds(_ duration: Duration) -> ConfigurationValue {
        let (seconds, attoseconds) = duration.components
        return attoseconds == 0 ? .integer(seconds) : .number(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// The elements of a list; empty for any other value.
    package var elements: [ConfigurationValue] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// True if both values are equal; 1 equals 1.0.
    package func means(_ other: ConfigurationValue) -> Bool {
        switch (self, other) {
        case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
        default: self == other
        }
    }
}

/// Text for messages.
extension String {
    /// The text in quotation marks, cut to 40 characters and with control characters escaped, so that it is safe to
    /// print.
    package var quoted: String { "\"\(printable)\"" }

    /// The text cut to 40 characters, with control characters escaped.
    package var printable: String {
        var out = ""
        for scalar in unicodeScalars.prefix(40) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
                out += scalar.escaped(asASCII: true)
            default: out.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.dropFirst(40).isEmpty ? out : out + "…"
    }
}
