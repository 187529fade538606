// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The list of resolved packages, and the script by which a release refuses others.
struct DependencyTests {
    private static let list = "packaging/dependencies.txt"

    private func text(_ path: String) throws -> String {
        try String(contentsOf: SourceTree.package.appending(path: path), encoding: .utf8)
    }

    @Test("The list names every package of the manifest, in a version that the manifest allows, and no address")
    func manifest() throws {
        let lines = try text(Self.list).split(separator: "\n")
        #expect(
            lines == lines.sorted()
                && lines.allSatisfy { $0.wholeMatch(of: /[a-z0-9.-]+ [0-9]+\.[0-9]+\.[0-9]+/) != nil })
        let pattern = /url: "[^"]*\/([^"\/]+)",\s*\.upToNextMinor\(from: "([0-9]+\.[0-9]+)\.([0-9]+)"/
        let wanted = try text("Package.swift").matches(of: pattern)
        #expect(wanted.count >= 10)
        for match in wanted {
            let name = match.1.lowercased()
            let listed = try #require(lines.first { $0.hasPrefix(name + " ") }, "\(name)")
            let version = listed.split(separator: " ")[1].split(separator: ".")
            #expect(version.prefix(2).joined(separator: ".") == match.2, "\(listed)")
            #expect(try #require(Int(version[2])) >= #require(Int(match.3)), "\(listed)")
        }
    }

    @Test("A version that differs, a package more or less, and one without a version are refused; an update lists them")
    func refusal() throws {
        let tree = try Tree()
        let listed = "alpha 1.2.3\nbeta 2.0.0\n"
        try tree.write(listed, to: Self.list)
        try tree.resolve(["alpha": "1.2.3", "beta": "2.0.0"])
        #expect(try tree.run().status == 0)
        for pins in [
            ["alpha": "1.2.4", "beta": "2.0.0"], ["alpha": "1.2.3"], ["alpha": "1.2.3", "beta": "2.0.0", "c": "1.0.0"],
        ] {
            try tree.resolve(pins)
            let result = try tree.run()
            #expect(result.status != 0 && result.messages.contains("--update"), "\(pins)")
        }
        try tree.resolve(["alpha": nil, "beta": "2.0.0"])
        for arguments in [[], ["--update"]] {
            let result = try tree.run(arguments)
            #expect(result.status != 0 && result.messages.contains("alpha no-version"))
        }
        #expect(try tree.text(Self.list) == listed)
        try tree.resolve(["beta": "2.1.0", "alpha": "1.2.3"])
        #expect(try tree.run(["--update"]).status == 0 && tree.run().status == 0)
        #expect(try tree.text(Self.list) == "alpha 1.2.3\nbeta 2.1.0\n")
    }

    @Test("The script of releases checks the list before it builds")
    func release() throws {
        let script = try text("script/release")
        let check = try #require(script.range(of: "\nscript/dependencies\n"))
        let build = try #require(script.range(of: "swift build"))
        #expect(check.upperBound < build.lowerBound && script.contains("set -euo pipefail"))
    }

    /// A folder with the script, a list and a `Package.resolved` as Swift writes it.
    private final class Tree {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "dependencies-\(UUID().uuidString)")

        init() throws {
            for name in ["script", "packaging"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name), withIntermediateDirectories: true)
            }
            try FileManager.default.copyItem(
                at: SourceTree.package.appending(path: "script/dependencies"),
                to: folder.appending(path: "script/dependencies"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ text: String, to path: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: path))
        }

        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }

        func resolve(_ versions: [String: String?]) throws {
            let pins = versions.map { name, version in
                var state = ["revision": "0123456789abcdef"]
                state["version"] = version
                return ["identity": name, "kind": "remoteSourceControl", "state": state] as [String: Any]
            }
            let resolved = try JSONSerialization.data(
                withJSONObject: ["pins": pins, "version": 3], options: [.prettyPrinted, .sortedKeys])
            try resolved.write(to: folder.appending(path: "Package.resolved"))
        }

        func run(_ arguments: [String] = []) throws -> (status: Int32, messages: String) {
            let process = Process()
            process.executableURL = folder.appending(path: "script/dependencies")
            process.arguments = arguments
            let messages = folder.appending(path: "messages")
            try Data().write(to: messages)
            process.standardError = try FileHandle(forWritingTo: messages)
            try process.run()
            process.waitForEnd()
            return (process.terminationStatus, try text("messages"))
        }
    }
}
