// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check CRC-32 as used by the binary logs of NovAtel and Unicore: reflected polynomial
/// 0xEDB88320, initial value 0, without inversion.
public enum CRC32 {
    /// Computes the check.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The bytes to include; clamped to `bytes`.
    public static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt32 {
        let part = range.clamped(to: 0..<bytes.count)
        return bytes.extracting(part).withUnsafeBufferPointer { buffer in
            table.withUnsafeBufferPointer { table in
                var crc: UInt32 = 0
                for byte in buffer { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
                return crc
            }
        }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        return crc
    }
}
