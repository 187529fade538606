// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wire

struct FieldWriterTests {
    private func written(_ body: (inout FieldWriter) -> Void) -> String {
        var writer = FieldWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `objects and arrays get their commas, however they nest`() {
        let text = written {
            for _ in 0..<2 {
                $0.beginObject()
                $0.name("a")
                $0.integer(1)
                $0.name("none" as String)
                $0.beginArray()
                $0.endArray()
                $0.name("groups")
                $0.beginArray()
                for _ in 0..<2 {
                    $0.beginObject()
                    $0.name("x")
                    $0.flag(true)
                    $0.name("y")
                    $0.null()
                    $0.endObject()
                }
                $0.integer(-2)
                $0.endArray()
                $0.endObject()
                $0.endLine()
            }
        }
        let line = #"{"a":1,"none":[],"groups":[{"x":true,"y":null},{"x":true,"y":null},-2]}"# + "\n"
        #expect(text == line + line)
    }

    @Test(
        arguments: [
            (0, 0, "0"), (0, 7, "0"), (5, 1, "0.5"), (-5, 3, "-0.005"), (481_173_000, 7, "48.1173"), (1200, 2, "12"),
            (120, 0, "120"), (.max, 18, "9.223372036854775807"), (.min, 0, "-9223372036854775808"), (7, -3, "7"),
            (1, 99, "0.000000000000000001"),
        ] as [(Int64, Int, String)])
    func `decimals are exact`(units: Int64, decimals: Int, expected: String) {
        #expect(written { $0.decimal(units, decimals: decimals) } == expected)
    }

    @Test func `whole numbers of any width, and reals as short as they can be`() {
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
        #expect(written { $0.integer(Int8.min) } == "-128")
        #expect(written { $0.real(0.1) } == "0.1")
        #expect(written { $0.real(-3) } == "-3")
        #expect(written { $0.real(-0.0) } == "0")
        #expect(written { $0.real(.infinity) } == "null")
        #expect(written { $0.real(.nan) } == "null")
    }

    @Test func `every real reads as it was written`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let text = written { $0.real(value) }
            #expect(Double(text) == value)
            // What JSON allows: a digit before a point or an exponent, no plus sign before it.
            #expect(text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?/) != nil, "\(text)")
        }
    }

    @Test func `texts and names of any characters stay one JSON text`() throws {
        let hard = "\"quoted\" \\ \u{0}\u{1}\u{1F}\u{7F} ÿ Ω 🛰 \r\n\t"
        let text = written {
            $0.beginObject()
            $0.name(hard)
            $0.text(hard)
            $0.endObject()
        }
        #expect(!text.contains("\n"))
        let read = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(read == [hard: hard])
        #expect(written { $0.ascii([0x41, 0x22, 0x5C, 0x00, 0xFF].span) } == #""A\"\\\u0000\u00ff""#)
        #expect(written { $0.hexadecimal([0x00, 0x9A, 0xFF].span) } == #""009aff""#)
    }
}
