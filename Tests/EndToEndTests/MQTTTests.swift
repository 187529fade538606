// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Positions that are published to a real broker.
@Suite(.serialized, .enabled(if: MQTTBench.isInstalled, "mosquitto is not installed"), .timeLimit(.minutes(10)))
struct MQTTTests {
    private func authentication(_ payload: [String: Any]?) -> [String: Any] {
        payload?["authentication"] as? [String: Any] ?? [:]
    }

    @Test func `live messages are retained, and the last will says that the gateway is gone`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure()
        try bench.startDaemon()
        // The first epochs have no position.
        try bench.wait("a position") {
            (try bench.retained("gnss/tractor/position")?["fix"] as? [String: Any])?["latitude_deg"] is Double
        }
        let position = try #require(try bench.retained("gnss/tractor/position"))
        #expect(position["version"] as? Int == 1 && position["receiver"] as? String == "rover")
        #expect((position["fix"] as? [String: Any])?["latitude_deg"] is Double && position["id"] == nil)
        #expect(authentication(position)["authenticated"] as? Bool == false)
        #expect((authentication(position)["reason"] as? String)?.isEmpty == false)
        #expect(try bench.retained("gnss/tractor/status")?["online"] as? Bool == true)
        let state = try #require(try bench.retained("gnss/tractor/state"))
        #expect(state["active"] as? String == "rover", "\(state)")
        try bench.wait("a verdict") { try bench.retained("gnss/tractor/verdict") != nil }
        #expect(try bench.retained("gnss/tractor/history") == nil)
        let shown = try RunningProgram(
            try Program.gateway, ["status"], environment: ["GNSS_GATEWAY_SOCKET": try #require(bench.daemon).socket]
        ).waitForEnd()
        #expect(shown.output.contains("mqtt connected: connected to mqtt://127.0.0.1:\(bench.port)"), "\(shown.output)")
        let doctor = try bench.ask("GET", "/v1/doctor")
        #expect(doctor.text.contains(#""check":"mqtt","level":"ok""#), "\(doctor.text)")
        bench.endDaemon(SIGKILL)
        try bench.wait("the will", within: 20) {
            try bench.retained("gnss/tractor/status")?["online"] as? Bool == false
        }
    }

    @Test func `a gateway that ends says so`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the status") { try bench.retained("gnss/tractor/status")?["online"] as? Bool == true }
        bench.endDaemon(SIGTERM)
        try bench.wait("the status", within: 2) {
            try bench.retained("gnss/tractor/status")?["online"] as? Bool == false
        }
    }

    @Test func `live messages expire at the broker`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("expiry_s: 3")
        try bench.startDaemon()
        try bench.wait("a position") { try bench.retained("gnss/tractor/position") != nil }
        bench.endDaemon(SIGKILL)
        try bench.wait("its expiry", within: 20) { try bench.retained("gnss/tractor/position") == nil }
        #expect(try bench.retained("gnss/tractor/status")?["online"] as? Bool == false)
    }

    @Test func `the history survives the broker and the gateway, and nothing is missing`() throws {
        let bench = try MQTTBench()
        try bench.startBroker("allow_anonymous true\npersistence false")
        try bench.configure("interval_s: 60")
        try bench.startDaemon()
        var received: [[String: Any]] = []
        var watcher = try bench.watch("gnss/tractor/history", ["-q", "1"])
        try bench.wait("the history") { MQTTBench.payloads(watcher, "gnss/tractor/history").count >= 3 }
        bench.killBroker()
        received += MQTTBench.payloads(watcher, "gnss/tractor/history")
        try bench.wait("the outage") { try bench.problem == "refused" }
        try bench.wait("a backlog") { try bench.report["queued"] as? Int ?? 0 >= 3 }
        bench.endDaemon(SIGKILL)
        try bench.startDaemon()
        try bench.wait("the old backlog and more") { try bench.report["queued"] as? Int ?? 0 >= 6 }
        // The watcher must be there before the gateway returns.
        let returned = Date()
        try bench.startBroker("allow_anonymous true\npersistence false")
        watcher = try bench.watch("gnss/tractor/history", ["-q", "1"])
        try bench.wait("the return", within: 10) { try bench.report["state"] as? String == "connected" }
        #expect(Date().timeIntervalSince(returned) < 8, "\(Date().timeIntervalSince(returned)) s")
        try bench.wait("an empty queue") { try bench.report["queued"] as? Int ?? 9 <= 1 }
        received += MQTTBench.payloads(watcher, "gnss/tractor/history")
        let ids = received.compactMap { $0["id"] as? String }
        #expect(ids.count == received.count)
        let unique = Dictionary(grouping: received) { $0["id"] as? String ?? "" }
        #expect(unique.values.allSatisfy { Set($0.compactMap { $0["received"] as? String }).count == 1 })
        let sent = try bench.report["sent"] as? Int ?? 0
        #expect(unique.count >= sent - 1 && sent >= 9, "\(unique.count) of \(sent)")
    }

    @Test func `a backlog is sent after the start without a broker`() throws {
        let bench = try MQTTBench()
        try bench.configure("", speed: 1)
        try bench.startDaemon()
        try bench.wait("the problem") { try bench.problem == "refused" }
        let report = try bench.report
        let problem = try #require(report["problem"] as? [String: Any])
        #expect(problem["text"] as? String == "no broker listens at mqtt://127.0.0.1:\(bench.port)", "\(problem)")
        #expect((problem["cure"] as? String)?.contains("mqtt.url") == true)
        #expect(try bench.ask("GET", "/v1/doctor").text.contains(#""check":"mqtt""#))
        try bench.wait("an alert") {
            try bench.ask("GET", "/v1/status").text.contains(#""code":"mqtt""#)
        }
        let metrics = try bench.ask("GET", "/metrics").status
        #expect(metrics == 200)
        try bench.startBroker()
        let watcher = try bench.watch("gnss/#", ["-q", "1"])
        try bench.wait("the backlog", within: 20) { try bench.report["sent"] as? Int ?? 0 >= 3 }
        #expect(!MQTTBench.payloads(watcher, "gnss/tractor/history").isEmpty)
        try bench.wait("the end of the alert", within: 30) {
            !(try bench.ask("GET", "/v1/status").text.contains(#""code":"mqtt""#))
        }
    }

    @Test func `certificates of both sides are verified`() throws {
        let bench = try MQTTBench()
        try bench.makeCertificates()
        let path = bench.folder
        try bench.startBroker(
            """
            allow_anonymous true
            cafile \(path)/ca.pem
            certfile \(path)/broker.pem
            keyfile \(path)/broker.key
            require_certificate true
            """)
        let own = "certificate_file: \(path)/gateway.pem, key_file: \(path)/gateway.key"
        let tls = ["--cafile", path + "/ca.pem", "--cert", path + "/gateway.pem", "--key", path + "/gateway.key"]
        // The system's authorities do not know the broker's.
        try bench.configure(own, scheme: "mqtts")
        try bench.startDaemon()
        try bench.wait("the refusal of the broker's certificate") { try bench.problem == "tls" }
        // The broker wants a certificate.
        try bench.configure("ca_file: \(path)/ca.pem", scheme: "mqtts")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the refusal of the gateway") { try bench.problem == "tls" || bench.problem == "closed" }
        try bench.configure("ca_file: \(path)/ca.pem, \(own)", scheme: "mqtts")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("a position") { try bench.retained("gnss/tractor/position", tls) != nil }
        // The name in the broker's certificate is another one.
        try bench.configure("ca_file: \(path)/ca.pem, \(own)", scheme: "mqtts", host: "localhost")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the refusal of another name") { try bench.problem == "tls" }
        // Without TLS the broker gets nothing that it understands.
        try bench.configure()
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the refusal of plain text") { try bench.problem == "closed" || bench.problem == "timed_out" }
    }

    @Test func `a shared key encrypts`() throws {
        let bench = try MQTTBench()
        try bench.write("keys", "tractor:00c0ffee00c0ffee\n")
        try bench.write("key", "00c0ffee00c0ffee\n")
        try bench.startBroker("allow_anonymous true\npsk_hint x\npsk_file \(bench.folder)/keys")
        try bench.configure("psk_identity: tractor, psk_file: \(bench.folder)/key", scheme: "mqtts")
        try bench.startDaemon()
        let own = ["--psk", "00c0ffee00c0ffee", "--psk-identity", "tractor"]
        try bench.wait("a position") { try bench.retained("gnss/tractor/position", own) != nil }
        try bench.write("key", "11c0ffee00c0ffee\n")
        bench.killBroker()
        try bench.startBroker("allow_anonymous true\npsk_hint x\npsk_file \(bench.folder)/keys")
        try bench.wait("the refusal") { try bench.problem == "tls" || bench.problem == "closed" }
    }

    @Test func `a wrong password is said with the cure, and a corrected one works without a reload`() throws {
        let bench = try MQTTBench()
        try bench.write("users", "")
        let made = try RunningProgram(
            "/usr/bin/env", ["mosquitto_passwd", "-b", bench.folder + "/users", "tractor", "right"]
        ).waitForEnd()
        try #require(made.status == 0, "\(made.messages)")
        try bench.write("password", "wrong\n")
        try bench.startBroker("allow_anonymous false\npassword_file \(bench.folder)/users")
        try bench.configure("user: tractor, password_file: \(bench.folder)/password")
        try bench.startDaemon()
        try bench.wait("the refusal") { try bench.problem == "not_authorised" }
        let problem = try #require(try bench.report["problem"] as? [String: Any])
        #expect((problem["cure"] as? String)?.contains("password file") == true, "\(problem)")
        try bench.write("password", "right\n")
        try bench.wait("a position") {
            try bench.retained("gnss/tractor/position", ["-u", "tractor", "-P", "right"]) != nil
        }
        let texts = [try bench.ask("GET", "/v1/status").text, try #require(bench.daemon).messages]
        #expect(texts.allSatisfy { !$0.contains("wrong\n") && !$0.contains("right") })
    }

    @Test func `a broker that forbids topics keeps the history, and the words say what to allow`() throws {
        let bench = try MQTTBench()
        try bench.write("access", "topic write gnss/tractor/status\ntopic read #\n")
        try bench.startBroker("allow_anonymous true\nacl_file \(bench.folder)/access")
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the refusal") { try bench.problem == "topic_refused" }
        let problem = try #require(try bench.report["problem"] as? [String: Any])
        #expect((problem["cure"] as? String)?.contains("gnss/tractor") == true, "\(problem)")
        try bench.wait("a backlog") { try bench.report["queued"] as? Int ?? 0 >= 3 }
        try bench.write("access", "topic readwrite #\n")
        bench.killBroker()
        try bench.startBroker("allow_anonymous true\nacl_file \(bench.folder)/access")
        try bench.wait("the history", within: 60) { try bench.report["sent"] as? Int ?? 0 >= 3 }
        try bench.wait("no problem") { try bench.problem == nil }
    }

    @Test func `a broker with small limits gets what fits, one message at a time`() throws {
        let bench = try MQTTBench()
        try bench.startBroker("allow_anonymous true\nmax_inflight_messages 1\nmax_packet_size 300")
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the status") { try bench.retained("gnss/tractor/status")?["online"] as? Bool == true }
        try bench.wait("the problem") { try bench.problem == "topic_refused" }
        #expect(try bench.retained("gnss/tractor/position") == nil)
        // A person can change the limit, so the history waits.
        try bench.wait("a backlog") { try bench.report["queued"] as? Int ?? 0 >= 3 }
        #expect(try bench.report["dropped"] as? Int == 0)
        #expect(try bench.report["connections"] as? Int == 1)
        bench.killBroker()
        try bench.startBroker()
        try bench.wait("the history", within: 60) { try bench.report["sent"] as? Int ?? 0 >= 3 }
    }

    @Test func `a broker that keeps no messages gets a will that it need not keep`() throws {
        let bench = try MQTTBench()
        try bench.startBroker("allow_anonymous true\nretain_available false")
        let watcher = try bench.watch("gnss/#")
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the history") { try bench.report["sent"] as? Int ?? 0 >= 3 }
        #expect(try bench.report["failures"] as? Int == 0 && bench.problem == nil)
        #expect(!(try bench.ask("GET", "/v1/status").text.contains(#""code":"mqtt""#)))
        // The broker is asked once: the refusal is remembered.
        bench.killBroker()
        try bench.wait("the outage") { try bench.problem == "refused" }
        try bench.startBroker("allow_anonymous true\nretain_available false")
        try bench.wait("the return") { try bench.report["state"] as? String == "connected" }
        let log = try #require(bench.broker).messages
        #expect(!log.contains("retain not available") && !log.contains("(154)"), "\(log.suffix(2000))")
        let second = try bench.watch("gnss/#")
        try bench.wait("a position") { !MQTTBench.payloads(second, "gnss/tractor/position").isEmpty }
        bench.endDaemon(SIGKILL)
        try bench.wait("the will", within: 20) {
            MQTTBench.payloads(second, "gnss/tractor/status").last?["online"] as? Bool == false
        }
        #expect(!MQTTBench.payloads(watcher, "gnss/tractor/position").isEmpty)
    }

    @Test func `two clients with one id are told apart`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("client_id: twin")
        try bench.startDaemon()
        try bench.wait("a position") { try bench.retained("gnss/tractor/position") != nil }
        let twin = try bench.watch("x", ["-i", "twin"])
        try bench.wait("the problem") { ["taken_over", "unstable"].contains(try bench.problem ?? "") }
        let problem = try #require(try bench.report["problem"] as? [String: Any])
        #expect((problem["cure"] as? String)?.contains("mqtt.client_id") == true, "\(problem)")
        twin.signal(SIGKILL)
        try bench.wait("the return", within: 90) { try bench.report["state"] as? String == "connected" }
    }

    @Test func `a problem of Sparkplug alone raises its own alert, which ends with the key`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("client_id: twin, sparkplug_group: farm")
        try bench.startDaemon()
        try bench.wait("a position") { try bench.retained("gnss/tractor/position") != nil }
        _ = try bench.watch("x", ["-i", "twin-sparkplug"])
        func hasAlert(_ code: String) throws -> Bool {
            try bench.ask("GET", "/v1/status").text.contains(#""code":"\#(code)""#)
        }
        try bench.wait("the alert") { try hasAlert("mqtt-sparkplug") }
        #expect(try !hasAlert("mqtt") && bench.report["state"] as? String == "connected")
        try bench.configure("client_id: twin")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the end of the alert", within: 10) { try !hasAlert("mqtt-sparkplug") }
    }

    @Test(.enabled(if: StoreBench.mayMount, "hiding a library needs root"))
    func `without libmosquitto the gateway runs and says what to install`() throws {
        let bench = try MQTTBench()
        try bench.configure()
        let library = try #require(
            ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/libmosquitto.so.1" }.first {
                FileManager.default.fileExists(atPath: $0)
            })
        let daemon = try RunningProgram(
            "/usr/bin/env",
            [
                "unshare", "--mount", "sh", "-c",
                "mount --bind /dev/null \(library) && exec \"$0\" run --config \"$1\"", try Program.gateway,
                bench.folder + "/gateway.yaml",
            ], environment: ["STATE_DIRECTORY": bench.folder + "/state"])
        try daemon.wait(for: "start: ready")
        bench.use(daemon)
        try bench.wait("the problem") { try bench.problem == "not_installed" }
        #expect(try bench.ask("GET", "/v1/doctor").text.contains("libmosquitto1"))
        try bench.wait("a stored history") { try bench.report["queued"] as? Int ?? 0 >= 2 }
    }

    @Test func `Home Assistant gets a device, which leaves with the key`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure("home_assistant: true")
        try bench.startDaemon()
        let topic = "homeassistant/device/gnss-gateway-tractor/config"
        try bench.wait("the device") { try bench.retained(topic) != nil }
        let device = try #require(try bench.retained(topic))
        #expect((device["device"] as? [String: Any])?["identifiers"] as? [String] == ["gnss-gateway-tractor"])
        #expect((device["origin"] as? [String: Any])?["name"] as? String == "gnss-gateway")
        let components = try #require(device["components"] as? [String: [String: Any]])
        #expect(components["position"]?["platform"] as? String == "device_tracker")
        #expect(components["position"]?["json_attributes_topic"] as? String == "gnss/tractor/position")
        #expect(components["not_authenticated"]?["device_class"] as? String == "problem")
        let ids = components.values.compactMap { $0["unique_id"] as? String }
        #expect(ids.count == components.count && Set(ids).count == ids.count)
        try bench.configure()
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("its removal") { try bench.retained(topic) == nil }
    }

    @Test func `every payload matches the schema`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure()
        try bench.startDaemon()
        let watcher = try bench.watch("gnss/#")
        for topic in ["position", "history", "verdict", "state", "status"] {
            try bench.wait(topic) { !MQTTBench.payloads(watcher, "gnss/tractor/\(topic)").isEmpty }
        }
        let docs = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../docs/mqtt.schema.json").standardized
        let program = """
            import json, sys
            try:
                from jsonschema import Draft202012Validator as Validator
            except ImportError:
                print("missing"); sys.exit(0)
            schema = json.load(open(sys.argv[1]))
            Validator.check_schema(schema)
            # The last line may not be complete.
            for line in sys.stdin.read().split(chr(10))[:-1]:
                topic, _, payload = line.split(" ", 2)
                part = {"$ref": "#/$defs/" + topic.split("/")[-1], "$defs": schema["$defs"]}
                for error in Validator(part).iter_errors(json.loads(payload)):
                    print(topic, error.message)
            """
        let python =
            ["python3", "/usr/bin/python3"].first {
                (try? Program.run("/usr/bin/env", [$0, "-c", "import jsonschema"]))?.status == 0
            } ?? "python3"
        let result = try Program.run("/usr/bin/env", [python, "-c", program, docs.path], input: watcher.output)
        #expect(result.status == 0, "\(result.messages)")
        // Without the validator the other tests still look at the fields.
        #expect(["", "missing\n"].contains(result.output), "\(result.output.prefix(2000))")
    }

    @Test func `a reload moves the topics, and the end of the section deletes what waits`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("a position") { try bench.retained("gnss/tractor/position") != nil }
        try bench.configure("prefix: farm/machines")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the new topic") { try bench.retained("farm/machines/tractor/position") != nil }
        #expect(try bench.retained("gnss/tractor/status")?["online"] as? Bool == false)
        #expect(try bench.retained("farm/machines/tractor/status")?["online"] as? Bool == true)
        bench.killBroker()
        try bench.wait("a backlog") { try bench.report["queued"] as? Int ?? 0 >= 2 }
        try bench.configure(nil)
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("no report") { try bench.report.isEmpty }
        try bench.configure()
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("a report") { try !bench.report.isEmpty }
        #expect(try bench.report["queued"] as? Int ?? 9 <= 1)
        // The receiver has not changed its state meanwhile.
        try bench.startBroker()
        try bench.wait("the receiver") {
            let receivers = try bench.retained("gnss/tractor/state")?["receivers"] as? [[String: Any]] ?? []
            return receivers.contains { $0["id"] as? String == "rover" && $0["state"] as? String == "running" }
        }
        try bench.wait("a position") { try bench.retained("gnss/tractor/position") != nil }
    }

    @Test(arguments: [
        ("{ url: \"http://x\" }", "mqtt://host, mqtt://host:port, or mqtts://host:port"),
        ("{ url: \"mqtt://user:word@host\" }", "user name or password"),
        ("{ url: \"mqtt://host/topic\" }", "contains a path"),
        ("{ url: \"mqtt://\" }", "not a broker's address"),
        ("{ name: x }", "url"),
        ("{ url: \"mqtt://host\", name: \"a/b\" }", "mqtt.name"),
        ("{ url: \"mqtt://host\", prefix: \"a/#\" }", "mqtt.prefix"),
        ("{ url: \"mqtt://host\", prefix: \"$SYS\" }", "mqtt.prefix"),
        ("{ url: \"mqtt://host\", prefix: \"a\\0b\" }", "mqtt.prefix"),
        ("{ url: \"mqtt://host\", expiry_s: 1 }", "2...604"),
        ("{ url: \"mqtt://host\", keepalive_s: 1 }", "5...3"),
        ("{ url: \"mqtt://host\", password_file: /x }", "'mqtt.user' is missing"),
        ("{ url: \"mqtt://host\", user: x, password_file: /nonexistent/x }", "cannot read /nonexistent/x"),
        ("{ url: \"mqtt://host\", ca_file: /etc/hostname }", "not encrypted"),
        ("{ url: \"mqtts://host\", ca_file: /etc/hostname }", "is not a PEM file"),
        ("{ url: \"mqtts://host\", certificate_file: /x }", "'mqtt.key_file' is missing"),
        ("{ url: \"mqtts://host\", psk_identity: x, psk_file: /x, ca_file: /x }", "replaces certificates"),
        ("{ url: \"mqtt://host\", password: x }", "mqtt.password"),
    ])
    func `a wrong section stops the start with file, line and key`(section: String, words: String) throws {
        let bench = try MQTTBench()
        try bench.write("gateway.yaml", "listen: { gpsd: [\"127.0.0.1:0\"], http: \"\" }\nmqtt: \(section)\n")
        let result = try bench.launch().waitForEnd()
        #expect(result.status == 78, "\(result.status) \(result.messages)")
        #expect(result.messages.contains(words) && result.messages.contains("gateway.yaml:2"), "\(result.messages)")
    }
}
