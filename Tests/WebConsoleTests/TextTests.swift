// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The texts of the console: each key has a text in each language, with the same parameters, and each that a page names is there.
struct TextTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Console")

    private func source(_ path: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
    }

    /// Keys and texts of a language, those of all its files.
    private func catalogue(_ language: String) throws -> [String: String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "texts").path)
            .filter { $0 == "\(language).js" || $0.hasSuffix("-\(language).js") }
        try #require(files.count > 1)
        let text = try files.map { try source("texts/\($0)") }.joined(separator: "\n")
        let pairs = text.matches(of: /'([\w.-]+)': '((?:[^'\\]|\\.)*)'/)
        return Dictionary(pairs.map { (String($0.1), String($0.2)) }) { first, _ in
            Issue.record("a key stands twice: \(first)")
            return first
        }
    }

    private func parameters(_ text: String) -> Set<String> { Set(text.matches(of: /\{\w+\}/).map { String($0.0) }) }

    @Test(arguments: ["de", "fr"]) func `a language has each text, with its parameters`(language: String) throws {
        let (english, own) = (try catalogue("en"), try catalogue(language))
        #expect(english.count > 250)
        #expect(Set(english.keys).symmetricDifference(own.keys).sorted() == [])
        for (key, text) in own { #expect(parameters(text) == parameters(english[key] ?? ""), "\(language) \(key)") }
    }

    @Test func `each text that a page names is there`() throws {
        let english = try catalogue("en")
        let paths = FileManager.default.enumerator(atPath: Self.folder.path)?.compactMap { $0 as? String } ?? []
        var named: Set<String> = []
        for path in paths where path.hasSuffix(".js") && !path.hasPrefix("vendor/") && !path.hasPrefix("texts/") {
            for match in try source(path).matches(of: /\bt\(\s*'([\w.-]+)'/) { named.insert(String(match.1)) }
        }
        #expect(named.count > 80)
        #expect(named.subtracting(english.keys).sorted() == [])
    }

    /// Codes that the gateway sends and that the page puts into words by itself.
    @Test(arguments: [
        ("receiver-state", "Sources/ControlModel/ReceiverState.swift"),
        ("corrections-state", "Sources/ControlModel/CorrectionsReport.swift"),
        ("tasks.state", "Sources/BackOfficeModel/TaskReport.swift"),
    ])
    func `each state has words`(group: String, path: String) throws {
        let english = try catalogue("en")
        let text = try String(
            contentsOf: Self.folder.deletingLastPathComponent().appending(path: path), encoding: .utf8)
        let body =
            text.components(separatedBy: "public enum ").dropFirst().first?
            .components(separatedBy: "\n    public ").first?.components(separatedBy: "\n        public ").first ?? ""
        let cases = body.matches(of: /\n +case (\w+)(?: = "(\w+)")?\n/).map { String($0.2 ?? $0.1) }
        #expect(cases.count > 4)
        for code in cases { #expect(english["\(group).\(code)"] != nil, "\(group).\(code)") }
    }

    @Test(arguments: [
        ("verdict", "Sources/SetupModel/TrialReport.swift"),
        ("test-step", "Sources/SetupModel/ConnectionStepResult.swift"),
    ])
    func `each verdict and step of a test has words`(group: String, path: String) throws {
        let english = try catalogue("en")
        let text = try String(
            contentsOf: Self.folder.deletingLastPathComponent().appending(path: path), encoding: .utf8)
        let body = try #require(
            text.components(separatedBy: group == "verdict" ? "enum Verdict" : "enum ConnectionStep").dropFirst().first?
                .components(separatedBy: "}").first)
        let cases = body.matches(of: /case (\w+)(?: = "(\w+)")?/).map { String($0.2 ?? $0.1) }
        #expect(cases.count > 4)
        for code in cases { #expect(english["\(group).\(code)"] != nil, "\(group).\(code)") }
    }
}
