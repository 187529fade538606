// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Whether a build notices that Leaflet was fetched after an earlier build without it.
@Suite struct LeafletBuildTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A package of the console's files alone, whose program lists them; what is fetched is in a wheel of its own.
    private func makePackage(_ folder: URL) throws {
        let files = FileManager.default
        for path in ["Sources/CConsoleAssets", "Console", "script"] {
            let target = folder.appending(path: path)
            try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.copyItem(at: Self.root.appending(path: path), to: target)
        }
        try? files.removeItem(at: folder.appending(path: "Console/vendor"))
        try files.createDirectory(at: folder.appending(path: "Sources/list"), withIntermediateDirectories: true)
        try Data(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "list",
                targets: [
                    .target(name: "CConsoleAssets"), .executableTarget(name: "list", dependencies: ["CConsoleAssets"]),
                ])
            """.utf8
        ).write(to: folder.appending(path: "Package.swift"))
        try Data(
            """
            #include <stdio.h>
            #include "console_assets.h"
            int main(void) {
                for (const console_asset *file = console_assets; file->path; file++) {
                    printf("%s %zu\\n", file->path, file->size);
                }
            }
            """.utf8
        ).write(to: folder.appending(path: "Sources/list/main.c"))
        // What PyPI would give.
        let data = folder.appending(path: "wheel/xstatic/pkg/leaflet/data")
        try files.createDirectory(at: data, withIntermediateDirectories: true)
        for name in ["leaflet.css", "leaflet.js"] {
            let source = Self.root.appending(path: "Console/vendor/leaflet/\(name)")
            try files.copyItem(at: source, to: data.appending(path: name))
        }
        let information = folder.appending(path: "wheel/XStatic_Leaflet-1.9.3.0.dist-info")
        try files.createDirectory(at: information, withIntermediateDirectories: true)
        for (name, text) in [
            ("METADATA", "Metadata-Version: 2.1\nName: XStatic-Leaflet\nVersion: 1.9.3.0\n"),
            ("WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
            ("RECORD", ""),
        ] {
            try Data(text.utf8).write(to: information.appending(path: name))
        }
    }

    private func run(_ folder: URL, _ command: String, environment: [String: String] = [:]) throws -> String {
        let program = try RunningProgram(
            "/bin/bash", ["-c", "cd '\(folder.path)' && { \(command); } 2>&1"], environment: environment)
        let result = program.waitForEnd()
        try #require(result.status == 0, "\(command): \(result.output)")
        return result.output
    }

    @Test(.timeLimit(.minutes(3)), .enabled(if: Program.installed("python3") != nil))
    func `what is fetched after a first build is in the next one, and nothing with another hash`() throws {
        let folder = URL(filePath: NSTemporaryDirectory() + "gnss-leaflet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try makePackage(folder)
        let build = "swift build --disable-sandbox -q && .build/debug/list"
        let without = try run(folder, build)
        #expect(without.contains("index.html") && !without.contains("leaflet.js"), "\(without)")
        // Nothing is fetched from the net.
        let place = ["PIP_NO_INDEX": "1", "PIP_FIND_LINKS": folder.path]
        let pack =
            "rm -f *.whl; (cd wheel && python3 -m zipfile -c ../XStatic_Leaflet-1.9.3.0-py3-none-any.whl xstatic XStatic*)"
        _ = try run(
            folder,
            "mv wheel/xstatic/pkg/leaflet/data/leaflet.js good && echo 'alert(1)' > "
                + "wheel/xstatic/pkg/leaflet/data/leaflet.js; \(pack)")
        let refused = try run(folder, "script/console-vendor leaflet; echo status $?", environment: place)
        #expect(refused.contains("cannot be fetched") && refused.contains("status 69"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Console/vendor/leaflet"))
        #expect(try run(folder, build) == without)
        _ = try run(folder, "mv good wheel/xstatic/pkg/leaflet/data/leaflet.js; \(pack)")
        _ = try run(folder, "script/console-vendor leaflet", environment: place)
        let with = try run(folder, build)
        #expect(with.contains("vendor/leaflet/leaflet.js 14"), "\(with)")
        #expect(with.contains("vendor/leaflet/leaflet.css"), "\(with)")
        // What is there is not fetched again, and not compiled again.
        let time = "stat -c %y Sources/CConsoleAssets/console_assets.c"
        #expect(
            try run(folder, "\(time); script/console-vendor leaflet; \(time)", environment: ["PIP_NO_INDEX": "1"])
                .split(separator: "\n").reduce(into: Set<Substring>()) { $0.insert($1) }.count == 1)
    }
}
