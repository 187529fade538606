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
        return bytes.extracting(part).withUnsafeBytes { buffer in
            tables.withUnsafeBufferPointer { tables in
                // The check is kept in the upper 24 bits, so that a whole word can be added to it.
                var crc = start << 8
                var index = 0
                while index &+ 4 <= buffer.count {
                    crc ^= UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                    crc =
                        tables[768 &+ Int(crc >> 24)] ^ tables[512 &+ Int(crc >> 16 & 0xFF)]
                        ^ tables[256 &+ Int(crc >> 8 & 0xFF)] ^ tables[Int(crc & 0xFF)]
                    index &+= 4
                }
                while index < buffer.count {
                    crc = crc << 8 ^ tables[Int(crc >> 24 ^ UInt32(buffer[index]))]
                    index &+= 1
                }
                return crc >> 8
            }
        }
    }

    /// The check of each byte, in the upper 24 bits; then those of each byte followed by one, two and three zeros.
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { byte in
            var crc = UInt32(byte) << 24
            for _ in 0..<8 { crc = crc & 0x8000_0000 == 0 ? crc << 1 : crc << 1 ^ 0x864C_FB00 }
            return crc
        }
        for index in 256..<1024 {
            let shorter = tables[index - 256]
            tables.append(shorter << 8 ^ tables[Int(shorter >> 24)])
        }
        return tables
    }()
}
