// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import PluginHosting

/// Checks whether a driver publishes and whether it stops.
extension ConformanceRun {
    func publishingFindings() -> [Finding] {
        let (stand, reason) = receiver()
        guard let section = stand?.section(.speaking) else {
            return ConformanceGroup.publishing.checks.map { Finding($0, .skipped(reason)) }
        }
        tries(.publishes)
        var findings: [Finding] = []
        let refusal = trial(section) { session in
            guard session.waitForObservations(within: suite.startLimit), session.host.report.isJudged else {
                return silence(session)
            }
            _ = session.waitForState(.running, within: suite.startLimit)
            let begin = Clock.now
            _ = session.wait(within: .seconds(1)) { session.host.attempts >= 50 }
            findings = judge(session, stand?.line, Double(Clock.now - begin) / 1e9)
            judged(findings)
            return nil
        }
        guard let refusal else { return findings }
        // Other checks cover problems with the driver's end.
        guard findings.isEmpty else { return findings }
        return [Finding(.publishes, .failed(refusal))]
            + ConformanceGroup.publishing.checks.dropFirst().map {
                Finding($0, .skipped("the driver publishes nothing"))
            }
    }

    private func judge(_ session: Session, _ line: OutputLine?, _ seconds: Double) -> [Finding] {
        let report = session.host.report
        let delay = Double((report.firstAttempt ?? session.start) - session.start) / 1e6
        let nothing = "none of its records was accepted"
        func ofRecords(_ check: ConformanceCheck, _ failure: String?) -> Finding {
            report.observations > 0 ? Finding(check, failure: failure) : Finding(check, .skipped(nothing))
        }
        return [
            Finding(.publishes, .passed, [Figure("first observation", delay, "ms")]),
            Finding(.records, failure: report.malformed?.description ?? report.unsound),
            Finding(.kinds, failure: report.forbidden?.description),
            ofRecords(.times, report.timeFault),
            ofRecords(.utc, line.map { report.times.fault(repeats: $0.repeats) } ?? report.times.impossible),
            ofRecords(.once, line.flatMap { report.times.duplicates(bursts: $0.bursts) }),
            Finding(.state, failure: report.stateFault ?? stateFault(report)),
            Finding(.chatter, failure: chatter(report, seconds)),
            Finding(.thread, failure: report.threadFault),
            Finding(.signals, failure: suite.isAlone ? SignalTable().change(since: suite.signals) : nil),
        ]
    }

    /// The contract allows 20 log messages and state reports per second, but not one for each of the receiver's
    /// messages.
    private func chatter(_ report: TrialHost.Report, _ seconds: Double) -> String? {
        let isTooMuch = Double(report.lines) > 20 + 20 * (seconds + 1)
        let isForEach = report.attempts >= 16 && report.lines > 10 && report.lines * 2 > report.attempts
        guard isTooMuch || isForEach else { return nil }
        let last = report.lastWords ?? report.lastState?.reason ?? ""
        return "\(report.lines) log messages and state reports with \(report.attempts) batches; the gateway "
            + "keeps at most 20 a second. "
            + "The last: \(last)"
    }

    private func stateFault(_ report: TrialHost.Report) -> String? {
        guard report.states.contains(where: { $0.state == .running }) else {
            return "the driver published but did not report the state 'running'"
        }
        return report.states.first { $0.reason.isEmpty }.map { "the state '\($0.state)' has no reason" }
    }

    func stopsInTime() -> Finding {
        guard let section = receiver().stand?.section(.speaking) else {
            return Finding(.stop, .skipped(receiver().reason))
        }
        return stopping(.stop, section) { session in
            _ = session.waitForBatches(1, within: suite.startLimit)
        }
    }

    func silenceFindings() -> [Finding] {
        let checks = ConformanceGroup.silentStop.checks
        let (stand, reason) = receiver()
        guard let stand else { return checks.map { Finding($0, .skipped(reason)) } }
        guard let line = stand.line, let section = stand.section(.silent) else {
            return checks.map { Finding($0, .skipped("the suite cannot silence the receiver in this configuration")) }
        }
        let stopped = stopping(.silentStop, section) { session in
            // Gives the driver time to open the device and to block in a read.
            _ = session.wait(within: .milliseconds(300)) { false }
        }
        guard !hasLeftovers else { return [stopped, Finding(.idle, .skipped("the driver does not stop on request"))] }
        judged([stopped])
        return [stopped, suite.isAlone ? idles(section, line) : Finding(.idle, .skipped(Self.notAlone))]
    }

    /// The reason for skipping checks when other code shares the process.
    static let notAlone = "needs a separate process, in which 'gnss-gateway drivers check' runs it"

    /// Measures the processor use before and after the driver has received data.
    private func idles(_ section: String, _ line: OutputLine) -> Finding {
        tries(.idle)
        var share = 0.0
        let failure = trial(section) { session in
            _ = session.wait(within: .milliseconds(100)) { false }
            share = leastShare(session)
            if share < Self.littleShare {
                line.mode = .speaking
                guard session.waitForBatches(1, within: suite.startLimit) else { return nil }
                line.mode = .silent
                _ = session.wait(within: .milliseconds(200)) { false }
                share = max(share, leastShare(session))
            }
            guard share >= Self.littleShare else { return nil }
            return "the driver uses \(Int(share * 100)) % of a processor while its receiver is silent: wait in "
                + "'poll' or 'read'"
        }
        return Finding(.idle, failure: failure, [Figure("processor share", share * 100, "%")])
    }

    /// The suite's own polling every millisecond uses a few per cent.
    private static let littleShare = 0.2
    /// A thread that waits and is woken occasionally, like those of the suite, is ready for a smaller share of the
    /// time than this.
    private static let muchReady = 0.7

    private func leastShare(_ session: Session) -> Double {
        var least = Double.infinity
        for _ in 0..<3 where least >= Self.littleShare {
            let (before, demand, begin) = (ProcessUse.processorTime, ProcessUse.demand, Clock.now)
            _ = session.wait(within: .milliseconds(250)) { false }
            guard session.outcome == nil else { return 0 }
            let seconds = Double(max(1, Clock.now - begin)) / 1e9
            var share = (ProcessUse.processorTime - before) / seconds
            // On a busy machine a spinning thread gets little processor time but is always ready.
            if let demand, let now = ProcessUse.demand {
                let ready = now.map { $0.value - (demand[$0.key] ?? 0) }.max() ?? 0
                if ready / seconds > Self.muchReady { share = max(share, ready / seconds) }
            }
            least = min(least, share)
        }
        return least
    }

    /// Creates, runs, stops and destroys a driver.
    func isDestroyed() -> Finding {
        let (stand, reason) = receiver()
        guard let section = stand?.section(.speaking) else { return Finding(.destroy, .skipped(reason)) }
        return Finding(.destroy, failure: trial(section) { _ in nil })
    }

    /// Runs a driver, waits, and stops it.
    func stopping(_ check: ConformanceCheck, _ section: String, _ wait: (Session) -> Void) -> Finding {
        var figures: [Figure] = []
        let failure = trial(section) { session in
            wait(session)
            let begin = Clock.now
            stop(session)
            let returned = Duration.nanoseconds(Clock.now - begin)
            guard session.waitForEnd(within: suite.stopLimit) else {
                return "still running \(suite.stopLimit.words) after 'stop'"
            }
            figures = [Figure("after", Double(Clock.now - begin) / 1e6, "ms")]
            if returned > suite.stopLimit { return "the call 'stop' itself took \(returned.words)" }
            switch session.outcome {
            case .stopped?, .finished?, nil: return nil
            case .lost?, .failed?, .refused?:
                return "after 'stop', 'run' returned: \(session.outcome?.words ?? ""); return GNSS_RUN_STOPPED"
            }
        }
        return Finding(check, failure: failure, figures)
    }

    func stopsBeforeRunning() -> Finding {
        let (stand, reason) = receiver()
        guard let section = stand?.section(.speaking) else { return Finding(.earlyStop, .skipped(reason)) }
        do throws(PluginError) {
            let host = TrialHost(plugin.description)
            let driver = try make(section, host)
            calling(.stop) { driver.stop() }
            let session = Session(driver, host: host)
            guard session.waitForEnd(within: suite.stopLimit) else {
                note(session)
                return Finding(.earlyStop, .failed("'run' did not return within \(suite.stopLimit.words)"))
            }
            let outcome = session.outcome
            return Finding(
                .earlyStop, failure: outcome == .stopped ? nil : "'run' ended: \(outcome?.words ?? "without a report")")
        } catch {
            return Finding(.earlyStop, .failed("the plugin did not create a driver: \(error)"))
        }
    }
}
