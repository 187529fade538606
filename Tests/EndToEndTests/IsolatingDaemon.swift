// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a receiver `good` at 5 Hz and one that misbehaves for each mode.
struct IsolatingDaemon {
    let program: RunningProgram
    let port: Int

    init(_ modes: [String], _ driver: MisbehavingDriver, restartAfter: Int = 2) async throws {
        port = try Program.freePort()
        // What a driver took is only told where it is more than the daemon itself ever had.
        let limits = "{ memory_mib: 512, restart_after_s: \(restartAfter) }"
        let receivers = modes.map { mode in
            "  - { id: bad-\(mode), driver: \(driver.kind), limits: \(limits), config: { mode: \(mode) } }"
        }
        let file = try TemporaryFile(
            """
            receivers:
              - { id: good, driver: file-simulator, config: { scenario: drive, speed: 5 } }
            \(receivers.joined(separator: "\n"))
            listen: { gpsd: ["127.0.0.1:\(port)"], http: "" }
            plugin_path: ["\(driver.folder.path)"]
            discovery: { enabled: false }
            """, suffix: ".yaml")
        program = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try await wait(for: "running: replaying", count: 1)
    }

    /// Waits until the daemon has said something so often.
    ///
    /// The threads of other tests are left alone meanwhile.
    func wait(for words: String, count: Int) async throws {
        let deadline = Date(timeIntervalSinceNow: 240)
        while program.messages.ranges(of: words).count < count {
            try #require(Date() < deadline, "it did not say \(count) times '\(words)', but: \(program.messages)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// The misbehaving driver in plain C, built into a folder of its own.
final class MisbehavingDriver {
    let folder: URL
    /// The word for it in the configuration.
    let kind: String
    var path: String { folder.appendingPathComponent("libmisbehaving.so").path }

    /// - Parameter isFlowControlled: it states its own times, and waits for answers.
    init(isFlowControlled: Bool = false) throws {
        kind = isFlowControlled ? "misbehaving-replay" : "misbehaving"
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
            .standardizedFileURL
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let include = root.appendingPathComponent("Sources/CGNSSDriver/include").path
        let source = root.appendingPathComponent("Tests/CDriver/misbehaving_driver.c").path
        let result = try Program.run(
            "/usr/bin/env",
            ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-shared", "-I", include, source]
                + ["-o", path] + (isFlowControlled ? ["-DFLOW_CONTROLLED"] : []))
        try #require(result.status == 0, "\(result.messages)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A client of the gpsd protocol that watches the fixes of one receiver.
struct FixWatch {
    private let client: GPSDClient

    init(port: Int, receiver: String) throws {
        client = try GPSDClient(port: port, watch: #"?WATCH={"enable":true,"json":true,"device":"\#(receiver)"};"#)
    }

    var count: Int { client.count("TPV") }

    /// In seconds; the present one counts too.
    var longestGap: Double {
        let times = client.reports("TPV").map(\.time) + [ProcessInfo.processInfo.systemUptime]
        return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
    }

    func waitForFixes(_ wanted: Int) async throws {
        let deadline = Date(timeIntervalSinceNow: 240)
        while count < wanted {
            try #require(Date() < deadline, "only \(count) fixes arrived")
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
