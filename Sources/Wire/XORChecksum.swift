// SPDX-License-Identifier: Apache-2.0

/// The checksum of NMEA 0183: the exclusive or of all bytes.
public enum XORChecksum {
    /// Computes the exclusive or.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The bytes to include; clamped to `bytes`.
    public static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt8 {
        let part = range.clamped(to: 0..<bytes.count)
        return bytes.extracting(part).withUnsafeBufferPointer { buffer in
            var sum: UInt8 = 0
            for byte in buffer { sum ^= byte }
            return sum
        }
    }

    /// The exclusive or of all bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt8 { of(bytes, in: 0..<bytes.count) }
}
