// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

struct NumberTests {
    private let bytes: [UInt8] = [0x01, 0x02, 0x83, 0x84, 0xFF, 0xC0, 0x00, 0x00, 0x80, 0x3F]

    @Test func `little-endian numbers are read at any offset, and none where bytes are missing`() {
        let span = bytes.span
        #expect(span.little(UInt16.self, at: 0) == 0x0201)
        #expect(span.little(Int16.self, at: 1) == Int16(bitPattern: 0x8302))
        #expect(span.little(UInt32.self, at: 1) == 0xFF84_8302)
        #expect(span.littleFloat(at: 6) == 1)
        #expect(span.little(UInt32.self, at: 7) == nil)
        #expect(span.little(UInt8.self, at: -1) == nil)
        #expect(span.littleDouble(at: 3) == nil)
    }

    @Test func `bits are read across bytes`() {
        let span = bytes.span
        #expect(span.bits(at: 0, width: 8) == 1)
        #expect(span.bits(at: 6, width: 10) == 0x102)
        #expect(span.bits(at: 16, width: 1) == 1)
        #expect(span.bits(at: 0, width: 64) == 0x0102_8384_FFC0_0000)
        #expect(span.bits(at: 17, width: 64) == nil)
        #expect(span.bits(at: 80, width: 0) == 0)
        #expect(span.bits(at: 80, width: 1) == nil)
        #expect(span.bits(at: 0, width: 65) == nil)
        #expect(span.signedBits(at: 32, width: 10) == -1)
        #expect(span.signedBits(at: 0, width: 8) == 1)
        #expect(span.signedBits(at: 0, width: 0) == nil)
    }

    @Test(arguments: 0..<60) func `each width at each place gives what single bits give`(start: Int) {
        let span = bytes.span
        for width in 1...(80 - start > 64 ? 64 : 80 - start) {
            var value: UInt64 = 0
            for bit in start..<start + width { value = value << 1 | UInt64(span[bit / 8] >> (7 - UInt8(bit % 8)) & 1) }
            #expect(span.bits(at: start, width: width) == value)
        }
    }
}
