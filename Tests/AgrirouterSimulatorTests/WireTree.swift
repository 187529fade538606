// SPDX-License-Identifier: Apache-2.0

@testable import AgrirouterSimulator
@testable import StrictFormats

/// The fields of a message with those of the messages within, any of which can be made wrong.
struct WireTree {
    /// One fault.
    enum Mutation: CaseIterable {
        /// The field stands there twice.
        case double
        /// It changes places with the one behind it.
        case swap
        /// A field that nobody knows follows it.
        case unknown
        /// Its tag has a byte more than it needs.
        case longTag
        /// Its number or length has a byte more than it needs.
        case longNumber
        /// It says that it is of another wire type.
        case otherType
        /// It is written out with its default (numbers only).
        case zero
    }

    /// A field: its tag, what stands between tag and content, the content, and the fields within it.
    struct Field {
        var number: UInt32
        var name: String
        var type: UInt8
        var isRepeated: Bool
        var content: [UInt8]
        var within: [Field]?

        var bytes: [UInt8] { bytes() }

        func bytes(longTag: Bool = false, longNumber: Bool = false, type other: UInt8? = nil) -> [UInt8] {
            let tag = WireTree.varint(UInt64(number) << 3 | UInt64(other ?? type), isLong: longTag)
            let inner = within.map { $0.flatMap(\.bytes) } ?? content
            switch type {
            case 0: return tag + (longNumber ? WireTree.lengthened(inner) : inner)
            case 2: return tag + WireTree.varint(UInt64(inner.count), isLong: longNumber) + inner
            default: return tag + inner
            }
        }
    }

    /// Where a field is: the index at each depth; the first is 0 for the envelope, 1 for the payload.
    typealias Place = [Int]

    private var parts: [[Field]]

    init(_ bytes: [UInt8]) throws {
        var reader = WireReader(bytes[...])
        let envelope = try reader.take(try reader.varint().value)
        let wrapper = try reader.take(try reader.varint().value)
        let type = try RequestMessage(bytes).type
        parts = [
            try Self.fields(envelope, FormTable.requestEnvelope),
            try Self.fields(wrapper, FormTable.requestPayload, content: MessageTypeTable.form(type)),
        ]
    }

    private static func fields(
        _ bytes: ArraySlice<UInt8>, _ form: MessageForm, content: MessageForm? = nil
    ) throws -> [Field] {
        var reader = WireReader(bytes)
        var all: [Field] = []
        while !reader.isAtEnd {
            let (number, type, _) = try reader.tag()
            let field = form.field(number)
            let value: ArraySlice<UInt8>
            switch type {
            case .varint:
                let start = reader.position
                _ = try reader.varint()
                value = bytes[start..<reader.position]
            case .fixed64: value = try reader.take(8)
            case .fixed32: value = try reader.take(4)
            case .lengthDelimited: value = try reader.take(try reader.varint().value)
            }
            var inner: [Field]?
            if case .message(let form)? = field?.kind { inner = try fields(value, form, content: content) }
            // What an Any holds is a message too.
            if form.name == FormTable.any.name, number == 2, let content { inner = try fields(value, content) }
            all.append(
                Field(
                    number: number, name: field?.name ?? "?", type: type.rawValue,
                    isRepeated: field?.isRepeated ?? false, content: Array(value), within: inner))
        }
        return all
    }

    static func varint(_ value: UInt64, isLong: Bool) -> [UInt8] {
        var writer = WireWriter()
        writer.raw(value)
        return isLong ? lengthened(writer.bytes) : writer.bytes
    }

    fileprivate static func lengthened(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last else { return bytes }
        return bytes.dropLast() + [last | 0x80, 0]
    }

    /// Every field, however deep.
    var places: [Place] { parts.indices.flatMap { part in Self.places(parts[part], below: [part]) } }

    private static func places(_ fields: [Field], below place: Place) -> [Place] {
        fields.indices.flatMap { index in
            [place + [index]] + places(fields[index].within ?? [], below: place + [index])
        }
    }

    /// The names on the way to a field, without envelope and `Any`: `gps_entries.position_north`.
    func path(_ place: Place) -> String {
        var names: [String] = []
        var fields = parts[place[0]]
        for index in place.dropFirst() {
            names.append(fields[index].name)
            fields = fields[index].within ?? []
        }
        return names.filter { !["details", "value"].contains($0) || names.count < 3 }.joined(separator: ".")
    }

    /// The message with one fault; nil where there can be none of that kind.
    func mutated(at place: Place, _ mutation: Mutation) -> [UInt8]? {
        encoded(place) { fields, index in
            let field = fields[index]
            let before = fields[..<index].flatMap(\.bytes)
            let after = fields[(index + 1)...].flatMap(\.bytes)
            switch mutation {
            case .double: return field.isRepeated ? nil : before + field.bytes + field.bytes + after
            case .swap:
                guard index + 1 < fields.count, fields[index + 1].number != field.number else { return nil }
                return before + fields[index + 1].bytes + field.bytes + fields[(index + 2)...].flatMap(\.bytes)
            case .unknown: return before + field.bytes + [0xF8, 0x7F, 0x01] + after
            case .longTag: return before + field.bytes(longTag: true) + after
            case .longNumber:
                return [0, 2].contains(field.type) ? before + field.bytes(longNumber: true) + after : nil
            case .otherType: return before + field.bytes(type: field.type == 0 ? 2 : 0) + after
            case .zero:
                guard field.type == 0 else { return nil }
                return before + Self.varint(UInt64(field.number) << 3, isLong: false) + [0] + after
            }
        }
    }

    /// The message without a field.
    func without(_ place: Place) -> [UInt8]? {
        encoded(place) { fields, index in (fields[..<index] + fields[(index + 1)...]).flatMap(\.bytes) }
    }

    /// The whole message, with the fields beside a place written by `write`.
    private func encoded(_ place: Place, _ write: ([Field], Int) -> [UInt8]?) -> [UInt8]? {
        var messages: [[UInt8]] = []
        for part in parts.indices {
            guard part == place[0] else {
                messages.append(parts[part].flatMap(\.bytes))
                continue
            }
            guard let bytes = Self.encode(parts[part], Array(place.dropFirst()), write) else { return nil }
            messages.append(bytes)
        }
        return messages.flatMap { WireWriter.delimited($0) }
    }

    private static func encode(
        _ fields: [Field], _ place: [Int], _ write: ([Field], Int) -> [UInt8]?
    ) -> [UInt8]? {
        guard place.count > 1, let inner = fields[place[0]].within else { return write(fields, place[0]) }
        guard let changed = encode(inner, Array(place.dropFirst()), write) else { return nil }
        var other = fields
        (other[place[0]].within, other[place[0]].content) = (nil, changed)
        return other.flatMap(\.bytes)
    }
}
