// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a good receiver and one whose driver, in a process of its own, sends without end what costs nothing to
/// send.
@Suite struct FloodTests {
    /// What floods the gateway, and what the daemon says of it when it begins and when it has had enough.
    private struct Flood: CustomTestStringConvertible, Sendable {
        var mode: String
        var isFlowControlled = false
        var beginning: String
        var end: String
        var testDescription: String { mode + (isFlowControlled ? " of a replay" : "") }
    }

    private static let batches = "publishes more than 2000 useless batches a second"
    private static let floods = [
        Flood(
            mode: "gave-up", beginning: "degraded: it reports dropped corrections more than 2000 times a second",
            end: "ended: for 8 s it reports dropped corrections more than 2000 times a second"),
        Flood(
            mode: "endless-line", beginning: "degraded: it writes more than 64 KiB a second to standard error",
            end: "ended: for 8 s it writes more than 64 KiB a second to standard error"),
        Flood(
            mode: "stderr", beginning: "degraded: it writes more than 64 KiB a second to standard error",
            end: "ended: for 8 s it writes more than 64 KiB a second to standard error"),
        Flood(
            mode: "log", beginning: "degraded: it logs more than 2000 lines and states a second",
            end: "ended: for 8 s it logs more than 2000 lines and states a second"),
        Flood(
            mode: "states", beginning: "degraded: it logs more than 2000 lines and states a second",
            end: "ended: for 8 s it logs more than 2000 lines and states a second"),
        Flood(
            mode: "nothing", isFlowControlled: true, beginning: "degraded: it \(batches)",
            end: "ended: for 8 s it \(batches)"),
        Flood(
            mode: "unknown", isFlowControlled: true, beginning: "degraded: it \(batches)",
            end: "ended: for 8 s it \(batches)"),
        Flood(mode: "nothing", beginning: "degraded: it \(batches)", end: "ended: for 8 s it \(batches)"),
        Flood(
            mode: "refused-batches", isFlowControlled: true, beginning: "degraded: it \(batches)",
            end: "ended: for 8 s it \(batches)"),
    ]

    @Test(arguments: floods)
    private func `it is held back, told what it does, and ended for that`(flood: Flood) async throws {
        let driver = try MisbehavingDriver(isFlowControlled: flood.isFlowControlled)
        let daemon = try await IsolatingDaemon([flood.mode], driver)
        let watch = try FixWatch(port: daemon.port, receiver: "good")
        try await daemon.wait(for: flood.beginning, count: 1)
        let (begin, memory) = (ContinuousClock.now, try #require(daemon.program.peakMemory))
        let before = try #require(daemon.program.processorTime)
        let fixes = watch.count
        try await daemon.wait(for: flood.end, count: 1)
        let seconds = begin.duration(to: .now) / .seconds(1)
        let used = try #require(daemon.program.processorTime) - before
        // A core, or two, where it is not held back.
        #expect(used < 0.7 * seconds, "the daemon used \(used) s of a processor in \(seconds) s")
        let growth = try #require(daemon.program.peakMemory) - memory
        #expect(growth < 32 * 1024, "the daemon grew by \(growth) kB")
        try await watch.waitForFixes(fixes + 10)
        // It goes to the pauses of all that are lost.
        try await daemon.wait(for: "trying again in", count: 1)
        let metrics = try Program.run(
            "/usr/bin/env",
            ["curl", "-s", "--unix-socket", daemon.program.socket, "http://gateway/metrics"])
        #expect(metrics.output.contains(#"gnss_gateway_driver_excess_total{receiver="bad-\#(flood.mode)""#))
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.waitForEnd().status == 0)
    }

    @Test func `what a dead driver leaves behind to write without end holds nothing up`() async throws {
        let driver = try MisbehavingDriver()
        let daemon = try await IsolatingDaemon(["left-behind"], driver)
        let watch = try FixWatch(port: daemon.port, receiver: "good")
        // The second time it was started anew: the first was over.
        try await daemon.wait(for: "lost: the driver's process was terminated by signal 6", count: 2)
        try await watch.waitForFixes(watch.count + 5)
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.waitForEnd().status == 0)
    }

    @Test func `a driver that publishes on and reads no answer is ended before they pile up`() async throws {
        let driver = try MisbehavingDriver(isFlowControlled: true)
        let daemon = try await IsolatingDaemon(["unread"], driver)
        let watch = try FixWatch(port: daemon.port, receiver: "good")
        try await daemon.wait(for: "ended: it keeps publishing without reading the gateway's answers", count: 3)
        try await watch.waitForFixes(watch.count + 5)
        let memory = try #require(daemon.program.peakMemory)
        #expect(memory < 256 * 1024, "the daemon took \(memory) kB")
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.waitForEnd().status == 0)
    }
}

extension RunningProgram {
    /// What it has used of processors so far, in seconds; nil once it has ended.
    fileprivate var processorTime: Double? {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return (user + system) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }
}
