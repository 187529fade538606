// SPDX-License-Identifier: Apache-2.0

public import PluginHosting

/// The suite that every driver must pass. Like the gateway, it uses a plugin through the table that the driver contract
/// defines, and therefore accepts plugins in any language. Every driver's tests run it, and so does
/// `gnss-gateway drivers check`.
public struct DriverConformance: Sendable {
    public var plugin: PluginTable
    /// The receiver with which the driver is tested.
    public var rig: ReceiverRig
    /// The settings to try; nil to skip those checks.
    public var settings: SettingsTrial?
    /// The time limit for the first observation, and for reporting that the device is gone.
    public var startLimit: Duration = .seconds(10)
    /// The time limit for ending after a stop. The contract requires 2 s.
    public var stopLimit: Duration = .seconds(2)
    /// True if no other code runs in this process; only then can threads and memory be attributed to the driver.
    public var isAlone = false
    /// Checks that failed in an earlier run of the suite.
    public var failed: Set<ConformanceCheck> = []
    /// The driver's functions that crashed or hung in an earlier run; checks that need them are skipped.
    public var broken: Set<ConformancePhase> = []
    /// The signal handling before the plugin was loaded.
    public var signals = SignalTable()

    /// Creates a suite for a plugin with a simulated receiver.
    public init(plugin: PluginTable, rig: ReceiverRig, settings: SettingsTrial? = nil) {
        (self.plugin, self.rig, self.settings) = (plugin, rig, settings)
    }

    /// Creates a suite for a plugin with a configuration that works on this machine.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - configuration: A section `config` in JSON with which the driver delivers observations.
    ///   - garbageConfiguration: A section for a device that sends garbage; nil to skip that check.
    public init(plugin: PluginTable, configuration: String, garbageConfiguration: String? = nil) {
        self.init(plugin: plugin, rig: .configured(configuration, garbage: garbageConfiguration))
    }

    /// Runs all checks. This takes as long as starting and stopping the driver several times.
    ///
    /// - Returns: A finding for each check, in a fixed order.
    public func run() -> [Finding] {
        let run = ConformanceRun(self) { _ in }
        return ConformanceGroup.allCases.flatMap { run.perform($0) }
    }

    /// Runs groups of checks, one after another.
    ///
    /// - Parameters:
    ///   - groups: The groups.
    ///   - observe: Called with each step.
    public func run(_ groups: [ConformanceGroup], observe: @escaping (ConformanceProgress) -> Void) {
        let run = ConformanceRun(self, observe: observe)
        for group in groups {
            observe(.begins(group))
            observe(.ended(run.perform(group), hasLeftovers: run.hasLeftovers))
            if run.hasLeftovers { return }
        }
    }

    /// The time limit for giving up on a server that does not answer.
    var connectLimit: Duration { startLimit * 3 }

    /// The time limit for calls that must not wait for anything: `create`, `stop` and `destroy`.
    var callLimit: Duration { stopLimit * 2 + .seconds(1) }

    /// The time limit of a group if the driver answers every call.
    public func limit(of group: ConformanceGroup) -> Duration {
        switch group {
        case .table: startLimit
        case .settings, .range, .forbidden, .garbage, .discover: startLimit + stopLimit * 2
        case .rounds, .reconnect, .connectLimit, .performance, .growth, .probe:
            startLimit * 4 + stopLimit * 4 + .seconds(30)
        default: startLimit * 3 + stopLimit * 2 + .seconds(10)
        }
    }

    /// The findings of a group that could not be completed.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - words: A description of the event that interrupted the group.
    ///   - check: The check that failed because of the event; nil for the first check without a finding.
    ///   - judged: The findings made before the event.
    public static func findings(
        brokenOff group: ConformanceGroup, _ words: String, in check: ConformanceCheck? = nil, judged: [Finding] = []
    ) -> [Finding] {
        let known = Set(judged.map(\.property))
        let rest = group.checks.filter { !known.contains($0) }
        let guilty = check ?? rest.first ?? group.checks[0]
        return judged + [Finding(guilty, .failed(words))]
            + rest.filter { $0 != guilty }.map { Finding($0, .skipped("an earlier check ended the group")) }
    }
}
