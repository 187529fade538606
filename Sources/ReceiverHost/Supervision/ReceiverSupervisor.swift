// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import PluginHosting
internal import Synchronization
internal import SystemSupport

/// Keeps one receiver running: starts its driver, reports silence, and restarts the driver after the receiver was
/// lost.
final class ReceiverSupervisor: Sendable {
    let record: ReceiverRecord
    private let runners: any RunnerFactory
    private let nodes: any DeviceNodes
    /// The time for a driver to end after a request. The contract specifies 2 s; the rest of that time is for the
    /// daemon's own end.
    private let stopLimit: Duration
    private let waker = Waker()
    /// The current run.
    private let runner = Mutex<(any DriverRunner)?>(nil)
    /// The reason why the receiver cannot run; nil unless it has failed permanently. Never held together with
    /// `runner`.
    private let failed = Mutex<String?>(nil)
    private let onFailure: @Sendable () -> Void

    /// - Parameter onFailure: Called after `failure` was set.
    init(
        _ record: ReceiverRecord, runners: any RunnerFactory, nodes: any DeviceNodes,
        stopLimit: Duration = .milliseconds(1500), onFailure: @escaping @Sendable () -> Void = {}
    ) {
        (self.record, self.runners, self.nodes, self.onFailure) = (record, runners, nodes, onFailure)
        self.stopLimit = stopLimit
    }

    /// The plan of the receiver.
    var plan: ReceiverPlan { record.plan }

    /// The reason why it failed permanently without having delivered anything; nil if it has not.
    var failure: String? { failed.withLock { $0 } }

    /// Makes the receiver try immediately instead of at the end of a pause.
    func retry() { waker.wake() }

    /// Passes corrections to the receiver, if its driver accepts them and data flows. Returns immediately.
    ///
    /// - Parameter isWanted: True to log if the driver accepts no corrections.
    func write(_ bytes: [UInt8], isWanted: Bool) {
        guard record.condition.state.state.isDelivering, let runner = runner.withLock({ $0 }) else { return }
        guard runner.takesCorrections || isWanted else { return }
        do throws(PluginError) {
            record.noteCorrections(bytes: bytes.count, givenUp: try runner.write(bytes))
        } catch {
            record.noteCorrectionRefusal(error.description)
        }
    }

    /// Runs until the task is cancelled.
    func run() async {
        var pace = RetryPace()
        var isFirst = true
        while !Task.isCancelled {
            let begin = record.clock.now.monotonicNanoseconds
            let refusals = record.condition.refusals
            let outcome = await runOnce(isFirst: isFirst)
            isFirst = false
            if Task.isCancelled { break }
            let ranWell = record.lastData.map { $0 - begin > RetryPace.proof.wholeNanoseconds } ?? false
            if ranWell { pace.reset() }
            switch outcome {
            // The task was not cancelled, so the driver ended without a request.
            case .stopped: await waitForReturn(CodedText(ReceiverText.endedUnexpectedly), &pace)
            case .finished: await waitForRetry(DriverStateReport(.stopped, .sourceEnded))
            // A found receiver has no configuration to correct; its device may not have been ready yet.
            case .failed(let reason) where plan.origin == .found: await waitForReturn(.driver(reason), &pace)
            // The driver gave up after one refused record; the next one may be valid.
            case .failed(let reason) where record.condition.refusals > refusals:
                await waitForReturn(reasonOfRefusal(reason), &pace)
            case .failed(let reason):
                await waitForRetry(DriverStateReport(.stopped, reason: reason), isFailure: true)
            case .lost(let reason): await waitForReturn(causeOfLoss(reason), &pace)
            case .refused(let reason): await waitForReturn(.driver(reason), &pace, isRefused: true)
            }
        }
        record.report(DriverStateReport(.stopped, .stoppedOnRequest))
    }

    private func notPluggedIn(_ device: String) -> CodedText {
        CodedText(ReceiverText.notPluggedIn, ["device": .words(device)])
    }

    /// The gateway's own sentence if the device was missing; otherwise the driver's.
    private func causeOfLoss(_ reason: String) -> CodedText {
        let missing = plan.device.map(notPluggedIn)
        return missing?.text == reason ? missing ?? .driver(reason) : .driver(reason)
    }

    private func reasonOfRefusal(_ reason: String) -> CodedText {
        guard let refusal = record.condition.lastRefusal else { return .driver(reason) }
        return CodedText(
            ReceiverText.failedAfterRefusal, ["cause": .sentence(.driver(reason)), "detail": .words(refusal)])
    }

    private func runOnce(isFirst: Bool) async -> RunOutcome {
        var plan = plan
        if plan.isNamedByIdentity, let device = plan.device {
            guard let node = node(of: device) else { return .lost(notPluggedIn(device).text) }
            plan.configuration = plan.configuration(at: node)
        }
        let runner: any DriverRunner
        do throws(GatewayError) {
            runner = try runners.makeRunner(plan, record)
        } catch {
            return .failed(error.description)
        }
        record.noteStart(isFirst: isFirst)
        self.runner.withLock { $0 = runner }
        defer { self.runner.withLock { $0 = nil } }
        return await withTaskGroup(of: RunOutcome?.self) { group in
            group.addTask { await self.outcome(of: runner) }
            group.addTask { await self.watchSilence() }
            var outcome: RunOutcome?
            while outcome == nil, let next = await group.next() { outcome = next }
            group.cancelAll()
            return outcome ?? .stopped
        }
    }

    /// Starts a runner and waits for its end; if the task is cancelled, makes it end.
    private func outcome(of runner: any DriverRunner) async -> RunOutcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                runner.start { continuation.resume(returning: $0) }
                if Task.isCancelled { runner.stop() }
            }
        } onCancel: { [stopLimit] in
            runner.stop()
            Task.detached {
                try? await Task.sleep(for: stopLimit)
                runner.abandon()
            }
        }
    }

    /// Reports silences that are longer than configured. Never ends by itself.
    private func watchSilence() async -> RunOutcome? {
        let clock = record.clock
        let limit = plan.silence.wholeNanoseconds
        var deadline = clock.now.monotonicNanoseconds + limit
        while !Task.isCancelled, limit > 0 {
            guard await clock.sleep(until: deadline) else { break }
            let last = record.lastData ?? deadline - limit
            let now = clock.now.monotonicNanoseconds
            if now - last >= limit {
                let seconds = (now - last) / 1_000_000_000
                record.noteSilence(CodedText(ReceiverText.silent, ["seconds": .count(seconds)]))
                deadline = now + limit
            } else {
                deadline = last + limit
            }
        }
        return nil
    }

    /// Waits for a request by the operator, because the source has ended or further attempts are useless.
    private func waitForRetry(_ report: DriverStateReport, isFailure: Bool = false) async {
        record.report(report, isFailure: isFailure)
        if isFailure, record.condition.observations == 0 {
            failed.withLock { $0 = "\(plan.id): \(report.reason)" }
            onFailure()
        }
        await waker.wait()
        failed.withLock { $0 = nil }
    }

    /// Waits after the receiver was lost: until the pause is over, or until its device returns or can be opened again.
    private func waitForReturn(_ cause: CodedText, _ pace: inout RetryPace, isRefused: Bool = false) async {
        let pause = isRefused ? RetryPace.refused : pace.pause()
        var isMissing = false
        func tell() {
            isMissing = isDeviceThere == false
            let wait = isMissing ? LostReason.Wait.device : .pause(pause.tenths)
            record.report(DriverStateReport(.lost, LostReason.message(cause, wait)))
        }
        // Start watching before the reason is reported: another program may close the port, or the permission may be
        // granted, in the meantime.
        let floor = pace.floor
        let watch = nodePath.flatMap { NodeWatch($0, notBefore: floor) { [waker] in waker.wake() } }
        tell()
        defer { withExtendedLifetime(watch) {} }
        let clock = record.clock
        var (left, isWoken) = (pause, false)
        while !Task.isCancelled, left > .zero || isDeviceThere == false {
            let step = min(left > .zero ? left : Self.look, Self.look)
            isWoken = await waker.wait(until: clock.now.monotonicNanoseconds + step.wholeNanoseconds, clock)
            if isWoken { break }
            left -= step
            let isThere = isDeviceThere
            if isMissing, isThere == true { break }
            // The device may be unplugged after its data stopped.
            if !isMissing, isThere == false { tell() }
        }
        pace.note(isWoken: isWoken)
        if isMissing { pace.reset() }
    }

    /// The interval for checking for a device whose return is not announced.
    private static let look = Duration.seconds(1)

    /// The current path of a device that is named by its identity. The plan of a found receiver has the whole identity.
    private func node(of device: String) -> String? { nodes.node(for: device, isWhole: plan.origin == .found) }

    /// The path of the device's node; nil if it has none.
    private var nodePath: String? {
        guard let device = plan.device else { return nil }
        return plan.isNamedByIdentity ? node(of: device) : device.hasPrefix("/") ? device : nil
    }

    /// True if the device is present; nil if that cannot be determined.
    private var isDeviceThere: Bool? {
        guard let device = plan.device else { return nil }
        if plan.isNamedByIdentity { return node(of: device) != nil }
        return device.hasPrefix("/") ? access(device, F_OK) == 0 : nil
    }
}

extension DriverState {
    /// True if data flows.
    fileprivate var isDelivering: Bool { self == .running || self == .degraded }
}

/// Finds the paths of devices that are named by their identity.
package protocol DeviceNodes: Sendable {
    /// Returns the current path of a device; nil if it is not plugged in.
    ///
    /// - Parameter isWhole: True if it is a whole identity; false if it may be a shorter form of one.
    func node(for identity: String, isWhole: Bool) -> String?
}

/// Knows no devices by their identity.
package struct NoDeviceNodes: DeviceNodes {
    package func node(for identity: String, isWhole: Bool) -> String? { nil }
}

extension Duration {
    /// The duration in seconds with one decimal.
    fileprivate var tenths: String {
        let tenths = (wholeNanoseconds + 50_000_000) / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
