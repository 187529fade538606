// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The oldest toolchain and system are stated once, in `.ci/minimum`; all that names them says the same.
struct ToolchainTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: SourceTree.package.appending(path: path), encoding: .utf8)
    }

    private func minimum(_ key: String) throws -> String {
        let lines = try text(".ci/minimum").split(separator: "\n")
        let prefix = "minimum_\(key)="
        return String(try #require(lines.first { $0.hasPrefix(prefix) }).dropFirst(prefix.count))
    }

    /// All files of these names, and of these endings, that belong to the project.
    private func files(_ isWanted: (String) -> Bool) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: SourceTree.package.path)
        return names.filter { name in
            !name.split(separator: "/").contains { $0.hasPrefix(".build") || $0 == ".git" } && isWanted(name)
        }
    }

    @Test("Every manifest asks for the toolchain that continuous integration builds with")
    func manifests() throws {
        let wanted = "// swift-tools-version: \(try minimum("swift"))\n"
        let manifests = try files { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
        #expect(
            Set(manifests).isSuperset(of: ["Package.swift", "Benchmarks/Package.swift", "Kit/swift/Package.swift"]))
        for manifest in manifests {
            #expect(try text(manifest).hasPrefix(wanted), "\(manifest)")
        }
    }

    @Test("Documents, workflows and templates name the same toolchain and system")
    func documents() throws {
        let swift = try minimum("swift")
        let system = "\(try minimum("system").capitalized) \(try minimum("system_version"))"
        let documents = try files { $0.hasSuffix(".md") || $0.hasSuffix(".yml") || $0 == "script/bootstrap" }
        for document in documents where document != "CHANGELOG.md" {
            for named in try text(document).matches(of: /(?:Swift |swift:)([0-9]+\.[0-9]+)/) {
                #expect(String(named.1) == swift, "\(document)")
            }
        }
        for document in ["README.md", "CONTRIBUTING.md"] {
            let text = try text(document)
            #expect(text.contains("Swift \(swift) or later") && text.contains(system), "\(document)")
        }
        #expect(try text("CONTRIBUTING.md").contains("Swift \(swift) on \(system)"))
        for script in [".ci/run", "script/bootstrap"] {
            #expect(try text(script).contains("minimum"), "\(script)")
        }
    }

    @Test("A warning in any module of ours is an error")
    func warnings() throws {
        let manifest = try text("Package.swift")
        #expect(manifest.matches(of: /treatAllWarnings\(as: \.error\)/).count == 2)
        for target in manifest.matches(of: /\.(?:target|executableTarget|testTarget)\(/) {
            let rest = manifest[target.range.upperBound...]
            let end = try #require(Self.end(of: rest))
            let arguments = rest[..<end]
            let isStrict = arguments.contains("swiftSettings: strict") || arguments.contains("cSettings: strictC")
            #expect(isStrict, "\(arguments.prefix(80))")
        }
    }

    /// Where the parenthesis closes that stands open before a text.
    private static func end(of text: Substring) -> Substring.Index? {
        var depth = 1
        return text.indices.first { index in
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            return depth == 0
        }
    }
}
