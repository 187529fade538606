// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check CRC-32 as NovAtel's and Unicore's binary logs bear it: reflected polynomial 0xEDB88320,
/// start 0, nothing inverted.
public enum CRC32 {
    /// The check of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: where they stand.
    ///   - range: which of them; clamped to `bytes`.
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
