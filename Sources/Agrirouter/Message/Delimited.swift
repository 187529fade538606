// SPDX-License-Identifier: Apache-2.0

/// Protobuf's "delimited" framing: a length as a varint, then so many bytes; two of them are a message.
enum Delimited {
    /// Two parts in one piece.
    static func join(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(first.count + second.count + 10)
        for part in [first, second] {
            append(UInt64(part.count), to: &bytes)
            bytes += part
        }
        return bytes
    }

    /// The parts of what was received. The first must be whole; of the second it is said what is wrong with it.
    static func split(_ bytes: [UInt8]) throws(ResponseError) -> (first: ArraySlice<UInt8>, second: Second) {
        var rest = bytes[...]
        guard !rest.isEmpty else { throw .empty }
        guard let first = part(&rest) else { throw .cut }
        guard !rest.isEmpty else { return (first, .absent) }
        return (first, part(&rest).map(Second.whole) ?? .cut)
    }

    /// The second part of a message, as it was received.
    enum Second {
        /// There is none.
        case absent
        /// It is shorter than its length says.
        case cut
        /// Its bytes, perhaps none.
        case whole(ArraySlice<UInt8>)
    }

    private static func append(_ length: UInt64, to bytes: inout [UInt8]) {
        var rest = length
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func part(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let length = varint(&rest), length <= UInt64(rest.count) else { return nil }
        let part = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
        return part
    }

    /// Takes a varint of at most ten bytes from the beginning, or nil if absent.
    static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for place in 0..<10 {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
