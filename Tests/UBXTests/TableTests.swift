// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

@testable import UBX

@Suite("Tables of messages")
struct TableTests {
    @Test(arguments: UBXDictionary.all.indices)
    func `fields do not overlap, stand in the payload and have names once`(index: Int) {
        let layout = UBXDictionary.all[index]
        check(layout.fields, size: nil, "\(layout.name)")
        let fixed = layout.fields.filter { $0.offset >= 0 && $0.repetition == nil }.map { $0.offset + $0.type.size }
        #expect(layout.length >= 0)
        // Fields behind the least length are a tail that newer firmware sends.
        #expect((fixed.max() ?? 0) <= layout.length + 16, "\(layout.name)")
        if case .length(let range)? = layout.conditions.first(where: { if case .length = $0 { true } else { false } }) {
            #expect(range.upperBound >= layout.length)
        }
    }

    private func check(_ fields: [Field], size: Int?, _ name: String) {
        var end = 0
        for field in fields where field.offset >= 0 {
            #expect(field.offset >= end || field.fine != nil, "\(name).\(field.nameText)")
            let count = if case .fixed(let count)? = field.repetition { count } else { 1 }
            end = field.offset + field.type.size * count
            if let size { #expect(end <= size, "\(name).\(field.nameText)") }
            for part in field.bits { #expect(part.first + part.width <= field.type.size * 8, "\(name).\(part.name)") }
            if !field.items.isEmpty { check(field.items, size: field.type.size, "\(name).\(field.nameText)") }
            if let fine = field.fine { #expect(fine.factor == 10 || fine.factor == 100) }
        }
        let names = fields.flatMap { $0.bits.isEmpty ? [$0.nameText] : $0.bits.map { "\($0.name)" } }
        #expect(Set(names).count == names.count, "\(name): \(names)")
    }

    @Test func `times, positions and accuracies have units`() {
        let named: Set<String> = ["iTOW", "lon", "lat", "height", "hMSL", "hAcc", "vAcc", "tAcc", "week", "gSpeed"]
        for layout in UBXDictionary.all {
            for field in layout.fields where named.contains(field.nameText) {
                #expect(field.unit.utf8CodeUnitCount > 0, "\(layout.name).\(field.nameText)")
            }
        }
    }

    @Test(arguments: UBXDictionary.all.indices)
    func `what is decoded is encoded to a payload with the same fields`(index: Int) throws {
        let layout = UBXDictionary.all[index]
        var random = SplitMix(seed: UInt64(index) &* 7_919 &+ 1)
        for _ in 0..<20 {
            let payload = Self.payload(for: layout, &random)
            let taken = UBXDictionary.layout(of: layout.id, payload: payload.span)
            #expect(taken != nil, "\(layout.name)")
            let fields = UBXMessage.fields(layout.id, payload.span)
            guard !Self.hasNoNumber(fields) else { continue }
            let again = try UBXWriter.payload(layout.id, fields: fields)
            #expect(UBXMessage.fields(layout.id, again.span) == fields, "\(layout.name)")
        }
    }

    @Test(arguments: UBXDictionary.all.indices)
    func `no length traps, and what is too short is shown as bytes`(index: Int) {
        let layout = UBXDictionary.all[index]
        var random = SplitMix(seed: UInt64(index))
        for length in 0...(layout.length + 40) {
            let payload = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var writer = FieldWriter()
            writer.beginObject()
            let isKnown = UBXMessage.write(layout.id, payload.span, into: &writer)
            writer.endObject()
            let text = String(decoding: writer.bytes, as: UTF8.self)
            #expect(isKnown != text.contains(#""payload":"#) || layout.id.messageClass == 0x02, "\(layout.name)")
        }
    }

    /// A payload of random bytes that fits a table, its counts small.
    static func payload(for layout: MessageLayout, _ random: inout SplitMix) -> [UInt8] {
        var payload = (0..<layout.length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for condition in layout.conditions {
            if case .byte(let at, let range) = condition { payload[at] = range.lowerBound }
        }
        var last = 0
        for field in layout.fields {
            let at = field.offset < 0 ? last : field.offset
            let count = Int(random.next() % 4)
            switch field.repetition {
            case nil:
                if field.offset < 0 { payload += [UInt8](repeating: 7, count: field.type.size) }
                continue
            case .fixed: continue
            case .rest: last = at + count * field.type.size
            case .u1(let where_):
                payload[where_] = UInt8(count)
                last = at + count * field.type.size
            case .u2(let where_):
                (payload[where_], payload[where_ + 1]) = (UInt8(count), 0)
                last = at + count * field.type.size
            case .bits(let where_, let first, let width):
                let old = payload.span.little(UInt16.self, at: where_) ?? 0
                let new = old & ~((1 << UInt16(width) - 1) << UInt16(first)) | UInt16(count) << UInt16(first)
                (payload[where_], payload[where_ + 1]) = (UInt8(new & 0xFF), UInt8(new >> 8))
                last = at + count * field.type.size
            }
            while payload.count < last { payload.append(UInt8(truncatingIfNeeded: random.next())) }
        }
        return payload
    }

    /// NaN equals nothing, and a signalling one does not survive.
    private static func hasNoNumber(_ record: FieldRecord) -> Bool {
        record.members.contains { hasNoNumber($0.value) }
    }

    private static func hasNoNumber(_ value: FieldValue) -> Bool {
        switch value {
        case .real(let number): number.isNaN
        case .list(let values): values.contains { hasNoNumber($0) }
        case .record(let record): hasNoNumber(record)
        case .integer, .unsigned, .text, .bytes: false
        }
    }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
