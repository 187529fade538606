// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a good receiver and one whose driver, in a process of its own, does what no driver may.
@Suite(.serialized) struct IsolationTests {
    /// What the driver does, and what the daemon says of it. Said twice: it was started anew in between.
    private struct Misdeed: CustomTestStringConvertible, Sendable {
        var mode: String
        var words: String
        var count = 2
        var testDescription: String { mode }
    }

    private static let misdeeds = [
        Misdeed(mode: "trap", words: "lost: the driver's process was terminated by signal 4"),
        Misdeed(mode: "abort", words: "lost: the driver's process was terminated by signal 6"),
        Misdeed(mode: "segfault", words: "lost: the driver's process was terminated by signal 11"),
        Misdeed(mode: "exit", words: "lost: the driver's process exited with status 3"),
        Misdeed(mode: "hang", words: "lost: the driver's process was ended: it gave no sign of life for 2 s"),
        Misdeed(mode: "spin", words: "lost: the driver's process was ended: it gave no sign of life for 2 s"),
        Misdeed(mode: "close", words: "lost: the driver's process was ended: it closed the pipe to the gateway"),
        Misdeed(mode: "flood", words: "the excess is dropped", count: 1),
        Misdeed(mode: "leak", words: "limits.memory_mib allows"),
        Misdeed(mode: "sizes", words: "refused a batch from the driver (16 so far)", count: 1),
        Misdeed(mode: "kinds", words: "which drivers must not publish", count: 1),
        Misdeed(mode: "times", words: "(16 batches so far): ignoring them", count: 1),
        Misdeed(mode: "log", words: "log lines from the driver: more than 20 a second"),
        Misdeed(
            mode: "states", words: "it logs more than 2000 lines and states a second: the excess is dropped"),
        Misdeed(
            mode: "stdout", words: "lost: the driver's process was ended: it gave no sign of life for 2 s", count: 1),
        Misdeed(mode: "stderr", words: "log lines from the driver: more than 20 a second"),
        Misdeed(mode: "forks", words: "lost: the driver's process was terminated by signal 6"),
        Misdeed(mode: "scribble", words: "lost: the driver's process was ended: it sent a frame"),
    ]

    @Test(arguments: misdeeds)
    private func `the other receiver's fixes keep arriving`(misdeed: Misdeed) async throws {
        let driver = try MisbehavingDriver()
        // The best of three runs counts. While other tests build and run, the kernel may give neither the daemon nor the
        // watching client a processor for a second; a driver that holds up the others does so in every run.
        var longest = Double.infinity
        for _ in 0..<3 where longest > 1 {
            let daemon = try await IsolatingDaemon([misdeed.mode], driver)
            let memory = try #require(daemon.program.peakMemory)
            let watch = try FixWatch(port: daemon.port, receiver: "good")
            try await watch.waitForFixes(5)
            try await daemon.wait(for: misdeed.words, count: misdeed.count)
            try await watch.waitForFixes(watch.count + 8)
            longest = min(longest, watch.longestGap)
            let growth = try #require(daemon.program.peakMemory) - memory
            #expect(growth < 48 * 1024, "the daemon grew by \(growth) kB")
            daemon.program.signal(SIGTERM)
            #expect(daemon.program.waitForEnd().status == 0)
        }
        #expect(longest <= 1, "a pause of \(longest) s between two fixes of the good receiver")
    }

    @Test func `all of them at once do not stop the good one`() async throws {
        let driver = try MisbehavingDriver()
        // The best of three runs counts, as above: the misbehaving processes spin and flood, compete with the other
        // tests, and a pause that the gateway causes recurs in every run.
        var longest = Double.infinity
        for _ in 0..<3 where longest > 1 {
            let daemon = try await IsolatingDaemon(Self.misdeeds.map(\.mode), driver)
            let watch = try FixWatch(port: daemon.port, receiver: "good")
            try await watch.waitForFixes(50)
            longest = min(longest, watch.longestGap)
            let memory = try #require(daemon.program.peakMemory)
            #expect(memory < 256 * 1024, "the daemon took \(memory) kB")
        }
        #expect(longest <= 1, "a pause of \(longest) s between two fixes of the good receiver")
    }

    @Test func `killed with SIGKILL the daemon leaves no process behind`() async throws {
        let driver = try MisbehavingDriver()
        let daemon = try await IsolatingDaemon(["good", "hang", "spin", "hang-in-create"], driver, restartAfter: 0)
        try await daemon.wait(for: "running: misbehaving soon", count: 3)
        let children = Processes.children(of: daemon.program.identifier)
        #expect(children.count == 4)
        // By this name, `doctor` distinguishes them from other programs that hold a port.
        try await Processes.wait { children.allSatisfy { Processes.name(of: $0) == "gnss-gateway\n" } }
        daemon.program.signal(SIGKILL)
        _ = daemon.program.waitForEnd()
        let deadline = Date(timeIntervalSinceNow: 60)
        while children.contains(where: Processes.isThere), Date() < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(children.filter(Processes.isThere).isEmpty)
    }

    @Test func `a reload asks all drivers at once, and does not hold up the end if they do not answer`() async throws {
        let driver = try MisbehavingDriver()
        let good = "receivers:\n  - { id: good, driver: file-simulator, config: { scenario: drive } }\n"
        let rest = """
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            plugin_path: ["\(driver.folder.path)"]
            discovery: { enabled: false }
            """
        let file = try TemporaryFile(good + rest, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "running: ")
        let hanging = ["a", "b"].map {
            "  - { id: \($0), driver: \(driver.kind), config: { mode: hang-in-create } }\n"
        }
        try file.replace(with: good + hanging.joined() + rest)
        daemon.signal(SIGHUP)
        try await Processes.wait { Processes.children(of: daemon.identifier).count == 2 }
        daemon.signal(SIGTERM)
        let end = daemon.waitForEnd()
        #expect(end.status == 0 && !end.messages.contains("reload: applied"), "\(end.messages)")
    }

    @Test func `what a driver leaves behind ends with the daemon`() async throws {
        let driver = try MisbehavingDriver()
        let daemon = try await IsolatingDaemon(["leaves"], driver, restartAfter: 0)
        try await Processes.wait { Processes.left(by: daemon.program).count == 2 }
        let left = Processes.left(by: daemon.program)
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.waitForEnd().status == 0)
        #expect(left.filter(Processes.isThere).isEmpty)
    }

    @Test func `what a driver leaves behind ends with the driver, and leaves no zombie`() async throws {
        let driver = try MisbehavingDriver()
        let daemon = try await IsolatingDaemon(["leaves-and-aborts"], driver, restartAfter: 0)
        try await daemon.wait(for: "lost: the driver's process was terminated by signal 6", count: 2)
        // One of a driver that runs just now may be there.
        #expect(Processes.left(by: daemon.program).count <= 2)
        try await Processes.wait { Processes.children(of: daemon.program.identifier).isEmpty }
    }

    @Test func `what a driver left behind of a daemon that was killed ends at the next start`() async throws {
        let driver = try MisbehavingDriver()
        let daemon = try await IsolatingDaemon(["leaves"], driver, restartAfter: 0)
        try await Processes.wait { Processes.left(by: daemon.program).count == 2 }
        let left = Processes.left(by: daemon.program)
        daemon.program.signal(SIGKILL)
        _ = daemon.program.waitForEnd()
        try await Processes.wait { left.filter(Processes.isThere).count == 1 }
        let next = try await IsolatingDaemon(["good"], driver)
        try await Processes.wait { !left.contains(where: Processes.isThere) }
        #expect(next.program.messages.contains("driver processes left behind by a killed daemon"))
    }

    @Test func `a driver that did not come with the gateway is isolated without a word, and never taken into it`()
        throws
    {
        let driver = try MisbehavingDriver()
        let text = """
            receivers: [{ id: bad, driver: misbehaving, isolation: in-process }]
            plugin_path: ["\(driver.folder.path)"]
            """
        let file = try TemporaryFile(text, suffix: ".yaml")
        let result = try Program.run("config", "check", file.path)
        #expect(result.status == 78)
        #expect(result.messages.contains("runs in a separate process only (allowed: process)"), "\(result.messages)")
        let list = try Program.run("drivers", "list", "--config", file.path)
        #expect(list.output.contains("libmisbehaving.so (in a separate process)"), "\(list.output)\(list.messages)")
        let info = try Program.run("drivers", "info", driver.path)
        #expect(info.output.contains("misbehaving 1.0.0"))
    }
}

/// What runs on this machine.
private enum Processes {
    static func children(of parent: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { stat($0)?.parent == parent }
    }

    /// The processes of a daemon's drivers and of what these started, wherever they are now.
    static func left(by daemon: RunningProgram) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { process in
            let environment = try? String(contentsOfFile: "/proc/\(process)/environ", encoding: .isoLatin1)
            let variables = (environment ?? "").split(separator: "\0")
            return isThere(process)
                && variables.contains {
                    $0.hasPrefix("GNSS_GATEWAY_DAEMON=") && $0.contains("/\(daemon.identifier)/")
                }
        }
    }

    static func name(of process: Int32) -> String? {
        try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    }

    /// Waits for something, for a minute at most.
    static func wait(for isSo: () -> Bool) async throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !isSo() {
            try #require(Date() < deadline, "that never was so")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Whether it runs; a dead one that nobody has reaped does not.
    static func isThere(_ process: Int32) -> Bool { stat(process).map { $0.state != "Z" } ?? false }

    private static func stat(_ process: Int32) -> (state: Substring, parent: Int32)? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
        return (fields[0], parent)
    }
}
