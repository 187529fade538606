// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The links of the documents lead to files and headings that exist.
@Suite struct LinkTests {
    @Test func `every link of a document leads to a file, and to a heading if it names one`() throws {
        var count = 0
        for file in Self.documents() {
            for target in try Self.targets(in: file) {
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let other =
                    parts[0].isEmpty ? file : file.deletingLastPathComponent().appending(path: String(parts[0]))
                let isThere = FileManager.default.fileExists(atPath: other.path)
                #expect(isThere, "\(file.lastPathComponent): no file for the link \(target)")
                guard isThere, parts.count == 2 else { continue }
                count += 1
                let anchors = try Self.anchors(of: other)
                #expect(
                    anchors.contains(String(parts[1])), "\(file.lastPathComponent): no heading for the link \(target)")
            }
        }
        #expect(count > 100)
    }

    private static func documents() -> [URL] {
        let own = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        let others = ["docs", "Plugins"].flatMap { folder -> [String] in
            let path = SourceTree.package.appending(path: folder).path
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }
        return (own + others).map { SourceTree.package.appending(path: $0) }
    }

    /// The targets of a document's links, except addresses.
    private static func targets(in file: URL) throws -> [String] {
        let text = try prose(of: file).joined(separator: "\n")
        let source = text as NSString
        // Code is matched too, so that it is skipped.
        let link = try NSRegularExpression(pattern: #"`[^`\n]*`|\]\(([^)\s]+)\)"#)
        return link.matches(in: text, range: NSRange(location: 0, length: source.length)).compactMap { match in
            let range = match.range(at: 1)
            guard range.location != NSNotFound else { return nil }
            let target = source.substring(with: range)
            return target.contains(":") ? nil : target
        }
    }

    /// The anchors of a document's headings, as GitHub makes them.
    private static func anchors(of file: URL) throws -> Set<String> {
        let headings = try prose(of: file).filter { $0.hasPrefix("#") }
        return Set(
            headings.map { heading in
                let title = heading.drop { $0 == "#" || $0 == " " }.replacing(/\]\([^)]*\)/, with: "")
                return title.lowercased().replacingOccurrences(of: " ", with: "-").filter {
                    $0.isLetter || $0.isNumber || "-_".contains($0)
                }
            })
    }

    /// The lines of a document outside its blocks of code.
    private static func prose(of file: URL) throws -> [String] {
        var isCode = false
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isCode && !isFence
        }
    }
}
