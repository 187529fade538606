// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import ObservationBus
import PluginHosting
import Synchronization

@testable import DaemonRuntime
@testable import ReceiverHost

/// Drivers that do what a test says: each run is told by the next script, the last one goes for all that follow.
final class FakeRunners: RunnerFactory {
    /// What one run does.
    enum Script {
        /// Ends so at once.
        case end(RunOutcome)
        /// Publishes so often, then runs until stopped.
        case publish(Int)
        /// Publishes once, then ends so when the test says so.
        case untilReleased(RunOutcome)
        /// Has a batch refused, then ends so.
        case refused(RunOutcome)
        /// Does not end when stopped.
        case hang
    }

    let scripts: Mutex<[Script]>
    let runs = Mutex<[FakeRunner]>([])

    init(_ scripts: [Script]) { self.scripts = Mutex(scripts) }

    var count: Int { runs.withLock { $0.count } }

    /// Ends the present run as its script says.
    func release() { runs.withLock { $0.last }?.release() }

    func check(_ plan: ReceiverPlan) {}

    func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) -> any DriverRunner {
        let script = scripts.withLock { scripts in scripts.count > 1 ? scripts.removeFirst() : scripts[0] }
        let runner = FakeRunner(plan, script, record)
        runs.withLock { $0.append(runner) }
        return runner
    }
}

/// One run.
final class FakeRunner: DriverRunner {
    let plan: ReceiverPlan
    let isStopped = Mutex(false)
    let written = Mutex<[[UInt8]]>([])
    private let script: FakeRunners.Script
    private let record: ReceiverRecord
    private let onEnd = Mutex<(@Sendable (RunOutcome) -> Void)?>(nil)

    init(_ plan: ReceiverPlan, _ script: FakeRunners.Script, _ record: ReceiverRecord) {
        (self.plan, self.script, self.record) = (plan, script, record)
    }

    func start(onEnd: @escaping @Sendable (RunOutcome) -> Void) {
        self.onEnd.withLock { $0 = onEnd }
        switch script {
        case .end(let outcome): end(outcome)
        case .refused(let outcome):
            _ = record.noteRefusal("speed_mps is out of its range")
            end(outcome)
        case .publish(let count): for _ in 0..<count { publish() }
        case .untilReleased: publish()
        case .hang: break
        }
    }

    func publish() {
        let time = record.clock.now
        record.noteArrival()
        _ = record.publish([(.timing(Timing()), time)]) { _ in true }
    }

    /// Says how it goes, as a driver does.
    func report(_ state: DriverState, _ reason: String) { record.report(DriverStateReport(state, reason: reason)) }

    func release() { if case .untilReleased(let outcome) = script { end(outcome) } }

    func stop() {
        isStopped.withLock { $0 = true }
        if case .hang = script { return }
        end(.stopped)
    }

    var takesCorrections: Bool { plan.driver != "deaf" }

    func write(_ bytes: [UInt8]) throws(PluginError) -> Int {
        guard takesCorrections else { throw .writeFailed("deaf") }
        return written.withLock { written in
            written.append(bytes)
            return written.count - 1
        }
    }

    func abandon() { end(.stopped) }

    private func end(_ outcome: RunOutcome) {
        let tell = onEnd.withLock { onEnd in
            defer { onEnd = nil }
            return onEnd
        }
        tell?(outcome)
    }
}

/// A fleet over fake drivers.
struct TestFleet {
    let runners: FakeRunners
    let fleet: ReceiverFleet
    let hub = ObservationHub()

    init(_ scripts: FakeRunners.Script..., nodes: any DeviceNodes = NoDeviceNodes()) {
        runners = FakeRunners(scripts)
        let servers = ServerGate(count: 1)
        servers.serverListens()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        fleet = ReceiverFleet(
            runners: runners, nodes: nodes, hub: hub, clock: GatewayClock(.system), servers: servers, logger: logger)
    }

    /// Runs the fleet while `body` runs.
    func run(_ body: () async throws -> Void) async throws {
        let task = Task { try await fleet.run() }
        defer { task.cancel() }
        try await body()
        task.cancel()
        _ = await task.result
    }

    func state(_ id: String) -> DriverState? {
        fleet.receivers.first { $0.plan.id == id }?.state.state
    }

    func reason(_ id: String) -> String {
        fleet.receivers.first { $0.plan.id == id }?.state.reason ?? "no such receiver"
    }
}

/// Waits until something is so, 120 s at most.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(120))
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
