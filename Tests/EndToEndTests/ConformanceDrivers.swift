// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The report of `drivers check --json`.
struct CheckedDriver {
    var status: Int32
    var failing: [(check: String, reason: String)] = []
    var skipped: [String] = []
    var passed: [String] = []
    var figures: [String: [String]] = [:]
    /// What took the receiver's place, in words.
    var receiver = ""

    init(_ result: Program.Result) throws {
        status = result.status
        let report = try object(result.output)
        receiver = report["receiver"] as? String ?? ""
        #expect(report["conforms"] as? Bool == (result.status == 0))
        for entry in try #require(report["checks"] as? [[String: Any]], "\(result.messages)") {
            let check = try #require(entry["check"] as? String)
            switch entry["result"] as? String {
            case "failed": failing.append((check, try #require(entry["reason"] as? String)))
            case "skipped": skipped.append(check)
            default:
                passed.append(check)
                figures[check] = (entry["figures"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            }
        }
    }
}

/// A driver in plain C, built with the system's compiler into a folder of its own.
final class BuiltDriver {
    let folder: URL
    var path: String { folder.appendingPathComponent("libdriver.so").path }

    /// - Parameters:
    ///   - source: the driver, of `Tests/CDriver`.
    ///   - defect: what is broken in it; nil: nothing.
    ///   - flags: further arguments of the compiler.
    init(source: String = "broken", defect: String?, flags: [String] = []) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardizedFileURL
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let compiled = try Program.run(
            "/usr/bin/env",
            ["cc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared"]
                + (defect.map { ["-DDEFECT_\($0)", "-Wno-unused"] } ?? []) + flags
                + [
                    "-pthread", "-I", root.appendingPathComponent("Sources/CGNSSDriver/include").path,
                    "-I", root.appendingPathComponent("Kit/c/kit").path,
                    root.appendingPathComponent("Tests/CDriver/\(source)_driver.c").path, "-o",
                    folder.appendingPathComponent("libdriver.so").path,
                ])
        try #require(compiled.status == 0, "the C compiler failed: \(compiled.messages)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// `drivers check` of a driver, under way: several can wait for their limits at the same time.
struct RunningCheck {
    // The files that the program reads are removed with the last reference.
    private let driver: BuiltDriver?
    private let input: TemporaryFile?
    private let program: RunningProgram

    /// - Parameters:
    ///   - driver: the driver.
    ///   - options: further arguments.
    ///   - text: what its receiver sends; by default twenty fixes, again and again.
    init(_ driver: BuiltDriver, _ options: [String], input text: String? = nil) throws {
        self.driver = driver
        let input = try TemporaryFile(text ?? (0..<20).map { "FIX 48.\(100 + $0) 11.\(100 + $0)\n" }.joined())
        self.input = input
        program = try RunningProgram(
            try Program.gateway, ["drivers", "check", driver.path, "--input", input.path, "--json"] + options)
    }

    /// - Parameters:
    ///   - name: the name of a driver that comes with the gateway.
    ///   - options: further arguments.
    init(ofOurs name: String, _ options: [String]) throws {
        (driver, input) = (nil, nil)
        program = try RunningProgram(try Program.gateway, ["drivers", "check", name, "--json"] + options)
    }

    /// Waits for its end.
    func report() throws -> CheckedDriver { try CheckedDriver(program.waitForEnd()) }

    /// Checks several drivers, some of them at a time: while one waits for a limit to pass, the others work.
    ///
    /// - Parameters:
    ///   - cases: what is checked.
    ///   - width: how many at a time.
    ///   - start: begins one.
    ///   - judge: looks at a report.
    static func all<Case>(
        _ cases: some Collection<Case>, atATime width: Int, start: (Case) throws -> RunningCheck,
        judge: (Case, CheckedDriver) -> Void
    ) {
        var running: [(Case, RunningCheck)] = []
        func finishFirst() {
            let (one, check) = running.removeFirst()
            do { judge(one, try check.report()) } catch { Issue.record("\(one): \(error)") }
        }
        for one in cases {
            if running.count == width { finishFirst() }
            do { running.append((one, try start(one))) } catch { Issue.record("\(one): \(error)") }
        }
        while !running.isEmpty { finishFirst() }
    }
}
