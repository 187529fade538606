// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import Glibc

/// One pass of the suite: what is known so far of the driver, and the line that it is run with. Belongs to one thread.
final class ConformanceRun {
    typealias Finding = DriverConformance.Finding
    typealias Figure = DriverConformance.Finding.Figure

    let suite: DriverConformance
    var plugin: PluginTable { suite.plugin }
    /// Whether a driver still runs that was told to stop.
    private(set) var hasLeftovers = false
    private var failed: Set<ConformanceCheck>
    /// The stand-in for the device, made when it is needed.
    private var stand: RigStand?

    init(_ suite: DriverConformance) { (self.suite, failed) = (suite, suite.failed) }

    /// Makes the checks of a group, or says why not.
    func perform(_ group: ConformanceGroup) -> [Finding] {
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
        case .silentStop: [stopsWhileSilent()]
        case .earlyStop: [stopsBeforeRunning()]
        case .rounds: roundsFindings()
        case .vanished: [reportsVanishing()]
        case .absent: [reportsAbsence()]
        case .noise: [survivesNoise()]
        case .damage: [survivesDamage()]
        case .growth: [keepsItsSize()]
        case .write: [takesWrites()]
        case .probe: [probes()]
        case .discover: [discovers()]
        case .performance: performanceFindings()
        }
    }

    /// The stand-in for the device; nil where there is none, with the reason.
    func receiver() -> (stand: RigStand?, reason: String) {
        if let stand { return (stand, "") }
        if case .missing(let reason) = suite.rig.kind { return (nil, reason) }
        stand = RigStand(suite.rig)
        return (stand, "no pseudo-terminal or file can be made here")
    }

    /// Makes a driver, runs it on a thread, lets `body` look at it, and stops it.
    ///
    /// - Parameters:
    ///   - configuration: the section.
    ///   - body: may stop it itself.
    /// - Returns: what `body` says, or why no driver was made.
    func trial(_ configuration: String, _ body: (Session) -> String?) -> String? {
        do throws(PluginError) {
            let host = TrialHost(plugin.description)
            let driver = try DriverInstance(of: plugin, configuration: configuration, host: host)
            let session = Session(driver, host: host)
            let failure = body(session)
            driver.stop()
            if !session.waitForEnd(within: suite.stopLimit) { hasLeftovers = true }
            return failure
        } catch {
            return "no driver was made: \(error)"
        }
    }

    /// Notes that a driver was left behind that still runs.
    func note(_ session: Session) { if session.outcome == nil { hasLeftovers = true } }

    /// Why a batch was refused, where that is news.
    func refusal(_ report: TrialHost.Report) -> String? {
        let malformed = failed.contains(.records) ? nil : report.malformed
        let forbidden = failed.contains(.kinds) ? nil : report.forbidden
        return (malformed ?? forbidden)?.description
    }

    /// Why nothing was published.
    func silence(_ session: Session) -> String {
        session.outcome.map { "it ended before it published anything: \($0.words)" }
            ?? "nothing published within \(suite.startLimit.words)"
    }
}

extension Duration {
    /// As in `2 s` and `12.5 ms`.
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
        case .stopped: "it says that it was stopped"
        case .finished: "it says that its source came to its end"
        case .lost(let reason): "lost: \(reason)"
        case .failed(let reason): "failed: \(reason)"
        case .refused(let reason): "refused: \(reason)"
        }
    }

    /// The reason given, where it ended without being told; nil else.
    var reason: String? {
        switch self {
        case .stopped, .finished: nil
        case .lost(let reason), .failed(let reason), .refused(let reason): reason
        }
    }
}
