// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

struct Base64Tests {
    @Test(
        "The vectors of RFC 4648 are written and read",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ plain: String, _ text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(Base64.decode(text) == Array(plain.utf8))
        #expect(Base64.length(of: plain.utf8.count) == text.utf8.count)
    }

    @Test("Every byte comes back, at every length")
    func roundTrip() {
        for count in 0..<260 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test("Line breaks, missing padding and the alphabet of URLs are read")
    func tolerant() {
        #expect(Base64.decode("Zm9v\r\nYmFy\n") == Array("foobar".utf8))
        #expect(Base64.decode("Zg") == Array("f".utf8))
        #expect(Base64.decode("-_8") == [0xFB, 0xFF])
        #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
    }

    @Test("What is no base64 is refused", arguments: ["Z", "Zm9vY", "Zm9%", "Zg==Zg==", "Zg===", "Ä"])
    func refused(_ text: String) { #expect(Base64.decode(text) == nil) }
}
