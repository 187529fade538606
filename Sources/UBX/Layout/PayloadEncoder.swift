// SPDX-License-Identifier: Apache-2.0

/// Writes values at the positions given by a table.
struct PayloadEncoder {
    /// The bytes so far, which grow as values are written beyond their end.
    private(set) var bytes: [UInt8]

    init(length: Int) { bytes = [UInt8](repeating: 0, count: length) }

    mutating func set(_ value: UInt64, at: Int, size: Int) {
        reserve(at &+ size)
        for index in 0..<size { bytes[at &+ index] = UInt8(truncatingIfNeeded: value >> UInt64(8 &* index)) }
    }

    mutating func append(_ value: UInt64, size: Int) { set(value, at: bytes.count, size: size) }

    mutating func encode(_ field: Field, of record: FieldRecord, at: Int) throws(UBXEncodingError) {
        guard field.bits.isEmpty else { return try encodeBits(field, of: record, at: at) }
        guard let value = record[field.nameText] else { return }
        guard field.repetition != nil else { return try encode(value, as: field, at: at) }
        guard case .list(let items) = value else { throw .badValue(field: field.nameText) }
        if case .fixed(let count)? = field.repetition, count != items.count { throw .badValue(field: field.nameText) }
        reserve(at &+ items.count &* field.type.size)
        for (index, item) in items.enumerated() {
            let start = at &+ index &* field.type.size
            if field.items.isEmpty {
                try encode(item, as: field, at: start)
            } else {
                guard case .record(let record) = item else { throw .badValue(field: field.nameText) }
                for part in field.items { try encode(part, of: record, at: start &+ part.offset) }
            }
        }
    }

    /// Writes the counts of the given repeated groups.
    mutating func setCounts(_ fields: [Field], of record: FieldRecord) {
        for field in fields {
            guard case .list(let items)? = record[field.nameText] else { continue }
            switch field.repetition {
            case .u1(let at): set(UInt64(items.count), at: at, size: 1)
            case .u2(let at): set(UInt64(items.count), at: at, size: 2)
            case .bits(let at, let first, let width): setBits(UInt64(items.count), at: at, size: 4, first, width)
            case .fixed, .rest, nil: break
            }
        }
    }

    private mutating func reserve(_ count: Int) {
        if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count &- bytes.count)) }
    }

    private mutating func encodeBits(_ field: Field, of record: FieldRecord, at: Int) throws(UBXEncodingError) {
        for part in field.bits {
            let name = "\(part.name)"
            guard let value = record[name] else { continue }
            guard let raw = value.raw(part.scale) else { throw .badValue(field: name) }
            let limit = part.width > 62 ? Int64.max : Int64(1) << Int64(part.width)
            let range = part.isSigned ? -limit / 2..<limit / 2 : 0..<limit
            guard range.contains(raw) || part.width > 62 else { throw .badValue(field: name) }
            reserve(at &+ field.type.size)
            setBits(UInt64(bitPattern: raw), at: at, size: field.type.size, part.first, part.width)
        }
    }

    private mutating func setBits(_ value: UInt64, at: Int, size: Int, _ first: Int, _ width: Int) {
        let mask = width > 63 ? UInt64.max : (UInt64(1) << UInt64(width) &- 1) << UInt64(first)
        reserve(at &+ size)
        let old = Field.unsigned(bytes.span, at: at, size: size)
        set(old & ~mask | value << UInt64(first) & mask, at: at, size: size)
    }

    private mutating func encode(_ value: FieldValue, as field: Field, at: Int) throws(UBXEncodingError) {
        let type = field.type
        switch (type, value) {
        case (.r4, _), (.r8, _):
            guard let number = value.number else { throw .badValue(field: field.nameText) }
            let unscaled = field.scale.isOne ? number : number / field.scale.value
            set(type == .r4 ? UInt64(Float(unscaled).bitPattern) : unscaled.bitPattern, at: at, size: type.size)
        case (.word, .text(let digits)):
            guard let word = UInt32(digits, radix: 16) else { throw .badValue(field: field.nameText) }
            set(UInt64(word), at: at, size: 4)
        case (.text(let count), .text(let text)):
            try put(text, at: at, room: count, of: field)
            reserve(at &+ count)
        case (.remainingText, .text(let text)): try put(text, at: at, room: Int.max, of: field)
        case (.bytes(let count), .bytes(let some)):
            guard some.count <= count else { throw .badValue(field: field.nameText) }
            put(some, at: at)
            reserve(at &+ count)
        case (.remainingBytes, .bytes(let some)): put(some, at: at)
        default: try encodeInteger(value, as: field, at: at)
        }
    }

    private mutating func encodeInteger(
        _ value: FieldValue, as field: Field, at: Int
    ) throws(UBXEncodingError) {
        guard let isSigned = field.type.isSigned else { throw .badValue(field: field.nameText) }
        let size = field.type.size
        if case .unsigned(let number) = value, size == 8, !isSigned { return set(number, at: at, size: 8) }
        guard var raw = value.raw(field.scale) else { throw .badValue(field: field.nameText) }
        if let fine = field.fine {
            set(UInt64(bitPattern: raw % fine.factor), at: fine.offset, size: 1)
            raw /= fine.factor
        }
        let limit = size < 8 ? Int64(1) << Int64(8 &* size) : Int64.max
        let range = isSigned ? (size < 8 ? -limit / 2 : Int64.min)...(size < 8 ? limit / 2 - 1 : limit) : 0...limit - 1
        guard range.contains(raw) else { throw .badValue(field: field.nameText) }
        set(UInt64(bitPattern: raw), at: at, size: size)
    }

    private mutating func put(_ text: String, at: Int, room: Int, of field: Field) throws(UBXEncodingError) {
        var some: [UInt8] = []
        for character in text.unicodeScalars {
            guard let byte = UInt8(exactly: character.value) else { throw .badValue(field: field.nameText) }
            some.append(byte)
        }
        guard some.count <= room else { throw .badValue(field: field.nameText) }
        put(some, at: at)
    }

    private mutating func put(_ some: [UInt8], at: Int) {
        reserve(at &+ some.count)
        for (index, byte) in some.enumerated() { bytes[at &+ index] = byte }
    }
}

extension Field {
    var nameText: String { "\(name)" }
}

extension FieldValue {
    /// The value as a number; nil if it is not a number.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .text, .bytes, .list, .record: nil
        }
    }

    /// The raw number for a scaled one; nil if it is not a number or out of all ranges.
    func raw(_ scale: Scale) -> Int64? {
        if scale.isOne, case .integer(let value) = self { return value }
        guard let number else { return nil }
        let raw = (number / scale.value).rounded()
        return Int64(exactly: raw)
    }
}
