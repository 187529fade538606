// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A driver in plain C, built with the system's compiler into a folder of its own.
struct CDriver: ~Copyable {
    let folder: URL
    let name: String
    var path: String { folder.appendingPathComponent("lib\(name).so").path }

    /// - Parameters:
    ///   - name: `counting` or `misbehaving`.
    ///   - defect: which defect to build in (`-DDEFECT_…`), or nil for none.
    init(_ name: String = "counting", defect: String? = nil) throws {
        self.name = name
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..").standardizedFileURL
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let include = root.appendingPathComponent("Sources/CGNSSDriver/include").path
        let source = root.appendingPathComponent("Tests/CDriver/\(name)_driver.c").path
        var arguments = ["cc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC"]
        arguments += ["-shared", "-I", include, source, "-o", folder.appendingPathComponent("lib\(name).so").path]
        if let defect { arguments += ["-DDEFECT_\(defect)", "-Wno-unused"] }
        compiler.arguments = arguments
        try compiler.run()
        compiler.waitForEnd()
        try #require(compiler.terminationStatus == 0, "the C compiler failed")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
