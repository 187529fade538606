// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import OSNMASimulation
internal import Simulation

/// The section `config` of a simulated receiver; `schema.json` defines ranges and defaults.
struct SimulatorSettings: Sendable {
    /// The source of the replay.
    enum Content: Sendable {
        case file(String)
        case drive(seed: UInt64)
        case simulation(ScenarioPlan)
    }

    let content: Content
    let speed: Double
    let loop: Bool
    let seekNanoseconds: Int64
    let receiver: String?

    private struct Section: Decodable {
        var file: String?
        var scenario: String?
        var speed: Double?
        var loop: Bool?
        var seek: Double?
        var receiver: String?
        var seed: UInt64?
        var simulation: ScenarioText?

        enum CodingKeys: String, CodingKey {
            case file, scenario, speed, loop, receiver, seed, simulation
            case seek = "seek_s"
        }
    }

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        let section = try configuration.decode(Section.self)
        content = try Self.content(section)
        speed = section.speed ?? 1
        loop = section.loop ?? false
        guard let seek = Int64(exactly: ((section.seek ?? 0) * 1e9).rounded()), seek >= 0 else {
            throw .failed("config.seek_s: out of range")
        }
        seekNanoseconds = seek
        receiver = section.receiver
    }

    private static func content(_ section: Section) throws(DriverError) -> Content {
        switch (section.file, section.scenario, section.simulation) {
        case (let file?, nil, nil): return .file(file)
        case (nil, "drive"?, nil): return .drive(seed: section.seed ?? 1)
        case (nil, let name?, nil):
            throw .failed("config.scenario: there is no scenario '\(name)'; allowed: drive")
        case (nil, nil, let text?):
            do throws(ScenarioError) {
                return .simulation(try plan(text))
            } catch {
                throw .failed("config.simulation.\(error)")
            }
        case (nil, nil, nil):
            throw .failed("config: nothing to replay; give a 'file', a 'scenario' or a 'simulation'")
        case (_?, _?, nil): throw .failed("config: both 'file' and 'scenario' are given; remove one of them")
        case (_, _, _?): throw .failed("config: both 'simulation' and another source are given; remove one of them")
        }
    }

    /// Creates the plan of a scenario and checks its OSNMA.
    ///
    /// A scenario that starts now gets its start when it is played. Whether its OSNMA can be played may depend on the
    /// minute, because chains take over at full hours, so it is refused only if it can be played at none.
    private static func plan(_ text: ScenarioText) throws(ScenarioError) -> ScenarioPlan {
        func moment(_ minute: Int64) -> UTCTime {
            UTCTime(nanosecondsSince1970: (1_700_000_000 + minute * 60) * 1_000_000_000)
        }
        let plan = try ScenarioPlan(text, now: moment(0))
        var error: ScenarioError?
        for minute: Int64 in 0..<(plan.startsNow ? 60 : 1) {
            var candidate = plan
            candidate.begin(at: moment(minute))
            do throws(ScenarioError) {
                try AttackedSignal.check(candidate)
                return plan
            } catch let fault {
                error = error ?? fault
            }
        }
        if let error { throw error }
        return plan
    }

    /// The source of the replay, for messages.
    var name: String {
        switch content {
        case .file(let path): path
        case .drive: "the scenario drive"
        case .simulation: "the simulation"
        }
    }

    /// The replay, for people.
    var description: String {
        let pace = speed == 0 ? "as fast as possible" : speed == 1 ? "in real time" : "at \(speed) times real time"
        return "replaying \(name) \(pace)\(loop ? ", in a loop" : "")"
    }

    /// The message about a long wait caused by a gap in the capture.
    func gapText(_ gap: Int64, _ pause: Duration) -> String {
        "\(name) has a gap of \(gap / 1_000_000_000) s; the replay continues in \(pause.components.seconds) s "
            + "(a higher 'speed' shortens it)"
    }

    /// The error message about a start position after the last epoch, which is at `end` in nanoseconds.
    func seekProblem(end: Int64) -> String {
        "config.seek_s: \(name) ends after \(Double(end / 1_000_000) / 1000) s, before the start position"
    }

    func openSource(_ context: DriverContext, _ warnings: Warnings) throws(DriverError) -> any EpochSource {
        switch content {
        case .drive(let seed): return DriveSource(seed: seed, now: context.now())
        case .simulation(let plan): return try SimulationSource(plan, now: context.now())
        case .file(let path):
            let file = try CaptureFile(path, context.stop)
            guard file.isRecording else { return try RawLogSource(file) }
            return try RecordingSource(file, receiver: receiver, warnings)
        }
    }
}
