// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check CRC-24Q (polynomial 0x1864CFB, initial value 0), used by RTCM 3 frames, SBAS messages
/// and Galileo pages.
public enum CRC24Q {
    /// Computes the check.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The bytes to include; clamped to `bytes`.
    ///   - start: The check of the preceding bytes, 0 at the beginning.
    /// - Returns: 24 bits. The result is 0 for bytes that are followed by their own check.
    public static func of(_ bytes: Span<UInt8>, in range: Range<Int>, start: UInt32 = 0) -> UInt32 {
        let part = range.clamped(to: 0..<bytes.count)
        return bytes.extracting(part).withUnsafeBufferPointer { buffer in
            table.withUnsafeBufferPointer { table in
                var crc = start & 0xFF_FFFF
                for byte in buffer { crc = crc << 8 & 0xFF_FFFF ^ table[Int(crc >> 16 ^ UInt32(byte))] }
                return crc
            }
        }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        var crc = UInt32(byte) << 16
        for _ in 0..<8 { crc = crc & 0x80_0000 == 0 ? crc << 1 : crc << 1 ^ 0x186_4CFB }
        return crc & 0xFF_FFFF
    }
}
