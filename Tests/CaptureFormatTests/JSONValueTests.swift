// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CaptureFormat

@Suite struct JSONValueTests {
    /// RFC 8785, appendix B, and 3.2.2.
    @Test(
        arguments: [
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"), (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"), (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"), (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"), (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"), (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"), (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"), (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] as [(UInt64, String)])
    func `a number has the text of RFC 8785`(bits: UInt64, text: String) {
        #expect(JSONValue.text(of: Double(bitPattern: bits)) == text)
    }

    @Test func `every text of a number reads as the same number`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            #expect(Double(JSONValue.text(of: number)) == number)
        }
        for number in [0.1, 14.4213, -33.0005, 1e-7, 100.0, 0.05, 1.5e-6, 123_456_789_012_345_680_000.0] {
            #expect(Double(JSONValue.text(of: number)) == number)
        }
        #expect(JSONValue.text(of: 14.4213) == "14.4213" && JSONValue.text(of: -0.00005) == "-0.00005")
    }

    /// RFC 8785, 3.2.2 and 3.2.3.
    @Test func `the example of the RFC has its canonical text`() throws {
        let text = """
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
              "literals": [null, true, false]
            }
            """
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(
            String(decoding: value.canonical, as: UTF8.self)
                == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
                + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
        let names = #"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#
        let sorted = try JSONValue(parsing: Array(names.utf8)).canonical
        let expected = #"{"\r":2,"1":4,"\#u{80}":6,"\#u{F6}":7,"\#u{20AC}":1,"\#u{1F600}":5,"\#u{FB33}":3}"#
        #expect(sorted == Array(expected.utf8))
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"\u00e9":1,"e\u0301":2}"#, "[1,]", "{,}", "01", "1.", ".5", "+1",
        "1e", "1e999", "NaN", "tru",
        "\"a", "\"\u{1}\"", #""\x""#, #""\ud800""#, #""\ud800A""#, #""\u12g4""#, #""\u+123""#, "[1] 2", "", " ", "[",
        "{\"a\"",
        String(repeating: "[", count: 100_000),
    ])
    func `text that two readers could read differently is refused`(text: String) {
        #expect(throws: JSONTextError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func `invalid UTF-8 is refused, and no bytes stop the reader`() {
        #expect(throws: JSONTextError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x22]) }
        var generator = SystemRandomNumberGenerator()
        let seed = Array(#"{"a":[1,-2.5e3,"x\n😀",null,true,{"b":{}}]}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4) {
                bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count))
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect((try? JSONValue(parsing: value.canonical)) == value)
        }
    }
}
