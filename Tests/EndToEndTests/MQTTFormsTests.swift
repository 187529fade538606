// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Positions in the forms of other programs, through a real broker.
@Suite(.serialized, .enabled(if: MQTTBench.isInstalled, "mosquitto is not installed"), .timeLimit(.minutes(10)))
struct MQTTFormsTests {
    private static let topic = "owntracks/gnss/tractor"

    private func form(_ bench: MQTTBench) throws -> [String: Any] {
        (try bench.report["forms"] as? [[String: Any]])?.first ?? [:]
    }

    /// The problems of payloads, by the schema of the documentation.
    private func problems(_ payloads: [[String: Any]], _ definition: String) throws -> String {
        let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../docs/mqtt.schema.json").standardized
        let program = """
            import json, sys
            try:
                from jsonschema import Draft202012Validator as Validator
            except ImportError:
                sys.exit(0)
            schema = json.load(open(sys.argv[1]))
            part = {"$ref": "#/$defs/" + sys.argv[2], "$defs": schema["$defs"]}
            for payload in json.load(sys.stdin):
                for error in Validator(part).iter_errors(payload):
                    print(error.message)
            """
        let result = try Program.run(
            "/usr/bin/env", ["python3", "-c", program, docs.path, definition],
            input: String(decoding: try JSONSerialization.data(withJSONObject: payloads), as: UTF8.self))
        try #require(result.status == 0, "\(result.messages)")
        return result.output
    }

    @Test func `OwnTracks gets each position in order, whatever ends in between`() throws {
        let bench = try MQTTBench()
        try bench.startBroker("allow_anonymous true\npersistence false")
        try bench.configure("interval_s: 60, owntracks: true")
        try bench.startDaemon()
        var received: [[String: Any]] = []
        var watcher = try bench.watch("owntracks/#", ["-q", "1"])
        try bench.wait("positions") { MQTTBench.payloads(watcher, Self.topic).count >= 3 }
        #expect(try bench.retained(Self.topic)?["_type"] as? String == "location")
        bench.killBroker()
        received += MQTTBench.payloads(watcher, Self.topic)
        try bench.wait("a backlog") { try form(bench)["queued"] as? Int ?? 0 >= 3 }
        try bench.wait("the problem") {
            (try form(bench)["problem"] as? [String: Any])?["code"] as? String == "refused"
        }
        let failing = #"gnss_gateway_form_failing{form="owntracks"} "#
        #expect(try bench.ask("GET", "/metrics").text.contains(failing + "1"))
        bench.endDaemon(SIGKILL)
        try bench.startDaemon()
        try bench.wait("the old backlog and more") { try form(bench)["queued"] as? Int ?? 0 >= 6 }
        try bench.startBroker("allow_anonymous true\npersistence false")
        watcher = try bench.watch("owntracks/#", ["-q", "1"])
        try bench.wait("an empty queue") { try form(bench)["queued"] as? Int ?? 9 <= 1 }
        #expect(try form(bench)["problem"] == nil && bench.ask("GET", "/metrics").text.contains(failing + "0"))
        received += MQTTBench.payloads(watcher, Self.topic)
        #expect(try problems(received, "owntracks") == "")
        // Each position was created in another second, and may arrive twice.
        let times = received.compactMap { $0["created_at"] as? Int }
        let unique = Set(times)
        let sent = try form(bench)["sent"] as? Int ?? 0
        #expect(unique.count >= sent - 2 && sent >= 9, "\(unique.count) of \(sent)")
        let tail = times.suffix(sent / 2)
        #expect(Array(tail) == tail.sorted(), "\(times)")
    }

    @Test func `a broker that refuses OwnTracks gets the history, and the words say what to allow`() throws {
        let bench = try MQTTBench()
        try bench.write("access", "topic readwrite gnss/#\ntopic read owntracks/#\n")
        try bench.startBroker("allow_anonymous true\nacl_file \(bench.folder)/access")
        try bench.configure("owntracks: true")
        try bench.startDaemon()
        try bench.wait("the refusal") {
            (try form(bench)["problem"] as? [String: Any])?["code"] as? String == "topic_refused"
        }
        let problem = try #require(try form(bench)["problem"] as? [String: Any])
        #expect((problem["cure"] as? String)?.contains(Self.topic) == true, "\(problem)")
        #expect(try bench.ask("GET", "/v1/doctor").text.contains(Self.topic))
        let shown = try RunningProgram(
            try Program.gateway, ["status"], environment: ["GNSS_GATEWAY_SOCKET": try #require(bench.daemon).socket]
        ).waitForEnd()
        #expect(shown.output.contains("owntracks failing:"), "\(shown.output)")
        try bench.wait("the history") { try bench.report["sent"] as? Int ?? 0 >= 3 }
        try bench.wait("a backlog") { try form(bench)["queued"] as? Int ?? 0 >= 3 }
        #expect(try form(bench)["dropped"] as? Int == 0)
        try bench.write("access", "topic readwrite #\n")
        bench.killBroker()
        try bench.startBroker("allow_anonymous true\nacl_file \(bench.folder)/access")
        try bench.wait("OwnTracks", within: 60) { try form(bench)["sent"] as? Int ?? 0 >= 3 }
        try bench.wait("no problem") { try form(bench)["problem"] == nil && bench.problem == nil }
    }

    @Test func `what the broker would keep for ever leaves with the section`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("owntracks: true, home_assistant: true")
        try bench.startDaemon()
        let device = "homeassistant/device/gnss-gateway-tractor/config"
        try bench.wait("both") { try bench.retained(Self.topic) != nil && bench.retained(device) != nil }
        try bench.configure(nil)
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the removal") { try bench.retained(Self.topic) == nil && bench.retained(device) == nil }
        try bench.wait("the status") { try bench.retained("gnss/tractor/status")?["online"] as? Bool == false }
    }

    @Test func `a gateway that moves to another broker removes nothing there`() throws {
        let (bench, other) = (try MQTTBench(), try MQTTBench())
        try other.startBroker()
        let stranger = [
            "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(other.port)", "-V", "5", "-q", "1", "-r", "-t", Self.topic,
            "-m",
            #"{"_type":"location"}"#,
        ]
        #expect(try Program.run("/usr/bin/env", stranger).status == 0)
        // The first broker is not there.
        try bench.configure("owntracks: true")
        try bench.startDaemon()
        try bench.wait("a backlog") { try form(bench)["queued"] as? Int ?? 0 >= 1 }
        try bench.configure(port: other.port)
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the history") { try bench.report["sent"] as? Int ?? 0 >= 2 }
        #expect(try other.retained(Self.topic) != nil)
    }

    @Test func `a reload switches OwnTracks on and off, and the history stays`() throws {
        let bench = try MQTTBench()
        try bench.configure("owntracks: true")
        try bench.startDaemon()
        try bench.wait("both backlogs") {
            try form(bench)["queued"] as? Int ?? 0 >= 3 && bench.report["queued"] as? Int ?? 0 >= 3
        }
        let before = try bench.report["queued"] as? Int ?? 0
        try bench.configure()
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("one form") { try bench.report["forms"] == nil }
        #expect(try bench.report["queued"] as? Int ?? 0 >= before)
        try bench.configure("owntracks: true")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("both forms") { try !form(bench).isEmpty }
        #expect(try form(bench)["queued"] as? Int ?? 9 <= 2)
        try bench.startBroker()
        try bench.wait("a position") { try bench.retained(Self.topic) != nil }
        try bench.configure()
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("its removal") { try bench.retained(Self.topic) == nil }
    }
}
