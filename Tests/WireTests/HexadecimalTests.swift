// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

@Suite struct HexadecimalTests {
    @Test func `every value is read back from its digit, in either case`() {
        for value in UInt8(0)..<16 {
            let digit = Hexadecimal.digit(value)
            #expect(Hexadecimal.value(of: digit) == value)
            #expect(Hexadecimal.value(of: digit | 0x20) == value)
        }
    }

    @Test func `bytes beside the digits are none`() {
        for byte in "/:@G`g *".utf8 { #expect(Hexadecimal.value(of: byte) == nil) }
    }

    @Test func `two digits make a byte, the first the higher`() {
        #expect(Hexadecimal.value(UInt8(ascii: "3"), UInt8(ascii: "a")) == 0x3A)
        #expect(Hexadecimal.value(UInt8(ascii: "3"), UInt8(ascii: "x")) == nil)
    }

    @Test func `each byte is two digits, in either case`() {
        let bytes: [UInt8] = [0, 0x0A, 0x9F, 0xFF]
        #expect(Hexadecimal.text(bytes) == "000a9fff" && Hexadecimal.upperText(bytes) == "000A9FFF")
        #expect(Hexadecimal.bytes(of: "000a9FFF") == bytes && Hexadecimal.upperText([]).isEmpty)
    }
}

@Suite struct XORChecksumTests {
    @Test func `the checksum of a known sentence is right`() {
        let body = Array("GPGGA,,,,,,0,,,,,,,,".utf8)
        #expect(XORChecksum.of(body.span) == 0x66)
    }

    @Test func `a range beyond the bytes is cut to them`() {
        let bytes: [UInt8] = [1, 2, 4]
        #expect(XORChecksum.of(bytes.span, in: 1..<99) == 6)
        #expect(XORChecksum.of(bytes.span, in: 7..<9) == 0)
    }
}
