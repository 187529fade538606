// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The contract as an author of another language has it: a driver in Rust, written from `gnss_driver.h` alone.
struct RustDriverTests {
    /// rustc of the PATH, or of rustup's folder; nil: there is none on this machine.
    private static let compiler: String? = {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "/nonexistent"
        let own = home + "/.cargo/bin/rustc"
        return Program.installed("rustc") ?? (FileManager.default.isExecutableFile(atPath: own) ? own : nil)
    }()

    @Test(.enabled(if: compiler != nil, "left out: rustc is not installed"))
    func `a driver in Rust builds from the header alone and conforms`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-rust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../RustDriver/driver.rs").standardizedFileURL
        let library = folder.appendingPathComponent("libdriver.so").path
        let compiled = try Program.run(
            try #require(Self.compiler),
            [
                "--edition", "2021", "-O", "--crate-type", "cdylib", "-C", "panic=abort", "-D", "warnings", "-o",
                library, source.path,
            ])
        try #require(compiled.status == 0, "rustc failed: \(compiled.messages)")
        let input = try TemporaryFile((0..<20).map { "FIX 48.\(100 + $0) 11.\(100 + $0)\n" }.joined())
        let report = try CheckedDriver(
            try Program.run("drivers", "check", library, "--input", input.path, "--patience", "5", "--json"))
        #expect(report.status == 0 && report.failing.isEmpty, "\(report.failing)")
        #expect(report.passed.count >= 25, "\(report.passed), left out: \(report.skipped)")
    }

    @Test(.enabled(if: compiler != nil, "left out: rustc is not installed"))
    func `the driver in Rust continues after a refused record`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-rust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../RustDriver/refusal_test.rs").standardizedFileURL
        let program = folder.appendingPathComponent("test").path
        let compiled = try Program.run(
            try #require(Self.compiler), ["--edition", "2021", "-D", "warnings", "-o", program, source.path])
        try #require(compiled.status == 0, "rustc failed: \(compiled.messages)")
        let result = try Program.run(program, [folder.path])
        #expect(result.status == 0 && result.output.contains("a refused record is skipped"), "\(result.messages)")
    }
}
