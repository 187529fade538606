// SPDX-License-Identifier: Apache-2.0

/// Protobuf's delimited framing: a varint length followed by that many bytes. Two such parts make up a message.
enum Delimited {
    /// Encodes two parts as one message.
    static func join(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(first.count + second.count + 10)
        for part in [first, second] {
            append(UInt64(part.count), to: &bytes)
            bytes += part
        }
        return bytes
    }

    /// Splits a received message into its parts. The first part must be complete; an incomplete second part is reported
    /// in the result.
    static func split(_ bytes: [UInt8]) throws(ResponseError) -> (first: ArraySlice<UInt8>, second: Second) {
        var rest = bytes[...]
        guard !rest.isEmpty else { throw .empty }
        guard let first = part(&rest) else { throw .cut }
        guard !rest.isEmpty else { return (first, .absent) }
        return (first, part(&rest).map(Second.whole) ?? .cut)
    }

    /// The second part of a received message.
    enum Second {
        case absent
        /// The part is shorter than its length prefix indicates.
        case cut
        /// The bytes of the part, which may be empty.
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

    /// Removes and decodes a varint of at most ten bytes at the start, or returns nil if there is no complete varint.
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
