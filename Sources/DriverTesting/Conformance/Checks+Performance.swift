// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Performance figures, and the driver's memory use while it runs.
extension ConformanceRun {
    func performanceFindings() -> [Finding] {
        let (stand, reason) = receiver()
        guard let stand else { return ConformanceGroup.performance.checks.map { Finding($0, .skipped(reason)) } }
        guard let line = stand.line, let section = stand.section(.speaking) else {
            let reason = "the suite cannot control the receiver's data in this configuration"
            return ConformanceGroup.performance.checks.map { Finding($0, .skipped(reason)) }
        }
        var findings: [Finding] = []
        let failure = trial(section) { session in
            guard session.waitForBatches(1, within: suite.startLimit) else { return silence(session) }
            findings = [latency(session, line), throughput(session, line)]
            return nil
        }
        return failure.map { DriverConformance.findings(brokenOff: .performance, $0) } ?? findings
    }

    /// Measures the time from sending a burst to the first resulting batch.
    private func latency(_ session: Session, _ line: OutputLine) -> Finding {
        line.mode = .silent
        _ = session.wait(within: .milliseconds(200)) { false }
        var samples: [Double] = []
        for burst in 0..<24 where samples.count < 10 && (burst < 8 || !samples.isEmpty) {
            session.host.clearMark()
            let begin = Clock.now
            line.speakOnce()
            let isAnswered = session.wait(within: .milliseconds(250)) { session.host.report.attemptSinceMark != nil }
            guard isAnswered, let arrival = session.host.report.attemptSinceMark else { continue }
            samples.append(Double(arrival - begin) / 1e6)
            // Waits for further batches of this burst, so that they are not attributed to the next one.
            _ = session.wait(within: .milliseconds(20)) { false }
        }
        guard !samples.isEmpty else {
            return Finding(.latency, .skipped("the driver published nothing in response to a single burst of data"))
        }
        samples.sort()
        let figures = [
            Figure("median", samples[samples.count / 2], "ms"), Figure("longest", samples[samples.count - 1], "ms"),
        ]
        return Finding(.latency, .passed, figures)
    }

    private func throughput(_ session: Session, _ line: OutputLine) -> Finding {
        let (bytes, begin) = (line.written, Clock.now)
        let (attempts, observations) = (session.host.attempts, session.host.report.observations)
        line.mode = .flooding
        _ = session.wait(within: .seconds(1)) { false }
        // On a busy machine, the driver may have published nothing in that time.
        _ = session.wait(within: suite.startLimit) { session.host.report.observations > observations }
        let seconds = Double(Clock.now - begin) / 1e9
        let report = session.host.report
        guard report.attempts > attempts, report.observations > observations else {
            return Finding(
                .throughput, .failed("the driver publishes nothing while its receiver sends without a pause"))
        }
        if let outcome = session.outcome { return Finding(.throughput, .failed("the driver ended: \(outcome.words)")) }
        return Finding(
            .throughput, .passed,
            [
                Figure("read", Double(line.written - bytes) / seconds / 1e6, "MB/s"),
                Figure("published", Double(report.observations - observations) / seconds, "observations/s"),
            ])
    }

    func keepsItsSize() -> Finding {
        let (stand, reason) = receiver()
        guard let stand else { return Finding(.growth, .skipped(reason)) }
        guard suite.isAlone else {
            return Finding(.growth, .skipped(Self.notAlone))
        }
        guard let line = stand.line, let section = stand.section(.flooding) else {
            return Finding(.growth, .skipped("the suite cannot control the receiver's data in this configuration"))
        }
        var figures: [Figure] = []
        let failure = trial(section) { session in
            guard session.waitForBatches(1, within: suite.startLimit) else { return silence(session) }
            let (fault, leak) = leaksWhileRunning(session)
            figures = [Figure("per observation", leak, "bytes")]
            return fault ?? hoards(session, line)
        }
        return Finding(.growth, failure: failure, figures)
    }

    /// Measures memory growth per observation in several windows.
    private func leaksWhileRunning(_ session: Session) -> (String?, Double) {
        var least = Double.infinity
        _ = session.wait(within: .milliseconds(300)) { false }
        for _ in 0..<4 where least >= Self.littleLeak {
            let (before, count) = (ProcessUse.now.memory, session.host.report.observations)
            _ = session.wait(within: .milliseconds(400)) { false }
            let published = session.host.report.observations - count
            let growth = ProcessUse.now.memory - before
            // Growth of less than a page or two is normal fluctuation of queues and buffers.
            least = min(least, published > 0 && growth > 16_384 ? Double(growth) / Double(published) : 0)
        }
        let words = Figure("", least, "bytes").description.dropFirst()
        let fault = least >= Self.littleLeak ? "memory use grows by \(words) with each observation" : nil
        return (fault, least.isFinite ? least : 0)
    }

    /// Growth per record below this many bytes is ignored.
    private static let littleLeak = 16.0

    /// A driver must discard a message that does not end.
    private func hoards(_ session: Session, _ line: OutputLine) -> String? {
        let (before, written) = (ProcessUse.now.memory, line.written)
        line.mode = .endless
        _ = session.wait(within: .seconds(2)) { line.written - written > 6_000_000 }
        let (growth, sent) = (ProcessUse.now.memory - before, line.written - written)
        if let outcome = session.outcome {
            return "the driver ended when it received a message without an end: \(outcome.words)"
        }
        guard growth > 2 << 20 else { return nil }
        return "the driver buffers a message without an end: memory use grew by \(growth >> 10) KiB after "
            + "\(sent >> 10) KiB of it"
    }
}
