// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverTesting
internal import GNSSTypes
internal import Gateway
internal import Glibc
internal import OSNMASimulation
internal import ReceiverStream
internal import Simulation
internal import SystemSupport

/// `gnss-gateway simulate`.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: LaboratoryAbstract.simulate,
        discussion: """
            The scenario is a YAML file (docs/simulation.md). The receiver writes to standard output, to a file, or to \
            a pseudo-terminal or TCP port. On the latter two it behaves like a complete receiver: it answers u-blox's \
            MON-VER and CFG messages, keeps its settings, and becomes more precise with RTCM 3 corrections.

            Line faults come from the scenario and from --fault KIND[=NUMBER]@SECOND[+SECONDS]: drop, corrupt, \
            duplicate (a share, 0...1), split, noise (bytes), stall, unplug. Example: --fault unplug@30+5.
            """)

    @Argument(
        help: ArgumentHelp("The scenario file; - is standard input. With --bench, several.", valueName: "SCENARIO"))
    var scenarios: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Output: a file, file:PATH, -, pty, pty:LINK, uart, uart:LINK or tcp:PORT.", valueName: "where"))
    var output = "-"

    @Option(
        help: ArgumentHelp(
            "Speed relative to real time, or max; default: 1 on a pty or port, otherwise max.", valueName: "factor"))
    var speed: String?

    @Option(help: ArgumentHelp("Start time, instead of the scenario's: now, or UTC.", valueName: "time"))
    var start: String?

    @Option(help: ArgumentHelp("A line fault; may be given several times.", valueName: "fault"))
    var fault: [String] = []

    @Option(
        help: ArgumentHelp(
            "The receiver to simulate on a pty or port: m8, f9, m10, x20 or none.", valueName: "receiver"))
    var receiver: String?

    @Option(
        help: ArgumentHelp("Write the trust material for the scenario's OSNMA to this directory.", valueName: "folder"))
    var trust: String?

    @Flag(help: "Overwrite existing files, also those of --trust.")
    var force = false

    @Flag(help: "Check the scenario without running it.")
    var check = false

    @Flag(help: "Run all scenarios at once, decode their output, and report which receivers passed.")
    var bench = false

    @Flag(help: "With --bench: read the receivers through a gateway, and report its performance.")
    var daemon = false

    private var scenario: String { scenarios.first ?? "-" }

    private static let personalities: [String: UBXPersonality] = [
        "m8": .m8, "f9": .f9, "m10": .m10, "x20": .x20,
    ]

    /// The permitted speeds. A slower run would wait longer than clocks can count.
    private static let speeds = 0.001...1e6

    func validate() throws {
        guard bench || scenarios.count == 1 else {
            throw ValidationError("Give one SCENARIO; use --bench to run several at once.")
        }
        guard bench || !daemon else { throw ValidationError("--daemon requires --bench.") }
        if let unused = optionUnusedByBench {
            throw ValidationError("\(unused) has no effect with --bench; remove one of them.")
        }
        guard !bench || daemon || speed == nil else {
            throw ValidationError(
                "--speed has no effect with --bench, which does not wait; add --daemon, or remove it.")
        }
        guard !daemon || speed != "max" else {
            throw ValidationError(
                "--daemon does not allow --speed max, because a gateway runs in real time; give a number.")
        }
        for text in fault where StreamFault(text) == nil {
            throw ValidationError(
                "--fault \(text) is not valid: write KIND[=NUMBER]@SECOND[+SECONDS], as in drop=0.02@10+5; kinds: "
                    + StreamFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    + "; the number is a share from 0 to 1 (drop, corrupt, duplicate) or 1 to 65536 bytes (split, noise)."
            )
        }
        if let speed, speed != "max", !(Double(speed).map { Self.speeds.contains($0) } ?? false) {
            throw ValidationError("--speed \(speed) is not valid: give a number from 0.001 to 1000000, or max.")
        }
        if let receiver, receiver != "none", Self.personalities[receiver] == nil {
            throw ValidationError("--receiver \(receiver) is not valid: give m8, f9, m10, x20 or none.")
        }
        if let problem = SimulationOutput.problem(output) { throw ValidationError("--output \(output): \(problem)") }
    }

    /// The first of the given options that a bench does not use; nil if it uses all of them.
    private var optionUnusedByBench: String? {
        let given = [
            ("--output", output != "-"), ("--receiver", receiver != nil), ("--force", force && trust == nil),
            ("--check", check),
        ]
        return bench ? given.first { $0.1 }?.0 : nil
    }

    func run() async throws {
        guard !bench else { return try await runBench() }
        let plan = try read(scenario)
        guard !check else {
            do throws(GatewayError) { try checkOutput(of: plan) } catch { throw Terminal.failure(error) }
            let seconds = ScenarioSimulation(plan.scenario).duration.map { "\($0) s" } ?? "without end"
            return try StandardOutput.print("\(scenario): \(seconds)")
        }
        do throws(GatewayError) { try play(plan) } catch { throw Terminal.failure(error) }
    }

    /// Reads a scenario and adds the faults from the command line.
    ///
    /// - Parameter limit: The duration in seconds of a scenario that has no end; nil for any.
    private func read(_ path: String, limit: Double? = nil) throws -> ScenarioPlan {
        do {
            var plan = try ScenarioFile.read(path, start: start, limit: limit)
            plan.faults += fault.compactMap { StreamFault($0) }
            try checkFaults(of: plan)
            return plan
        } catch let errors as ConfigurationErrors {
            throw Terminal.failure(errors)
        } catch let failure as GatewayError {
            throw Terminal.failure(failure)
        }
    }

    /// Refuses a fault of the command line that would have no effect, as the scenario file does with its own.
    private func checkFaults(of plan: ScenarioPlan) throws(GatewayError) {
        guard let end = ScenarioSimulation(plan.scenario).duration else { return }
        for text in fault where (StreamFault(text)?.at ?? 0) > end {
            let last = (end * 10).rounded(.down) / 10
            throw GatewayError(
                .usage,
                "--fault \(text) begins after the end of the scenario; allowed: 0 to \(last), or raise duration_s")
        }
    }

    /// Refuses a file for a scenario without an end, and `--trust` for one without OSNMA or over other contents.
    private func checkOutput(of plan: ScenarioPlan) throws(GatewayError) {
        if case .file? = SimulationOutput(output) { try checkEnd(of: plan) }
        if trust != nil { _ = try pages(plan) }
    }

    private func checkEnd(of plan: ScenarioPlan) throws(GatewayError) {
        guard ScenarioSimulation(plan.scenario).duration == nil else { return }
        throw GatewayError(.configuration, "\(scenario): has no end, but a file needs one: give duration_s")
    }

    private func runBench() async throws {
        let scenarios = try scenarios.map { try benchScenario($0) }
        guard daemon else {
            let run = BenchRun(scenarios)
            return try report(run.play())
        }
        SimulationRun.endAtSignals()
        do {
            var bench = try DaemonBench(scenarios, speed: speed.flatMap { Double($0) } ?? 1)
            let (verdicts, figures) = try await bench.play()
            try StandardOutput.print(figures.line)
            try report(verdicts)
        } catch let failure as GatewayError {
            throw Terminal.failure(failure)
        }
    }

    private func benchScenario(_ path: String) throws -> BenchScenario {
        // A bench limits a scenario without an end to ten minutes.
        let plan = try read(path, limit: 600)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(GatewayError) {
            guard !daemon || plan.ubx != nil || plan.nmea != nil else {
                throw GatewayError(
                    .configuration,
                    "\(path): sends neither NMEA nor UBX, so --daemon cannot read it; add one of them to 'output'")
            }
            let pages = try pages(plan)
            try writeTrust(of: pages)
            return BenchScenario(name: name, plan: plan, pages: pages)
        } catch {
            throw Terminal.failure(error)
        }
    }

    private func report(_ verdicts: [BenchVerdict]) throws {
        for verdict in verdicts { try StandardOutput.print(verdict.line) }
        guard verdicts.allSatisfy(\.isPassed) else { throw ExitCode(.failed) }
    }

    /// The source of Galileo pages. Checks that their trust material can be written if requested.
    private func pages(_ plan: ScenarioPlan) throws(GatewayError) -> AttackedSignal? {
        let signal: AttackedSignal?
        do throws(OSNMAScenarioError) {
            signal = try AttackedSignal(plan)
        } catch {
            throw GatewayError(.configuration, "\(scenario): \(error)")
        }
        guard let trust else { return signal }
        guard let signal else {
            throw GatewayError(.configuration, "\(scenario): has no 'osnma' section, so there is no trust material")
        }
        for file in signal.trust where !force {
            let path = "\(trust)/\(file.name)"
            guard access(path, F_OK) == 0 else { continue }
            guard (try? WholeFile.read(path, atMost: 1 << 20)) == Array(file.content.utf8) else {
                throw GatewayError(.cannotCreate, "\(path) already exists with other contents; --force overwrites it")
            }
        }
        return signal
    }

    /// Writes the trust material of the pages if requested.
    private func writeTrust(of signal: AttackedSignal?) throws(GatewayError) {
        guard let trust, let signal else { return }
        // If this fails, writing the first file reports the reason.
        mkdir(trust, 0o777)
        for file in signal.trust {
            let output = try OutputFile("\(trust)/\(file.name)", overwrite: true)
            try output.write(Array(file.content.utf8))
            try output.finish()
        }
    }

    private func play(_ plan: ScenarioPlan) throws(GatewayError) {
        let pages = try pages(plan)
        SimulationRun.endAtSignals()
        switch SimulationOutput(output) {
        case .terminal(let link, let isUART):
            // A client that finds the terminal or port finds the trust material too.
            try writeTrust(of: pages)
            try live(plan, try TerminalLine(link: link, isUART: isUART), isUART: isUART, pages)
        case .port(let port):
            try writeTrust(of: pages)
            try live(plan, try ServerLine(port: port), isUART: false, pages)
        case .file(let path): try write(plan, pages, path)
        case .standard, nil: try write(plan, pages, nil)
        }
    }

    /// Runs a receiver that also listens.
    private func live(
        _ plan: ScenarioPlan, _ line: any SimulatedLine, isUART: Bool, _ pages: AttackedSignal?
    ) throws(GatewayError) {
        let usual = plan.ubx.map { "\($0.generation)" } ?? "none"
        let answers = Self.personalities[receiver ?? usual]
        warnOfRollover(plan.scenario)
        Terminal.say("simulate: the receiver is at \(line.place ?? "?"); Ctrl-C ends it")
        if speed == "max" {
            Terminal.say("simulate: with --speed max, the scenario begins when the first client connects")
        }
        var run = SimulationRun(
            receiver: VirtualReceiver(plan, personality: answers, isUART: isUART, pages: pages),
            faults: FaultyLine(plan.faults, seed: plan.scenario.seed), line: line,
            speed: speed == "max" ? nil : speed.flatMap { Double($0) } ?? 1)
        _ = try run.play()
    }

    /// Warns that the gateway takes old dates of a live receiver for those of a week rollover.
    private func warnOfRollover(_ scenario: Scenario) {
        let isIntended = scenario.events.contains { $0.kind == .weekRollover }
        guard !isIntended, let earliest = StreamDecoder.Configuration.live.earliestDate, scenario.start.date < earliest
        else { return }
        let weeks = (earliest.days(since: scenario.start.date) + 7167) / 7168 * 1024
        Terminal.say(
            "simulate: warning: the scenario starts before \(earliest). The gateway takes such dates of a live receiver "
                + "for a week rollover, and dates its data \(weeks) weeks later")
    }

    /// Writes to a file, or to standard output if there is no path.
    private func write(
        _ plan: ScenarioPlan, _ pages: AttackedSignal?, _ path: String?
    ) throws(GatewayError) {
        if path != nil { try checkEnd(of: plan) }
        let file = FileLine(
            try path.map { path throws(GatewayError) in try OutputFile(path, overwrite: force) } ?? .standard)
        try writeTrust(of: pages)
        // A pipe can receive data in real time if requested; a file need not wait.
        let pace = speed.flatMap { Double($0) }
        var run = SimulationRun(
            receiver: VirtualReceiver(plan, personality: nil, isUART: false, pages: pages),
            faults: FaultyLine(plan.faults, seed: plan.scenario.seed), line: file, speed: pace)
        let (seconds, bytes) = try run.play()
        try file.finish()
        if let path { Terminal.say("simulate: \(path): \(bytes) bytes, \(seconds) s of the scenario") }
    }
}
