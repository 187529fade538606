// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Glibc
internal import PluginHosting

/// Checks of a plugin's abilities other than running drivers.
extension ConformanceRun {
    func probes() -> Finding {
        guard plugin.description.canProbe else {
            return Finding(.probe, .skipped("the plugin does not probe for receivers"))
        }
        return Finding(.probe, failure: probesNothing() ?? probesLines())
    }

    /// The plugin must not report a missing device as a receiver: it must fail or return certainty 0, with a reason and
    /// in time.
    private func probesNothing() -> String? {
        for device in ["/nonexistent/receiver", "", "/dev/null"] {
            let (certainty, words, took) = probe(device, for: 2)
            if certainty > 0 { return "it reports a receiver on '\(device)' with \(certainty) % certainty" }
            if words.isEmpty { return "it finds nothing on '\(device)' and gives no reason" }
            if took > .seconds(2) + suite.stopLimit {
                return "it took \(took.words) for '\(device)'; at most 2 s are allowed"
            }
        }
        return nil
    }

    /// The plugin must find a receiver that sends data, must find none on a silent line, and must write to neither.
    private func probesLines() -> String? {
        // Use a separate line, because data that other checks wrote may still be in transit on their lines.
        guard suite.rig.kind == .terminal, let stand = RigStand(suite.rig), let line = stand.line else { return nil }
        defer { withExtendedLifetime(stand) {} }
        line.mode = .silent
        let silent = probe(line.path, for: 1)
        if silent.certainty > 0 { return "it reports a receiver on a silent line with \(silent.certainty) % certainty" }
        line.mode = .speaking
        let seconds = max(2, suite.startLimit.components.seconds / 2)
        let found = probe(line.path, for: seconds)
        if found.certainty == 0 {
            return "it does not find its receiver on a line that carries its data: \(found.words)"
        }
        if line.heard > 0 { return "it wrote \(line.heard) bytes to a device that it was only probing" }
        return nil
    }

    private func probe(_ device: String, for seconds: Int64) -> (certainty: Int, words: String, took: Duration) {
        let begin = Clock.now
        do throws(PluginError) {
            let limit = Duration.seconds(seconds) + suite.callLimit
            let finding = try calling(.probe, for: limit) { () throws(PluginError) in
                try plugin.probe(device: device, deadlineNanoseconds: begin + seconds * 1_000_000_000)
            }
            return (finding.certainty, finding.text, .nanoseconds(Clock.now - begin))
        } catch {
            return (0, error.description, .nanoseconds(Clock.now - begin))
        }
    }

    /// Any result within the time limit is acceptable, including a failure with a reason.
    func discovers() -> Finding {
        guard plugin.description.canDiscover else {
            return Finding(.discover, .skipped("the plugin does not discover devices"))
        }
        let begin = Clock.now
        do throws(PluginError) {
            let devices = try calling(.discover, for: .seconds(2) + suite.callLimit) { () throws(PluginError) in
                try plugin.discover(deadlineNanoseconds: begin + 2_000_000_000)
            }
            if devices.contains(where: \.device.isEmpty) {
                return Finding(.discover, .failed("it reported a device without a name"))
            }
        } catch {
            if error.description.isEmpty { return Finding(.discover, .failed("it failed without a reason")) }
        }
        let took = Duration.nanoseconds(Clock.now - begin)
        let isLate = took > .seconds(2) + suite.stopLimit
        return Finding(.discover, failure: isLate ? "it took \(took.words); at most 2 s are allowed" : nil)
    }

    /// Passes more corrections to the driver than the line accepts; no call may wait for the line.
    func takesWrites() -> Finding {
        guard plugin.description.takesCorrections else {
            return Finding(.write, .skipped("the driver accepts no data for its receiver"))
        }
        let (stand, reason) = receiver()
        guard let stand, let section = stand.section(.speaking) else { return Finding(.write, .skipped(reason)) }
        var longest = Duration.zero
        let failure = trial(section) { session in
            guard session.waitForBatches(1, within: suite.startLimit) else { return silence(session) }
            var dropped = 0
            for number in 0..<100 {
                let begin = Clock.now
                // The check does not judge how the driver or the receiver handles the data.
                let bytes = [0xD3, 0x03, 0xFD] + [UInt8](repeating: UInt8(number), count: 1024)
                let answer = try? calling(.write, for: suite.callLimit) { () throws(PluginError) in
                    try session.driver.write(bytes)
                }
                dropped += answer ?? 0
                guard dropped <= number + 1 else {
                    return "after \(number + 1) calls, 'write' has reported that the data of \(dropped) were dropped"
                }
                longest = max(longest, .nanoseconds(Clock.now - begin))
            }
            if longest > suite.stopLimit {
                return "a call of 'write' took \(longest.words); 'write' must return at once"
            }
            session.host.clearMark()
            let goesOn = session.wait(within: suite.startLimit) { session.host.report.attemptSinceMark != nil }
            return goesOn ? nil : "the driver published nothing afterwards"
        }
        return Finding(.write, failure: failure, [Figure("longest call", longest.milliseconds, "ms")])
    }
}
