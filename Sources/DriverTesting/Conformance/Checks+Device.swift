// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import PluginHosting

/// Checks with a device that is gone, silent, or sends garbage.
extension ConformanceRun {
    /// A path that exists neither as a device nor as a file.
    private static let nowhere = "/dev/gnss-no-such-receiver"

    func reportsVanishing() -> Finding {
        guard suite.rig.kind == .terminal || suite.rig.kind == .server else {
            return Finding(.vanished, .skipped("the suite cannot remove the device of this configuration"))
        }
        // A separate stand, because its device is gone afterwards.
        guard let stand = RigStand(suite.rig), let section = stand.section(.speaking), let line = stand.line else {
            return Finding(.vanished, .skipped("cannot create a pseudo-terminal or server on this machine"))
        }
        var figures: [Figure] = []
        let failure = trial(section) { session in
            guard session.waitForBatches(1, within: suite.startLimit) else { return silence(session) }
            let begin = Clock.now
            line.hangUp()
            // Data that was in transit when the device vanished may still be published.
            _ = session.wait(within: suite.stopLimit / 2) { false }
            session.host.clearMark()
            if session.wait(within: suite.startLimit, until: { session.host.report.attemptSinceMark != nil }) {
                return "the driver published data more than \((suite.stopLimit / 2).words) after its device disappeared"
            }
            guard session.outcome != nil else {
                let state = session.host.report.lastState.map { "; its last state: '\($0.state)', \($0.reason)" } ?? ""
                return "the driver still runs \(suite.startLimit.words) after its device disappeared\(state)"
            }
            figures = [Figure("after", Double(Clock.now - begin) / 1e6, "ms")]
            return fault(of: session.outcome)
        }
        return Finding(.vanished, failure: failure, figures)
    }

    func reportsAbsence() -> Finding {
        // A bound port without a listener refuses connections.
        let silentPort = suite.rig.kind == .server ? LoopbackSocket(backlog: nil) : nil
        defer { withExtendedLifetime(silentPort) {} }
        switch suite.rig.kind {
        case .terminal, .server, .file: break
        case .configured, .missing:
            return Finding(.absent, .skipped("the suite does not know which setting names the device"))
        }
        let failure = trial(suite.rig.configuration(silentPort?.address ?? Self.nowhere)) { session in
            guard session.waitForEnd(within: suite.startLimit) else {
                return "the driver still runs after \(suite.startLimit.words) with a missing device"
            }
            return fault(of: session.outcome)
        }
        return Finding(.absent, failure: failure)
    }

    /// The defect of an outcome that does not report the missing device; nil if it does.
    func fault(of outcome: RunOutcome?) -> String? {
        guard let reason = outcome?.reason else {
            return "\(outcome?.words ?? "the driver ended without a report"), although its device was missing"
        }
        let isSilent = reason.isEmpty || reason == DriverInstance.noReason
        return isSilent ? "'run' ended and the driver gave no reason" : nil
    }

    func noiseFindings() -> [Finding] {
        let survived = survivesNoise()
        guard !hasLeftovers else {
            return [survived, Finding(.noiseReport, .skipped("the driver does not stop on request"))]
        }
        judged([survived])
        tries(.noiseReport)
        return [survived, reportsNoise()]
    }

    /// At a wrong baud rate, a receiver's data are noise that never ends. A driver that reports nothing then does not
    /// show what is wrong, and the gateway considers it hung.
    private func reportsNoise() -> Finding {
        if case .missing(let reason) = suite.rig.kind { return Finding(.noiseReport, .skipped(reason)) }
        guard let stand = RigStand(suite.rig), let section = stand.section(.misread) else {
            return Finding(.noiseReport, .skipped(Self.noGarbage))
        }
        var figures: [Figure] = []
        let failure = trial(section) { session in
            let hasReported = session.wait(within: suite.startLimit) {
                let report = session.host.report
                return report.attempts > 0 || report.states.contains { $0.state == .degraded }
            }
            guard !hasReported, session.outcome == nil else {
                figures = [Figure("after", Double(Clock.now - session.start) / 1e9, "s")]
                return faultOfEnd(session)
            }
            let state = session.host.report.lastState.map { "; its last state: '\($0.state)', \($0.reason)" } ?? ""
            return "only meaningless bytes arrived for \(suite.startLimit.words), and the driver did not report "
                + "'degraded'\(state)"
        }
        return Finding(.noiseReport, failure: failure, figures)
    }

    /// The defect of a run that ended while noise arrived; nil if the run continues, gave a reason, or read a recording
    /// to its end.
    private func faultOfEnd(_ session: Session) -> String? {
        guard let outcome = session.outcome, !plugin.description.isFlowControlled else { return nil }
        let reason = outcome.reason ?? ""
        return reason.isEmpty || reason == DriverInstance.noReason
            ? "'run' ended while meaningless bytes arrived, and the driver gave no reason" : nil
    }

    /// The reason for skipping the checks with noise.
    private static let noGarbage = "no configuration with a device that sends garbage was given"

    private func survivesNoise() -> Finding {
        if case .missing(let reason) = suite.rig.kind { return Finding(.noise, .skipped(reason)) }
        // A separate stand, because valid messages may still be buffered in the shared one.
        guard let stand = RigStand(suite.rig), let section = stand.section(.noise) else {
            return Finding(.noise, .skipped(Self.noGarbage))
        }
        let before = stand.line?.written ?? 0
        let failure = trial(section) { session in
            _ = session.wait(within: .seconds(1)) { (stand.line?.written ?? 0) - before > 300_000 }
            let report = session.host.report
            if let refusal = refusal(report) { return refusal }
            return report.positions > 0 ? "the driver published a position from garbage" : nil
        }
        let bytes = (stand.line?.written ?? 0) - before
        return Finding(.noise, failure: failure, bytes > 0 ? [Figure("garbage", Double(bytes) / 1e3, "kB")] : [])
    }

    func survivesDamage() -> Finding {
        let (stand, reason) = receiver()
        guard let stand else { return Finding(.damage, .skipped(reason)) }
        guard let line = stand.line, let section = stand.section(.damaged) else {
            return Finding(.damage, .skipped("the suite cannot damage the receiver's data in this configuration"))
        }
        let before = line.written
        var figures: [Figure] = []
        let failure = trial(section) { session in
            _ = session.wait(within: .seconds(1)) { line.written - before > 300_000 }
            if let outcome = session.outcome { return "the driver ended: \(outcome.words)" }
            figures = [Figure("damaged", Double(line.written - before) / 1e3, "kB")]
            return goesOn(session, line)
        }
        return Finding(.damage, failure: failure, figures)
    }

    private func goesOn(_ session: Session, _ line: OutputLine) -> String? {
        line.mode = .speaking
        // Ignore the damaged data that is still buffered in the line.
        _ = session.wait(within: .milliseconds(200)) { false }
        session.host.clearMark()
        let hasGoneOn = session.wait(within: suite.startLimit) { session.host.report.attemptSinceMark != nil }
        if let outcome = session.outcome { return "the driver ended: \(outcome.words)" }
        let report = session.host.report
        if let refusal = refusal(report) { return refusal }
        return hasGoneOn
            ? nil
            : "after damaged messages, the driver published nothing from intact ones within \(suite.startLimit.words)"
    }
}
