// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Public and package declarations have a comment where a reader cannot do without one: types, functions that throw, and
/// floating-point values. A comment that only repeats a name helps no reader, so nothing else needs one.
@Suite struct DocumentationTests {
    @Test func `types, functions that throw and values with a unit have a comment`() throws {
        var count = 0
        for path in try Self.paths() {
            let text = try String(contentsOf: SourceTree.package.appending(path: path), encoding: .utf8)
            count += 1
            for gap in try Self.gaps(in: text) {
                Issue.record("\(path):\(gap.line): \(gap.declaration): \(gap.need.advice)")
            }
        }
        #expect(count > 500)
    }

    @Test func `a gap of each kind is found, and a comment closes it`() throws {
        let text = """
            public struct Point {
                public var latitude: Double?
                package let length = 1.5
                @discardableResult
                public func read(
                    _ file: String
                ) throws(ReadError) -> Int { 0 }
                public init(_ text: String) async throws {}
            }
            """
        let gaps = try Self.gaps(in: text)
        #expect(gaps.map(\.line) == [1, 2, 3, 5, 8])
        #expect(gaps.map(\.need) == [.type, .unit, .unit, .error, .error])
        let documented = text.components(separatedBy: "\n").map { line in
            line.contains("throws(") || line.contains("_ file") || line.contains("public func")
                ? line : "/// Words.\n\(line)"
        }
        #expect(try Self.gaps(in: documented.joined(separator: "\n")).isEmpty)
    }

    @Test func `nothing else needs a comment`() throws {
        let text = #"""
            struct Hidden { var value: Double }
            public import GNSSTypes
            extension Hidden {
                public var name: String { "public struct" }
                public func map(_ body: () throws -> Int) rethrows -> Int { try body() }
                public init(values: [Double] = []) {}
                public static let template = """
                    public struct Example {}
                    """
            }
            """#
        #expect(try Self.gaps(in: text).isEmpty)
    }

    /// What a declaration needs a comment for.
    private enum Need {
        case type, error, unit

        var advice: String {
            switch self {
            case .type: "a public or package type needs a comment that says what it is for"
            case .error: "a function that throws needs a comment that says which error it throws, and when"
            case .unit: "a floating-point value needs a comment that says its unit, and its range if it has one"
            }
        }
    }

    private struct Gap {
        /// From 1.
        let line: Int
        let declaration: String
        let need: Need
    }

    private static func gaps(in text: String) throws -> [Gap] {
        let source = text as NSString
        let whole = NSRange(location: 0, length: source.length)
        return try beginning().matches(in: text, range: whole).compactMap { match -> Gap? in
            guard !isDocumented(match.range.location, source) else { return nil }
            // As much as the longest signature takes.
            let end = min(source.length, match.range.location + 3000)
            let rest = source.substring(with: NSRange(match.range.location..<end)).components(separatedBy: "\n")
            let words = rest[0].split(separator: " ")
            guard let need = need(words, rest) else { return nil }
            let before = source.substring(to: match.range.location)
            // A template in a string literal declares nothing.
            guard !before.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) else { return nil }
            let line = before.components(separatedBy: "\n").count
            return Gap(line: line, declaration: words.joined(separator: " "), need: need)
        }
    }

    /// The beginning of a public or package declaration. One search of a whole file takes a fraction of the time that a
    /// look at each of its lines does.
    private static func beginning() throws -> NSRegularExpression {
        let words = modifiers.map { NSRegularExpression.escapedPattern(for: String($0)) }.sorted()
        let pattern = "^[ ]*(?:@[^\\n ]+ +)*(?:(?:\(words.joined(separator: "|"))) +)*(?:public|package|open) "
        return try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    }

    /// Whether the lines above a place, but for attributes, end in a comment.
    private static func isDocumented(_ place: Int, _ source: NSString) -> Bool {
        var start = place
        while start > 0 {
            let range = source.lineRange(for: NSRange(location: start - 1, length: 0))
            let line = source.substring(with: range).trimmingCharacters(in: .whitespaces)
            guard line.hasPrefix("@") else { return line.hasPrefix("///") }
            start = range.location
        }
        return false
    }

    private static let access: Set<Substring> = ["public", "package", "open"]
    private static let modifiers: Set<Substring> = [
        "static", "final", "indirect", "nonisolated", "mutating", "consuming", "borrowing", "convenience", "override",
        "lazy", "weak", "unowned", "private(set)", "internal(set)", "package(set)", "nonisolated(unsafe)",
    ]

    private static func need(_ words: [Substring], _ lines: [String]) -> Need? {
        let rest = words.drop { $0.hasPrefix("@") || modifiers.contains($0) }
        guard let level = rest.first, access.contains(level) else { return nil }
        let declaration = rest.dropFirst().drop { modifiers.contains($0) }
        guard let keyword = declaration.first?.prefix(while: \.isLetter) else { return nil }
        switch keyword {
        case "struct", "class", "enum", "actor", "protocol": return .type
        case "func", "init", "subscript": return throwsError(lines) ? .error : nil
        case "var", "let": return isNumber(declaration.dropFirst().joined(separator: " ")) ? .unit : nil
        default: return nil
        }
    }

    /// Whether `throws` stands between a function's parameters and its body.
    private static func throwsError(_ lines: [String]) -> Bool {
        var (depth, hasParameters, tail) = (0, false, "")
        for line in lines.prefix(30) {
            for character in line {
                if character == "(" { (depth, hasParameters) = (depth + 1, true) }
                if character == ")" { depth -= 1 }
                if character == "{", depth == 0, hasParameters { return tail.contains(" throws") }
                if depth == 0, hasParameters { tail.append(character) }
            }
            tail.append(" ")
            if depth == 0, hasParameters, line.hasSuffix(")") || line.hasSuffix("->") { continue }
            // A requirement of a protocol has no body.
            if depth == 0, hasParameters { return tail.contains(" throws") }
        }
        return false
    }

    /// Whether a property is a floating-point number, an optional one, or a range or list of them.
    private static func isNumber(_ declaration: String) -> Bool {
        let head = declaration.prefix { $0 != "{" }
        let parts = head.split(separator: "=", maxSplits: 1)
        let name = parts.first.map { $0.split(separator: ":", maxSplits: 1) } ?? []
        if name.count == 2 {
            let types = name[1].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            return types.contains { $0 == "Double" || $0 == "Float" }
        }
        guard parts.count == 2 else { return false }
        let value = parts[1].trimmingCharacters(in: .whitespaces)
        return Double(value) != nil && value.contains(".")
    }

    private static func paths() throws -> [String] {
        ["Sources", "Plugins"].flatMap { folder -> [String] in
            let url = SourceTree.package.appending(path: folder)
            let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".swift") && !$0.hasSuffix(".pb.swift") }.map { "\(folder)/\($0)" }
        }
    }
}
