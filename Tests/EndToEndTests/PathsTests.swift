// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Paths as a user records them: by the command line, over sudden ends of the daemon, and as files of other programs.
@Suite(.serialized) struct PathsTests {
    private func daemon(
        _ folder: TemporaryFolder, config: String = "{ scenario: drive, speed: 20 }"
    ) throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: file-simulator, config: \(config) }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let program = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path],
            environment: ["STATE_DIRECTORY": folder.path + "/state"])
        try program.wait(for: "active receiver: rover")
        return program
    }

    private func ask(_ daemon: RunningProgram, _ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["paths"] + arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }

    private func current(_ daemon: RunningProgram) throws -> [String: Any] {
        let result = try ask(daemon, "show", "--json")
        try #require(result.status == 0, "\(result.messages)")
        return try object(result.output)
    }

    private func points(_ path: [String: Any]) -> Int { path["points"] as? Int ?? -1 }

    /// Asks until the path has so many points on disk, for two minutes at most.
    @discardableResult
    private func wait(_ daemon: RunningProgram, for count: Int) throws -> [String: Any] {
        let deadline = Date(timeIntervalSinceNow: 120)
        let pause = PollPause(least: 50)
        while true {
            let path = try current(daemon)
            if points(path) >= count { return path }
            try #require(Date() < deadline, "there are never \(count) points: \(path)")
            pause.wait()
        }
    }

    /// In a terminal it is asked first, and anything but yes leaves the path alone.
    private func checkQuestion(_ daemon: RunningProgram, _ folder: TemporaryFolder, about words: String) throws {
        let script = try #require(Program.installed("script"), "script is not installed (Debian: bsdutils)")
        let result = try RunningProgram(
            script, ["-qec", "\(try Program.gateway) paths delete 1", "/dev/null"], input: "n\n",
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
        #expect(result.output.contains("Permanently delete \(words)? [y/N]"), "\(result.output)")
        #expect(result.status == 1 && result.output.contains("nothing was changed"), "\(result.output)")
        #expect(try ask(daemon, "show", "1").status == 0)
    }

    @Test func `a command that is sent again with its key is carried out once`() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let daemon = try daemon(folder)
        func post(_ path: String, key: String, body: String = "") throws -> PlainHTTP.Answer {
            try PlainHTTP.request("POST", path, headers: ["Idempotency-Key": key], body: body, socket: daemon.socket)
        }
        let order = #"{"mode":"vertex","name":"corner"}"#
        for _ in 1...2 {
            let started = try post("/v1/paths", key: "a", body: order)
            #expect(started.status == 201 && started.json["id"] as? Int == 1, "\(started)")
        }
        // A refusal is an answer too, so each attempt until the receiver has a position needs a key of its own.
        var (attempt, point) = (0, try post("/v1/paths/1/point", key: "b0"))
        let pause = PollPause(least: 50)
        while point.status == 409, attempt < 600 {
            pause.wait()
            attempt += 1
            point = try post("/v1/paths/1/point", key: "b\(attempt)")
        }
        try #require(point.status == 200, "\(point)")
        // At 20 times the speed, the receiver has another position by then.
        usleep(500_000)
        let again = try post("/v1/paths/1/point", key: "b\(attempt)")
        #expect(again.status == 200 && again.text == point.text)
        #expect(points(try current(daemon)) == 1)
        for (path, body) in [("/v1/paths/1/undo", ""), ("/v1/paths/current/point", ""), ("/v1/paths", order)] {
            let refused = try post(path, key: "b\(attempt)", body: body)
            #expect(refused.status == 422 && refused.json["code"] as? String == "idempotency_key_reused", "\(refused)")
        }
        for key in ["", "two words", "ä", String(repeating: "k", count: 65)] {
            let refused = try post("/v1/paths/1/point", key: key)
            #expect(refused.status == 400 && refused.text.contains("1...64 visible ASCII"), "\(key): \(refused)")
        }
        #expect(points(try current(daemon)) == 1)
    }

    @Test func `a path is recorded, shown, written as files that other programs read, read back and deleted`() throws {
        let folder = try TemporaryFolder()
        let daemon = try daemon(folder)
        #expect(try ask(daemon, "stop").status == 69)
        let started = try ask(daemon, "start", "Field & «stream»", "--json")
        try #require(started.status == 0, "\(started.messages)")
        #expect(try object(started.output)["id"] as? Int == 1)
        let second = try ask(daemon, "start")
        #expect(second.status == 69 && second.messages.contains("already"), "\(second.messages)")
        try wait(daemon, for: 5)
        let paused = try object(try ask(daemon, "pause", "--json").output)
        #expect(paused["state"] as? String == "paused")
        let vertex = try object(try ask(daemon, "point", "--json").output)
        #expect(vertex["origin"] as? String == "vertex" && vertex["receiver"] as? String == "rover")
        let centroid = try ask(daemon, "point", "--centroid")
        #expect(
            centroid.status == 69 && centroid.messages.contains("cannot add an averaged point"), "\(centroid.messages)")
        let before = points(try current(daemon))
        let undone = try object(try ask(daemon, "undo", "--json").output)
        #expect(undone["time"] as? String == vertex["time"] as? String)
        #expect(points(try current(daemon)) == before - 1)
        #expect(try ask(daemon, "resume").status == 0)
        try wait(daemon, for: before + 3)
        let end = try object(try ask(daemon, "stop", "--json").output)
        #expect(end["saved"] as? Bool == true)

        let path = try object(try ask(daemon, "show", "1", "--json").output)
        let count = points(path)
        #expect(path["state"] as? String == "finished" && path["name"] as? String == "Field & «stream»")
        #expect((path["length_m"] as? Double ?? 0) > 10 && path["area_m2"] is Double)
        #expect(path["area_spherical_m2"] is Double && path["crosses_itself"] is Bool)
        let lines = try ask(daemon, "show", "1", "--points", "--json").lines.dropFirst().map { try object($0) }
        #expect(lines.count == count && lines[before - 1]["begins_segment"] as? Bool == true)
        #expect(Set(lines.compactMap { $0["time"] as? String }).count == count)
        #expect(try ask(daemon, "list").output.contains("Field & «stream»"))

        for format in ["kml", "kmz", "gpx", "geojson", "csv"] {
            let file = "\(folder.path)/path.\(format)"
            #expect(try ask(daemon, "export", "1", "-o", file).status == 0)
            let refused = try ask(daemon, "export", "1", "-o", file)
            #expect(refused.status == 73 && refused.messages.contains("--force"), "\(refused.messages)")
            let imported = try ask(daemon, "import", file, "--json")
            try #require(imported.status == 0, "\(format): \(imported.messages)")
            let text = imported.output.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst().dropLast()
            let again = try object(text)
            #expect(again["imported"] as? Bool == true && path["imported"] == nil)
            #expect(points(again) == count && again["length_m"] as? Double == path["length_m"] as? Double, "\(format)")
        }
        #expect(try ask(daemon, "show", "2").output.contains("imported from a file"))
        #expect(try ask(daemon, "export", "1", "--format", "csv").lines.count == count + 1)
        try checkByGPSBabel("\(folder.path)/path.gpx", count)

        let broken = try ask(daemon, "import", "\(folder.path)/path.gpx", "--format", "kmz")
        #expect(broken.status == 65, "\(broken.messages)")
        #expect(try ask(daemon, "import", "\(folder.path)/absent.gpx").status == 66)
        let named = try ask(daemon, "rename", "2", "Again", "--json")
        #expect(try object(named.output)["name"] as? String == "Again")
        let unasked = try ask(daemon, "delete", "1", "2")
        #expect(unasked.status == 64 && unasked.messages.contains("add --yes"), "\(unasked.messages)")
        #expect(try ask(daemon, "delete", "1", "999", "--yes").status == 69)
        #expect(try ask(daemon, "show", "1").status == 0)
        try checkQuestion(daemon, folder, about: "1 'Field & «stream»' (\(count) points)")
        #expect(try ask(daemon, "delete", "1", "2", "--yes").status == 0)
        #expect(try ask(daemon, "show", "1").status == 69)
        #expect(try ask(daemon, "list").lines.count == 5)

        // One that stays without points is not kept.
        #expect(try ask(daemon, "start", "--vertex").status == 0)
        let empty = try ask(daemon, "stop")
        #expect(empty.status == 0 && empty.messages.contains("nothing was saved"), "\(empty.messages)")
        #expect(try ask(daemon, "list").lines.count == 5)
        for wrong in [["start", "--interval", "0"], ["start", "--interval", "61"], ["export", "3"], ["delete"]] {
            let refused = try RunningProgram(
                try Program.gateway, ["paths"] + wrong, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
            ).waitForEnd()
            #expect(refused.status == 64, "\(wrong): \(refused.messages)")
        }
    }

    private func checkByGPSBabel(_ file: String, _ count: Int) throws {
        guard let program = Program.installed("gpsbabel") else { return }
        let result = try Program.run(program, ["-t", "-i", "gpx", "-f", file, "-o", "unicsv", "-F", "-"])
        try #require(result.status == 0, "\(result.messages)")
        #expect(result.lines.count == count + 1)
    }

    @Test func `a start warns of a receiver whose positions are in another datum`() throws {
        let folder = try TemporaryFolder()
        func sentence(_ body: String) -> String {
            "$\(body)*\(String(format: "%02X", body.utf8.reduce(0) { $0 ^ $1 }))\r\n"
        }
        let epochs = (0..<1200).map { second in
            let clock = String(format: "12%02d%02d.00", second / 60, second % 60)
            return sentence("GPDTM,OGB,,0.0,N,0.0,E,0.0,W84")
                + sentence("GPRMC,\(clock),A,4807.03800,N,01131.32400,E,3.50,84.4,010326,,,A")
                + sentence("GPGGA,\(clock),4807.03800,N,01131.32400,E,1,08,0.9,545.4,M,46.9,M,,")
        }
        let capture = try TemporaryFile(epochs.joined(), suffix: ".nmea")
        let daemon = try daemon(folder, config: "{ file: \(capture.path) }")
        let started = try ask(daemon, "start", "Field")
        #expect(started.status == 0, "\(started.messages)")
        let warning = "rover reports positions in the datum OGB, and only positions in WGS 84 are recorded"
        #expect(started.messages.contains("warning: \(warning)"), "\(started.messages)")
        let path = try current(daemon)
        #expect((path["recording"] as? [String: Any])?["foreign_datum"] as? String == "OGB" && points(path) == 0)
        #expect(try ask(daemon, "show").output.contains("warning: \(warning)"))
    }

    @Test func `a path survives kill -9 with a gap and is paused where it was`() throws {
        let folder = try TemporaryFolder()
        var daemon = try daemon(folder)
        try #require(try ask(daemon, "start", "Long", "--interval", "2").status == 0)
        let acknowledged = points(try wait(daemon, for: 4))
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()

        daemon = try self.daemon(folder)
        let path = try current(daemon)
        let kept = points(path)
        #expect(kept >= acknowledged && path["name"] as? String == "Long" && path["state"] as? String == "recording")
        #expect((path["recording"] as? [String: Any])?["interval_s"] as? Int == 2)
        try wait(daemon, for: kept + 2)
        #expect(try ask(daemon, "pause").status == 0)
        let paused = points(try current(daemon))
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()

        daemon = try self.daemon(folder)
        #expect(try current(daemon)["state"] as? String == "paused")
        #expect(points(try current(daemon)) == paused)
        #expect(try ask(daemon, "resume").status == 0)
        try wait(daemon, for: paused + 2)
        #expect(try ask(daemon, "stop").status == 0)
        let lines = try ask(daemon, "show", "1", "--points", "--json").lines.dropFirst().map { try object($0) }
        let gaps = lines.indices.filter { lines[$0]["begins_segment"] as? Bool == true }
        // The drive has a roof to pass, too, where the fix is lost.
        #expect(gaps.contains(paused) && gaps.contains { (acknowledged...kept).contains($0) }, "\(gaps)")
        #expect(try object(try ask(daemon, "show", "1", "--json").output)["state"] as? String == "finished")
    }
}
