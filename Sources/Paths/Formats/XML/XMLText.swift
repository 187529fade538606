// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Appends text, escaped for an element or a quoted attribute.
    ///
    /// Characters that XML 1.0 forbids are omitted: control characters except tab, line feed and carriage return, and
    /// U+FFFE and U+FFFF. Those three control characters are written as references, because a reader may otherwise
    /// convert them to blanks.
    mutating func put(xml text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": put("&amp;")
            case "<": put("&lt;")
            case ">": put("&gt;")
            case "\"": put("&quot;")
            case "\t": put("&#9;")
            case "\n": put("&#10;")
            case "\r": put("&#13;")
            case "\u{FFFE}", "\u{FFFF}": break
            default: if scalar.value >= 0x20 { append(contentsOf: UTF8.encode(scalar) ?? .init()) }
            }
        }
    }

    /// Appends a value, escaped for XML.
    mutating func put(xml value: FieldValue) {
        if case .text(let text) = value { put(xml: text) } else { put(value) }
    }

    /// Appends ` name="value"`.
    mutating func put(attribute name: String, _ value: FieldValue) {
        append(0x20)
        put(name)
        put("=\"")
        put(xml: value)
        put("\"")
    }

    /// Appends `<name>value</name>`.
    mutating func put(element name: StaticString, _ value: FieldValue) {
        put("<")
        put(name)
        put(">")
        put(xml: value)
        put("</")
        put(name)
        put(">")
    }
}
