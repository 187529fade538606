// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import DriverTesting
internal import Gateway
internal import Glibc
internal import ReceiverHost
internal import SystemSupport

/// The current position of a checking process.
private struct CheckPlace {
    var group: ConformanceGroup
    /// The time limit of the group, and that of the current call.
    var limit: Duration
    var callLimit: Duration?
    var check: ConformanceCheck?
    var phase: ConformancePhase?
    /// The intermediate findings.
    var judged: [DriverConformance.Finding] = []

    /// The time limit that currently applies.
    var patience: Duration { callLimit ?? limit }
}

/// Runs the checks of a driver in separate processes. If one crashes or hangs, the next continues with the following
/// group.
struct Examination {
    typealias Finding = DriverConformance.Finding

    let path: String
    let options: CheckOptions
    private var left: [ConformanceGroup]
    private var failed: Set<ConformanceCheck> = []
    /// The checks that already have a finding.
    private var known: Set<ConformanceCheck> = []
    /// The driver functions that failed regardless of their input.
    private var phases: Set<ConformancePhase> = []
    /// The current position; nil before the first group.
    private var current: CheckPlace?
    /// True if the current process has completed a group.
    private var hasNews = false

    init(path: String, options: CheckOptions) { (self.path, self.options, left) = (path, options, options.groups) }

    /// The time limit for loading the plugin.
    private var loadingLimit: Duration { .seconds(30 * options.patience) }

    /// Runs all checks.
    ///
    /// - Parameter tell: Called with each finding.
    /// - Throws: Errors of `tell`; the exit code if a process cannot be started.
    mutating func run(_ tell: (Finding) throws -> Void) throws -> [Finding] {
        var findings: [Finding] = []
        while !left.isEmpty {
            let count = left.count
            findings += try round(tell)
            guard left.count == count else { continue }
            let silence = broken("its process sends unintelligible output")
            for finding in silence { try tell(finding) }
            findings += silence
        }
        return findings
    }

    /// Runs one process and returns its findings.
    private mutating func round(_ tell: (Finding) throws -> Void) throws -> [Finding] {
        let process = try start()
        defer { process.end() }
        var findings: [Finding] = []
        (current, hasNews) = (nil, false)
        while true {
            let (news, isOver) = take(process.next(within: current?.patience ?? loadingLimit))
            for finding in news { try tell(finding) }
            findings += news
            failed.formUnion(news.filter { $0.failure != nil }.map(\.property))
            if isOver { return findings }
        }
    }

    private func start() throws -> CheckProcess {
        let words = left.map(\.rawValue).joined(separator: ",")
        let failures = failed.isEmpty ? [] : ["--failed", failed.map(\.rawValue).joined(separator: ",")]
        let broken = phases.isEmpty ? [] : ["--broken", phases.map(\.rawValue).joined(separator: ",")]
        let arguments = ["drivers", "check-run", "--groups", words] + failures + broken
        do throws(GatewayError) {
            return try CheckProcess(arguments + options.arguments(for: path))
        } catch {
            throw Terminal.failure(error)
        }
    }

    /// - Returns: The findings, and true if this process sends no more.
    private mutating func take(_ event: CheckProcess.Event) -> ([Finding], isOver: Bool) {
        switch event {
        case .line(let line):
            guard let message = CheckMessage(line) else { return ([], false) }
            return take(message)
        case .late:
            let seconds = (current?.patience ?? loadingLimit).components.seconds
            return (broken("it hangs: it did not end within \(seconds) s"), true)
        case .ended(let words):
            // If the process ends between two groups after completing one, the next process continues.
            return (current == nil && hasNews ? [] : broken("its process \(words)"), true)
        }
    }

    private mutating func take(_ message: CheckMessage) -> ([Finding], isOver: Bool) {
        switch message {
        case .begins(let name, let limit):
            current = ConformanceGroup(rawValue: name).map { CheckPlace(group: $0, limit: Self.duration(limit)) }
        case .tries(let check): current?.check = ConformanceCheck(rawValue: check)
        case .calls(let name, let limit):
            current?.phase = ConformancePhase(rawValue: name)
            current?.callLimit = name.isEmpty ? nil : Self.duration(limit)
        case .judged(let results): current?.judged = results.compactMap(\.finding)
        case .found(let results, let isOver):
            left.removeAll { $0 == current?.group }
            (current, hasNews) = (nil, true)
            return (new(results.compactMap(\.finding)), isOver || left.isEmpty)
        }
        return ([], false)
    }

    private static func duration(_ seconds: Double) -> Duration { .milliseconds(Int64(seconds * 1000)) }

    /// Returns the findings of checks that had none before.
    private mutating func new(_ findings: [Finding]) -> [Finding] {
        let news = findings.filter { known.insert($0.property).inserted }
        left.removeAll { $0.checks.allSatisfy(known.contains) }
        return news
    }

    /// Records the failure of the current check, or of the check for the function that failed.
    private mutating func broken(_ words: String) -> [Finding] {
        guard let place = current ?? left.first.map({ CheckPlace(group: $0, limit: loadingLimit) }) else { return [] }
        let words = place.phase.map { "in '\($0.rawValue)': \(words)" } ?? words
        let ofPhase = place.phase?.check.flatMap { known.contains($0) ? nil : $0 }
        note(place.phase, in: place.group)
        left.removeAll { $0 == place.group }
        return new(
            DriverConformance.findings(
                brokenOff: place.group, words, in: ofPhase ?? place.check, judged: place.judged))
    }

    /// Records that a function fails. Invalid settings and missing devices may be too much for an otherwise correct
    /// function, so other groups do not count.
    private mutating func note(_ phase: ConformancePhase?, in group: ConformanceGroup) {
        guard let phase, [.create, .run, .stop, .destroy].contains(phase) else { return }
        if [.settings, .publishing, .stop, .destroy].contains(group) { phases.insert(phase) }
    }
}

extension DriversCommand {
    /// `gnss-gateway drivers check-run`: the process in which a driver is checked.
    struct CheckRun: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check-run", abstract: "The process of 'drivers check'; started only by it.",
            shouldDisplay: false)

        @OptionGroup var options: CheckOptions

        @Option(help: "The checks to run.")
        var groups: String

        @Option(help: "The checks that have already failed.")
        var failed = ""

        @Option(help: "The checks that have already crashed.")
        var broken = ""

        func run() throws {
            let signals = SignalTable()
            guard let output = CheckOutput(memoryMiB: 1024) else {
                Terminal.say("gnss-gateway: 'drivers check-run' is for the gateway's internal use")
                throw ExitCode(.usage)
            }
            let plugin = try DriverChoice.loaded(options.driver)
            let plan = try CheckPlan(plugin.description, options)
            var suite = DriverConformance(plugin: plugin.table, rig: plan.rig, settings: plan.settings)
            suite.startLimit = suite.startLimit * options.patience
            suite.stopLimit = suite.stopLimit * options.patience
            suite.isAlone = true
            suite.failed = Set(failed.split(separator: ",").compactMap { ConformanceCheck(rawValue: String($0)) })
            suite.broken = Set(broken.split(separator: ",").compactMap { ConformancePhase(rawValue: String($0)) })
            suite.signals = signals
            let wanted = groups.split(separator: ",").compactMap { ConformanceGroup(rawValue: String($0)) }
            suite.run(wanted) { [suite] progress in
                output.say(CheckMessage(progress) { suite.limit(of: $0) }.line)
            }
            // Exit immediately, without waiting for threads that the plugin has left behind.
            _exit(0)
        }
    }
}
