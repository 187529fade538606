// SPDX-License-Identifier: Apache-2.0

/// Decodes messages by their definitions and records encodings that a careful encoder does not produce.
///
/// Bytes that cannot be decoded cause an error. Encodings that are decodable but that no proto3 encoder should produce
/// are findings: unknown fields, fields with another wire type than defined, numbers with redundant bytes, values out
/// of range, a repeated singular field, fields out of order, and an explicit zero.
package struct StrictDecoder {
    /// The findings in sentences, at most `limit`.
    package private(set) var findings: [String] = []
    private var path: [String] = []

    package static let limit = 50
    private static let depth = 16

    package init() {}

    /// Decodes a message and adds to `findings`.
    ///
    /// - Throws: `WireError` with the offset if the bytes cannot be decoded, or messages are nested more than 16 levels
    ///   deep.
    package mutating func decode(_ bytes: ArraySlice<UInt8>, as form: MessageForm) throws(WireError) -> DecodedMessage {
        path.append(path.isEmpty ? form.name.split(separator: ".").last.map(String.init) ?? form.name : "")
        defer { path.removeLast() }
        guard path.count <= Self.depth else {
            throw WireError(reason: "messages are nested too deeply", offset: bytes.startIndex)
        }
        var message = DecodedMessage(name: form.name)
        var reader = WireReader(bytes)
        var last: UInt32 = 0
        while !reader.isAtEnd {
            let (number, type, isMinimal) = try reader.tag()
            if !isMinimal { found("the tag of field \(number) is encoded with redundant bytes") }
            if number < last { found("field \(number) follows field \(last)") }
            last = number
            try field(number, type, of: form, &reader, &message)
        }
        return message
    }

    private mutating func field(
        _ number: UInt32, _ type: WireType, of form: MessageForm, _ reader: inout WireReader,
        _ message: inout DecodedMessage
    ) throws(WireError) {
        guard let field = form.field(number) else {
            found("unknown field \(number)")
            return try skip(type, &reader)
        }
        if field.isRepeated, type == .lengthDelimited, field.kind.wireType != .lengthDelimited {
            return try packed(field, &reader, &message)
        }
        guard type == field.kind.wireType else {
            found("\(field.name) has wire type \(type.rawValue)")
            return try skip(type, &reader)
        }
        if !field.isRepeated, message[number] != nil { found("\(field.name) appears twice") }
        let value = try value(of: field, &reader)
        if !field.isRepeated, value.isDefault { found("\(field.name) explicitly contains its default value") }
        message.fields.append(.init(number: number, name: field.name, value: value))
    }

    private mutating func packed(
        _ field: FieldForm, _ reader: inout WireReader, _ message: inout DecodedMessage
    ) throws(WireError) {
        var inner = WireReader(try reader.take(try length(field.name, &reader)))
        while !inner.isAtEnd {
            let value = try value(of: field, &inner)
            message.fields.append(.init(number: field.number, name: field.name, value: value))
        }
    }

    private mutating func value(
        of field: FieldForm, _ reader: inout WireReader
    ) throws(WireError) -> DecodedValue {
        switch field.kind {
        case .string: return .text(try text(field.name, &reader))
        case .bytes: return .bytes(Array(try reader.take(try length(field.name, &reader))))
        case .message(let form):
            let bytes = try reader.take(try length(field.name, &reader))
            path.append(field.name)
            defer { path.removeLast() }
            return .message(try decode(bytes, as: form))
        case .double: return .real(Double(bitPattern: try reader.fixed(8)))
        default:
            let (raw, isMinimal) = try reader.varint()
            if !isMinimal { found("\(field.name) is encoded with redundant bytes") }
            return number(raw, field)
        }
    }

    private mutating func number(_ raw: UInt64, _ field: FieldForm) -> DecodedValue {
        switch field.kind {
        case .bool:
            if raw > 1 { found("\(field.name) is a boolean with the value \(raw)") }
            return .flag(raw != 0)
        case .int32:
            let value = Int64(bitPattern: raw)
            if Int32(exactly: value) == nil { found("\(field.name) does not fit into 32 bits") }
            return .integer(value)
        case .enumeration(let names):
            let value = Int64(bitPattern: raw)
            if names[value] == nil { found("\(field.name) is \(value), which is not defined") }
            return .integer(value)
        case .uint32:
            if UInt32(exactly: raw) == nil { found("\(field.name) does not fit into 32 bits") }
            return .unsigned(raw)
        case .uint64: return .unsigned(raw)
        case .sint64: return .integer(Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1))
        default: return .integer(Int64(bitPattern: raw))
        }
    }

    private mutating func text(_ name: String, _ reader: inout WireReader) throws(WireError) -> String {
        let bytes = try reader.take(try length(name, &reader))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WireError(reason: "\(name) is not UTF-8", offset: bytes.startIndex)
        }
        return text
    }

    private mutating func length(_ name: String, _ reader: inout WireReader) throws(WireError) -> UInt64 {
        let (length, isMinimal) = try reader.varint()
        if !isMinimal { found("the length of \(name) is encoded with redundant bytes") }
        return length
    }

    private mutating func skip(_ type: WireType, _ reader: inout WireReader) throws(WireError) {
        switch type {
        case .varint: _ = try reader.varint()
        case .fixed64: _ = try reader.take(8)
        case .fixed32: _ = try reader.take(4)
        case .lengthDelimited: _ = try reader.take(try length("an unknown field", &reader))
        }
    }

    private mutating func found(_ sentence: String) {
        guard findings.count < Self.limit else { return }
        findings.append(path.filter { !$0.isEmpty }.joined(separator: ".") + ": " + sentence)
    }
}

extension DecodedValue {
    /// True if proto3 omits the value.
    fileprivate var isDefault: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .bytes(let bytes): bytes.isEmpty
        case .integer(let value): value == 0
        case .unsigned(let value): value == 0
        case .real(let value): value.bitPattern == 0
        case .flag(let flag): !flag
        case .message: false
        }
    }
}
