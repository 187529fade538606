// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// A JSON value (RFC 8259).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A member of an object; nil if it is missing or the value is not an object.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    /// The number, without a unit; nil for any other value.
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    /// The number as an integer; nil if it is not a whole number.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }
    /// The texts of an array that contains only texts; nil otherwise.
    package var texts: [String]? {
        guard let items else { return nil }
        let texts = items.compactMap(\.text)
        return texts.count == items.count ? texts : nil
    }

    package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
    package init(_ number: Int) { self = .number(Double(number)) }
    package init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
    package init(nilLiteral: ()) { self = .null }
}

extension JSONValue: CustomStringConvertible {
    /// The JSON text on one line, with members ordered by name.
    package var description: String {
        var writer = FieldWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(to writer: inout FieldWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let flag): writer.flag(flag)
        case .number(let number): writer.real(number)
        case .string(let string): writer.text(string)
        case .array(let items):
            writer.beginArray()
            for item in items { item.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.name(name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
