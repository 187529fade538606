// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `drivers check`: what it says of drivers with one defect each, and of ours.
struct ConformanceTests {
    /// A driver with a defect, and what is to be found of it.
    struct Defect: Sendable, CustomTestStringConvertible {
        var name: String
        /// The checks that fail, in order.
        var failing: [String]
        /// What is said of the first.
        var words: String
        /// A limit that runs out is waited for.
        var patience = 5

        var testDescription: String { name }
    }

    static let defects = [
        Defect(name: "NEVER_PUBLISHES", failing: ["publishes"], words: "nothing published within", patience: 1),
        Defect(name: "MALFORMED_RECORDS", failing: ["records"], words: "malformed batch"),
        Defect(name: "RESERVED_KIND", failing: ["kinds"], words: "which is not a driver's to publish"),
        Defect(name: "UNDECLARED_KIND", failing: ["kinds"], words: "which its plugin does not declare to deliver"),
        Defect(name: "TIMES_GO_BACK", failing: ["times"], words: "before the one published ahead of it"),
        Defect(name: "TIMES_OF_ITS_OWN", failing: ["times"], words: "states 1 ns as its arrival"),
        Defect(name: "SAYS_NO_REASON", failing: ["state"], words: "the state 'running' has no reason"),
        Defect(name: "IGNORES_STOP", failing: ["stop", "early-stop"], words: "still running", patience: 1),
        Defect(
            name: "STOPS_ONLY_BETWEEN_MESSAGES", failing: ["silent-stop"], words: "still running", patience: 2),
        Defect(name: "FAILS_ON_RESTART", failing: ["restart"], words: "in use by this driver"),
        Defect(name: "LEAKS_DESCRIPTORS", failing: ["descriptors"], words: "1 more after each run"),
        Defect(name: "LEAKS_THREAD", failing: ["threads", "memory"], words: "1 more after each run"),
        Defect(name: "LEAKS_MEMORY", failing: ["memory"], words: "bytes more after each run"),
        Defect(
            name: "HIDES_A_VANISHED_DEVICE", failing: ["vanished"], words: "its last state: 'running'", patience: 1),
        Defect(name: "VANISHED_IS_THE_END", failing: ["vanished"], words: "its source came to its end"),
        Defect(name: "VANISHES_WITHOUT_A_WORD", failing: ["vanished"], words: "does not say why"),
        Defect(name: "CRASHES_ON_GARBAGE", failing: ["noise", "damage"], words: "signal 6 (abort)"),
        Defect(name: "INVENTS_POSITIONS", failing: ["noise"], words: "a position of garbage"),
        Defect(name: "LEAKS_WHILE_RUNNING", failing: ["growth"], words: "more with each observation"),
        Defect(name: "HOARDS", failing: ["growth"], words: "keeps a message that does not end"),
        Defect(name: "OUTSIDE_THE_SUBSET", failing: ["schema"], words: "unknown keyword «pattern»"),
        Defect(name: "OPEN_SCHEMA", failing: ["schema"], words: "additionalProperties"),
        Defect(name: "UNDOCUMENTED_SETTING", failing: ["settings"], words: "rate_hz"),
        Defect(name: "SAMPLE_OUTSIDE_ITS_SCHEMA", failing: ["sample"], words: "rate: unknown key"),
        Defect(name: "SCHEMA_PROMISES_TOO_MUCH", failing: ["range"], words: "it refuses rate_hz: 20"),
        Defect(name: "CRASHES_AT_FORBIDDEN_SETTINGS", failing: ["forbidden"], words: "signal 6 (abort)"),
    ]

    @Test(arguments: defects)
    func `a broken driver fails for what is broken, and for nothing else`(defect: Defect) throws {
        let report = try Self.check(try BuiltDriver(defect: defect.name), patience: defect.patience)
        #expect(report.status == 65)
        #expect(report.failing.map(\.check) == defect.failing, "\(report.failing)")
        #expect(report.failing.first?.reason.contains(defect.words) ?? false, "\(report.failing)")
    }

    @Test func `the same driver without a defect passes, and what was measured is told`() throws {
        let report = try Self.check(try BuiltDriver(defect: nil), patience: 5)
        #expect(report.status == 0)
        #expect(report.failing.isEmpty, "\(report.failing)")
        #expect(report.skipped == ["write", "probe", "discover"])
        #expect(report.figures["latency"] == ["median", "longest"])
        #expect(report.figures["throughput"] == ["read", "published"])
        #expect(report.figures["restart"] == ["runs"])
    }

    @Test(arguments: [
        ("nmea-serial", ["discover"]), ("ubx", ["discover"]),
        (
            "file-simulator",
            ["silent-stop", "vanished", "damage", "growth", "write", "probe", "discover", "latency", "throughput"]
        ),
    ])
    func `our own drivers pass`(driver: String, skipped: [String]) throws {
        let result = try Program.run("drivers", "check", driver, "--json", "--patience", "10")
        let report = try Report(result)
        #expect(result.status == 0 && report.failing.isEmpty, "\(result.output)")
        #expect(report.skipped == skipped)
    }

    @Test func `a driver whose receiver has no stand-in is checked as far as it can be`() throws {
        let result = try Program.run("drivers", "check", "bluetooth-rfcomm", "--json", "--patience", "10")
        let report = try Report(result)
        #expect(result.status == 0, "\(result.output)")
        #expect(report.skipped.contains("publishes") && !report.skipped.contains("settings"))
        #expect(result.output.contains("name one with --config"))
    }

    @Test func `a driver that crashes or hangs when it is loaded does not conform`() throws {
        let driver = try BuiltDriver(source: "misbehaving", defect: "TRAP_AT_LOAD")
        let result = try Program.run("drivers", "check", driver.path)
        #expect(result.status == 65)
        #expect(result.output.contains("FAIL  describes itself: cannot be asked what it is"), "\(result.output)")
    }

    private static func check(_ driver: borrowing BuiltDriver, patience: Int) throws -> Report {
        let lines = (0..<20).map { "FIX 48.\(100 + $0) 11.\(100 + $0)\n" }.joined()
        let input = try TemporaryFile(lines)
        let result = try Program.run(
            "drivers", "check", driver.path, "--input", input.path, "--json", "--patience", "\(patience)")
        return try Report(result)
    }
}

/// The report of `drivers check --json`.
private struct Report {
    var status: Int32
    var failing: [(check: String, reason: String)] = []
    var skipped: [String] = []
    var figures: [String: [String]] = [:]

    init(_ result: Program.Result) throws {
        status = result.status
        let report = try object(result.output)
        #expect(report["conforms"] as? Bool == (result.status == 0))
        for entry in try #require(report["checks"] as? [[String: Any]], "\(result.messages)") {
            let check = try #require(entry["check"] as? String)
            switch entry["result"] as? String {
            case "failed": failing.append((check, try #require(entry["reason"] as? String)))
            case "skipped": skipped.append(check)
            default: figures[check] = (entry["figures"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            }
        }
    }
}

/// A driver in plain C, built with the system's compiler into a folder of its own.
private struct BuiltDriver: ~Copyable {
    let folder: URL
    var path: String { folder.appendingPathComponent("libdriver.so").path }

    init(source: String = "broken", defect: String?) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardizedFileURL
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let compiled = try Program.run(
            "/usr/bin/env",
            ["cc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared"]
                + (defect.map { ["-DDEFECT_\($0)", "-Wno-unused"] } ?? [])
                + [
                    "-I", root.appendingPathComponent("Sources/CGNSSDriver/include").path,
                    root.appendingPathComponent("Tests/CDriver/\(source)_driver.c").path, "-o",
                    folder.appendingPathComponent("libdriver.so").path,
                ])
        try #require(compiled.status == 0, "the C compiler failed: \(compiled.messages)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
