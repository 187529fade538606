// SPDX-License-Identifier: Apache-2.0

/// Writes values as compact JSON (RFC 8259) that is also YAML, with keys in their order. Use `FieldWriter` for JSON
/// that need not be YAML.
package enum JSONWriter {
    /// The JSON of a value. A number that is not finite, which no checked value contains, becomes `null`.
    package static func text(_ value: ConfigurationValue) -> String {
        var out = ""
        write(value, to: &out)
        return out
    }

    private static func write(_ value: ConfigurationValue, to out: inout String) {
        switch value {
        case .null: out += "null"
        case .boolean(let flag): out += flag ? "true" : "false"
        case .integer(let integer): out += "\(integer)"
        case .number(let number): out += number.isFinite ? "\(number)" : "null"
        case .text(let text): out += string(text)
        case .list(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += "," }
                write(value, to: &out)
            }
            out += "]"
        case .section(let members):
            out += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { out += "," }
                out += string(member.key)
                out += ":"
                write(member.value, to: &out)
            }
            out += "}"
        }
    }

    /// A JSON string that is also a YAML string: characters that YAML treats as line ends or does not permit are
    /// escaped too.
    package static func string(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                out += "\\u" + hex(scalar.value)
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
