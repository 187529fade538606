// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Types are named with the words of the glossary: a coordinator is no desk, an error is no trouble.
@Suite struct TypeNamesTests {
    /// Words that no type's name contains, and what to write instead.
    private static let retired: [String: String] = [
        "Desk": "…Coordinator, or the thing itself", "Keeper": "…Coordinator, or the thing itself",
        "Ground": "…Coordinator, or the thing itself", "Book": "the thing itself", "Ledger": "the thing itself",
        "Voice": "…Reporter", "Witness": "…Observer", "Ear": "…Observer", "Rehearsal": "Trial", "Seat": "Slot",
        "Audience": "Subscriptions", "Trouble": "…Error", "Troubles": "…Errors",
        "Light": "Indicator", "Pain": "KnownProblem",
    ]

    /// The words of a name: `OSNMADeskRig` is OSNMA, Desk and Rig.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        let letters = Array(name)
        for (index, letter) in letters.enumerated() {
            let isStart =
                letter.isUppercase
                && (index == 0 || !letters[index - 1].isUppercase
                    || (index + 1 < letters.count && letters[index + 1].isLowercase))
            if isStart || words.isEmpty { words.append("") }
            words[words.count - 1].append(letter)
        }
        return words
    }

    /// What is wrong with the names of the types that a text declares, nested ones too.
    private static func faults(in text: String) throws -> [String] {
        let declaration = try NSRegularExpression(
            pattern: #"^[^/"\n]*\b(?:struct|class|enum|actor|protocol|typealias) ([A-Z][A-Za-z0-9]*)"#,
            options: .anchorsMatchLines)
        let whole = text as NSString
        return declaration.matches(in: text, range: NSRange(location: 0, length: whole.length)).flatMap { match in
            let name = whole.substring(with: match.range(at: 1))
            let parts = words(of: name)
            let isBackoff = zip(parts, parts.dropFirst()).contains { $0 == "Back" && $1 == "Off" }
            return parts.compactMap { word in retired[word].map { "\(name): write \($0)" } }
                + (isBackoff ? ["\(name): write Backoff"] : [])
        }
    }

    /// Words that no property, function or parameter is named with; a ground or a seat can be meant as such.
    private static let metaphors: Set<String> = [
        "desk", "voice", "witness", "rehearsal", "ledger", "audience",
    ]

    /// What is wrong with the names of the values and functions that a text declares.
    private static func metaphors(in text: String) throws -> [String] {
        let declaration = try NSRegularExpression(
            pattern: #"^[^/"\n]*\b(?:let|var|func|case) `?([a-z][A-Za-z0-9]*)"#, options: .anchorsMatchLines)
        let whole = text as NSString
        return declaration.matches(in: text, range: NSRange(location: 0, length: whole.length)).compactMap { match in
            let name = whole.substring(with: match.range(at: 1))
            return words(of: name).contains { metaphors.contains($0.lowercased()) } ? name : nil
        }
    }

    @Test func `no value or function is named with a metaphor`() throws {
        for file in try SourceTree.files() {
            for name in try Self.metaphors(in: file.text) { Issue.record("\(file.path): \(name)") }
        }
        let text = "private let searchesDesk = 1\nfunc deafVoice() {}\nlet desktop = 2\n// let desk\n"
        #expect(try Self.metaphors(in: text) == ["searchesDesk", "deafVoice"])
    }

    @Test func `no type is named with a retired word`() throws {
        for file in try SourceTree.files(in: ["Sources", "Plugins", "Tests", "Kit", "Benchmarks", "Fuzz"]) {
            for fault in try Self.faults(in: file.text) { Issue.record("\(file.path): \(fault)") }
        }
    }

    @Test func `a retired word is found in nested types and behind an acronym, and in no other word`() throws {
        let text = "struct A {\n    private final class OSNMADeskRig {}\n    enum BackOff {}\n}\n"
        #expect(try Self.faults(in: text).count == 2)
        let fine =
            "struct Bookkeeping {}\nstruct EarthFrame {}\nenum Desktop {}\n/// struct Desk\nlet a = \"struct Desk\"\n"
            + "struct BackOfficeReport {}\n"
        #expect(try Self.faults(in: fine).isEmpty)
    }
}
