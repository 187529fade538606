// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Glibc

/// Whether it publishes, and whether it stops.
extension ConformanceRun {
    func publishingFindings() -> [Finding] {
        let (stand, reason) = receiver()
        guard let section = stand?.section(.speaking) else {
            return ConformanceGroup.publishing.checks.map { Finding($0, .skipped(reason)) }
        }
        var findings: [Finding] = []
        let refusal = trial(section) { session in
            guard session.waitForBatches(1, within: suite.startLimit) else { return silence(session) }
            _ = session.waitForState(.running, within: suite.startLimit)
            _ = session.wait(within: .milliseconds(300)) { session.host.attempts >= 50 }
            findings = judge(session)
            return nil
        }
        if let refusal {
            let rest = ConformanceGroup.publishing.checks.dropFirst()
            return [Finding(.publishes, .failed(refusal))]
                + rest.map { Finding($0, .skipped("it publishes nothing")) }
        }
        return findings
    }

    private func judge(_ session: Session) -> [Finding] {
        let report = session.host.report
        let delay = Double((report.firstAttempt ?? session.start) - session.start) / 1e6
        let hasRecords = report.observations > 0
        return [
            Finding(.publishes, .passed, [Figure("first observation", delay, "ms")]),
            Finding(.records, failure: report.malformed?.description),
            Finding(.kinds, failure: report.forbidden?.description),
            hasRecords
                ? Finding(.times, failure: report.timeFault)
                : Finding(.times, .skipped("nothing that it published was taken")),
            Finding(.state, failure: stateFault(report)),
        ]
    }

    private func stateFault(_ report: TrialHost.Report) -> String? {
        guard report.states.contains(where: { $0.state == .running }) else {
            return "it published and is not 'running'"
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

    func stopsWhileSilent() -> Finding {
        let (stand, reason) = receiver()
        guard let stand else { return Finding(.silentStop, .skipped(reason)) }
        guard stand.line != nil, let section = stand.section(.silent) else {
            return Finding(.silentStop, .skipped("its receiver cannot be made silent here"))
        }
        return stopping(.silentStop, section) { session in
            // Long enough to open the device and to wait in a read.
            _ = session.wait(within: .milliseconds(300)) { false }
        }
    }

    private func stopping(_ check: ConformanceCheck, _ section: String, _ wait: (Session) -> Void) -> Finding {
        var figures: [Figure] = []
        let failure = trial(section) { session in
            wait(session)
            let begin = Clock.now
            session.driver.stop()
            let returned = Duration.nanoseconds(Clock.now - begin)
            guard session.waitForEnd(within: suite.stopLimit) else {
                return "still running \(suite.stopLimit.words) after stop"
            }
            figures = [Figure("after", Double(Clock.now - begin) / 1e6, "ms")]
            return returned > suite.stopLimit ? "the call 'stop' itself took \(returned.words)" : nil
        }
        return Finding(check, failure: failure, figures)
    }

    func stopsBeforeRunning() -> Finding {
        let (stand, reason) = receiver()
        guard let section = stand?.section(.speaking) else { return Finding(.earlyStop, .skipped(reason)) }
        do throws(PluginError) {
            let host = TrialHost(plugin.description)
            let driver = try DriverInstance(of: plugin, configuration: section, host: host)
            driver.stop()
            let session = Session(driver, host: host)
            guard session.waitForEnd(within: suite.stopLimit) else {
                note(session)
                return Finding(.earlyStop, .failed("run did not return within \(suite.stopLimit.words)"))
            }
            let outcome = session.outcome
            return Finding(
                .earlyStop, failure: outcome == .stopped ? nil : "run ended: \(outcome?.words ?? "without a word")")
        } catch {
            return Finding(.earlyStop, .failed("no driver was made: \(error)"))
        }
    }
}
