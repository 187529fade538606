// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct TextFormTests {
    @Test(arguments: [
        "", "{", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "[1 2]", "{\"a\" 1}", "\"\u{1}\"", "01", "-", "1e", "tru", "nul",
        "\"\\x\"", "\"\\ud800\"", "\"\\u12\"", "[1]x", "\"abc", "{a:1}", "+1",
        "1.", "1.e5", ".5", "-01", "--1", "1e+", "1e999", "\"\\ud83d\\u0041\"", "\"\\ud83d\\ud83d\"", "\"\\ud83dx\"",
        "\"\\ude00\"",
        "{\"\u{E9}\":1,\"e\u{301}\":2}", String(repeating: "[", count: 200),
    ])
    func `what is no JSON is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test func `JSON is read and written`() throws {
        let text = #"{"a":[1,-2.5,true,null,"x\"\\\n\u00e9\ud83d\ude00"],"b":{}}"#
        let value = try JSONReader.read(Array(text.utf8))
        #expect(value["a"]?.items?[4].text == "x\"\\\né😀")
        #expect(try JSONReader.read(Array(value.description.utf8)) == value)
        let numbers = try JSONReader.read(Array("[0,-0.5,10,1e5,1.25E-2,2e+3]".utf8))
        #expect(numbers.items?.compactMap(\.number) == [0, -0.5, 10, 1e5, 0.0125, 2000])
    }

    @Test(arguments: [
        ("", "empty"), ("QUJ\nD", "line breaks"), ("QUJDRA", "padding"), ("QUJ-", "URL-safe"),
        ("QU*D", "invalid character at 2"),
        ("QR==", "bits"), ("QUJ=", "bits"), ("====", "invalid character at 0"),
    ])
    func `base64 that agrirouter does not take is refused`(_ text: String, _ words: String) {
        guard case .failure(let fault) = StrictBase64.decode(text) else {
            Issue.record("accepted")
            return
        }
        #expect(fault.reason.contains(words))
    }

    @Test func `base64 is read`() {
        for (text, bytes) in [("QQ==", [65]), ("QUI=", [65, 66]), ("QUJD", [65, 66, 67])] as [(String, [UInt8])] {
            #expect((try? StrictBase64.decode(text).get()) == bytes)
        }
    }

    @Test(arguments: [
        ("2026-11-18T11:06:40Z", "2026-11-18T11:06:40.000Z"),
        ("2026-11-18T13:06:40.25+02:00", "2026-11-18T11:06:40.250Z"),
        ("2026-11-18T11:06:40.123456789Z", "2026-11-18T11:06:40.123Z"),
    ])
    func `times are read`(_ text: String, _ shown: String) {
        #expect(UTCTime(iso8601: text)?.iso8601 == shown)
    }

    @Test(arguments: [
        "", "2026", "2026-13-18T11:06:40Z", "2026-11-18T11:06:40", "2026-11-18T25:06:40Z", "2026-11-18T11:06:40+2",
    ])
    func `what is no time is refused`(_ text: String) {
        #expect(UTCTime(iso8601: text) == nil)
    }
}
