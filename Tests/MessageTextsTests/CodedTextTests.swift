// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import MessageTexts
import Testing

struct CodedTextTests {
    @Test func `a sentence survives JSON with words, numbers and sentences in it`() throws {
        let inner = CodedText(SelectionText.priority, ["priority": .count(20), "other": .count(-3)])
        let text = CodedText(
            SelectionText.better, ["receiver": "a\"{b}", "seconds": .number(2.5), "reason": .sentence(inner)])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(text)
        #expect(try JSONDecoder().decode(CodedText.self, from: json) == text)
        #expect(
            String(decoding: try encoder.encode(CodedText(SelectionText.fix)), as: UTF8.self)
                == #"{"code":"selection.fix"}"#)
        // What stands in a parameter is no place for another.
        #expect(text.text == "better than a\"{b} for 3 s: its priority is 20, not -3")
    }

    @Test(arguments: [
        (4.0, "4.0"), (0, "0.0"), (-0.25, "-0.3"), (0.04, "0.0"), (1e30, "1e+30"), (.infinity, "inf"), (12.34, "12.3"),
        (-0.04, "0.0"),
    ])
    func `a number is written with its decimals, however large`(number: Double, text: String) {
        let sentence = CodedText(code: "x", ["n": .number(number)])
        #expect(sentence.text(by: ["x": "{n:1}"]) == text)
    }

    /// The store may contain texts of an older version, whose sentence had fewer parameters.
    @Test func `a parameter that a text lacks appears as an ellipsis, and nothing traps`() {
        let text = CodedText(code: "x", ["a": "1"])
        #expect(text.text(by: ["x": "{a} {b} {c:1} {"]) == "1 … … {")
        let outer = CodedText(code: "y", ["text": .sentence(text)])
        #expect(outer.text(by: ["x": "'{a}' --folder {folder}", "y": "({text})"]) == "('1' --folder …)")
        #expect(text.text(by: ["x": "}{a:99}{}{:}"]) == "}1{}{:}")
        #expect(text.text == "x")
    }

    /// A parameter that no template has, or lacks, would stand in the page as `{name}`.
    @Test func `each place in the sources gives a sentence the parameters that it has`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let sources = root.appending(path: "Sources")
        var cases: [String: Set<String>] = [:]
        for topic in CodedTexts.topics { cases.merge(parameters(topic)) { first, _ in first } }
        var seen = 0
        for path in FileManager.default.enumerator(atPath: sources.path)?.compactMap({ $0 as? String }) ?? []
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            let calls = text.matches(of: /CodedText\(\s*(\w+Text)\.(\w+)(?:,\s*\[([^\[\]]*)\])?\)/)
            for call in calls {
                guard let wanted = cases["\(call.1).\(call.2)"] else {
                    if CodedTexts.topics.contains(where: { "\($0)" == call.1 }) { Issue.record("\(path): \(call.0)") }
                    continue
                }
                let given = Set((call.3 ?? "").matches(of: /"(\w+)": [.]/).map { String($0.1) })
                #expect(given == wanted, "\(path): \(call.0)")
                seen += 1
            }
        }
        #expect(seen > 25)
    }

    private func parameters<Code: TextCode>(_ topic: Code.Type) -> [String: Set<String>] {
        Dictionary(
            uniqueKeysWithValues: topic.allCases.map { code in
                let places = code.english.matches(of: /\{(\w+)(?::\d)?\}/).map { String($0.1) }
                return ("\(topic).\(code)", Set(places))
            })
    }
}
