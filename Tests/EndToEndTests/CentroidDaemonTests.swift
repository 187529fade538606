// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Samplings of a running daemon, as a person at the command line has them.
@Suite(.serialized) struct CentroidDaemonTests {
    /// Where the receivers are: units of 1e-7° about 52.2799°, 8.0472°.
    private let points: [(Double, Double)] = CentroidCaptures.cloud.map {
        (52.2799 + Double($0.0) * 1e-7, 8.0472 + Double($0.1) * 1e-7)
    }

    private let state = NSTemporaryDirectory() + "gnss-centroid-\(UUID().uuidString)"

    private func daemon(_ configuration: TemporaryFile) throws -> RunningProgram {
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", configuration.path], environment: ["STATE_DIRECTORY": state])
        try daemon.wait(for: "start: ready")
        return daemon
    }

    private func ask(_ daemon: RunningProgram, _ arguments: String...) throws -> Program.Result {
        try start(daemon, arguments).waitForEnd()
    }

    private func start(_ daemon: RunningProgram, _ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(
            try Program.gateway, ["centroid"] + arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket])
    }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 120)
        let pause = PollPause(least: 50)
        while try !condition() {
            try #require(Date() < deadline, "\(what) did not come to pass")
            pause.wait()
        }
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
    }

    @Test func `a person samples live receivers, in NMEA and UBX alike, and sets how`() throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        // Each replay is over at once; it is started again when somebody samples.
        let walk = (0..<60).map { (52.2799 + Double($0) * 1.4 / 111_000, 8.0472) }
        let files = [
            try CentroidCaptures.nmea(points), try CentroidCaptures.ubx(points), try CentroidCaptures.nmea(walk),
        ]
        let receivers = zip(["text", "binary", "walker"], files).map { name, file in
            "  - { id: \(name), driver: file-simulator, config: { file: \(file.path), speed: 0 } }"
        }
        let configuration = try TemporaryFile(
            """
            receivers:
            \(receivers.joined(separator: "\n"))
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            centroid: { samples: 40 }
            """, suffix: ".yaml")
        let daemon = try daemon(configuration)
        for name in ["text", "binary", "walker"] { try daemon.wait(for: "\(name): stopped") }

        // The file says 40; a person says 20, and that wins. What is out of the range is refused.
        #expect(try ask(daemon, "settings").output.contains("samples"))
        #expect(try ask(daemon, "settings", "samples=51").status == 64)
        #expect(try ask(daemon, "settings", "sample=5").status == 64)
        for argument in ["filter.max_hdop=nan", "filter.max_hdop=-inf", "samples=abc", "samples="] {
            let answer = try ask(daemon, "settings", argument)
            #expect(answer.status == 64 && answer.messages.contains("(allowed: "), "\(argument): \(answer.messages)")
        }
        #expect(try ask(daemon, "settings", "samples=5", "samples=6").status == 64)
        let settings = try object(try ask(daemon, "settings", "samples=20", "filter.max_hdop=1.5", "--json").output)
        #expect((settings["settings"] as? [String: Any])?["samples"] as? Int == 20)
        #expect((settings["defaults"] as? [String: Any])?["samples"] as? Int == 40)
        #expect(settings["changed"] as? [String] == ["samples", "filter.max_hdop"])

        let text = try sampled("text", daemon)
        let binary = try sampled("binary", daemon)
        #expect(abs(text.0 - binary.0) * 111_000 < 0.01 && abs(text.1 - binary.1) * 68_000 < 0.01)
        #expect(abs(text.0 - 52.2799) < 1e-6 && abs(text.1 - 8.0472) < 1e-6)

        try walked(daemon)

        let status = try object(try ask(daemon, "status", "--json").output)
        #expect(
            (status["sessions"] as? [[String: Any]])?.map { $0["state"] as? String } == [
                "finished", "finished", "stopped",
            ])
        #expect(try ask(daemon, "start", "nobody").messages.contains("the receivers are: text, binary, walker"))
        #expect(try ask(daemon, "stop").messages.contains("no sampling session is running"))

        // What was set survives the daemon; what is taken back is the operator's again.
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        let next = try self.daemon(configuration)
        try wait("the setting") { try ask(next, "settings", "--json").output.contains(#""changed":["samples""#) }
        let reset = try object(try ask(next, "settings", "--reset", "all", "--json").output)
        #expect((reset["settings"] as? [String: Any])?["samples"] as? Int == 40)
        #expect((reset["changed"] as? [String])?.isEmpty == true)
        next.signal(SIGTERM)
        #expect(next.waitForEnd().status == 0)
    }

    @Test func `centroid.enabled switches sampling off and on while the daemon runs, and a sampling that runs says so`()
        throws
    {
        defer { try? FileManager.default.removeItem(atPath: state) }
        func text(_ isEnabled: Bool) -> String {
            """
            receivers: [{ id: demo, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            centroid: { enabled: \(isEnabled), samples: 50 }
            """
        }
        let configuration = try TemporaryFile(text(false), suffix: ".yaml")
        let daemon = try daemon(configuration)
        func reload(_ isEnabled: Bool) throws {
            let count = daemon.messages.components(separatedBy: "reload: ").count
            try text(isEnabled).write(toFile: configuration.path, atomically: false, encoding: .utf8)
            daemon.signal(SIGHUP)
            try wait("the reload") { daemon.messages.components(separatedBy: "reload: ").count > count }
        }
        func expectRefused(_ command: String...) throws {
            let result = try RunningProgram(
                try Program.gateway, command, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
            ).waitForEnd()
            #expect(result.status != 0)
            #expect(
                result.messages.contains("'gnss-gateway settings centroid.enabled=true'"),
                "\(command): \(result.messages)")
        }
        func isEnabled() throws -> Bool? { try object(try ask(daemon, "status", "--json").output)["enabled"] as? Bool }

        try daemon.wait(for: "demo: running")
        try expectRefused("centroid", "start", "demo")
        try expectRefused("paths", "point", "--centroid")
        #expect(try ask(daemon, "status").output.contains("sampling is switched off (centroid.enabled: false)"))
        #expect(try isEnabled() == false)

        try reload(true)
        #expect(try isEnabled() == true)
        let sampling = try start(daemon, ["start", "demo", "--samples", "50", "--json"])
        try wait("the sampling") { try ask(daemon, "status").output.contains("demo: collecting") }
        try reload(false)
        let end = sampling.waitForEnd()
        let last = try object(try #require(end.lines.last))
        #expect(last["state"] as? String == "stopped" && last["reason"] as? String == "disabled")
        #expect((last["text"] as? String)?.contains("centroid.enabled") == true)
        try expectRefused("centroid", "start", "demo")
        #expect(try ask(daemon, "status").output.contains("demo: stopped"))
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    /// Samples a receiver that stands still: each sample is told of, and the last is the point.
    private func sampled(_ name: String, _ daemon: RunningProgram) throws -> (Double, Double) {
        let sampling = try start(daemon, ["start", name, "--json", "--max-hdop", "0"])
        try wait("the sampling") { try ask(daemon, "status").output.contains("\(name): collecting") }
        _ = try RunningProgram(
            try Program.gateway, ["receivers", "restart", name],
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
        try wait("the point of \(name)") { sampling.output.contains(#""state":"finished""#) }
        let result = sampling.waitForEnd()
        #expect(result.status == 0, "\(result.messages)")
        let lines = try result.lines.map { try object($0) }
        let accepted = lines.filter { ["accepted", "finished"].contains($0["event"] as? String) }
        #expect(accepted.compactMap { $0["count"] as? Int } == Array(1...20))
        let last = try #require(lines.last)
        #expect(last["state"] as? String == "finished" && last["wanted"] as? Int == 20)
        let estimate = try #require(last["estimate"] as? [String: Any])
        #expect(estimate["standard_error_ellipse"] != nil && estimate["robust"] != nil)
        let position = try #require(estimate["position"] as? [String: Double])
        return (try #require(position["latitude_deg"]), try #require(position["longitude_deg"]))
    }

    /// Samples one that walks: it begins anew again and again, and has no point.
    private func walked(_ daemon: RunningProgram) throws {
        let sampling = try start(daemon, ["start", "walker", "--json", "--samples", "40", "--max-hdop", "0"])
        try wait("the sampling") { try ask(daemon, "status").output.contains("walker: collecting") }
        _ = try RunningProgram(
            try Program.gateway, ["receivers", "restart", "walker"],
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
        try wait("the end of the walk") { sampling.output.contains("the source ended") }
        sampling.signal(SIGINT)
        let result = sampling.waitForEnd()
        #expect(result.status == 75, "\(result.messages)")
        let resets = try result.lines.map { try object($0) }.filter { $0["event"] as? String == "reset" }
        #expect(resets.contains { $0["reason"] as? String == "moving" }, "\(result.output)")
    }
}
