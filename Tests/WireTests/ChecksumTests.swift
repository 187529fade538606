// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

struct ChecksumTests {
    private let digits = Array("123456789".utf8)

    @Test func `the checks of 123456789 are those of the catalogues`() {
        let bytes = digits.span
        #expect(CRC24Q.of(bytes, in: 0..<9) == 0xCD_E703)
        #expect(CRC16.of(bytes, in: 0..<9) == 0x31C3)
    }

    @Test func `the CRC-24Q of any number of bytes, from anywhere, is that of its definition`() {
        let bytes = (0..<80).map { UInt8(truncatingIfNeeded: $0 &* 181 &+ $0 / 7) }
        for begin in [0, 1, 2, 3, 7] {
            for end in begin...bytes.count {
                for start: UInt32 in [0, 0xA5_5A01] {
                    var crc = start
                    for byte in bytes[begin..<end] {
                        crc ^= UInt32(byte) << 16
                        for _ in 0..<8 { crc = crc & 0x80_0000 == 0 ? crc << 1 : crc << 1 ^ 0x186_4CFB }
                        crc &= 0xFF_FFFF
                    }
                    #expect(CRC24Q.of(bytes.span, in: begin..<end, start: start) == crc, "\(begin)..<\(end)")
                }
            }
        }
    }

    @Test func `a UBX poll of MON-VER ends with its Fletcher sum`() {
        let frame: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]
        let sum = FletcherChecksum.of(frame.span, in: 2..<6)
        #expect(sum == (0x0E, 0x34))
    }

    @Test func `the Fletcher sum of any number of bytes, from anywhere, is that of its definition`() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 181 &+ $0 / 7) }
        for start in [0, 1, 7] {
            for end in start...bytes.count {
                var (a, b) = (UInt8(0), UInt8(0))
                for byte in bytes[start..<end] {
                    a &+= byte
                    b &+= a
                }
                #expect(FletcherChecksum.of(bytes.span, in: start..<end) == (a, b), "\(start)..<\(end)")
            }
        }
    }

    @Test func `the Fletcher sum of many bytes does not overflow`() {
        let bytes = [UInt8](repeating: 255, count: 65_536)
        var (a, b): (UInt8, UInt8) = (0, 0)
        for byte in bytes {
            a &+= byte
            b &+= a
        }
        let sum = FletcherChecksum.of(bytes.span, in: 0..<bytes.count)
        #expect(sum == (a, b))
    }

    @Test func `a check can be made in parts, and ranges outside the bytes are cut`() {
        let bytes = digits.span
        let whole = CRC24Q.of(bytes, in: 0..<9)
        let head = CRC24Q.of(bytes, in: 0..<4)
        #expect(CRC24Q.of(bytes, in: 4..<99, start: head) == whole)
        #expect(CRC16.of(bytes, in: 9..<12) == 0)
    }
}
