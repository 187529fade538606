// SPDX-License-Identifier: Apache-2.0

extension CRC24Q {
    /// Computes the check over bit ranges. They need not be aligned to bytes: since the initial value is 0, leading
    /// zeros do not change the result.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, with the first bit in the most significant bit of the first byte.
    ///   - ranges: The bit ranges, in the order in which they are checked.
    /// - Returns: 24 bits; nil if a range is not completely inside the bytes.
    public static func of(bits bytes: Span<UInt8>, in ranges: Range<Int>...) -> UInt32? {
        var total = 0
        for range in ranges { total += range.count }
        var check: UInt32 = 0
        // Leading zeros fill up to whole bytes.
        var (value, width) = (UInt64(0), (8 - total % 8) % 8)
        for range in ranges {
            var position = range.lowerBound
            while position < range.upperBound {
                let taken = min(8 - width, range.upperBound - position)
                guard let bits = bytes.bits(at: position, width: taken) else { return nil }
                value = value << UInt64(taken) | bits
                (width, position) = (width + taken, position + taken)
                guard width == 8 else { continue }
                check = next(check, UInt8(truncatingIfNeeded: value))
                (value, width) = (0, 0)
            }
        }
        return check
    }

    private static func next(_ check: UInt32, _ byte: UInt8) -> UInt32 {
        let one: InlineArray<1, UInt8> = [byte]
        return of(one.span, in: 0..<1, start: check)
    }
}
