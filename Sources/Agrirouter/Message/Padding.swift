// SPDX-License-Identifier: Apache-2.0

/// Zero bytes that some senders leave behind a protobuf message.
enum Padding {
    /// The fields of a message without the zero bytes that follow the last of them; unchanged where something else is
    /// wrong. A field's own zeros at the end stay: field by field, a tag of 0 is no field.
    static func strip(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard bytes.last == 0 else { return bytes[...] }
        var rest = bytes[...]
        while !rest.isEmpty {
            let field = rest
            guard let tag = Delimited.varint(&rest) else { return bytes[...] }
            if tag == 0 { return field.allSatisfy { $0 == 0 } ? bytes[..<field.startIndex] : bytes[...] }
            guard skip(UInt8(tag & 7), &rest) else { return bytes[...] }
        }
        return bytes[...]
    }

    private static func skip(_ kind: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        let length: UInt64
        switch kind {
        case 0: return Delimited.varint(&rest) != nil
        case 1: length = 8
        case 2:
            guard let stated = Delimited.varint(&rest) else { return false }
            length = stated
        case 5: length = 4
        default: return false
        }
        guard length <= UInt64(rest.count) else { return false }
        rest = rest.dropFirst(Int(length))
        return true
    }
}
