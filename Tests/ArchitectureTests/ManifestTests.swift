// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The manifests, read as text: it takes seconds to run them. SwiftPM accepts a dependency that no file imports, and finds
/// a module that is imported without a dependency only if something else has caused it to be built before.
struct ManifestTests {
    /// The manifests, the folder of their targets' folders, and the least number of their targets with Swift files.
    static let manifests = [
        ("Package.swift", "", 150), ("Kit/swift/Kit/Package.swift", "", 14),
        ("Kit/swift/Package.swift", "Kit/swift/", 3),
    ]

    @Test("A target depends only on what it imports, and on all of that", arguments: manifests)
    func dependencies(_ path: String, _ base: String, _ least: Int) throws {
        let text = try String(contentsOf: SourceTree.package.appending(path: path), encoding: .utf8)
        let toolchain = try Layers.read().toolchain.union(["Testing"])
        let targets = try Manifest(text).targets.compactMap { target in
            try target.imports(below: base).map { (target, $0.subtracting(toolchain)) }
        }
        #expect(targets.count >= least)
        let faults = targets.flatMap { $0.faults(importing: $1) }
        #expect(faults.isEmpty, "\(path): \(faults.joined(separator: "\n"))")
    }

    @Test("A dependency too many or too few is found, in each form of declaration")
    func found() {
        let text = """
            let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
            let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
            let targets = [
                module("A"),
                // module("Comment", ["A"]),
                module(
                    "B",
                    ["A", logging], settings: optimised),
                .target(
                    name: "C", dependencies: ["A", nioHTTPTypes], path: "Plugins/C", exclude: ["Export", "README.md"],
                    resources: [.embedInCode("a.yaml")], swiftSettings: strict),
                .target(name: "D", dependencies: ["C"] + kit("A"), sources: ["Part", "One.swift"]),
                tests("BTests", ["A", "B"], exclude: ["a.py"]),
            ]
            """
        let targets = Manifest(text).targets
        #expect(targets.map(\.name) == ["A", "B", "C", "D", "BTests"])
        #expect(targets.map(\.folder) == ["Sources/A", "Sources/B", "Plugins/C", "Sources/D", "Tests/BTests"])
        #expect(targets[0].faults(importing: ["B"]) == ["A imports B: add the dependency"])
        #expect(targets[1].faults(importing: ["A", "Logging"]).isEmpty)
        #expect(targets[1].faults(importing: ["A"]) == ["no file of B imports Logging: remove the dependency"])
        #expect(targets[2].faults(importing: ["A", "HTTPTypes"]).isEmpty)
        #expect(targets[3].faults(importing: ["A", "C"]).isEmpty)
        #expect(targets[4].faults(importing: []).count == 2)
        let files = ["Export/E.swift", "Part/P.swift", "One.swift", "README.md"]
        #expect(files.filter(targets[0].holds) == ["Export/E.swift", "Part/P.swift", "One.swift"])
        #expect(files.filter(targets[2].holds) == ["Part/P.swift", "One.swift"])
        #expect(files.filter(targets[3].holds) == ["Part/P.swift", "One.swift"])
    }
}

/// What a manifest declares.
private struct Manifest {
    struct Target {
        var name: String
        /// The modules; each product bears the name of its module.
        var dependencies: Set<String> = []
        /// The folder with its files.
        var folder: String
        /// Files and folders in its folder that do not belong to it.
        var excluded: [String] = []
        /// The only files and folders that belong to it; nil for all.
        var sources: [String]?
    }

    var targets: [Target] = []

    init(_ text: String) {
        let code = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
            .joined(separator: "\n")
        var products: [String: String] = [:]
        for match in code.matches(of: /let (\w+) = Target\.Dependency\.product\(name: "(\w+)"/) {
            products[String(match.1)] = String(match.2)
        }
        let declaration = /(?:module|tests|\.target|\.executableTarget|\.testTarget)\(\s*(?:name: )?"/
        for match in code.matches(of: declaration) {
            let arguments = Self.arguments(of: code[match.range.lowerBound...])
            guard let name = Self.texts(in: arguments[0]).first else { continue }
            let isTest = code[match.range].hasPrefix("tests") || code[match.range].hasPrefix(".testTarget")
            var target = Target(name: name, folder: (isTest ? "Tests/" : "Sources/") + name)
            for argument in arguments.dropFirst() {
                let texts = Self.texts(in: argument)
                if argument.hasPrefix("[") || argument.hasPrefix("dependencies:") {
                    let words = argument.replacing(/"[^"]*"/, with: "").split { !$0.isLetter && !$0.isNumber }
                    target.dependencies = Set(texts + words.compactMap { products[String($0)] })
                }
                if argument.hasPrefix("path:") { target.folder = texts.joined() }
                if argument.hasPrefix("exclude:") { target.excluded = texts }
                if argument.hasPrefix("sources:") { target.sources = texts }
            }
            targets.append(target)
        }
    }

    /// The arguments of a call, whose name the text begins with.
    private static func arguments(of call: Substring) -> [String] {
        var (arguments, depth, isInText) = ([""], 0, false)
        for character in call.drop(while: { $0 != "(" }) {
            if character == "\"" { isInText.toggle() }
            if !isInText, character == "(" || character == "[" { depth += 1 }
            if !isInText, character == ")" || character == "]" { depth -= 1 }
            if depth == 0 { break }
            if !isInText, depth == 1, character == "," {
                arguments.append("")
            } else {
                arguments[arguments.count - 1].append(character)
            }
        }
        return arguments.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    private static func texts(in argument: String) -> [String] {
        argument.matches(of: /"([^"]*)"/).map { String($0.1) }
    }
}

extension Manifest.Target {
    /// Modules of packages that the manifest does not name, and the modules with which they come.
    private static let carriers = ["HTTPTypes": "NIOHTTPTypes"]

    /// What is wrong with the dependencies of a target whose files import these modules.
    func faults(importing imports: Set<String>) -> [String] {
        let imports = Set(imports.map { Self.carriers[$0] ?? $0 })
        let spare = dependencies.subtracting(imports).sorted()
        let missing = imports.subtracting(dependencies).sorted()
        return spare.map { "no file of \(name) imports \($0): remove the dependency" }
            + missing.map { "\(name) imports \($0): add the dependency" }
    }

    /// Whether a file in its folder is one of its Swift files.
    func holds(_ path: String) -> Bool {
        func isIn(_ part: String) -> Bool { path == part || path.hasPrefix(part + "/") }
        return path.hasSuffix(".swift") && !excluded.contains(where: isIn) && sources?.contains(where: isIn) != false
    }

    /// The modules that its Swift files import; nil if it has none, because it is C code.
    func imports(below base: String) throws -> Set<String>? {
        let folder = SourceTree.package.appending(path: base + self.folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter(holds)
        guard !paths.isEmpty else { return nil }
        return try paths.reduce(into: Set<String>()) { imports, path in
            // Imports are at the beginning of a file; reading the rest would take seconds.
            let head = try FileHandle(forReadingFrom: folder.appending(path: path)).read(upToCount: 2048) ?? Data()
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\n")
                .filter { $0.contains(#/^(@\w+ |public |package |internal |fileprivate |private )*import /#) }
            imports.formUnion(SourceFile(path: path, text: lines.joined(separator: "\n")).imports)
        }
    }
}
