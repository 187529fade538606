// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check CRC-16 of CCITT (polynomial 0x1021, initial value 0, not reflected), used by SBF
/// blocks.
public enum CRC16 {
    /// Computes the check.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The bytes to include; clamped to `bytes`.
    public static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt16 {
        let part = range.clamped(to: 0..<bytes.count)
        return bytes.extracting(part).withUnsafeBufferPointer { buffer in
            table.withUnsafeBufferPointer { table in
                var crc: UInt16 = 0
                for byte in buffer { crc = crc << 8 ^ table[Int(UInt8(crc >> 8) ^ byte)] }
                return crc
            }
        }
    }

    private static let table: [UInt16] = (0..<256).map { byte in
        var crc = UInt16(byte) << 8
        for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
        return crc
    }
}
