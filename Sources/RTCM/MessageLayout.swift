// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The table of one message type.
struct MessageLayout: Sendable {
    let number: Int
    let title: String
    let items: [MessageItem]

    init(_ number: Int, _ title: String, _ items: [MessageItem]) {
        (self.number, self.title, self.items) = (number, title, items)
    }

    /// Writes the fields after the message number.
    ///
    /// - Returns: False if the payload is too short for the message; only a part has been written then.
    func write(_ payload: Span<UInt8>, into writer: inout FieldWriter) -> Bool {
        var reading = Reading(position: 12)
        return reading.write(items, payload, into: &writer)
    }

    /// The reading position in the payload.
    private struct Reading {
        /// The index of the next bit.
        var position: Int
        /// The counts read so far, with the numbers of their fields; the last one of a field applies.
        var counts: [(field: Int, value: Int)] = []

        mutating func write(_ items: [MessageItem], _ payload: Span<UInt8>, into writer: inout FieldWriter) -> Bool {
            for item in items {
                guard write(item, payload, into: &writer) else { return false }
            }
            return true
        }

        private mutating func write(
            _ item: MessageItem, _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            switch item.form {
            case .field: return field(item.number, payload, into: &writer) != nil
            case .named: return named(item, payload, into: &writer)
            case .reserved:
                position += item.number
                return position <= payload.count * 8
            case .characters, .text: return string(item, payload, into: &writer)
            case .group: return group(item, payload, into: &writer)
            case .chosen: return chosen(item, payload, into: &writer)
            case .opaque:
                writer.name("payload")
                writer.hexadecimal(payload)
                return true
            }
        }

        private mutating func field(_ number: Int, _ payload: Span<UInt8>, into writer: inout FieldWriter) -> Int64? {
            guard let field = DataFieldTable.field(number), let raw = field.raw(payload, at: position) else {
                return nil
            }
            position += field.width
            if field.form == .count { counts.append((number, Int(raw))) }
            writer.name(field.key)
            field.write(raw, into: &writer)
            return raw
        }

        private mutating func named(
            _ item: MessageItem, _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let value = payload.bits(at: position, width: item.number) else { return false }
            position += item.number
            writer.name(item.name)
            writer.integer(value)
            return true
        }

        private mutating func string(
            _ item: MessageItem, _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let length = field(item.count, payload, into: &writer).map({ Int($0) }),
                let field = DataFieldTable.field(item.number), position + 8 * length <= payload.count * 8
            else { return false }
            var characters: [UInt8] = []
            for index in 0..<length {
                guard let byte = payload.bits(at: position + 8 * index, width: 8) else { return false }
                characters.append(UInt8(truncatingIfNeeded: byte))
            }
            position += 8 * length
            writer.name(field.key)
            if item.form == .text {
                writer.text(String(decoding: characters, as: UTF8.self))
            } else {
                writer.ascii(characters.span)
            }
            return true
        }

        private mutating func group(
            _ item: MessageItem, _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let times = counts.last(where: { $0.field == item.count })?.value else { return false }
            writer.name(item.name)
            writer.beginArray()
            for _ in 0..<times {
                writer.beginObject()
                guard write(item.items, payload, into: &writer) else { return false }
                writer.endObject()
            }
            writer.endArray()
            return true
        }

        private mutating func chosen(
            _ item: MessageItem, _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let width = DataFieldTable.field(item.number)?.width,
                let bits = field(item.number, payload, into: &writer)
            else { return false }
            for (index, chosen) in item.items.enumerated() where bits >> Int64(width - 1 - index) & 1 == 1 {
                guard write(chosen, payload, into: &writer) else { return false }
            }
            return true
        }
    }
}
