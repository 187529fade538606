// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriverKit
internal import DriverTesting
internal import Gateway
internal import Glibc

/// The checks of a driver, in processes that may crash or hang: then the next one goes on behind it.
struct Examination {
    typealias Finding = DriverConformance.Finding

    let path: String
    let options: CheckOptions
    private var left = ConformanceGroup.allCases
    private var failed: Set<ConformanceCheck> = []
    /// What is gone through at present, and how long it may take.
    private var current: (group: ConformanceGroup, limit: Duration)?
    /// Whether this process has gone through anything.
    private var hasNews = false

    init(path: String, options: CheckOptions) { (self.path, self.options) = (path, options) }

    /// How long a process may take to load the plugin.
    private var loadingLimit: Duration { .seconds(30 * options.patience) }

    /// Makes all checks.
    ///
    /// - Parameter tell: called with each finding.
    mutating func run(_ tell: (Finding) throws -> Void) throws -> [Finding] {
        var findings: [Finding] = []
        while !left.isEmpty {
            let count = left.count
            findings += try round(tell)
            guard left.count == count else { continue }
            let silence = broken("its process says nothing that can be understood")
            for finding in silence { try tell(finding) }
            findings += silence
        }
        return findings
    }

    /// The findings of one process.
    private mutating func round(_ tell: (Finding) throws -> Void) throws -> [Finding] {
        let process = try start()
        defer { process.end() }
        var findings: [Finding] = []
        (current, hasNews) = (nil, false)
        while true {
            let (news, isOver) = take(process.next(within: current?.limit ?? loadingLimit))
            for finding in news { try tell(finding) }
            findings += news
            failed.formUnion(news.filter { $0.failure != nil }.map(\.property))
            if isOver { return findings }
        }
    }

    private func start() throws -> CheckProcess {
        let words = left.map(\.rawValue).joined(separator: ",")
        let known = failed.isEmpty ? [] : ["--failed", failed.map(\.rawValue).joined(separator: ",")]
        let arguments = ["drivers", "check-run", "--groups", words] + known
        do throws(GatewayFailure) {
            return try CheckProcess(arguments + options.arguments(for: path))
        } catch {
            throw Terminal.failure(error)
        }
    }

    /// - Returns: what was found, and whether nothing more comes of this process.
    private mutating func take(_ event: CheckProcess.Event) -> ([Finding], isOver: Bool) {
        switch event {
        case .line(let line):
            guard let message = CheckMessage(line) else { return ([], false) }
            return take(message)
        case .late:
            return (broken("it hangs: no end within \((current?.limit ?? loadingLimit).components.seconds) s"), true)
        case .ended(let words):
            // Between two groups the end is that of a process that had said all it could.
            return (current == nil && hasNews ? [] : broken("its process \(words)"), true)
        }
    }

    private mutating func take(_ message: CheckMessage) -> ([Finding], isOver: Bool) {
        switch message {
        case .begins(let name, let limit):
            current = ConformanceGroup(rawValue: name).map { ($0, .milliseconds(Int64(limit * 1000))) }
            return ([], false)
        case .found(let results, let isOver):
            left.removeAll { $0 == current?.group }
            (current, hasNews) = (nil, true)
            return (results.compactMap(\.finding), isOver || left.isEmpty)
        }
    }

    /// The group that was gone through has failed.
    private mutating func broken(_ words: String) -> [Finding] {
        guard let group = current?.group ?? left.first else { return [] }
        left.removeAll { $0 == group }
        return DriverConformance.findings(brokenOff: group, words)
    }
}

extension DriversCommand {
    /// `gnss-gateway drivers check-run`: the process in which a driver is tried out.
    struct CheckRun: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check-run", abstract: "The process of 'drivers check'; started by it alone.",
            shouldDisplay: false)

        @OptionGroup var options: CheckOptions

        @Option(help: "What is to be gone through.")
        var groups: String

        @Option(help: "What has failed already.")
        var failed = ""

        func run() throws {
            guard let voice = CheckVoice(memoryMiB: 1024) else {
                Terminal.say("gnss-gateway: «drivers check-run» is for the gateway itself, not for people")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            let plugin = try DriversCommand.loaded(options.driver)
            let plan = try CheckPlan(plugin.description, options)
            var suite = DriverConformance(plugin: plugin.table, rig: plan.rig, settings: plan.settings)
            suite.startLimit = suite.startLimit * options.patience
            suite.stopLimit = suite.stopLimit * options.patience
            suite.isAlone = true
            suite.failed = Set(failed.split(separator: ",").compactMap { ConformanceCheck(rawValue: String($0)) })
            let wanted = groups.split(separator: ",").compactMap { ConformanceGroup(rawValue: String($0)) }
            suite.run(wanted) { group in
                let limit = suite.limit(of: group)
                let (seconds, rest) = limit.components
                voice.say(CheckMessage.begins(group: group.rawValue, limit: Double(seconds) + Double(rest) / 1e18).line)
            } didEnd: { findings, hasLeftovers in
                voice.say(CheckMessage.found(findings.map { CheckResult($0) }, isOver: hasLeftovers).line)
            }
            // What a plugin has left behind is not waited for.
            _exit(0)
        }
    }
}
