// SPDX-License-Identifier: Apache-2.0

/// Bit fields in transmission order: bit 0 is the most significant bit of byte 0. A field that is not completely
/// inside the span is nil.
extension Span where Element == UInt8 {
    /// Returns an unsigned number.
    ///
    /// - Parameters:
    ///   - start: Its most significant bit.
    ///   - width: Its number of bits, 0...64.
    public func bits(at start: Int, width: Int) -> UInt64? {
        guard (0...64).contains(width), start >= 0, start <= count &* 8 &- width else { return nil }
        var value: UInt64 = 0
        var position = start
        let end = start &+ width
        while position < end {
            let inByte = position & 7
            let taken = Swift.min(8 &- inByte, end &- position)
            let byte = UInt64(self[position >> 3]) << UInt64(inByte) & 0xFF
            value = value << UInt64(taken) | byte >> UInt64(8 &- taken)
            position &+= taken
        }
        return value
    }

    /// Returns a signed number in two's complement.
    ///
    /// - Parameters:
    ///   - start: Its sign bit.
    ///   - width: Its number of bits, 1...64.
    public func signedBits(at start: Int, width: Int) -> Int64? {
        guard width > 0, let value = bits(at: start, width: width) else { return nil }
        let unused = UInt64(64 &- width)
        return Int64(bitPattern: value << unused) >> Int64(unused)
    }
}
