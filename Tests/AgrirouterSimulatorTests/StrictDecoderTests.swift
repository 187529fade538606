// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct StrictDecoderTests {
    private func findings(_ bytes: [UInt8], _ form: MessageForm = FormTable.timestamp) throws -> [String] {
        var decoder = StrictDecoder()
        _ = try decoder.decode(bytes[...], as: form)
        return decoder.findings
    }

    @Test(
        arguments: [
            ([0x08, 0x01, 0x18, 0x05], "unknown field 3"),
            ([0x0A, 0x01, 0x41], "wire type 2"),
            ([0x08, 0x81, 0x00], "redundant bytes"),
            ([0x88, 0x00, 0x01], "the tag of field 1 is encoded with redundant bytes"),
            ([0x10, 0x01, 0x08, 0x01], "field 1 follows field 2"),
            ([0x08, 0x01, 0x08, 0x02], "appears twice"),
            ([0x08, 0x00], "explicitly contains its default"),
            ([0x10, 0x80, 0x80, 0x80, 0x80, 0x10], "does not fit into 32 bits"),
        ] as [([UInt8], String)])
    func `what a careful encoder would not write is found`(_ bytes: [UInt8], _ words: String) throws {
        let findings = try findings(bytes)
        #expect(findings.count == 1)
        #expect(findings.first?.contains(words) == true, "\(findings)")
    }

    @Test func `an undefined status and a needlessly long length are found, with their path`() throws {
        #expect(
            try findings([0x0A, 0x02, 0x20, 0x0C], FormTable.gpsList).first?.contains(
                "gps_entries: position_status is 12") == true)
        #expect(
            try findings([0x0A, 0x82, 0x00, 0x20, 0x04], FormTable.gpsList).first?.contains("the length of gps_entries")
                == true)
    }

    @Test(
        arguments: [
            [0x08], [0x08, 0x80], [0x0F, 0x00], [0x00, 0x01], [0x0B], [0x1A, 0x05, 0x00],
            [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        ] as [[UInt8]])
    func `what is no message is refused`(_ bytes: [UInt8]) {
        #expect(throws: WireError.self) { try findings(bytes) }
    }

    @Test func `text that is not UTF-8 is refused`() {
        #expect(throws: WireError.self) { try findings([0x0A, 0x01, 0xFF], FormTable.listEndpoints) }
    }

    @Test func `packed numbers are read`() throws {
        var decoder = StrictDecoder()
        let bytes: [UInt8] = [0x0A, 0x06, 0x0A, 0x00, 0x12, 0x02, 0x05, 0x07]
        let message = try decoder.decode(bytes[...], as: FormTable.subscription)
        #expect(message.messages(1).first?.all(2) == [.unsigned(5), .unsigned(7)])
    }

    @Test func `the number of findings is bounded`() throws {
        let many = Array(repeating: [0x18, 0x01] as [UInt8], count: 1000).flatMap { $0 }
        #expect(try findings(many).count == StrictDecoder.limit)
    }
}
