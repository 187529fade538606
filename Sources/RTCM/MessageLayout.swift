// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// One table a message.
struct MessageLayout: Sendable {
    let number: Int
    let title: String
    let items: [MessageItem]

    init(_ number: Int, _ title: String, _ items: [MessageItem]) {
        (self.number, self.title, self.items) = (number, title, items)
    }

    /// Writes the fields behind the message number.
    ///
    /// - Returns: false where the payload ends before the message does; what was written then is a part.
    func write(_ payload: Span<UInt8>, into writer: inout FieldWriter) -> Bool {
        var reading = Reading(position: 12)
        return reading.write(items, payload, into: &writer)
    }

    /// How far the payload was read.
    private struct Reading {
        /// The next bit.
        var position: Int
        /// The counts so far, with the numbers of their fields; the last is the one that counts.
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
            switch item {
            case .field(let number): return field(number, payload, into: &writer) != nil
            case .named(let name, let width): return named(name, width, payload, into: &writer)
            case .reserved(let width): return skip(width, payload)
            case .characters(let count, let text), .text(let count, let text):
                guard let length = field(count, payload, into: &writer) else { return false }
                var isText = false
                if case .text = item { isText = true }
                return string(text, Int(length), payload, isUTF8: isText, into: &writer)
            case .group(let name, let count, let items): return group(name, count, items, payload, into: &writer)
            case .chosen(let mask, let numbers): return chosen(mask, numbers, payload, into: &writer)
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
            _ name: String, _ width: Int, _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let value = payload.bits(at: position, width: width) else { return false }
            position += width
            writer.name(name)
            writer.integer(value)
            return true
        }

        private mutating func skip(_ width: Int, _ payload: Span<UInt8>) -> Bool {
            position += width
            return position <= payload.count * 8
        }

        private mutating func string(
            _ number: Int, _ length: Int, _ payload: Span<UInt8>, isUTF8: Bool, into writer: inout FieldWriter
        ) -> Bool {
            guard let field = DataFieldTable.field(number), position + 8 * length <= payload.count * 8 else {
                return false
            }
            var characters: [UInt8] = []
            for index in 0..<length {
                guard let byte = payload.bits(at: position + 8 * index, width: 8) else { return false }
                characters.append(UInt8(truncatingIfNeeded: byte))
            }
            position += 8 * length
            writer.name(field.key)
            isUTF8 ? writer.text(String(decoding: characters, as: UTF8.self)) : writer.ascii(characters.span)
            return true
        }

        private mutating func group(
            _ name: String, _ count: Int, _ items: [MessageItem], _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let times = counts.last(where: { $0.field == count })?.value else { return false }
            writer.name(name)
            writer.beginArray()
            for _ in 0..<times {
                writer.beginObject()
                guard write(items, payload, into: &writer) else { return false }
                writer.endObject()
            }
            writer.endArray()
            return true
        }

        private mutating func chosen(
            _ mask: Int, _ numbers: [Int], _ payload: Span<UInt8>, into writer: inout FieldWriter
        ) -> Bool {
            guard let width = DataFieldTable.field(mask)?.width, let bits = field(mask, payload, into: &writer) else {
                return false
            }
            for (index, number) in numbers.enumerated() where bits >> Int64(width - 1 - index) & 1 == 1 {
                guard field(number, payload, into: &writer) != nil else { return false }
            }
            return true
        }
    }
}
