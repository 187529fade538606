// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import Synchronization

/// The suite that every driver must pass. It drives a plugin through its table in the contract, as the gateway does, so
/// it takes plugins in any language. Every driver's tests call it, and so does `gnss-gateway drivers check`.
public struct DriverConformance: Sendable {
    /// One property and whether the driver has it.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// What was checked, in words.
        public var check: String
        /// What was wrong, or nil.
        public var failure: String?

        /// One line for a report.
        public var description: String { failure.map { "FAIL  \(check): \($0)" } ?? "ok    \(check)" }
    }

    /// The plugin.
    public var plugin: PluginTable
    /// A section `config` in JSON with which the driver delivers observations here and now.
    public var configuration: String
    /// A section with which the driver meets a device that sends garbage; nil leaves that check out.
    public var garbageConfiguration: String?
    /// How long the driver may take to its first observation.
    public var startLimit: Duration = .seconds(10)
    /// How long the driver may take to end after it was told to stop. The contract says 2 s.
    public var stopLimit: Duration = .seconds(2)

    /// A suite for a plugin with a configuration that works.
    public init(plugin: PluginTable, configuration: String, garbageConfiguration: String? = nil) {
        self.plugin = plugin
        self.configuration = configuration
        self.garbageConfiguration = garbageConfiguration
    }

    /// Runs all checks; takes as long as the driver takes to start and stop a few times.
    ///
    /// - Returns: a finding for each check that was made, in a fixed order.
    public func run() -> [Finding] {
        var findings = [
            Finding(check: "describes itself", failure: description()),
            Finding(check: "starts and publishes", failure: publishes()),
            Finding(check: "reports its state with a reason", failure: reportsState()),
            Finding(check: "stops in time", failure: stopsInTime()),
            Finding(check: "returns at once when stopped before it runs", failure: stopsBeforeRunning()),
            Finding(check: "can be made and run again", failure: restarts()),
            Finding(check: "leaves no descriptor open", failure: leavesNoDescriptor()),
            Finding(check: "refuses configurations that are garbage", failure: refusesGarbageConfiguration()),
        ]
        if plugin.description.canProbe {
            findings.append(Finding(check: "looks for receivers, and says where none can be", failure: probesNothing()))
        }
        if plugin.description.canDiscover {
            findings.append(Finding(check: "looks for devices within its deadline", failure: discoversInTime()))
        }
        guard let garbageConfiguration else { return findings }
        let survival = survivesGarbage(garbageConfiguration)
        return findings + [Finding(check: "survives a device that sends garbage", failure: survival)]
    }

    private func description() -> String? {
        let plugin = plugin.description
        if plugin.version.isEmpty { return "no version" }
        if plugin.summary.isEmpty { return "no summary" }
        if plugin.sampleConfiguration.isEmpty { return "no sample configuration" }
        if plugin.configurationSchema.isEmpty { return "no configuration schema" }
        if plugin.delivers.isEmpty { return "it declares to deliver nothing" }
        return nil
    }

    private func publishes() -> String? {
        trial { session in
            guard session.waitForObservations(1, within: startLimit) else {
                return session.outcome.map { "it ended before it published anything: \($0)" }
                    ?? "nothing published within \(startLimit)"
            }
            return session.host.recorded.refusals.first?.description
        }
    }

    private func reportsState() -> String? {
        trial { session in
            _ = session.waitForObservations(1, within: startLimit)
            _ = session.waitForState(.running, within: startLimit)
            let states = session.host.recorded.states
            guard states.contains(where: { $0.state == .running }) else { return "it published and is not 'running'" }
            return states.first { $0.reason.isEmpty }.map { "the state '\($0.state)' has no reason" }
        }
    }

    private func stopsInTime() -> String? {
        trial { session in
            _ = session.waitForObservations(1, within: startLimit)
            let begin = ContinuousClock.now
            session.driver.stop()
            guard session.waitForEnd(within: stopLimit) else { return "still running \(stopLimit) after stop" }
            let took = begin.duration(to: .now)
            return took <= stopLimit ? nil : "it took \(took)"
        }
    }

    private func stopsBeforeRunning() -> String? {
        do throws(PluginError) {
            let host = RecordingHost(delivers: plugin.description.delivers)
            let driver = try DriverInstance(of: plugin, configuration: configuration, host: host)
            driver.stop()
            let session = Session(driver, host: host)
            guard session.waitForEnd(within: stopLimit) else { return "run did not return within \(stopLimit)" }
            return session.outcome == .stopped ? nil : "run ended with \(session.outcome.map { "\($0)" } ?? "nothing")"
        } catch {
            return error.description
        }
    }

    private func restarts() -> String? {
        for round in 1...3 {
            let failure = trial { session in
                session.waitForObservations(1, within: startLimit) ? nil : "nothing published within \(startLimit)"
            }
            if let failure { return "round \(round): \(failure)" }
        }
        return nil
    }

    private func leavesNoDescriptor() -> String? {
        var growth = 0
        // Others in the process may open and close descriptors meanwhile: only what grows with every round, each time it
        // is looked at, is a leak.
        for _ in 1...5 {
            let before = OpenDescriptors.count()
            for _ in 1...3 {
                let failure = trial { $0.waitForObservations(1, within: startLimit) ? nil : "nothing published" }
                if let failure { return failure }
            }
            growth = OpenDescriptors.count() - before
            if growth < 3 { return nil }
        }
        return "\(growth) descriptors more after three rounds"
    }

    private func refusesGarbageConfiguration() -> String? {
        for garbage in ["", "null", "[]", "{", "\"", "{\"\u{1}\":", String(repeating: "[", count: 10_000)] {
            let host = RecordingHost(delivers: plugin.description.delivers)
            guard (try? DriverInstance(of: plugin, configuration: garbage, host: host)) == nil else {
                return "it took the configuration \(garbage.prefix(20).debugDescription)"
            }
        }
        return nil
    }

    /// A device that does not exist is no receiver: a failure, or a certainty of 0, with words and in time.
    private func probesNothing() -> String? {
        for device in ["/nonexistent/receiver", "", "/dev/null"] {
            let begin = ContinuousClock.now
            let (certainty, words) = probe(device, for: .seconds(2))
            let took = begin.duration(to: .now)
            if certainty > 0 { return "it is \(certainty) % sure of a receiver on '\(device)'" }
            if words.isEmpty { return "it finds nothing on '\(device)' and does not say why" }
            if took > .seconds(2) + stopLimit { return "it took \(took) for '\(device)', of 2 s allowed" }
        }
        return nil
    }

    /// Whatever it finds, or that it cannot look, is right; to take longer than allowed is not.
    private func discoversInTime() -> String? {
        let begin = ContinuousClock.now
        let now = RecordingHost(delivers: []).now().monotonicNanoseconds
        do throws(PluginError) {
            let devices = try plugin.discover(deadlineNanoseconds: now + 2_000_000_000)
            if devices.contains(where: \.device.isEmpty) { return "it found a device without saying which" }
        } catch {
            if error.description.isEmpty { return "it cannot look and does not say why" }
        }
        let took = begin.duration(to: .now)
        return took > .seconds(2) + stopLimit ? "it took \(took), of 2 s allowed" : nil
    }

    private func probe(_ device: String, for time: Duration) -> (certainty: Int, words: String) {
        let now = RecordingHost(delivers: []).now().monotonicNanoseconds
        let deadline = now + time.components.seconds * 1_000_000_000
        do throws(PluginError) {
            let finding = try plugin.probe(device: device, deadlineNanoseconds: deadline)
            return (finding.certainty, finding.text)
        } catch {
            return (0, error.description)
        }
    }

    private func survivesGarbage(_ configuration: String) -> String? {
        trial(configuration) { session in
            _ = session.waitForEnd(within: .seconds(1))
            let contents = session.host.recorded
            if let refusal = contents.refusals.first { return refusal.description }
            let madePosition = contents.observations.contains { observation in
                if case .fix(let fix) = observation.payload { fix.position != nil } else { false }
            }
            return madePosition ? "it made a position of garbage" : nil
        }
    }

    /// Makes a driver, runs it on a thread, lets `body` look at it, and stops it.
    private func trial(_ configuration: String? = nil, _ body: (Session) -> String?) -> String? {
        do throws(PluginError) {
            let host = RecordingHost(delivers: plugin.description.delivers, limit: 10_000)
            let driver = try DriverInstance(of: plugin, configuration: configuration ?? self.configuration, host: host)
            let session = Session(driver, host: host)
            let failure = body(session)
            driver.stop()
            guard session.waitForEnd(within: stopLimit) else {
                return failure ?? "still running \(stopLimit) after stop"
            }
            return failure
        } catch {
            return "no driver was made: \(error)"
        }
    }
}
