// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Puts a text behind the bytes as it may stand in an element or between the quotes of an attribute.
    ///
    /// Characters that XML 1.0 forbids are left out: controls other than tab, line feed and carriage return, U+FFFE and
    /// U+FFFF. Those three are written as references, so that a reader does not make blanks of them.
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

    /// Puts a value behind the bytes as it may stand in XML.
    mutating func put(xml value: FieldValue) {
        if case .text(let text) = value { put(xml: text) } else { put(value) }
    }

    /// Puts ` name="value"` behind the bytes.
    mutating func put(attribute name: String, _ value: FieldValue) {
        append(0x20)
        put(name)
        put("=\"")
        put(xml: value)
        put("\"")
    }

    /// Puts `<name>value</name>` behind the bytes.
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
