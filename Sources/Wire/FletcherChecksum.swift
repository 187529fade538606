// SPDX-License-Identifier: Apache-2.0

/// The 8-bit Fletcher sum of RFC 1145, as UBX frames end with it.
public enum FletcherChecksum {
    /// The two sums of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: where they stand.
    ///   - range: which of them; clamped to `bytes`.
    /// - Returns: the sum of the bytes and the sum of those sums, both modulo 256, in the order that they are sent.
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

    /// The sums of the whole blocks of sixteen bytes.
    ///
    /// Each lane is summed as if it were a stream of its own. Byte `lane` of a block that `k` blocks follow counts
    /// `16 (k + 1) − lane` times in the second sum; the lane's own second sum has it `k + 1` times.
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
