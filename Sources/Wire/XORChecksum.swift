// SPDX-License-Identifier: Apache-2.0

/// The checksum of NMEA 0183: all bytes exclusive-ored.
public enum XORChecksum {
    /// The exclusive or of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: where they stand.
    ///   - range: which of them; clamped to `bytes`.
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
