// SPDX-License-Identifier: Apache-2.0

import Dispatch
import DriverKit
import Foundation
import GNSSTypes
import Logging
import ObservationBus
import PluginHosting
import Synchronization
import SystemSupport
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

/// What the gateway makes of a driver's log lines and states when there are many.
@Suite struct ReceiverPortTests {
    private func state(_ number: Int) -> DriverStateReport {
        DriverStateReport(number.isMultiple(of: 2) ? .running : .lost, reason: "state \(number)")
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        private let onLine: @Sendable (String) -> Void
        init(_ onLine: @escaping @Sendable (String) -> Void = { _ in }) { self.onLine = onLine }
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) {
            lines.withLock { $0.append(line) }
            onLine(line)
        }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { lines.add("\(event.message)") }
    }

    /// Reports 31 states at once, and does nothing more.
    private struct HastyDriver: ReceiverDriver {
        func run(_ context: DriverContext) throws(DriverError) {
            for number in 1...31 { context.report(.connecting, "state \(number)") }
            while !context.stop.wait(atMost: .seconds(1)) {}
        }

        static let plugin = DriverPlugin(
            kind: "hasty", version: "1.0.0", summary: "Reports states", sampleConfiguration: "text: tick\n",
            configurationSchema: #"{"type":"object","properties":{"text":{"type":"string"}}}"#, delivers: [.sentence]
        ) { _ throws(DriverError) in
            HastyDriver()
        }
    }

    /// The one run of a driver.
    private struct OneRun: RunnerFactory {
        let runner: any DriverRunner
        func check(_ plan: ReceiverPlan) {}
        func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) -> any DriverRunner { runner }
    }

    /// Runs a driver on a thread, as the gateway does.
    private struct Threads: RunnerFactory {
        let table: PluginTable
        let hub: ObservationHub
        func check(_ plan: ReceiverPlan) {}
        func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) throws(GatewayError) -> any DriverRunner {
            let port = ReceiverPort(record, plugin: table.description, hub: hub)
            do throws(PluginError) {
                return ThreadRunner(try DriverInstance(of: table, configuration: "{}", host: port), port)
            } catch {
                throw GatewayError(.unavailable, "\(error)")
            }
        }
    }

    private func port(_ lines: Lines) throws -> (port: ReceiverPort, record: ReceiverRecord) {
        let hub = ObservationHub()
        let record = ReceiverRecord(
            ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: hub, clock: GatewayClock(.system),
            logger: Logger(label: "test") { _ in Handler(lines: lines) })
        let file = try CDriver("misbehaving")
        let plugin = try PluginLoader.describe(file.path, program: try ChildQuestionTests.program)
        return (ReceiverPort(record, plugin: plugin.description, hub: hub), record)
    }

    @Test func `a state after many log lines is reported`() throws {
        let (port, record) = try port(Lines())
        for number in 1...200 { port.log(.info, "step \(number)") }
        port.report(DriverStateReport(.degraded, reason: "2 of 30 settings failed"))
        #expect(record.condition.state.reason == "2 of 30 settings failed")
    }

    @Test func `lines below the log's level do not count`() throws {
        let lines = Lines()
        let (port, _) = try port(lines)
        for number in 1...200 { port.log(.debug, "step \(number)") }
        port.log(.info, "30 of 30 settings were changed")
        #expect(lines.all == ["30 of 30 settings were changed"])
    }

    @Test func `of states above the limit, the newest one waits and is reported when one is due`() {
        var limit = StateLimit()
        let second: Int64 = 1_000_000_000
        let taken = (1...31).compactMap { limit.take(state($0), at: 100 * second) }
        #expect(taken == (1...20).map(state))
        #expect(limit.takeDue(at: 100 * second + second / 2) == nil)
        #expect(limit.takeDue(at: 101 * second) == state(31))
        #expect(limit.takeDue(at: 200 * second) == nil)
    }

    @Test func `a driver that changes its state all the time reports one state a second`() {
        var limit = StateLimit()
        let taken = (0..<310).count { limit.take(state($0), at: Int64($0) * 1_000_000_000 / 31) != nil }
        #expect((20...30).contains(taken), "\(taken) states in 10 s")
    }

    @Test func `a state that waits is reported although the driver does nothing more`() async throws {
        let (port, record) = try port(Lines())
        let table = try PluginTable(ExportedPlugin(HastyDriver.plugin).table)
        let runner = ThreadRunner(try DriverInstance(of: table, configuration: "{}", host: port), port)
        let supervisor = ReceiverSupervisor(record, runners: OneRun(runner: runner), nodes: NoDeviceNodes())
        let task = Task { await supervisor.run() }
        #expect(await eventually { record.condition.state.reason == "state 31" })
        task.cancel()
        await task.value
    }

    @Test func `a state that waits is not reported once the port is closed`() throws {
        let (open, closed) = (try port(Lines()), try port(Lines()))
        let second: Int64 = 1_000_000_000
        for number in 1...31 {
            open.port.report(state(number), at: 100 * second)
            closed.port.report(state(number), at: 100 * second)
        }
        let shown = closed.record.condition.state
        closed.port.close()
        #expect(!open.port.reportWaitingState(at: 101 * second))
        #expect(!closed.port.reportWaitingState(at: 101 * second))
        #expect(open.record.condition.state == state(31))
        #expect(closed.record.condition.state == shown && shown != state(31))
    }

    private enum News: CaseIterable { case state, data, refusal }

    @Test(arguments: News.allCases)
    private func `a state that is being reported while the port is closed does not replace a later one`(
        news: News
    ) throws {
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (reported, stopped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let lines = Lines { line in
            let words = ["state 2", "receiving data", "refused a batch from the driver: "]
            guard words.contains(where: { line.contains($0) }) else { return }
            begun.signal()
            gate.wait()
        }
        let (port, record) = try port(lines)
        record.report(DriverStateReport(.connecting, reason: "connecting to it"))
        let late = state(2)
        Thread.detachNewThread {
            switch news {
            case .state: port.report(late)
            case .data: _ = port.deliver([(.timing(Timing()), record.clock.now)])
            case .refusal: _ = port.take(UnsafeRawBufferPointer(start: nil, count: 0), recordCount: 1)
            }
            reported.signal()
        }
        #expect(begun.wait(timeout: .now() + .seconds(60)) == .success)
        Thread.detachNewThread {
            port.close()
            record.report(DriverStateReport(.stopped, reason: "on request"))
            stopped.signal()
        }
        // A port that does not wait for the state is closed within this time.
        let isEarly = stopped.wait(timeout: .now() + .milliseconds(200)) == .success
        gate.signal()
        #expect(reported.wait(timeout: .now() + .seconds(60)) == .success)
        #expect(isEarly || stopped.wait(timeout: .now() + .seconds(60)) == .success)
        #expect(record.condition.state.state == .stopped)
    }

    @Test func `a receiver is stopped while its state is reported to one who asks for all receivers`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let done = Mutex<Set<String>>([])
        let fleet = Mutex<ReceiverFleet?>(nil)
        let lines = Lines { line in
            guard line.hasSuffix("state 1") else { return }
            gate.wait()
            _ = fleet.withLock { $0 }?.receivers
            done.withLock { _ = $0.insert("asked") }
        }
        let (servers, hub) = (ServerGate(count: 0), ObservationHub())
        let made = ReceiverFleet(
            runners: Threads(table: try PluginTable(ExportedPlugin(HastyDriver.plugin).table), hub: hub), hub: hub,
            clock: GatewayClock(.system), servers: servers,
            logger: Logger(label: "test") { _ in Handler(lines: lines) })
        fleet.withLock { $0 = made }
        made.add(ReceiverPlan(id: "rover", driver: "hasty", configuration: "{}"))
        let task = Task { try await made.run() }
        #expect(await eventually { lines.all.contains { $0.hasSuffix("state 1") } })
        Thread.detachNewThread {
            made.stop("rover")
            done.withLock { _ = $0.insert("stopped") }
        }
        // A fleet that waits for the state while it holds its lock has begun to wait by then; nothing shows that.
        try await Task.sleep(for: .milliseconds(200))
        gate.signal()
        #expect(await eventually { done.withLock { $0 == ["asked", "stopped"] } })
        task.cancel()
        _ = await task.result
    }

    @Test func `a state that the gateway reports replaces the one that waits`() {
        var limit = StateLimit()
        for number in 1...31 { _ = limit.take(state(number), at: 0) }
        limit.forget()
        #expect(limit.takeDue(at: 60_000_000_000) == nil)
    }
}
