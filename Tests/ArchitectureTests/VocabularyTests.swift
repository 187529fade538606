// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Texts that a person reads use one word for one concept: retired words do not come back.
@Suite struct VocabularyTests {
    /// A retired expression, and what to write instead.
    static let retired: [(pattern: String, advice: String)] = [
        ("nobody|somebody|anybody|whoever", "name the actor: the receiver, the client, the operator, the daemon"),
        ("believed?|believes", "write \"active receiver\"; a clock or a value is \"trusted\" or \"accepted\""),
        ("(is|are|was|were) told", "say who reports what, in the active voice"),
        ("(there|that) is none", "say what is missing or invalid"),
        ("a person (chose|sets?|set)|by a person", "write \"selected by the operator\""),
        ("as asked", "write \"on request\""),
        ("anew", "write \"again\" or \"restarted\""),
        ("stands (here|there)", "write \"appears\""),
        ("faces?", "write \"server\" or \"output\""),
        ("back-off", "write \"backoff\""),
        ("pains", "write \"known problems\""),
        ("false receiver", "write \"simulated receiver\""),
        ("so long", "write \"for this time\" or \"until\""),
        ("goes? on", "write \"continues\" or \"is active\""),
        ("hearsay", "say who reported it"),
        ("data come", "write \"data arrive\""),
        ("look and change", "write \"view and change\""),
    ]

    @Test func `texts of the program and documents use no retired word`() throws {
        let texts = try Self.literals() + Self.documents() + Self.pages()
        #expect(texts.count > 3000)
        // One search of all lines takes a fraction of the time of one search a line.
        let all = texts.map(\.words).joined(separator: "\n") as NSString
        for (pattern, advice) in Self.retired {
            let expression = try NSRegularExpression(pattern: "\\b(\(pattern))\\b", options: .caseInsensitive)
            for match in expression.matches(in: all as String, range: NSRange(location: 0, length: all.length)) {
                let line = all.substring(to: match.range.location).count { $0 == "\n" }
                Issue.record("\(texts[line].place): \"\(texts[line].words)\": \(advice)")
            }
        }
    }

    @Test func `a literal is found without its interpolations`() {
        #expect(Self.literals(in: #"let a = "no \(x ? "nobody" : f(1)) data" // "nobody""#) == ["no   data"])
        #expect(Self.literals(in: #"/// "nobody""#).isEmpty)
        #expect(Self.literals(in: #"f("a \"b\"", "c")"#) == [#"a \"b\""#, "c"])
    }

    private struct Text {
        /// File and line.
        let place: String
        let words: String
    }

    /// String literals below `Sources` and `Plugins`, but SQL.
    private static func literals() throws -> [Text] {
        try files(["Sources", "Plugins"], ending: ".swift").flatMap { path, lines -> [Text] in
            guard !path.contains("/StoreSchema") else { return [] }
            var isBlock = false
            return lines.enumerated().flatMap { index, line -> [Text] in
                let place = "\(path):\(index + 1)"
                if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) {
                    isBlock.toggle()
                    return []
                }
                return (isBlock ? [line] : literals(in: line)).map { Text(place: place, words: $0) }
            }
        }
    }

    /// The string literals of a line of Swift, each without its interpolations.
    private static func literals(in line: String) -> [String] {
        var (found, current, depth, isIn) = ([String](), "", 0, false)
        var rest = Substring(line)
        while let character = rest.popFirst() {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if !isIn {
                if character == "/", rest.first == "/" { break }
                isIn = character == "\""
            } else if character == "\\" {
                guard let escaped = rest.popFirst() else { break }
                (depth, current) = escaped == "(" ? (1, current + " ") : (0, current + "\\\(escaped)")
            } else if character == "\"" {
                found.append(current)
                (current, isIn) = ("", false)
            } else {
                current.append(character)
            }
        }
        return found
    }

    /// The lines of the documents, without code.
    private static func documents() throws -> [Text] {
        let own = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map { name in
            (name, SourceTree.package.appending(path: name))
        }
        let top = try own.map { ($0.0, try lines(of: $0.1)) }
        return try (top + files(["docs", "Plugins"], ending: ".md")).flatMap { path, lines -> [Text] in
            var isCode = false
            return lines.enumerated().compactMap { index, line -> Text? in
                if line.hasPrefix("```") { isCode.toggle() }
                guard !isCode, !line.isEmpty else { return nil }
                return Text(place: "\(path):\(index + 1)", words: line.replacing(/`[^`]*`/, with: ""))
            }
        }
    }

    /// The English texts of the console.
    private static func pages() throws -> [Text] {
        try files(["Console/texts"], ending: "en.js").flatMap { path, lines in
            lines.enumerated().map { Text(place: "\(path):\($0 + 1)", words: $1) }
        }
    }

    private static func files(_ folders: [String], ending: String) throws -> [(String, [String])] {
        try folders.flatMap { folder -> [(String, [String])] in
            let url = SourceTree.package.appending(path: folder)
            let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
            return try paths.filter { $0.hasSuffix(ending) }.map {
                ("\(folder)/\($0)", try lines(of: url.appending(path: $0)))
            }
        }
    }

    private static func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }
}
