// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A JSON value (RFC 8259) with exactly one text form (RFC 8785, JSON Canonicalization Scheme), so that its hash can be
/// computed on any machine.
public enum JSONValue: Hashable, Sendable, Encodable {
    case null
    case bool(Bool)
    /// A finite number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The greatest depth of arrays and objects that is read.
    static let depthLimit = 64

    /// Converts a value with the form that it has in the gateway's reports.
    ///
    /// - Throws: The error of the encoder, for example for a number that is not finite.
    public init(encoding value: some Encodable) throws {
        self = try JSONValue(parsing: [UInt8](try JSONEncoder().encode(value)))
    }

    /// Reads JSON text. The bytes need not be trusted.
    ///
    /// - Throws: `JSONTextError` for anything that two readers could read differently: invalid UTF-8, a name that
    ///   occurs twice, also in another Unicode form, a number that is not finite, or text after the value.
    public init(parsing bytes: [UInt8]) throws(JSONTextError) {
        var reader = JSONTextReader(bytes)
        self = try reader.value(depth: 0)
        try reader.end()
    }

    /// Writes the value as a part of another one.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    /// Converts the value to a type, by its JSON form.
    ///
    /// - Throws: `DecodingError`.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(canonical))
    }

    /// The member of an object; nil if the object lacks it, or the value is not an object.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string; nil for other values.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The canonical text in UTF-8: no white space, names sorted by UTF-16 code units, numbers as ECMAScript writes them.
    public var canonical: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
        case .number(let value): bytes += Array(Self.text(of: value).utf8)
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0x22: bytes += [0x5C, 0x22]
            case 0x5C: bytes += [0x5C, 0x5C]
            case 0x08: bytes += Array("\\b".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0..<0x20: bytes += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A number as `Number::toString` of ECMAScript writes it (RFC 8785, 3.2.2.3). The digits are the shortest that
    /// identify the number, as in Swift's own description.
    static func text(of number: Double) -> String {
        guard number != 0 else { return "0" }
        let words = "\(number.magnitude)".split(separator: "e")
        let parts = (words.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts.first ?? ""
        let fraction = parts.count > 1 ? parts[1] : ""
        var digits = Array((whole + fraction).utf8)
        // The value is 0.DIGITS × 10^point.
        var point = whole.utf8.count + (words.count > 1 ? Int(words[1]) ?? 0 : 0)
        while digits.count > 1, digits.first == 48 {
            digits.removeFirst()
            point -= 1
        }
        while digits.count > 1, digits.last == 48 { digits.removeLast() }
        let text = String(decoding: digits, as: UTF8.self)
        let sign = number < 0 ? "-" : ""
        if digits.count <= point, point <= 21 {
            return sign + text + String(repeating: "0", count: point - digits.count)
        }
        if (1...21).contains(point) { return sign + text.prefix(point) + "." + text.dropFirst(point) }
        if (-5...0).contains(point) { return sign + "0." + String(repeating: "0", count: -point) + text }
        let exponent = point - 1
        let power = (exponent < 0 ? "e-" : "e+") + String(exponent.magnitude)
        return sign + text.prefix(1) + (digits.count > 1 ? "." + text.dropFirst() : "") + power
    }
}

/// The reason why bytes are not JSON text.
public struct JSONTextError: Error, Hashable, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    init(_ description: String, at offset: Int) { self.description = "\(description) at byte \(offset)" }
}
