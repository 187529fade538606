// SPDX-License-Identifier: Apache-2.0

/// A scan of a protobuf message's fields that runs before the message is decoded.
struct FieldScan {
    /// The message without the trailing zero bytes that some senders append, or the whole input if it is malformed in
    /// another way. Zeros that belong to the last field remain: only a tag of 0 starts the padding, because no field
    /// has this tag.
    let message: ArraySlice<UInt8>
    /// The number of occurrences of each field number 1...31.
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

    /// Returns how often the field with this number (1...31) occurs; 0 for any other number.
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
