// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverKit
internal import GNSSTypes
internal import Gateway
internal import OSNMASimulation
internal import Paths
internal import Simulation
internal import SystemSupport

/// Reads scenario files.
enum ScenarioFile {
    /// The largest file in bytes.
    private static let maximumSize = 1 << 20

    /// Reads a scenario file and checks it against its schema.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - start: Replaces the `start` in the file.
    ///   - limit: The duration in seconds of a scenario that has no end. Events, faults and changes of OSNMA that begin
    ///     later cause warnings. Nil: such a scenario runs without end.
    /// - Throws: `ConfigurationErrors` with file, line and key; `GatewayError` if the file or its route cannot be read
    ///   or is invalid.
    static func read(_ path: String, start: String? = nil, limit: Double? = nil) throws -> ScenarioPlan {
        try plan(try bytes(path, atMost: maximumSize), name: path, start: start, limit: limit)
    }

    /// Reads a scenario from YAML.
    ///
    /// - Throws: `ConfigurationErrors` with line and key; `GatewayError` if its route cannot be read or is invalid.
    private static func plan(_ yaml: [UInt8], name: String, start: String?, limit: Double?) throws -> ScenarioPlan {
        let schema = try DriverSchema(json: ScenarioText.schema, driver: "scenario")
        let section = try DriverSection(bytes: yaml, name: name)
        let text = try DriverConfiguration(json: try section.json(schema)).decode(ScenarioText.self)
        do {
            var plan = try ScenarioPlan(
                text, places: try text.routeFile.map { try places($0, besides: name) }, start: start,
                now: UTCTime(nanosecondsSince1970: GatewayClock(.system).now.wallNanoseconds))
            try AttackedSignal.check(plan)
            guard let limit, ScenarioSimulation(plan.scenario).duration == nil else { return plan }
            plan.scenario.duration = limit
            for late in text.beginnings(after: limit) {
                let problem = "is \(late.at), but without duration_s the scenario ends at \(limit) here; set duration_s"
                Terminal.say("simulate: warning: \(section.conflict(late.key, problem).description)")
            }
            return plan
        } catch let problem as ScenarioError {
            guard start == nil || problem.key != "start" else {
                throw GatewayError(.usage, "--start: \(problem.problem)")
            }
            throw section.conflict(problem.key, problem.problem)
        }
    }

    /// The points of the first path in a route file.
    private static func places(
        _ file: String, besides scenario: String
    ) throws -> [(latitude: Double, longitude: Double, height: Double?)] {
        // A relative path is relative to the scenario's folder.
        let folder = scenario.lastIndex(of: "/").map { scenario[...$0] } ?? ""
        let path = file.hasPrefix("/") ? file : folder + file
        guard let format = PathFormat(fileName: path) else {
            throw GatewayError(
                .configuration, "\(scenario): route.file: \(file) must end in .kml, .kmz, .gpx, .geojson or .csv")
        }
        do {
            let read = try PathReader(format).read(try bytes(path, atMost: 1 << 26))
            return (read.first?.points ?? []).map {
                let height = $0.height.ellipsoidal ?? $0.height.orthometric
                return ($0.position.latitude.degrees, $0.position.longitude.degrees, height?.metres)
            }
        } catch let error as PathFormatError {
            throw GatewayError(.badData, "\(path): \(error)")
        }
    }

    private static func bytes(_ path: String, atMost limit: Int) throws -> [UInt8] {
        let file = try InputFile(path)
        var bytes: [UInt8] = []
        while true {
            let piece = try file.read()
            guard !piece.isEmpty else { return bytes }
            bytes += piece
            guard bytes.count <= limit else {
                throw GatewayError(.badData, "\(path) is too large: the limit is \(limit) bytes")
            }
        }
    }
}
