// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackOfficeSimulator

@Suite struct FormTests {
    private func form(_ text: String) -> Form { Form(Array(text.utf8)) }

    @Test func `what is encoded completely arrives as it was, without a fault`() {
        let text = "a & b = c + d % \u{E4}\u{20AC}\u{1F600}"
        let read = form("note=\(TestOffice.encoded(text))&empty=&blank=x+y%20z&Tilde~=-._~*")
        let values = ["note", "empty", "blank", "Tilde~"].map { read[$0] }
        #expect(values == [text, "", "x y z", "-._~*"])
        #expect(read["missing"] == nil && read.faults.isEmpty, "\(read.faults)")
        #expect(read.names == ["Tilde~", "blank", "empty", "note"])
    }

    @Test(arguments: [
        ("a=1&a=2", "a", "2", "appears twice"), ("a", "a", "", "has no ="),
        ("a=100%&b=", "a", "100%", "two hexadecimal digits"), ("a=%zz", "a", "%zz", "two hexadecimal digits"),
        ("a={x}", "a", "{x}", "not percent-encoded: 123"), ("a=\u{E4}", "a", "\u{E4}", "not percent-encoded: 195"),
        ("a=b=c", "a", "b=c", "not percent-encoded: 61"),
    ])
    func `what a careless client sends is read as PHP reads it, and noted`(
        text: String, name: String, value: String, fault: String
    ) {
        let read = form(text)
        #expect(read[name] == value)
        #expect(read.faults.contains { $0.contains(fault) }, "\(read.faults)")
    }

    @Test func `an endless list of fields costs no memory`() {
        let read = form(String(repeating: "a&", count: 100_000) + "b=1")
        #expect(read.names == ["a"] && read.faults.count == 2, "\(read.faults)")
        #expect(form((0..<2000).map { "f\($0)=1" }.joined(separator: "&")).names.count == 1000)
    }
}
