// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The decoded value of a field.
package indirect enum DecodedValue: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    case flag(Bool)
    case message(DecodedMessage)
}

/// A message as it was on the wire.
package struct DecodedMessage: Hashable, Sendable {
    /// A field that the message contains.
    package struct Field: Hashable, Sendable {
        package var number: UInt32
        package var name: String
        package var value: DecodedValue
    }

    package var name: String
    /// The known fields in wire order.
    package var fields: [Field] = []

    package init(name: String) { self.name = name }

    /// The last value of a field, which applies in proto3; nil if it is missing.
    package subscript(_ number: UInt32) -> DecodedValue? { fields.last { $0.number == number }?.value }

    /// All values of a repeated field.
    package func all(_ number: UInt32) -> [DecodedValue] { fields.filter { $0.number == number }.map(\.value) }

    /// The text of a field; empty if it is missing (proto3).
    package func text(_ number: UInt32) -> String {
        if case .text(let text)? = self[number] { text } else { "" }
    }

    /// The texts of a repeated field.
    package func texts(_ number: UInt32) -> [String] {
        all(number).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The integer of a field; 0 if it is missing.
    package func integer(_ number: UInt32) -> Int64 {
        switch self[number] {
        case .integer(let value)?: value
        case .unsigned(let value)?: Int64(clamping: value)
        default: 0
        }
    }

    /// The floating-point number of a field; 0 if it is missing.
    package func real(_ number: UInt32) -> Double {
        if case .real(let value)? = self[number] { value } else { 0 }
    }

    /// The bytes of a field; empty if it is missing.
    package func bytes(_ number: UInt32) -> [UInt8] {
        if case .bytes(let bytes)? = self[number] { bytes } else { [] }
    }

    /// The message in a field; nil if it is missing or has a different type.
    package func message(_ number: UInt32) -> DecodedMessage? {
        if case .message(let message)? = self[number] { message } else { nil }
    }

    /// The messages of a repeated field.
    package func messages(_ number: UInt32) -> [DecodedMessage] {
        all(number).compactMap { if case .message(let message) = $0 { message } else { nil } }
    }
}

extension DecodedMessage {
    /// The message as JSON for people, with at most `limit` values of a repeated field.
    package func json(limit: Int = 20) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (name, fields) in Dictionary(grouping: fields, by: \.name) {
            let values = fields.prefix(limit).map { $0.value.json(limit: limit) }
            object[name] = values.count == 1 ? values[0] : .array(values)
            if fields.count > limit { object["\(name)_count"] = .number(Double(fields.count)) }
        }
        return .object(object)
    }
}

extension DecodedValue {
    package func json(limit: Int) -> JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .bytes(let bytes): .string("\(bytes.count) bytes: " + Base64.encode(bytes.prefix(48)))
        case .integer(let value): .number(Double(value))
        case .unsigned(let value): .number(Double(value))
        case .real(let value): value.isFinite ? .number(value) : .string("\(value)")
        case .flag(let flag): .bool(flag)
        case .message(let message): message.json(limit: limit)
        }
    }
}
