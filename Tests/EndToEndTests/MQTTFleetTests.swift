// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the gateway reads from a real broker: the fleet, and commands.
@Suite(.serialized, .enabled(if: MQTTBench.isInstalled, "mosquitto is not installed"), .timeLimit(.minutes(10)))
struct MQTTFleetTests {
    private func publish(_ bench: MQTTBench, _ topic: String, _ payload: String, _ more: [String] = []) throws {
        let arguments = ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(bench.port)", "-V", "5", "-q", "1", "-t", topic]
        let result = try Program.run("/usr/bin/env", arguments + ["-m", payload] + more)
        try #require(result.status == 0, "\(result.messages)")
    }

    private func status(_ name: String, isOnline: Bool = true, time: String = "2020-01-01T00:00:00.000Z") -> String {
        #"{"version":1,"gateway":"\#(name)","online":\#(isOnline),"program":"gnss-gateway/9","time":"\#(time)"}"#
    }

    private func position(_ name: String, latitude: Double = 48, authenticated: Bool = true) -> String {
        """
        {"version":1,"gateway":"\(name)","receiver":"r1","received":"2031-01-01T00:00:00.000Z","fix":{"kind":"3d",\
        "quality":"rtk_fixed","latitude_deg":\(latitude),"longitude_deg":11},"authentication":\
        {"authenticated":\(authenticated),\(authenticated ? "" : #""cause":"unverified","#)"reason":"authenticated",\
        "text":"fine","simulation":false}}
        """
    }

    private func gateway(_ name: String, _ bench: MQTTBench) throws -> [String: Any]? {
        let gateways = try bench.ask("GET", "/v1/fleet").json["gateways"] as? [[String: Any]] ?? []
        return gateways.first { $0["name"] as? String == name }
    }

    private func isAuthenticated(_ name: String, _ bench: MQTTBench) throws -> Bool? {
        (try gateway(name, bench)?["authentication"] as? [String: Any])?["authenticated"] as? Bool
    }

    private func fleet(_ bench: MQTTBench, _ arguments: [String] = []) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["fleet"] + arguments,
            environment: ["GNSS_GATEWAY_SOCKET": try #require(bench.daemon).socket]
        ).waitForEnd()
    }

    @Test func `gateways appear, move, go offline and leave, and only a current position is authenticated`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        // The broker has these from before the gateway came.
        try publish(bench, "gnss/baler/status", status("baler"), ["-r"])
        try publish(bench, "gnss/baler/position", position("baler"), ["-r"])
        try bench.configure("fleet: true")
        try bench.startDaemon()
        try bench.wait("the fleet") { try gateway("baler", bench)?["position"] != nil }
        let kept = try #require(try gateway("baler", bench))
        #expect(kept["online"] as? Bool == true && kept["program"] as? String == "gnss-gateway/9")
        // A position of which only the broker's memory is known proves nothing, and its time in the future neither.
        #expect(try isAuthenticated("baler", bench) == false)
        #expect((kept["last_seen"] as? String)?.hasPrefix("2020") == true, "\(kept)")
        try publish(bench, "gnss/baler/position", position("baler", latitude: 49), ["-r"])
        try bench.wait("a live position") { try isAuthenticated("baler", bench) == true }
        let live = try #require(try gateway("baler", bench)?["position"] as? [String: Any])
        #expect(live["latitude_deg"] as? Double == 49)
        // Without another message it is not current any more.
        try bench.wait("its end", within: 30) { try isAuthenticated("baler", bench) == false }
        try publish(bench, "gnss/baler/position", position("baler"), ["-r"])
        try bench.wait("another position") { try isAuthenticated("baler", bench) == true }
        try publish(bench, "gnss/baler/status", status("baler", isOnline: false), ["-r"])
        try bench.wait("the will") { try gateway("baler", bench)?["online"] as? Bool == false }
        #expect(try isAuthenticated("baler", bench) == false)
        try bench.wait("this gateway") { try gateway("tractor", bench)?["position"] != nil }
        let own = try #require(try gateway("tractor", bench))
        #expect(own["self"] as? Bool == true && own["online"] as? Bool == true && own["receiver"] as? String == "rover")
        let table = try fleet(bench)
        #expect(
            table.status == 0 && table.output.contains("tractor (this)  online"), "\(table.output)\(table.messages)")
        #expect(table.output.contains("baler           offline"), "\(table.output)")
        // Only changes, and the name of the one that leaves.
        let revision = try #require(try bench.ask("GET", "/v1/fleet").json["revision"] as? Int)
        try publish(bench, "gnss/baler/status", "", ["-r"])
        try bench.wait("the removal") {
            let news = try bench.ask("GET", "/v1/fleet?since=\(revision)").json
            return news["full"] as? Bool == false && (news["removed"] as? [String]) == ["baler"]
        }
        #expect(try bench.ask("GET", "/v1/fleet?since=1").json["full"] as? Bool == true)
        #expect(try bench.ask("GET", "/v1/fleet?since=-1").status == 400)
    }

    @Test func `two gateways see each other, and the last will of one`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("fleet: true")
        try bench.startDaemon()
        let other = try MQTTBench(port: bench.port)
        try other.configure("fleet: true, client_id: other")
        try other.write(
            "gateway.yaml",
            try String(contentsOfFile: other.folder + "/gateway.yaml", encoding: .utf8).replacing(
                "tractor", with: "baler"))
        try other.startDaemon()
        try bench.wait("the other") { try gateway("baler", bench)?["position"] != nil }
        try bench.wait("this one there") { try gateway("tractor", other)?["online"] as? Bool == true }
        other.endDaemon(SIGKILL)
        try bench.wait("the will", within: 30) { try gateway("baler", bench)?["online"] as? Bool == false }
        #expect(try gateway("baler", bench)?["last_seen"] is String)
        bench.killBroker()
        try bench.wait("the problem") {
            let report = try bench.ask("GET", "/v1/fleet").json
            return report["state"] as? String == "failing" && report["total"] as? Int == 2
        }
        let told = try fleet(bench)
        #expect(told.status == 75 && told.output.contains("what to do:"), "\(told.output)")
        try bench.startBroker()
        try bench.wait("the broker", within: 10) {
            try bench.ask("GET", "/v1/fleet").json["state"] as? String == "connected"
        }
    }

    @Test func `simulated gateways drive, and are offline when they are killed`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("fleet: true")
        try bench.startDaemon()
        let program = try Program.gateway
        let lab = try RunningProgram(
            program.dropLast("gateway".count) + "lab",
            ["fleet", "mqtt://127.0.0.1:\(bench.port)", "--gateways", "40", "--interval", "0.2"])
        defer { lab.signal(SIGKILL) }
        func simulated() throws -> [[String: Any]] {
            let gateways = try bench.ask("GET", "/v1/fleet").json["gateways"] as? [[String: Any]] ?? []
            return gateways.filter { ($0["name"] as? String)?.hasPrefix("sim-") == true }
        }
        func places() throws -> Set<Double> {
            Set(try simulated().compactMap { ($0["position"] as? [String: Any])?["latitude_deg"] as? Double })
        }
        try bench.wait("their positions") { try simulated().count == 40 && places().count > 30 }
        let first = try places()
        try bench.wait("other positions") { try places().subtracting(first).count > 5 }
        #expect(try simulated().allSatisfy { $0["online"] as? Bool == true && $0["receiver"] as? String == "rover" })
        lab.signal(SIGKILL)
        try bench.wait("the wills") { try simulated().allSatisfy { $0["online"] as? Bool == false } }
        for wrong in [["http://x"], ["mqtt://x", "--gateways", "0"], ["mqtt://x", "--interval", "0"]] {
            let told = try Program.run(program.dropLast("gateway".count) + "lab", ["fleet"] + wrong)
            #expect(told.status == 64 && (told.messages.contains("mqtt") || told.messages.contains("must be from")))
        }
    }

    @Test func `hostile gateways change nothing else`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("fleet: true")
        try bench.startDaemon()
        let payloads = [
            "", "x", "[]", "{}", #"{"version":1}"#, #"{"version":2,"online":true}"#, #"{"version":1,"online":"yes"}"#,
            #"{"version":1,"online":true,"time":"yesterday"}"#, String(repeating: "[", count: 5000),
            position("evil", latitude: 91), position("evil").replacing("48.0", with: "1e999"),
            position("evil").replacing("3d", with: String(repeating: "k", count: 2000)),
            #"{"version":1,"receivers":[],"active":7}"#, String(repeating: "x", count: 40_000),
        ]
        try bench.wait("the connection") { try bench.ask("GET", "/v1/fleet").json["state"] as? String == "connected" }
        for payload in payloads {
            for topic in ["status", "state", "position", "verdict", "history"] {
                try publish(bench, "gnss/evil/\(topic)", payload)
            }
        }
        try publish(bench, "gnss/evil/status", status("evil").replacing("gnss-gateway/9", with: #"a\u001b[2J\u202eb"#))
        try bench.wait("the sound message") { try gateway("evil", bench)?["online"] as? Bool == true }
        let program = try #require(try gateway("evil", bench)?["program"] as? String)
        #expect(!program.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E }, "\(program)")
        #expect(try gateway("evil", bench)?["position"] == nil)
        // A kept position from a time at which no number of nanoseconds has room, and a code that would change a terminal.
        let ancient = position("evil").replacingOccurrences(
            of: #""received":"[^"]*""#, with: #""received":"0001-01-01T00:00:00.000Z""#, options: .regularExpression)
        try publish(bench, "gnss/evil/position", ancient, ["-r"])
        bench.endDaemon(SIGTERM)
        try bench.startDaemon()
        try bench.wait("the old position") {
            (try gateway("evil", bench)?["position"] as? [String: Any])?["age_s"] as? Double ?? 0 > 1e9
        }
        #expect(try isAuthenticated("evil", bench) == false)
        try publish(
            bench, "gnss/evil/position", position("evil").replacing("rtk_fixed", with: #"\u001b]52;c;eA==\u0007"#))
        let shown = try fleet(bench)
        #expect(
            shown.status == 0 && !shown.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" },
            "\(shown.output)")
        // More gateways than are kept.
        let lines = (0..<2300).map { "flood-\($0)" }.joined(separator: "\n")
        let flood = try Program.run(
            "/usr/bin/env",
            [
                "bash", "-c",
                "while read -r n; do echo '{\"version\":1,\"online\":true}' | mosquitto_pub -p \(bench.port) -t gnss/$n/status -s; done",
            ], input: lines)
        #expect(flood.status == 0)
        try bench.wait("the limit") {
            let report = try bench.ask("GET", "/v1/fleet").json
            return report["cut"] as? Bool == true && report["total"] as? Int == 2000
        }
        #expect(try bench.report["state"] as? String == "connected")
    }

    @Test func `commands are executed once, answered, and refused with a reason`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        // They must not be executed when the gateway comes.
        try publish(bench, "gnss/tractor/command/start_recording", #"{"id":"old"}"#, ["-r"])
        try bench.configure("commands: [restart_receiver, start_recording, stop_recording]")
        try bench.startDaemon()
        let answers = try bench.watch("gnss/tractor/answer", ["-q", "1"])
        func answer(_ id: String) throws -> [String: Any] {
            var found: [String: Any]?
            try bench.wait("the answer to \(id)") {
                found = MQTTBench.payloads(answers, "gnss/tractor/answer").last { $0["id"] as? String == id }
                return found != nil
            }
            return try #require(found)
        }
        func command(_ command: String, _ payload: String) throws {
            try publish(bench, "gnss/tractor/command/\(command)", payload)
        }
        try bench.wait("the receiver") {
            let receivers = try bench.ask("GET", "/v1/status").json["receivers"] as? [[String: Any]]
            return receivers?.first?["state"] as? String == "running"
        }
        // Until the subscription is there, what is sent is lost.
        try bench.wait("the first answer") {
            try command("stop_recording", #"{"id":"ping"}"#)
            return !MQTTBench.payloads(answers, "gnss/tractor/answer").isEmpty
        }
        #expect(try answer("ping")["code"] as? String == "idle")
        try command("start_recording", #"{"id":"1","name":"north field"}"#)
        #expect(try answer("1")["done"] as? Bool == true)
        let path = try bench.ask("GET", "/v1/paths/current").json
        #expect(path["name"] as? String == "north field", "\(path)")
        try command("start_recording", #"{"id":"2","name":"another"}"#)
        #expect(try answer("2")["done"] as? Bool == false)
        try command("start_recording", #"{"id":"2b","name":"\#(String(repeating: "n", count: 300))"}"#)
        #expect(try answer("2b")["done"] as? Bool == false)
        try command("stop_recording", #"{"id":"3"}"#)
        #expect(try answer("3")["done"] as? Bool == true)
        try command("restart_receiver", #"{"id":"4","receiver":"rover"}"#)
        #expect(try answer("4")["done"] as? Bool == true)
        try command("restart_receiver", #"{"id":"5","receiver":"nothing"}"#)
        #expect(try answer("5")["code"] as? String == "not_found")
        // A second copy is answered and not executed.
        let before = MQTTBench.payloads(answers, "gnss/tractor/answer").count
        try command("start_recording", #"{"id":"1","name":"north field"}"#)
        try bench.wait("the same answer") { MQTTBench.payloads(answers, "gnss/tractor/answer").count > before }
        #expect(try bench.ask("GET", "/v1/paths/current").status == 404)
        for wrong in ["", "{}", #"{"id":""}"#, #"{"id":7}"#, String(repeating: "x", count: 5000)] {
            try command("start_recording", wrong)
        }
        try command("delete_everything", #"{"id":"6"}"#)
        try command("restart_receiver", #"{"id":"7","receiver":"rover"}"#)
        #expect(try answer("7")["done"] as? Bool == true)
        #expect(try bench.ask("GET", "/v1/paths/current").status == 404)
        let ids = MQTTBench.payloads(answers, "gnss/tractor/answer").compactMap { $0["id"] as? String }
        #expect(Set(ids) == ["ping", "1", "2", "2b", "3", "4", "5", "7"], "\(ids)")
    }

    @Test func `only commands in the list are executed, and a reload changes the list`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("commands: [stop_recording]")
        try bench.startDaemon()
        let answers = try bench.watch("gnss/tractor/answer", ["-q", "1"])
        try bench.wait("the first answer") {
            try publish(bench, "gnss/tractor/command/stop_recording", #"{"id":"a"}"#)
            return !MQTTBench.payloads(answers, "gnss/tractor/answer").isEmpty
        }
        try publish(bench, "gnss/tractor/command/start_recording", #"{"id":"b"}"#)
        try bench.configure("commands: [start_recording]")
        bench.daemon?.signal(SIGHUP)
        try bench.wait("the new command") {
            try publish(bench, "gnss/tractor/command/start_recording", #"{"id":"c"}"#)
            return MQTTBench.payloads(answers, "gnss/tractor/answer").contains { $0["id"] as? String == "c" }
        }
        try publish(bench, "gnss/tractor/command/stop_recording", #"{"id":"d"}"#)
        try publish(bench, "gnss/tractor/command/start_recording", #"{"id":"e"}"#)
        try bench.wait("an answer after it") {
            MQTTBench.payloads(answers, "gnss/tractor/answer").contains { $0["id"] as? String == "e" }
        }
        let ids = Set(MQTTBench.payloads(answers, "gnss/tractor/answer").compactMap { $0["id"] as? String })
        #expect(ids == ["a", "c", "e"], "\(ids)")
        #expect(try bench.ask("GET", "/v1/paths/current").status == 200)
    }

    @Test func `a reload does not make the gateway execute a command again`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("commands: [start_recording, stop_recording]")
        try bench.startDaemon()
        let answers = try bench.watch("gnss/tractor/answer", ["-q", "1"])
        func count(_ id: String) -> Int {
            MQTTBench.payloads(answers, "gnss/tractor/answer").count { $0["id"] as? String == id }
        }
        // Until the subscription is there, what is sent is lost.
        try bench.wait("the first answer") {
            try publish(bench, "gnss/tractor/command/stop_recording", #"{"id":"ping"}"#)
            return count("ping") > 0
        }
        try publish(bench, "gnss/tractor/command/start_recording", #"{"id":"1"}"#)
        try bench.wait("the answer") { count("1") == 1 }
        try publish(bench, "gnss/tractor/command/stop_recording", #"{"id":"2"}"#)
        try bench.wait("the end of the recording") { count("2") == 1 }
        // For a while no command is accepted.
        for keys in ["", "commands: [restart_receiver, start_recording, stop_recording]"] {
            try bench.configure(keys)
            #expect(try bench.ask("POST", "/v1/reload").status < 300)
        }
        try bench.wait("the new command") {
            try publish(bench, "gnss/tractor/command/restart_receiver", #"{"id":"3","receiver":"nothing"}"#)
            return count("3") > 0
        }
        try publish(bench, "gnss/tractor/command/start_recording", #"{"id":"1"}"#)
        try bench.wait("the same answer") { count("1") == 2 }
        #expect(try bench.ask("GET", "/v1/paths/current").status == 404)
    }

    @Test func `a gateway that may not read says so, and its positions still go out`() throws {
        let bench = try MQTTBench()
        try bench.write("acl", "topic write gnss/tractor/#\n")
        try bench.startBroker("allow_anonymous true\nacl_file \(bench.folder)/acl", hearsSignals: true)
        try bench.configure("fleet: true")
        try bench.startDaemon()
        try bench.wait("the problem") {
            (try bench.ask("GET", "/v1/fleet").json["problem"] as? [String: Any])?["code"] as? String
                == "reading_refused"
        }
        let told = try fleet(bench)
        #expect(told.status == 75 && told.output.contains("to read 'gnss/+/status'"), "\(told.output)")
        #expect(try bench.ask("GET", "/v1/doctor").text.contains("does not let this gateway read"))
        #expect(try bench.report["state"] as? String == "connected" && bench.report["live"] as? Int ?? 0 > 3)
        func hasAlert() throws -> Bool { try bench.ask("GET", "/v1/status").text.contains(#""code":"mqtt-reading""#) }
        try bench.wait("the alert", for: hasAlert)
        // A person corrects the broker, which says nothing about that.
        try bench.write("acl", "topic readwrite gnss/#\n")
        bench.broker?.signal(SIGHUP)
        try bench.wait("the end of the alert", within: 100) { try !hasAlert() }
        #expect(try fleet(bench).status == 0)
    }

    @Test func `the alert about reading ends with the key`() throws {
        let bench = try MQTTBench()
        try bench.write("acl", "topic write gnss/tractor/#\n")
        try bench.startBroker("allow_anonymous true\nacl_file \(bench.folder)/acl")
        try bench.configure("fleet: true")
        try bench.startDaemon()
        func hasAlert() throws -> Bool { try bench.ask("GET", "/v1/status").text.contains(#""code":"mqtt-reading""#) }
        try bench.wait("the alert", for: hasAlert)
        try bench.configure()
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the end of the alert", within: 10) { try !hasAlert() }
    }

    @Test func `without the key nothing is read, and the command says which key it is`() throws {
        let bench = try MQTTBench()
        try bench.startBroker("allow_anonymous true\nlog_type all")
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("a position") { try bench.report["live"] as? Int ?? 0 > 1 }
        let told = try fleet(bench)
        #expect(told.status == 78 && told.messages.contains("mqtt.fleet"), "\(told.messages)")
        #expect(try fleet(bench, ["--json"]).output.contains(#""state":"off""#))
        #expect(bench.broker?.messages.contains("-reader") == false)
        #expect(try bench.ask("GET", "/v1/status").json["fleet_enabled"] as? Bool == false)
        #expect(try bench.ask("GET", "/metrics").text.contains(#"gnss_gateway_mqtt_state{state="connected"} 1"#))
    }
}
