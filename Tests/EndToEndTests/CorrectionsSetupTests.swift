// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Corrections that a person sets up while the daemon runs.
@Suite(.serialized, .enabled(if: FalseCaster.isAvailable)) struct CorrectionsSetupTests {
    private static let secret = "secret-word"

    private struct Trial {
        let folder: TemporaryFolder
        let receiver: TalkingReceiver
        let bench: ConsoleBench

        init(more: String = "", folder: TemporaryFolder? = nil, receiver: TalkingReceiver? = nil) throws {
            self.folder = try folder ?? TemporaryFolder()
            self.receiver = try receiver ?? TalkingReceiver()
            bench = try ConsoleBench(
                driver: "nmea-serial", receiver: "device: \(self.receiver.path)", more: more,
                environment: ["STATE_DIRECTORY": self.folder.path])
        }

        func put(_ values: [String: Any]) throws -> PlainHTTP.Answer {
            let body = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
            return try bench.ask("PUT", "/v1/corrections", body: body)
        }

        func overview() throws -> [String: Any] { try bench.ask("GET", "/v1/corrections").json }

        func chain(_ overview: [String: Any]) -> [[String: Any]] {
            (overview["report"] as? [String: Any])?["chain"] as? [[String: Any]] ?? []
        }

        /// Waits until the steps of the chain have these states.
        func waitFor(_ states: String...) throws {
            var last: [String: Any] = [:]
            let isSo = try until(60) {
                last = try overview()
                return chain(last).compactMap { $0["state"] as? String } == states
            }
            try #require(isSo, "\(last)")
        }
    }

    @Test(.timeLimit(.minutes(4)))
    func `a caster that a person sets is in force at once and after a restart, and its password can only be written`()
        throws
    {
        let caster = try FalseCaster()
        let trial = try Trial()
        defer { trial.receiver.end() }
        #expect(try trial.overview()["origin"] as? String == "none")
        #expect(try trial.bench.ask("GET", "/v1/corrections/entry").json["code"] as? String == "not_configured")
        for command in ["start", "stop"] {
            let answer = try trial.bench.ask("POST", "/v1/corrections/\(command)")
            #expect(answer.status == 409 && answer.json["code"] as? String == "not_configured", "\(answer)")
        }
        var texts: [String] = []
        func put(_ values: [String: Any]) throws -> PlainHTTP.Answer {
            let answer = try trial.put(values)
            texts.append(answer.text)
            return answer
        }

        // A wrong password fails the second step, with what to do.
        let entry: [String: Any] = [
            "caster": caster.address, "mountpoint": "NEAR", "user": "user", "receivers": ["tractor"],
            "gga_interval_s": 1,
        ]
        let wrong = try put(entry.merging(["password": "wrong-word"]) { $1 })
        #expect(wrong.status == 200 && wrong.json["origin"] as? String == "person", "\(wrong)")
        try trial.waitFor("ok", "failed", "unknown", "unknown")
        let failed = trial.chain(try trial.overview())[1]
        #expect((failed["message"] as? [String: Any])?["code"] as? String == "corrections.cause.wrong_password")
        #expect((failed["cure"] as? String)?.contains("enter the user and the password again") == true)
        texts.append(try trial.bench.ask("GET", "/v1/status").text)

        // With the right one, corrections reach the receiver, and the receiver's own words complete the chain.
        #expect(try put(entry.merging(["password": Self.secret]) { $1 }).status == 200)
        try trial.waitFor("ok", "ok", "ok", "waiting")
        trial.receiver.uses(quality: 4, age: 1.2, station: 42)
        try trial.waitFor("ok", "ok", "ok", "ok")
        let report = try #require(try trial.overview()["report"] as? [String: Any])
        let use = try #require((report["receivers"] as? [[String: Any]])?.first)
        #expect(use["receiver"] as? String == "tractor" && use["correction_station"] as? Int == 42)
        #expect((5000...9000).contains(use["baseline_m"] as? Double ?? 0), "\(use)")
        #expect(report["station"] as? Int == 42 && report["last_message_age_s"] as? Double != nil)

        // One statement: the overview, the status and the command line say the same.
        let status = try #require(
            try trial.bench.ask("GET", "/v1/status").json["corrections"] as? [String: Any])
        #expect(
            (status["chain"] as? [[String: Any]])?.compactMap { $0["state"] as? String } == ["ok", "ok", "ok", "ok"])
        let words = try RunningProgram(
            try Program.gateway, ["status"], environment: ["GNSS_GATEWAY_SOCKET": trial.bench.daemon.socket]
        ).waitForEnd().output
        #expect(
            words.contains("  to tractor: ")
                && words.contains("the receiver uses corrections 1.2 s old from station 42"), "\(words)")

        // The entry has no password; without one in the next change the stored one stays.
        let stored = try trial.bench.ask("GET", "/v1/corrections/entry")
        #expect(stored.json["has_password"] as? Bool == true)
        let keys = try #require(stored.json["entry"] as? [String: Any])
        #expect(keys["caster"] as? String == caster.address && keys["user"] as? String == "user")
        #expect(keys["password"] == nil && keys["password_file"] == nil)
        #expect(try put(entry.merging(["silence_s": 20]) { $1 }).status == 200)
        try trial.waitFor("ok", "ok", "ok", "ok")

        // A restart keeps it.
        trial.bench.daemon.signal(SIGTERM)
        texts.append(trial.bench.daemon.waitForEnd().messages)
        let again = try Trial(folder: trial.folder, receiver: trial.receiver)
        try again.waitFor("ok", "ok", "ok", "ok")
        #expect(try again.overview()["origin"] as? String == "person")

        // Stopped, also over a restart; started again.
        let stopped = try again.bench.ask("POST", "/v1/corrections/stop")
        #expect(stopped.json["stopped"] as? Bool == true && stopped.json["report"] == nil, "\(stopped)")
        #expect(stopped.json["stream"] as? String == "\(caster.address)/NEAR")
        #expect(try again.bench.ask("GET", "/v1/status").json["corrections"] == nil)
        again.bench.daemon.signal(SIGKILL)
        _ = again.bench.daemon.waitForEnd()
        let third = try Trial(folder: trial.folder, receiver: trial.receiver)
        #expect(try third.overview()["stopped"] as? Bool == true)
        #expect(try third.bench.ask("POST", "/v1/corrections/start").status == 200)
        try third.waitFor("ok", "ok", "ok", "ok")
        for path in [
            "/v1/corrections", "/v1/corrections/entry", "/v1/status", "/v1/alerts", "/v1/settings", "/metrics",
            "/v1/live/snapshot", "/v1/doctor",
        ] {
            texts.append(try third.bench.ask("GET", path).text)
        }

        // Given back to the configuration, which has none; the password is deleted.
        let secrets = trial.folder.path + "/credentials"
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: secrets).filter { $0.hasPrefix("ntrip") }
        }
        #expect(try files().count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: secrets + "/" + (try files()[0]))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let reset = try third.bench.ask("DELETE", "/v1/corrections")
        #expect(reset.json["origin"] as? String == "none", "\(reset)")
        #expect(try files().isEmpty)
        texts += [reset.text, third.bench.daemon.messages, third.bench.daemon.output]
        for text in texts {
            #expect(!text.contains(Self.secret) && !text.contains("wrong-word"), "\(text)")
            #expect(!text.contains(Data("user:\(Self.secret)".utf8).base64EncodedString()))
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `a person's caster overrides the file's, and no password goes to another caster`() throws {
        let (first, second) = (try FalseCaster(), try FalseCaster())
        let password = try TemporaryFile("\(Self.secret)\n")
        let more = """
            corrections:
              { caster: "\(first.address)", mountpoint: NEAR, user: user, password_file: \(password.path), gga_interval_s: 0 }
            """
        var trial = try Trial(more: more)
        let receiver = trial.receiver
        defer { receiver.end() }
        try trial.waitFor("ok", "ok", "ok", "waiting")
        #expect(try trial.overview()["origin"] as? String == "file")
        let entry = try trial.bench.ask("GET", "/v1/corrections/entry")
        #expect(entry.json["has_password"] as? Bool == true && !entry.text.contains(password.path), "\(entry)")

        // Another mount point of the file's caster: its password file stays in use.
        let keys: [String: Any] = ["user": "user", "gga_interval_s": 0]
        var answer = try trial.put(
            keys.merging(["caster": first.address, "mountpoint": "PASSWORD"]) { $1 })
        #expect(answer.status == 200 && answer.json["origin"] as? String == "person", "\(answer)")
        #expect(answer.json["in_file"] as? Bool == true)
        try trial.waitFor("ok", "ok", "ok", "waiting")

        // Another caster gets no password that was entered for the first, of the file or of a person.
        func expectNothingIsTold(_ trial: Trial) throws {
            let answer = try trial.put(keys.merging(["caster": second.address, "mountpoint": "NEAR"]) { $1 })
            #expect(answer.status == 200, "\(answer)")
            try trial.waitFor("ok", "failed", "unknown", "unknown")
            #expect(try trial.bench.ask("GET", "/v1/corrections/entry").json["has_password"] as? Bool == false)
        }
        try expectNothingIsTold(trial)
        answer = try trial.put(
            keys.merging(["caster": first.address, "mountpoint": "NEAR", "password": Self.secret]) { $1 })
        try trial.waitFor("ok", "ok", "ok", "waiting")
        try expectNothingIsTold(trial)
        let authorizations = second.lines.filter { $0.lowercased().hasPrefix("header authorization:") }
        let empty = Data("user:".utf8).base64EncodedString()
        #expect(
            !authorizations.isEmpty && authorizations.allSatisfy { $0.hasSuffix("Basic \(empty)") }, "\(authorizations)"
        )

        // A backup has no passwords: what it restores gets none that was entered for another caster since.
        _ = try trial.put(keys.merging(["caster": second.address, "mountpoint": "NEAR", "password": "theirs"]) { $1 })
        let backup = trial.folder.path + "-backup.sqlite"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        func store(_ command: String) throws {
            let result = try Program.run(
                try Program.gateway, ["store", command, backup, "--state-directory", trial.folder.path])
            try #require(result.status == 0, "\(result.messages)")
        }
        try store("backup")
        for mountpoint in ["PASSWORD", "NEAR"] {
            _ = try trial.put(
                keys.merging(["caster": first.address, "mountpoint": mountpoint, "password": Self.secret]) { $1 })
        }
        trial.bench.daemon.signal(SIGTERM)
        _ = trial.bench.daemon.waitForEnd()
        try store("restore")
        let told = second.lines.count
        trial = try Trial(more: more, folder: trial.folder, receiver: receiver)
        try trial.waitFor("failed", "unknown", "unknown", "unknown")
        #expect("\(try trial.overview())".contains("enter it again"))
        #expect(try trial.bench.ask("GET", "/v1/corrections/entry").json["has_password"] as? Bool == false)
        #expect(!second.lines.dropFirst(told).contains { $0.lowercased().hasPrefix("header authorization:") })
        _ = try trial.put(keys.merging(["caster": second.address, "mountpoint": "NEAR", "password": ""]) { $1 })
        try trial.waitFor("ok", "failed", "unknown", "unknown")

        // A reload does not undo it; the reset does.
        trial.bench.daemon.signal(SIGHUP)
        try trial.bench.daemon.wait(for: "reload: applied")
        #expect(try trial.overview()["stream"] as? String == "\(second.address)/NEAR")
        #expect(try trial.bench.ask("DELETE", "/v1/corrections").json["origin"] as? String == "file")
        try trial.waitFor("ok", "ok", "ok", "waiting")
    }

    @Test(.timeLimit(.minutes(2)))
    func `what is not allowed is refused where it stands, and no refusal repeats a password`() throws {
        let trial = try Trial()
        defer { trial.receiver.end() }
        let good: [String: Any] = ["caster": "caster.example", "mountpoint": "NEAR"]
        let cases: [([String: Any], String)] = [
            (["caster": "ntrip://name:\(Self.secret)@caster.example"], "caster"),
            (["caster": "caster.example/NEAR"], "caster"),
            (["caster": ""], "caster"), (["caster": 7], "caster"), (["mountpoint": "A/B"], "mountpoint"),
            (["mountpoint": ""], "mountpoint"), (["version": 3], "version"), (["password": Self.secret], "user"),
            (["user": "u", "password": "\(Self.secret)\r\nX: y"], "password"),
            (["user": "u", "password": [Self.secret]], "password"), (["user": "u:\(Self.secret)"], "user"),
            (["user": "u\r\nX"], "user"),
            (["user": "u", "password": Self.secret + String(repeating: "x", count: 200)], "password"),
            (["password_file": "/etc/shadow"], "password_file"), (["ca_file": "/etc/shadow"], "ca_file"),
            (["gga_interval_s": -1], "gga_interval_s"), (["nonsense": 1], "nonsense"),
        ]
        for (values, key) in cases {
            let answer = try trial.put(good.merging(values) { $1 })
            #expect(answer.status == 400 && answer.json["code"] as? String == "bad_value", "\(values): \(answer)")
            let keys = (answer.json["errors"] as? [[String: Any]] ?? []).compactMap { $0["key"] as? String }
            #expect(keys == [key], "\(values): \(answer)")
            #expect(!answer.text.contains(Self.secret), "\(answer)")
        }
        for body in ["[]", "7", "\"\(Self.secret)\"", "{", ""] {
            let answer = try trial.bench.ask("PUT", "/v1/corrections", body: body)
            #expect(answer.status == 400 && !answer.text.contains(Self.secret), "\(body): \(answer)")
        }
        #expect(try trial.overview()["origin"] as? String == "none")
        #expect(!trial.bench.daemon.messages.contains(Self.secret))
    }

    @Test(.timeLimit(.minutes(3)))
    func `mount points are listed by distance, one list at a time, and a failure has its code`() throws {
        let caster = try FalseCaster()
        let trial = try Trial()
        defer { trial.receiver.end() }
        try #require(
            try until(30) { try trial.bench.ask("GET", "/v1/receivers/tractor").text.contains("latitude_deg") })
        let path = "/v1/corrections/mountpoints"
        func points(_ answer: PlainHTTP.Answer) -> [[String: Any]] {
            answer.json["mountpoints"] as? [[String: Any]] ?? []
        }
        let list = try trial.bench.ask("GET", "\(path)?caster=127.0.0.1:\(caster.port)")
        #expect(
            points(list).compactMap { $0["name"] as? String } == ["NEAR", "RAWNEAR", "OFFLINE", "V2", "FAR"], "\(list)")
        #expect(points(list).first?["distance_km"] as? Double == 7.3)
        #expect(points(list).first?["needs_position"] as? Bool == true)
        // Credentials are no part of an address.
        for query in [
            "", "?caster=x&password=\(Self.secret)", "?user=\(Self.secret)", "?caster=a&caster=b",
            "?caster=a:\(Self.secret)@b",
        ] {
            let answer = try trial.bench.ask("GET", path + query)
            #expect(answer.status == 400 && !answer.text.contains(Self.secret), "\(query): \(answer)")
        }
        let locked = try FalseCaster(table: "locked")
        func ask(_ password: String) throws -> PlainHTTP.Answer {
            let body = #"{"caster":"127.0.0.1:\#(locked.port)","user":"user","password":"\#(password)"}"#
            return try trial.bench.ask("POST", path, body: body)
        }
        let refused = try ask("wrong-word")
        #expect(refused.status == 200 && refused.json["problem"] as? String == "wrong_password", "\(refused)")
        #expect((refused.json["cure"] as? String)?.isEmpty == false && points(refused).isEmpty)
        #expect(points(try ask(Self.secret)).count == 5)
        let huge = try FalseCaster(table: "huge")
        let cut = try trial.bench.ask("GET", "\(path)?caster=127.0.0.1:\(huge.port)")
        #expect(cut.json["problem"] as? String == "too_large", "\(cut)")
        // A second list waits for nobody.
        let mute = try FalseCaster(table: "mute")
        let slow = try RunningProgram(
            "/usr/bin/env",
            [
                "curl", "-s", "--unix-socket", trial.bench.daemon.socket,
                "http://gateway\(path)?caster=127.0.0.1:\(mute.port)",
            ])
        try #require(until(20) { mute.lines.contains { $0.hasPrefix("REQUEST") } })
        let busy = try trial.bench.ask("GET", "\(path)?caster=127.0.0.1:\(caster.port)")
        #expect(busy.status == 409 && busy.json["code"] as? String == "busy", "\(busy)")
        mute.end()
        #expect(try object(slow.waitForEnd().output)["problem"] as? String == "closed")
        #expect(try trial.bench.ask("GET", "\(path)?caster=127.0.0.1:\(caster.port)").status == 200)
        #expect((trial.bench.daemon.peakMemory ?? .max) < 300_000)
    }

    @Test(.timeLimit(.minutes(2)))
    func `who only looks sees the chain, but no user, and can make the gateway ask no one`()
        throws
    {
        let caster = try FalseCaster()
        let trial = try Trial()
        defer { trial.receiver.end() }
        let code = try #require(
            try trial.bench.ask("POST", "/v1/session/invitation", body: #"{"role":"operator"}"#).json["code"] as? String
        )
        let fields = ["Cookie": try trial.bench.signIn(code), "Sec-Fetch-Site": "same-origin"]
        #expect(
            try trial.put(["caster": caster.address, "mountpoint": "NEAR", "user": "some-user", "password": "x"]).status
                == 200)
        try trial.waitFor("ok", "failed", "unknown", "unknown")
        let seen = try trial.bench.ask("GET", "/v1/corrections", headers: fields)
        #expect(seen.status == 200 && seen.text.contains("wrong_password") && !seen.text.contains("some-user"))
        let count = caster.lines.count
        for (method, path) in [
            ("GET", "/v1/corrections/entry"), ("PUT", "/v1/corrections"), ("DELETE", "/v1/corrections"),
            ("POST", "/v1/corrections/stop"), ("POST", "/v1/corrections/start"),
            ("GET", "/v1/corrections/mountpoints?caster=127.0.0.1:\(caster.port)"),
            ("POST", "/v1/corrections/mountpoints"),
        ] {
            for (who, headers, status) in [("operator", fields, 403), ("nobody", [:], 401)] {
                let answer = try trial.bench.ask(
                    method, path, headers: headers,
                    body: ["GET", "DELETE"].contains(method) ? "" : #"{"caster":"127.0.0.1:\#(caster.port)"}"#)
                #expect(answer.status == status, "\(method) \(path) \(who): \(answer)")
            }
        }
        #expect(caster.lines.count == count)
        #expect(try trial.overview()["stopped"] as? Bool == false)
    }
}
