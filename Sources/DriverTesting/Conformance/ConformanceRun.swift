// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import PluginHosting

/// One run of the suite: the results so far, and the line that the driver uses. Used by one thread.
final class ConformanceRun {
    typealias Finding = DriverConformance.Finding
    typealias Figure = DriverConformance.Finding.Figure

    let suite: DriverConformance
    var plugin: PluginTable { suite.plugin }
    /// True if a driver is still running although it was asked to stop.
    private(set) var hasLeftovers = false
    private var failed: Set<ConformanceCheck>
    /// The simulated device, created on demand.
    private var stand: RigStand?

    private let observe: (ConformanceProgress) -> Void

    init(_ suite: DriverConformance, observe: @escaping (ConformanceProgress) -> Void) {
        (self.suite, failed, self.observe) = (suite, suite.failed, observe)
    }

    /// Performs the checks of a group, or reports why they are skipped.
    func perform(_ group: ConformanceGroup) -> [Finding] {
        if let phase = group.calls.first(where: suite.broken.contains) {
            return group.checks.map { Finding($0, .skipped("'\(phase.rawValue)' crashes or hangs")) }
        }
        for need in group.needs where failed.contains(need.check) {
            return group.checks.map { Finding($0, .skipped(need.otherwise)) }
        }
        let findings = make(group)
        failed.formUnion(findings.filter { $0.failure != nil }.map(\.property))
        return findings
    }

    private func make(_ group: ConformanceGroup) -> [Finding] {
        switch group {
        case .table: [Finding(.description, failure: description())]
        case .settings: settingsFindings()
        case .range: [takesAllowed()]
        case .forbidden: [withstandsForbidden()]
        case .garbage: [Finding(.garbageConfiguration, failure: refusesGarbage())]
        case .publishing: publishingFindings()
        case .stop: [stopsInTime()]
        case .silentStop: silenceFindings()
        case .earlyStop: [stopsBeforeRunning()]
        case .destroy: [isDestroyed()]
        case .rounds: roundsFindings()
        case .vanished: [reportsVanishing()]
        case .absent: [reportsAbsence()]
        case .connectStop: [stopsWhileConnecting()]
        case .connectLimit: [givesUpConnecting()]
        case .reconnect: [reconnects()]
        case .noise: noiseFindings()
        case .damage: [survivesDamage()]
        case .growth: [keepsItsSize()]
        case .write: [takesWrites()]
        case .probe: [probes()]
        case .discover: [discovers()]
        case .performance: performanceFindings()
        }
    }

    /// The simulated device; nil and the reason if it cannot be created.
    func receiver() -> (stand: RigStand?, reason: String) {
        if let stand { return (stand, "") }
        if case .missing(let reason) = suite.rig.kind { return (nil, reason) }
        stand = RigStand(suite.rig)
        return (stand, "cannot create a pseudo-terminal, server or file on this machine")
    }

    /// Announces the check to which the next calls belong.
    func tries(_ check: ConformanceCheck) { observe(.tries(check)) }

    /// Announces findings that no longer depend on the driver's end.
    func judged(_ findings: [Finding]) { observe(.judged(findings)) }

    /// Calls a function of the driver that must return at once.
    func calling<T>(_ phase: ConformancePhase, _ body: () -> T) -> T {
        observe(.calls(phase, limit: suite.callLimit))
        defer { observe(.calls(nil, limit: .zero)) }
        return body()
    }

    /// Calls a function of the driver that may take a while.
    func calling<T>(_ phase: ConformancePhase, for limit: Duration, _ body: () throws(PluginError) -> T)
        throws(PluginError)
        -> T
    {
        observe(.calls(phase, limit: limit))
        defer { observe(.calls(nil, limit: .zero)) }
        return try body()
    }

    /// Creates a driver without running it.
    func make(_ configuration: String, _ host: TrialHost) throws(PluginError) -> DriverInstance {
        try calling(.create, for: suite.callLimit) { () throws(PluginError) in
            try DriverInstance(of: plugin, configuration: configuration, host: host)
        }
    }

    /// Destroys a driver that was not run.
    func destroy(_ driver: consuming DriverInstance) {
        observe(.calls(.destroy, limit: suite.callLimit))
        _ = consume driver
        observe(.calls(nil, limit: .zero))
    }

    /// Stops a running driver. Later events are again attributed to its `run`.
    func stop(_ session: Session) {
        calling(.stop) { session.driver.stop() }
        observe(.calls(.run, limit: suite.limit(of: .stop)))
    }

    /// Creates a driver, runs it on a thread, calls `body`, and then stops and destroys the driver.
    ///
    /// - Parameters:
    ///   - configuration: The section `config`.
    ///   - body: Observes the session; may stop the driver itself.
    /// - Returns: The result of `body`, or the reason why no driver was created.
    func trial(_ configuration: String, _ body: (Session) -> String?) -> String? {
        let held = HeldHost()
        do throws(PluginError) {
            let failure = try life(configuration, held, body)
            guard !hasLeftovers else { return failure }
            // The driver's own thread may be the last to hold the driver. The host is released when 'destroy' has
            // returned.
            return failure ?? waitForDestruction { held.host == nil }
        } catch {
            return "the plugin did not create a driver: \(error)"
        }
    }

    /// Refers weakly to a host, which only the driver retains.
    private final class HeldHost {
        weak var host: TrialHost?
    }

    /// This function is separate from `trial`, so that no reference to the driver remains after it has returned.
    private func life(
        _ configuration: String, _ held: HeldHost, _ body: (Session) -> String?
    ) throws(PluginError) -> String? {
        let host = TrialHost(plugin.description)
        held.host = host
        return live(try make(configuration, host), host, body)
    }

    private func live(_ driver: consuming DriverInstance, _ host: TrialHost, _ body: (Session) -> String?) -> String? {
        observe(.calls(.run, limit: suite.limit(of: .rounds)))
        let session = Session(driver, host: host)
        let failure = body(session)
        stop(session)
        if !session.waitForEnd(within: suite.stopLimit) { hasLeftovers = true }
        observe(.calls(hasLeftovers ? nil : .destroy, limit: suite.callLimit))
        return failure
    }

    private func waitForDestruction(_ isGone: () -> Bool) -> String? {
        let limit = suite.isAlone ? suite.callLimit * 2 : suite.callLimit
        wait(limit, isGone)
        guard isGone() else { return "'destroy' did not return within \(limit.words)" }
        observe(.calls(nil, limit: .zero))
        return nil
    }

    /// Records that a running driver was left behind.
    func note(_ session: Session) { if session.outcome == nil { hasLeftovers = true } }

    /// The reason why a batch was refused, unless an earlier check reported it.
    func refusal(_ report: TrialHost.Report) -> String? {
        let malformed = failed.contains(.records) ? nil : report.malformed
        let forbidden = failed.contains(.kinds) ? nil : report.forbidden
        return (malformed ?? forbidden)?.description
    }

    /// The reason why nothing was published.
    func silence(_ session: Session) -> String {
        let report = session.host.report
        let log = report.lastWords.map { "; its last log message: \($0)" } ?? ""
        if let outcome = session.outcome {
            return "the driver ended before it published anything: \(outcome.words)\(log)"
        }
        if let hollow = report.hollow {
            return "none of its \(report.attempts) batches contains a usable observation: \(hollow)"
        }
        let state = report.lastState.map { "; its last state: '\($0.state)', \($0.reason)" } ?? ""
        return "the driver published nothing within \(suite.startLimit.words)\(state)\(log)"
    }
}

extension Duration {
    /// The text for messages: `2 s` or `12.5 ms`.
    var words: String {
        self >= .seconds(1)
            ? DriverConformance.Finding.Figure("", milliseconds / 1000, "s").description.dropFirst().description
            : DriverConformance.Finding.Figure("", milliseconds, "ms").description.dropFirst().description
    }

    var milliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
}

extension RunOutcome {
    /// The outcome for people.
    var words: String {
        switch self {
        case .stopped: "it reports that it was stopped"
        case .finished: "it reports the end of its source"
        case .lost(let reason): "lost: \(reason)"
        case .failed(let reason): "failed: \(reason)"
        case .refused(let reason): "refused: \(reason)"
        }
    }

    /// The reason given if the driver ended without being stopped; nil otherwise.
    var reason: String? {
        switch self {
        case .stopped, .finished: nil
        case .lost(let reason), .failed(let reason), .refused(let reason): reason
        }
    }
}
