// SPDX-License-Identifier: Apache-2.0

/// A data element of SDP (Bluetooth Core Specification, volume 3 part B, section 3): a type, a length and a body.
struct DataElement {
    /// The type: 1 number, 3 UUID, 4 text, 6 sequence, 7 alternative, and others.
    let type: UInt8
    let body: ArraySlice<UInt8>

    /// Removes the first element from some bytes; nil if there is no complete one.
    static func take(from bytes: inout ArraySlice<UInt8>) -> DataElement? {
        guard let head = bytes.popFirst() else { return nil }
        let (type, code) = (head >> 3, Int(head & 7))
        var length = type == 0 ? 0 : 1 << code
        if code > 4 {
            let places = 1 << (code - 5)
            guard bytes.count >= places else { return nil }
            length = bytes.prefix(places).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(places)
        }
        guard bytes.count >= length else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return DataElement(type: type, body: bytes.prefix(length))
    }

    /// The complete elements of a sequence or alternative; nil for other types.
    var elements: [DataElement]? {
        guard type == 6 || type == 7 else { return nil }
        var rest = body
        var elements: [DataElement] = []
        while let element = Self.take(from: &rest) { elements.append(element) }
        return elements
    }

    /// An unsigned number of up to four bytes.
    var number: Int? { type == 1 && body.count <= 4 ? body.reduce(0) { $0 << 8 | Int($1) } : nil }

    /// The text without control characters, up to a NUL.
    var text: String? {
        guard type == 4 else { return nil }
        return String(decoding: body.prefix { $0 != 0 }.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }

    /// The 16 bytes of a UUID; short UUIDs are expanded with Bluetooth's common suffix.
    var uuid: [UInt8]? {
        guard type == 3 else { return nil }
        switch body.count {
        case 2, 4: return Self.long(body.reduce(0) { $0 << 8 | UInt32($1) })
        case 16: return Array(body)
        default: return nil
        }
    }

    /// Expands a short UUID.
    static func long(_ short: UInt32) -> [UInt8] {
        let end: [UInt8] = [0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0x80, 0x5F, 0x9B, 0x34, 0xFB]
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: short >> $0) } + end
    }
}
