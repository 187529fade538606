// SPDX-License-Identifier: Apache-2.0

import Foundation
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
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: output))
    }
}
