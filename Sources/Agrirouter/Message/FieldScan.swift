// SPDX-License-Identifier: Apache-2.0

/// A protobuf message as a row of fields, looked at before it is decoded.
struct FieldScan {
    /// The message without the zero bytes that some senders leave behind it; all of it where something else is wrong. A
    /// field's own zeros at the end stay: a tag of 0 is no field.
    let message: ArraySlice<UInt8>
    /// How many fields it has of each number 1...31.
    private var counts = [Int](repeating: 0, count: 32)

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var end = bytes.endIndex
        while !rest.isEmpty {
            let field = rest
            guard let tag = Delimited.varint(&rest) else { break }
            if tag == 0 {
                if field.allSatisfy({ $0 == 0 }) { end = field.startIndex }
                break
            }
            if tag >> 3 < 32 { counts[Int(tag >> 3)] += 1 }
            guard Self.skip(UInt8(tag & 7), &rest) else { break }
        }
        message = bytes[..<end]
    }

    /// How many fields of a number there are, 1...31.
    func count(of number: Int) -> Int { counts.indices.contains(number) ? counts[number] : 0 }

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
