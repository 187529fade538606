// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
package import DaemonRuntime
internal import GNSSTypes
internal import MessageTexts
package import SetupModel
internal import Synchronization
internal import SystemSupport
package import Transport

extension TrialReport {
    /// The time to wait for raw pages and positions after the first epoch: pages are some seconds apart, and the first
    /// epochs may have no position.
    private static let patience = Duration.seconds(8)

    /// Connects to a Bluetooth receiver that no daemon runs, and observes its data until the result is clear.
    ///
    /// - Throws: `GatewayError` if no driver can connect to it.
    package static func ofConnection(
        to address: BluetoothAddress, for limit: Duration
    ) async throws(GatewayError) -> TrialReport {
        let begin = ContinuousClock.now
        // bluetoothd may take 10 s to answer.
        if let problem = await WorkerThread.value(of: { BluetoothConnectionTest.adapterProblem }) ?? nil {
            var trial = TrialReport(receiver: "\(address)")
            trial.setSteps(adapterProblem: problem)
            (trial.state, trial.reason) = (ReportCode(.lost), problem.description)
            trial.message = trial.steps?.first { $0.result == .failed }?.message
            return trial
        }
        let watch = TrialWatch(TrialReport(receiver: "\(address)"), patience: patience)
        let adapter: BluetoothAddress? = await WorkerThread.value { BlueZ.pairedAdapter(of: address) } ?? nil
        let test = try BluetoothConnectionTest(address, adapter: adapter) { watch.take($0) }
        let evidence = await test.run(for: limit) { watch.isEnough }
        var trial = watch.trial
        trial.seconds = (ContinuousClock.now - begin) / .seconds(1)
        let last = evidence.reports.last
        trial.state = ReportCode(evidence.end == nil ? last.map { ReceiverState($0.state) } ?? .starting : .lost)
        trial.reason = evidence.end ?? last?.reason ?? ""
        trial.message = evidence.end.map(CodedText.driver) ?? last?.codedReason
        trial.setSteps(evidence)
        return trial
    }

    /// Sets the steps and verdict for a receiver that the daemon runs.
    package mutating func setSteps(adapterProblem: BluetoothPairingError?) {
        var evidence = ConnectionSteps.Evidence()
        evidence.adapterProblem = adapterProblem
        let isOver = state == .lost || state == .stopped
        evidence.reports = [DriverStateReport(state.value?.driverState ?? .connecting, reason: reason)]
        evidence.end = isOver ? reason : nil
        setSteps(evidence)
    }

    private mutating func setSteps(_ evidence: ConnectionSteps.Evidence) {
        var evidence = evidence
        evidence.frames = frames.values.reduce(0, +)
        (evidence.positions, evidence.pages) = (positions, pages)
        let judged = ConnectionSteps(evidence)
        steps = judged.findings
        let step = judged.failure?.step.value
        verdict = ReportCode(step == .frames ? .incompatible : judgement)
        // A receiver that is unreachable or silent counts as not connected, regardless of the reported state.
        if let step, [.adapter, .reachable, .service, .channel, .bytes].contains(step) {
            verdict = ReportCode(.notConnected)
        }
    }
}

/// Counts payloads and decides when there are enough.
private final class TrialWatch: Sendable {
    /// Protects the counters, which the driver's thread changes and the task reads.
    private let state: Mutex<(trial: TrialReport, begin: ContinuousClock.Instant?)>
    private let patience: Duration

    init(_ trial: TrialReport, patience: Duration) {
        state = Mutex((trial, nil))
        self.patience = patience
    }

    var trial: TrialReport { state.withLock { $0.trial } }

    var isEnough: Bool {
        state.withLock { state in
            guard let begin = state.begin else { return false }
            let isAllThere = state.trial.positions > 0 && state.trial.pages > 0
            return isAllThere || ContinuousClock.now - begin > patience
        }
    }

    func take(_ payload: Payload) {
        state.withLock { state in
            state.trial.note(payload)
            if state.trial.count(of: .fix) > 0, state.begin == nil { state.begin = .now }
        }
    }
}
