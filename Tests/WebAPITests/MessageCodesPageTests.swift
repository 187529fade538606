// SPDX-License-Identifier: Apache-2.0

import Foundation
import NamesPage
import Testing
import Translations

@testable import WebAPI

struct MessageCodesPageTests {
    @Test("docs/message-codes.md lists every code with its sentence; GNSS_WRITE_DOCS=1 writes it")
    func page() throws {
        let url = PublicNames.package.appending(path: "docs/message-codes.md")
        if ProcessInfo.processInfo.environment["GNSS_WRITE_DOCS"] == "1" {
            try Data(Self.text.utf8).write(to: url)
        }
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let wanted = Self.text.split(separator: "\n")
        #expect(Set(wanted).subtracting(lines).isEmpty, "missing on the page; GNSS_WRITE_DOCS=1 writes it")
        #expect(Set(lines).subtracting(wanted).isEmpty, "unknown to the program; GNSS_WRITE_DOCS=1 writes it")
        #expect(wanted.count > 300 && lines == wanted)
    }

    private static let text: String = {
        let topics = Dictionary(grouping: MessageCatalogue.english) { $0.key.split(separator: ".")[0] }
        let sections = topics.sorted { $0.key < $1.key }.map { topic, texts in
            let rows = texts.sorted { $0.key < $1.key }.map { code, text in
                "| `\(code)` | \(text.replacing("|", with: "\\|")) |\n"
            }
            return "\n## \(topic)\n\n| code | English |\n| --- | --- |\n" + rows.joined()
        }
        return introduction + sections.joined()
    }()

    private static let introduction = """
        # Codes of messages

        Texts for people that the [control interface](control-interface.md) returns have a `message` with one of these codes, so that a
        program can show them in another language or act on them. `{name}` stands for the parameter `name`, `{name:1}` for a number with one
        decimal. `GET /v1/messages` has the sentences in English, German and French. A published code keeps its meaning and its
        parameters. This page is written by a test (`GNSS_WRITE_DOCS=1`), which compares it with the program.

        """
}
