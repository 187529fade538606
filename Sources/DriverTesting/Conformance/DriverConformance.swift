// SPDX-License-Identifier: Apache-2.0

public import PluginHosting

/// The suite that every driver must pass. It drives a plugin through its table in the contract, as the gateway does, so
/// it takes plugins in any language. Every driver's tests call it, and so does `gnss-gateway drivers check`.
public struct DriverConformance: Sendable {
    public var plugin: PluginTable
    /// The receiver that it is run with.
    public var rig: ReceiverRig
    /// What is tried of its settings; nil leaves those checks out.
    public var settings: SettingsTrial?
    /// How long the driver may take to its first observation, and to tell that its device is gone.
    public var startLimit: Duration = .seconds(10)
    /// How long the driver may take to end after it was told to stop. The contract says 2 s.
    public var stopLimit: Duration = .seconds(2)
    /// Whether nobody else works in this process: only then are its threads and its memory the driver's.
    public var isAlone = false
    /// What is known to be failed already, by an earlier run of the suite.
    public var failed: Set<ConformanceCheck> = []
    /// Functions of the driver that broke down in an earlier run, whatever they were given: nothing more is tried that
    /// needs them.
    public var broken: Set<ConformancePhase> = []
    /// What became of signals before the plugin was loaded.
    public var signals = SignalTable()

    /// A suite for a plugin with a receiver.
    public init(plugin: PluginTable, rig: ReceiverRig, settings: SettingsTrial? = nil) {
        (self.plugin, self.rig, self.settings) = (plugin, rig, settings)
    }

    /// A suite for a plugin with a configuration that works here and now.
    ///
    /// - Parameters:
    ///   - plugin: the plugin.
    ///   - configuration: a section `config` in JSON with which the driver delivers observations.
    ///   - garbageConfiguration: one with which it meets a device that sends garbage; nil leaves that check out.
    public init(plugin: PluginTable, configuration: String, garbageConfiguration: String? = nil) {
        self.init(plugin: plugin, rig: .configured(configuration, garbage: garbageConfiguration))
    }

    /// Runs all checks; takes as long as the driver takes to start and stop a few times.
    ///
    /// - Returns: a finding for each check, in a fixed order.
    public func run() -> [Finding] {
        let run = ConformanceRun(self) { _ in }
        return ConformanceGroup.allCases.flatMap { run.perform($0) }
    }

    /// Runs groups of checks, one after another.
    ///
    /// - Parameters:
    ///   - groups: which.
    ///   - observe: called with each step.
    public func run(_ groups: [ConformanceGroup], observe: @escaping (ConformanceProgress) -> Void) {
        let run = ConformanceRun(self, observe: observe)
        for group in groups {
            observe(.begins(group))
            observe(.ended(run.perform(group), hasLeftovers: run.hasLeftovers))
            if run.hasLeftovers { return }
        }
    }

    /// How long a driver may take to give up a server that does not answer.
    var connectLimit: Duration { startLimit * 3 }

    /// How long a call may take that does nothing but its own work: `create`, `stop` and `destroy`.
    var callLimit: Duration { stopLimit * 2 + .seconds(1) }

    /// How long a group may take, if the driver answers every call.
    public func limit(of group: ConformanceGroup) -> Duration {
        switch group {
        case .table: startLimit
        case .settings, .range, .forbidden, .garbage, .discover: startLimit + stopLimit * 2
        case .rounds, .reconnect, .connectLimit, .performance, .growth, .probe:
            startLimit * 4 + stopLimit * 4 + .seconds(30)
        default: startLimit * 3 + stopLimit * 2 + .seconds(10)
        }
    }

    /// What is said of a group that could not be gone through with.
    ///
    /// - Parameters:
    ///   - group: which.
    ///   - words: what happened.
    ///   - check: the check that failed by it; nil: the first of the group.
    ///   - judged: what was found before.
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
