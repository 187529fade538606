// SPDX-License-Identifier: Apache-2.0

/// The 8-bit Fletcher checksum of RFC 1145, used by UBX frames.
public enum FletcherChecksum {
    /// Computes both sums.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The bytes to include; clamped to `bytes`.
    /// - Returns: The sum of the bytes and the sum of those sums, both modulo 256, in transmission order.
    public static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> (a: UInt8, b: UInt8) {
        let part = range.clamped(to: 0..<bytes.count)
        return bytes.extracting(part).withUnsafeBytes { buffer in
            var (a, b) = sums(ofBlocks: buffer)
            for byte in buffer[(buffer.count & ~15)...] {
                a &+= byte
                b &+= a
            }
            return (a, b)
        }
    }

    /// The sums over all complete blocks of sixteen bytes.
    ///
    /// Each lane is summed like a separate stream. Byte `lane` of a block followed by `k` blocks contributes
    /// `16 (k + 1) − lane` times to the second sum; the lane's own second sum contains it `k + 1` times.
    private static func sums(ofBlocks buffer: UnsafeRawBufferPointer) -> (a: UInt8, b: UInt8) {
        var (a, b) = (SIMD16<UInt8>(), SIMD16<UInt8>())
        var index = 0
        while index &+ 16 <= buffer.count {
            a &+= buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            b &+= a
            index &+= 16
        }
        let lanes = SIMD16<UInt8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        return (a.wrappedSum(), b.wrappedSum() &* 16 &- (a &* lanes).wrappedSum())
    }
}
