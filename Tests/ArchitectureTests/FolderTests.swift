// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct FolderTests {
    @Test("Modules have at most 6,000 lines, and the folders of large ones no cycle")
    func modules() throws {
        let layers = try Layers.read()
        let sources = SourceTree.package.appending(path: "Sources")
        var faults: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted() {
            let contents = try ModuleFolders(module: sources.appending(path: name))
            faults += layers.faults(of: name.replacingOccurrences(of: "-", with: "_"), contents)
        }
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
        #expect(layers.largeModules == ["Agrirouter", "UBX"])
    }

    @Test("The manifest excludes each script beside the tests of a module, of which SwiftPM would warn at each build")
    func scripts() throws {
        let manifest = try String(contentsOf: SourceTree.package.appending(path: "Package.swift"), encoding: .utf8)
        let tests = SourceTree.package.appending(path: "Tests")
        let scripts = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".py") }
        #expect(scripts.contains("EndToEndTests/broker-proxy.py"))
        for script in scripts {
            let parts = script.split(separator: "/", maxSplits: 1)
            guard parts.count == 2, parts[0].hasSuffix("Tests") else { continue }
            #expect(manifest.contains("\"\(parts[1])\""), "Tests/\(script)")
        }
    }

    /// A made-up module of two folders and a file beside them.
    private func module(_ extra: String = "", lines: Int = 4001) -> ModuleFolders {
        ModuleFolders(files: [
            .init(
                path: "Low/A.swift", text: "struct A { enum Own {} }\n" + extra + String(repeating: "\n", count: lines)),
            .init(
                path: "High/B.swift",
                text: "// A comment names C.\npackage final class B { let a: A, words = \"C\" }\n"),
            .init(path: "C.swift", text: "enum C { static let b = B() }\nprivate struct Own {}\n"),
        ])
    }

    private func layers(_ folders: [String: Set<String>]) throws -> Layers {
        var layers = try Layers.read()
        layers.folders = ["Example": folders]
        return layers
    }

    @Test("Arrows between folders are those of the names that they use")
    func arrows() {
        #expect(Set(module().arrows.keys) == [.init(from: "High", to: "Low"), .init(from: ".", to: "High")])
    }

    @Test("A module whose folders keep to the table has no fault")
    func allowed() throws {
        #expect(try layers([".": ["High"], "High": ["Low"]]).faults(of: "Example", module()).isEmpty)
    }

    @Test("An arrow that the table does not draw is found")
    func missing() throws {
        let faults = try layers([".": ["High"], "High": ["Low"]]).faults(of: "Example", module("let c: C\n"))
        #expect(faults == ["Example: Low may not depend on .: Low/A.swift uses C"])
    }

    @Test("A cycle in the table is found")
    func cycle() throws {
        let table: [String: Set<String>] = [".": ["High"], "High": ["Low"], "Low": ["."]]
        let faults = try layers(table).faults(of: "Example", module("let c: C\n"))
        #expect(faults == ["the table has a cycle between folders of Example: [\".\", \"High\", \"Low\"]"])
    }

    @Test("A module that is too large is found, and one that needs no folders in the table")
    func sizes() throws {
        let table: [String: Set<String>] = [".": ["High"], "High": ["Low"]]
        let large = module(lines: 6000)
        #expect(
            try layers(table).faults(of: "Example", large)
                == ["Example has \(large.lines) lines; above 6000 it has to be divided"])
        #expect(
            try layers(table).faults(of: "Example", module(lines: 100))
                == ["Example is small: its folders need no arrows in the table"])
    }
}
