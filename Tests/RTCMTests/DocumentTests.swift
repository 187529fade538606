// SPDX-License-Identifier: Apache-2.0

import Foundation
import RTCM
import Testing

/// The tables of `docs/messages.md` are those of the module.
struct DocumentTests {
    @Test func `the document names every message and every data field as the program reads them`() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: package.appendingPathComponent("docs/messages.md"), encoding: .utf8)
        let start = try #require(text.range(of: "### Messages\n"))
        #expect(String(text[start.lowerBound...]) == Self.tables)
    }

    private static var tables: String {
        let messages = RTCMMessage.known.map { "| \($0) | \(RTCMMessage.title($0) ?? "") |" }
        let fields = RTCMMessage.dataFields.map { "| \($0.key) | \($0.title) | \($0.width) | \($0.unit) |" }
        return
            (["### Messages", "", "| number | message |", "| --- | --- |"] + messages
            + ["", "### Data fields", "", "| field | name | bits | unit |", "| --- | --- | --- | --- |"] + fields)
            .joined(separator: "\n") + "\n"
    }
}
