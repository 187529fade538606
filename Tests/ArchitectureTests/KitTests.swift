// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct KitTests {
    private struct Manifest: Decodable {
        struct Dependency: Decodable {}
        struct Target: Decodable { var name: String }
        var dependencies: [Dependency]
        var targets: [Target]
    }

    @Test("The driver kit alone has no outside dependency and holds every module of the kit", .timeLimit(.minutes(10)))
    func noDependency() throws {
        let kit = try manifest(kitOnly: true)
        #expect(kit.dependencies.isEmpty)
        let drawn = try Layers.read().modules.filter { $0.value.kit == true }.map(\.key)
        #expect(Set(drawn).subtracting(kit.targets.map(\.name)).isEmpty)
        let whole = try manifest(kitOnly: false)
        #expect(!whole.dependencies.isEmpty)
    }

    @Test("A driver out of tree gets every module of the kit, each with what it imports")
    func copiedModules() throws {
        let kit = try Layers.read().modules.filter { $0.value.kit == true }
        let copied = try text("Kit/modules").split(separator: "\n").map(String.init)
        #expect(copied.count == Set(copied).count && Set(copied) == Set(kit.keys))
        let manifest = try text("Kit/swift/Kit/Package.swift")
        for (name, module) in kit where !name.hasPrefix("C") {
            // `module("Name", ["Other", "Another"])`, on one line or several.
            let entry = try #require(manifest.firstMatch(of: try Regex("module\\(\\s*\"\(name)\"[^)]*\\)")), "\(name)")
            for other in module.imports {
                #expect(manifest[entry.range].contains("\"\(other)\""), "\(name) imports \(other)")
            }
        }
        for name in kit.keys where name.hasPrefix("C") { #expect(manifest.contains(".target(name: \"\(name)\")")) }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: SourceTree.package.appending(path: path), encoding: .utf8)
    }

    /// What `swift package dump-package` says. It has a scratch folder of its own: the usual one is locked by the build
    /// that runs these tests.
    private func manifest(kitOnly: Bool) throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let output = scratch.appending(path: "manifest.json")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", SourceTree.package.path, "--scratch-path", scratch.path,
            "dump-package",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment["GNSS_KIT_ONLY"] = kitOnly ? "1" : nil
        process.environment = environment
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitForEnd()
        #expect(process.terminationStatus == 0)
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: output))
    }
}
