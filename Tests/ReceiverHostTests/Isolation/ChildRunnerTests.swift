// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Logging
import ObservationBus
import PluginHosting
import Synchronization
import Testing

@testable import ConfigurationFile
@testable import DaemonRuntime
@testable import ReceiverHost

/// Drivers that run in processes of their own.
@Suite struct ChildRunnerTests {
    /// One run of the misbehaving driver.
    private final class Run: Sendable {
        let runner: ChildRunner
        let record: ReceiverRecord
        private let ended = Mutex<RunOutcome?>(nil)

        init(
            _ plugin: FoundPlugin, mode: String, limits: ChildLimits = ChildLimits(restartAfterSeconds: 600),
            program: String
        ) {
            let hub = ObservationHub()
            record = ReceiverRecord(
                ReceiverPlan(id: "bad", driver: "misbehaving", configuration: ""), hub: hub,
                clock: GatewayClock(.system), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            runner = ChildRunner(
                ChildRunner.Order(
                    program: program, plugin: plugin, configuration: "{\"mode\":\"\(mode)\"}", limits: limits),
                ReceiverPort(record, plugin: plugin.description, hub: hub))
        }

        var outcome: RunOutcome? { ended.withLock { $0 } }

        func start() { runner.start { outcome in self.ended.withLock { $0 = outcome } } }

        /// The end, which is waited for.
        func end() async throws -> RunOutcome? {
            try await wait { outcome != nil }
            return outcome
        }

        func waitForData() async throws { try await wait { record.condition.observations > 0 } }

        /// Leaves the threads of the other tests alone while it waits.
        func wait(until condition: () -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(120)
            while !condition(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    private static func plugin(_ file: borrowing CDriver) throws -> FoundPlugin {
        try PluginLoader.describe(file.path, program: try ChildQuestionTests.program)
    }

    private func run(
        _ plugin: FoundPlugin, _ mode: String, _ limits: ChildLimits = ChildLimits(restartAfterSeconds: 600)
    ) throws -> Run {
        Run(plugin, mode: mode, limits: limits, program: try ChildQuestionTests.program)
    }

    private static let ends = [
        ("trap", "the driver's process was terminated by signal 4 (illegal instruction: a trap)"),
        ("abort", "the driver's process was terminated by signal 6 (abort)"),
        ("segfault", "the driver's process was terminated by signal 11 (segmentation fault)"),
        ("exit", "the driver's process exited with status 3"),
        ("forks", "the driver's process was terminated by signal 6 (abort)"),
        (
            "last-words",
            "the driver's process was terminated by signal 6 (abort); its last output: the  [1mlast [0m words"
        ),
        ("scribble", "the driver's process was ended: it sent a frame of kind 42405, which does not exist"),
        ("lost", "the receiver was taken away"),
        ("close", "the driver's process was ended: it closed the pipe to the gateway"),
        ("close-and-complain", "the driver's process was ended: it closed the pipe to the gateway"),
        ("ends-unknown", "the driver ended with the unknown code 42"),
        ("trap-in-create", "the driver's process was terminated by signal 4 (illegal instruction: a trap)"),
    ]

    @Test(arguments: ends) func `a driver that breaks down is lost, in words`(mode: String, words: String) async throws
    {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), mode)
        run.start()
        #expect(try await run.end() == .lost(words))
        if mode != "trap-in-create" { #expect(run.record.condition.observations > 0, "nothing of it arrived") }
    }

    @Test func `a section that the plugin refuses fails for good, in its words`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "refused")
        run.start()
        #expect(try await run.end() == .failed("config.mode: refused, as asked"))
    }

    @Test(arguments: ["ends-stopped", "ends-finished"])
    func `a live driver has no end of its own`(mode: String) async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), mode)
        run.start()
        // Without a request, the supervisor takes this for a loss.
        #expect(try await run.end() == .stopped)
    }

    @Test func `a plugin whose file is missing for a moment is lost, not stopped forever`() async throws {
        let file = try CDriver("misbehaving")
        let plugin = try Self.plugin(file)
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".away")
        let missing = try run(plugin, "good")
        missing.start()
        guard case .lost(let words) = try await missing.end() else {
            Issue.record("\(String(describing: missing.outcome))")
            return
        }
        #expect(words.hasPrefix(plugin.path), "\(words)")
        try FileManager.default.moveItem(atPath: file.path + ".away", toPath: file.path)
        let again = try run(plugin, "good")
        again.start()
        try await again.waitForData()
        again.runner.stop()
        #expect(try await again.end() == .stopped)
    }

    @Test func `a driver that is asked to stop stops, and its process is gone`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "good")
        run.start()
        try await run.waitForData()
        run.runner.stop()
        #expect(try await run.end() == .stopped)
        #expect(run.record.condition.observations > 0)
    }

    @Test(arguments: ["hang", "spin", "flood", "close", "log", "hang-in-create"])
    func `a driver that does not stop is killed when it is given up`(mode: String) async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), mode)
        run.start()
        if mode != "hang-in-create" { try await run.waitForData() }
        run.runner.abandon()
        let outcome = try await run.end()
        // On a busy machine a flood may have been ended before it was given up.
        guard case .lost(let words) = outcome, words.contains(" a second") else {
            #expect(outcome == .stopped)
            return
        }
        #expect(mode == "flood" || mode == "log")
    }

    @Test func `a driver that does not stop is killed after 2 s even if nobody gives it up`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "hang")
        run.start()
        try await run.waitForData()
        run.runner.stop()
        #expect(try await run.end() == .stopped)
    }

    @Test func `a driver that falls silent is ended after the time set`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "hang", ChildLimits(restartAfterSeconds: 2))
        run.start()
        #expect(
            try await run.end()
                == .lost("the driver's process was ended: it gave no sign of life for 2 s (limits.restart_after_s)"))
    }

    @Test func `a driver that takes more memory than it may is told so`() async throws {
        let file = try CDriver("misbehaving")
        // What a process took is known as far as it is more than this one, with the tests beside it, ever had.
        let limit = max(1024, Self.ownPeakMiB * 2)
        let run = try run(try Self.plugin(file), "leak", ChildLimits(memoryMiB: limit))
        run.start()
        guard case .lost(let words) = try await run.end() else {
            Issue.record("\(String(describing: run.outcome))")
            return
        }
        #expect(
            words.contains("of the \(limit) MiB that limits.memory_mib allows") || words.contains("MiB of memory; "),
            "\(words)")
    }

    @Test func `the memory of the processes that a driver starts counts, too`() async throws {
        let file = try CDriver("misbehaving")
        let limits = ChildLimits(memoryMiB: 256, restartAfterSeconds: 600)
        let run = try run(try Self.plugin(file), "leak-in-children", limits)
        run.start()
        guard case .lost(let words) = try await run.end() else {
            Issue.record("\(String(describing: run.outcome))")
            return
        }
        #expect(words.contains("MiB of memory; limits.memory_mib allows 256"), "\(words)")
    }

    @Test func `the memory of the gateway is not taken for the driver's`() async throws {
        let file = try CDriver("misbehaving")
        let plugin = try Self.plugin(file)
        let much = [UInt8](repeating: 1, count: 300 << 20)
        #expect(Self.ownPeakMiB > 256)
        let run = try run(plugin, "abort", ChildLimits(memoryMiB: 256))
        run.start()
        #expect(try await run.end() == .lost("the driver's process was terminated by signal 6 (abort)"))
        #expect(much[much.count / 2] == 1)
    }

    private static var ownPeakMiB: Int {
        var use = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
        return use.ru_maxrss >> 10
    }

    @Test func `a driver that floods is taken up to its limit, then ended`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "flood", ChildLimits(observationsPerSecond: 2000))
        run.start()
        let begin = ContinuousClock.now
        guard case .lost(let words) = try await run.end() else {
            Issue.record("\(String(describing: run.outcome))")
            return
        }
        let seconds = Double((ContinuousClock.now - begin).components.seconds) + 2
        #expect(words.contains("limits.observations_per_s"), "\(words)")
        #expect(Double(run.record.condition.observations) < 2000 * seconds + 4000)
    }

    @Test(arguments: ["sizes", "kinds", "times"])
    func `lies are refused or put right, and the driver goes on`(mode: String) async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), mode)
        run.start()
        try await run.waitForData()
        try await run.wait {
            mode == "times" ? run.record.condition.observations >= 50 : run.record.condition.refusals >= 20
        }
        if mode != "times" { #expect(run.record.condition.refusals >= 20) }
        let last = try #require(run.record.condition.lastData)
        #expect(abs(last.monotonicNanoseconds - GatewayClock(.system).now.monotonicNanoseconds) < 3600_000_000_000)
        #expect(run.outcome == nil)
        run.runner.stop()
        #expect(try await run.end() == .stopped)
    }

    /// A message of RTCM 3 without content, as far as the misbehaving driver looks.
    private static let correction: [UInt8] = [0xD3] + [UInt8](repeating: 0x55, count: 999)

    @Test func `corrections go to the process of a driver, all of them`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "good")
        #expect(run.runner.takesCorrections)
        #expect(throws: PluginError.writeFailed("the driver is not running")) { try run.runner.write(Self.correction) }
        run.start()
        try await run.waitForData()
        for _ in 0..<20 { #expect(try run.runner.write(Self.correction) == 0) }
        try await run.wait { run.record.condition.lastFix?.satellitesUsed == 20_000 }
        #expect(run.record.condition.lastFix?.satellitesUsed == 20_000)
        #expect(run.record.condition.corrections == nil, "none were given up")
        run.runner.stop()
        #expect(try await run.end() == .stopped)
    }

    @Test(arguments: ["deaf", "slow"])
    func `corrections that a driver does not take, or gives up, are counted`(mode: String) async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), mode)
        run.start()
        try await run.waitForData()
        for _ in 0..<3 { _ = try run.runner.write(Self.correction) }
        try await run.wait { run.record.condition.corrections?.givenUp == 3 }
        #expect(run.record.condition.corrections?.givenUp == 3)
        run.runner.stop()
        #expect(try await run.end() == .stopped)
    }

    @Test func `a driver that hangs over corrections holds up nobody, and loses the oldest`() async throws {
        let file = try CDriver("misbehaving")
        let run = try run(try Self.plugin(file), "hang-in-write")
        run.start()
        try await run.waitForData()
        let begin = ContinuousClock.now
        var lost = 0
        // More than the pipe, the process and the queue hold together.
        for _ in 0..<1000 { lost += try run.runner.write(Self.correction) }
        #expect(begin.duration(to: .now) < .seconds(60))
        #expect(lost > 500, "only \(lost) were given up")
        let before = run.record.condition.observations
        try await run.wait { run.record.condition.observations > before + 2 }
        #expect(run.record.condition.observations > before + 2, "its fixes do not come any more")
        run.runner.stop()
        #expect(try await run.end() == .stopped)
    }

    @Test func `crashes leave no descriptor behind`() async throws {
        let file = try CDriver("misbehaving")
        let plugin = try Self.plugin(file)
        let count = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] == nil ? 100 : 1000
        let before = try Self.descriptors()
        for _ in 0..<count {
            let run = try run(plugin, "crash-at-once")
            run.start()
            #expect(try await run.end() == .lost("the driver's process was terminated by signal 6 (abort)"))
        }
        // Other tests run beside it and open some of their own; a leak would be one a crash at the least.
        #expect(try Self.descriptors() < before + 50)
    }

    private static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
