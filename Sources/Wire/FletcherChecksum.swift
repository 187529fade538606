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
        return bytes.extracting(part).withUnsafeBufferPointer { buffer in
            // Wrapping sums of 32 bits are right modulo 256 as well.
            var (a, b): (UInt32, UInt32) = (0, 0)
            for byte in buffer {
                a &+= UInt32(byte)
                b &+= a
            }
            return (UInt8(truncatingIfNeeded: a), UInt8(truncatingIfNeeded: b))
        }
    }
}
