// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon whose alerts are posted to a server that can say no.
private final class WebhookBench {
    let folder = NSTemporaryDirectory() + "gnss-webhook-\(UUID().uuidString)"
    private(set) var hook: RunningProgram?
    private(set) var daemon: RunningProgram?
    private(set) var port = 1

    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write("secret", Self.secret + "\n")
        try answer("200")
    }

    deinit {
        for program in [daemon, hook] {
            program?.signal(SIGKILL)
            _ = program?.waitForEnd()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    }

    /// Decides how the next requests are answered.
    func answer(_ behaviour: String) throws { try write("behaviour", behaviour) }

    /// - Parameter tls: the files of a certificate and its key.
    func startHook(tls: [String] = []) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../AlertsTests/hook.py").standardizedFileURL.path
        let hook = try RunningProgram("/usr/bin/python3", [script, folder + "/behaviour"] + tls)
        try hook.wait(for: "port ", within: 60)
        port = try #require(hook.output.firstMatch(of: /port (\d+)/).flatMap { Int($0.1) })
        self.hook = hook
    }

    /// - Parameter webhook: the section; nil for none.
    func configure(_ webhook: String?) throws {
        try write(
            "gateway.yaml",
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            corrections: { caster: "http://127.0.0.1:\(port)", mountpoint: NONE }
            \(webhook.map { "webhook: \($0)" } ?? "")
            """)
    }

    func section(scheme: String = "http", path: String = "/hook", more: String = "") -> String {
        "{ url: \"\(scheme)://127.0.0.1:\(port)\(path)\", secret_file: \(folder)/secret\(more) }"
    }

    func startDaemon() throws {
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", folder + "/gateway.yaml"],
            environment: ["STATE_DIRECTORY": folder + "/state"])
        self.daemon = daemon
        _ = daemon.socket
        try #require(daemon.isRunning, "\(daemon.messages)")
    }

    func endDaemon(_ signal: Int32) {
        daemon?.signal(signal)
        _ = daemon?.waitForEnd()
    }

    func ask(_ method: String, _ path: String) throws -> PlainHTTP.Answer {
        try PlainHTTP.request(method, path, socket: try #require(daemon).socket)
    }

    var report: [String: Any] { get throws { try ask("GET", "/v1/status").json["webhook"] as? [String: Any] ?? [:] } }

    /// The requests that arrived.
    var requests: [[String: Any]] {
        (hook?.output ?? "").split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    func wait(_ what: String, within seconds: Double = 60, for condition: () throws -> Bool) throws {
        let isThere = try until(seconds, condition)
        let state = isThere ? [:] : try report
        try #require(isThere, "\(what): \(state), \(requests.suffix(3)), \(daemon?.messages ?? "")")
    }

    func expectMetrics(_ lines: [String]) throws {
        let metrics = try ask("GET", "/metrics").text
        for line in lines { #expect(metrics.contains("\ngnss_gateway_webhook_" + line), "\(line): \(metrics)") }
    }

    /// The corrections fail, or are stopped: an alert begins, or ends.
    func raise() throws { #expect(try ask("POST", "/v1/corrections/start").status == 200) }
    func clear() throws { #expect(try ask("POST", "/v1/corrections/stop").status == 200) }
}

/// Alerts that are posted to a webhook.
@Suite(.serialized, .enabled(if: Program.installed("python3") != nil, "python3 is not installed"))
struct WebhookTests {
    private func id(_ request: [String: Any]?) -> String { request?["id"] as? String ?? "" }
    private func type(_ request: [String: Any]?) -> String {
        (request?["body"] as? [String: Any])?["type"] as? String ?? ""
    }

    @Test func `an alert arrives within two seconds, signed, when it begins and when it ends`() throws {
        let bench = try WebhookBench()
        try bench.startHook()
        try bench.configure(bench.section())
        try bench.startDaemon()
        try bench.wait("the first event") { !bench.requests.isEmpty }
        try bench.clear()
        try bench.wait("its end") { bench.requests.count == 2 }
        let begin = Date()
        try bench.raise()
        try bench.wait("again", within: 10) { bench.requests.count == 3 }
        let arrived = try #require(bench.requests[2]["at"] as? Double)
        #expect(arrived - begin.timeIntervalSince1970 < 2, "\(arrived - begin.timeIntervalSince1970) s")
        #expect(bench.requests.allSatisfy { $0["genuine"] as? Bool == true }, "\(bench.requests)")
        #expect(Set(bench.requests.map(id)).count == 3)
        #expect(bench.requests.map(type) == ["alert.began", "alert.ended", "alert.began"])
        let data = try #require((bench.requests[0]["body"] as? [String: Any])?["data"] as? [String: Any])
        #expect(data["code"] as? String == "corrections" && data["severity"] as? String == "warning", "\(data)")
        #expect((bench.requests[0]["agent"] as? String)?.hasPrefix("gnss-gateway/") == true)
        try bench.wait("the count") { try bench.report["delivered"] as? Int == 3 }
        try bench.expectMetrics([
            "failed_attempts_total 0", "delivered_total 3", "queue_events 0", "last_success_age_seconds ",
        ])
        #expect(try bench.report["state"] as? String == "ready")
        // The secret and the path of the address are in no report and no log.
        let messages = try #require(bench.daemon).messages
        let status = try bench.ask("GET", "/v1/status").text
        for text in [status, messages] {
            #expect(!text.contains("whsec") && !text.contains("/hook") && !text.contains("MfKQ"))
        }
        let shown = try RunningProgram(
            try Program.gateway, ["status"], environment: ["GNSS_GATEWAY_SOCKET": try #require(bench.daemon).socket]
        ).waitForEnd()
        #expect(shown.output.contains("webhook ready: all events are delivered (delivered: 3"), "\(shown.output)")
    }

    @Test(arguments: ["500", "404", "429 1", "302 http://127.0.0.1:1/elsewhere", "nothing", "garbage"])
    func `a server that fails gets the event again later, under the same id`(behaviour: String) throws {
        let bench = try WebhookBench()
        try bench.startHook()
        try bench.answer(behaviour)
        try bench.configure(bench.section())
        try bench.startDaemon()
        try bench.wait("a failure") { try bench.report["failed_attempts"] as? Int == 1 }
        #expect(try bench.report["state"] as? String == "retrying")
        try bench.expectMetrics(["failed_attempts_total 1", "delivered_total 0", "queue_events 1"])
        try bench.answer("200")
        try bench.wait("the event") { try bench.report["delivered"] as? Int == 1 }
        #expect(bench.requests.count == 2 && Set(bench.requests.map(id)).count == 1, "\(bench.requests)")
        let times = bench.requests.compactMap { $0["timestamp"] as? Int }
        #expect(times.count == 2 && (4...30).contains(times[1] - times[0]), "\(times)")
        #expect(bench.requests.allSatisfy { $0["genuine"] as? Bool == true && $0["path"] as? String == "/hook" })
    }

    @Test(arguments: ["endless", "open"])
    func `a server that accepts and never comes to an end has accepted`(behaviour: String) throws {
        let bench = try WebhookBench()
        try bench.startHook()
        try bench.answer(behaviour)
        try bench.configure(bench.section())
        try bench.startDaemon()
        try bench.wait("the event", within: 60) { try bench.report["delivered"] as? Int == 1 }
        #expect(bench.requests.count == 1)
    }

    @Test func `the seconds until the next attempt are no news for viewers`() throws {
        let bench = try WebhookBench()
        try bench.configure(bench.section())
        try bench.startDaemon()
        try bench.wait("a failure") { try bench.report["failed_attempts"] as? Int ?? 0 > 0 }
        let viewer = try RunningProgram(
            "/usr/bin/env",
            [
                "curl", "-sN", "--max-time", "5", "--unix-socket", try #require(bench.daemon).socket,
                "http://gateway/v1/live?topics=state",
            ])
        let states = viewer.waitForEnd().output.components(separatedBy: "event: state").count - 1
        // The first state, and those after each failed attempt.
        #expect((1...3).contains(states), "\(states)")
    }

    @Test func `an event that is refused does not keep the others`() throws {
        let bench = try WebhookBench()
        try bench.startHook()
        try bench.answer("413")
        try bench.configure(bench.section())
        try bench.startDaemon()
        try bench.wait("the refusal") { try bench.report["failed_attempts"] as? Int == 1 }
        try bench.answer("200")
        try bench.clear()
        try bench.wait("both") { try bench.report["delivered"] as? Int == 2 }
        #expect(bench.requests.map(type).prefix(2) == ["alert.began", "alert.ended"])
    }

    @Test func `nothing is lost and nothing renamed when the daemon is killed, ended or loses its server`() throws {
        let bench = try WebhookBench()
        try bench.startHook()
        try bench.answer("500")
        try bench.configure(bench.section())
        try bench.startDaemon()
        try bench.wait("a failure") { try bench.report["failed_attempts"] as? Int ?? 0 > 0 }
        let first = id(bench.requests.first)
        bench.endDaemon(SIGKILL)
        try bench.startDaemon()
        try bench.wait("the old event", within: 90) {
            bench.requests.filter { id($0) == first }.count >= 2
        }
        bench.endDaemon(SIGTERM)
        try bench.answer("200")
        try bench.startDaemon()
        try bench.wait("all") {
            let report = try bench.report
            return report["queued"] as? Int == 0 && report["delivered"] as? Int ?? 0 > 0
                && type(bench.requests.last) == "alert.began"
        }
        let accepted = bench.requests.filter { $0["behaviour"] as? String == "200" }.map(id)
        #expect(accepted.first == first && Set(accepted).count == accepted.count, "\(accepted)")
        // Each that began has ended, but for the one that goes on.
        let began = bench.requests.filter { type($0) == "alert.began" }.map { String(id($0).dropLast(6)) }
        let ended = bench.requests.filter { type($0) == "alert.ended" }.map { String(id($0).dropLast(6)) }
        #expect(Set(began).subtracting(ended).count == 1, "\(began) \(ended)")
    }

    @Test func `a reload moves, mends and ends the webhook, and a wrong one changes nothing`() throws {
        let bench = try WebhookBench()
        try bench.startHook()
        try bench.answer("500")
        try bench.configure(bench.section(path: "/old"))
        try bench.startDaemon()
        let daemon = try #require(bench.daemon)
        try bench.wait("a failure") { try bench.report["failed_attempts"] as? Int ?? 0 > 0 }
        // A secret that cannot be used: the reload is refused with file, line, key and the remedy.
        try bench.write("secret", "password\n")
        try bench.configure(bench.section(path: "/new"))
        let refused = try bench.ask("POST", "/v1/reload")
        let detail = refused.json["detail"] as? String ?? ""
        #expect(refused.status == 409, "\(refused.text)")
        for part in ["gateway.yaml:5", "webhook.secret_file", "whsec_", "24 to 64"] {
            #expect(detail.contains(part), "\(part) in \(detail)")
        }
        #expect(!detail.contains("password") || detail.contains("contains no secret"))
        // The event moves to the new address at once, although it had to wait.
        try bench.write("secret", WebhookBench.secret)
        try bench.answer("200")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the event", within: 4) { bench.requests.last?["path"] as? String == "/new" }
        #expect(Set(bench.requests.map(id)).count == 1)
        // Without the section nothing is posted, and what waited is forgotten.
        try bench.answer("500")
        try bench.clear()
        try bench.wait("a failure") { bench.requests.last?["behaviour"] as? String == "500" }
        try bench.configure(nil)
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        #expect(try bench.report.isEmpty)
        let count = bench.requests.count
        try bench.answer("200")
        try bench.configure(bench.section())
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.raise()
        try bench.wait("the next event") { bench.requests.count == count + 1 }
        #expect(type(bench.requests.last) == "alert.began" && daemon.isRunning)
    }

    @Test func `a certificate is verified, with the authority that is named`() throws {
        let bench = try WebhookBench()
        let made = try RunningProgram(
            "/usr/bin/env",
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", bench.folder + "/key.pem", "-out",
                bench.folder + "/cert.pem",
            ]
        ).waitForEnd()
        try #require(made.status == 0, "\(made.messages)")
        try bench.startHook(tls: [bench.folder + "/cert.pem", bench.folder + "/key.pem"])
        try bench.configure(bench.section(scheme: "https"))
        // The caster is not there for http; its alert comes after a few attempts.
        try bench.startDaemon()
        try bench.wait("a failure", within: 120) { try bench.report["problem"] as? String == "tls" }
        #expect(bench.requests.isEmpty)
        try bench.configure(bench.section(scheme: "https", more: ", ca_file: \(bench.folder)/cert.pem"))
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the event") { bench.requests.first?["genuine"] as? Bool == true }
    }

    @Test(arguments: [
        ("{ url: \"ftp://x/\", secret_file: /x }", "webhook.url"),
        ("{ url: \"https://\", secret_file: /x }", "webhook.url"),
        ("{ url: \"https://user:word@host/\", secret_file: /x }", "user name or password"),
        ("{ url: \"https://host/\\r\\nX-Evil: 1\", secret_file: /x }", "webhook.url"),
        ("{ url: \"https://host/\" }", "secret_file"),
        ("{ url: \"https://host/\", secret_file: secret }", "absolute path"),
        ("{ url: \"https://host/\", secret_file: /nonexistent/secret }", "cannot read /nonexistent/secret"),
        ("{ url: \"https://host/\", secret_file: /etc/hostname }", "contains no secret"),
        ("{ url: \"https://host/\", secret_file: /dev/zero }", "/dev/zero"),
        (
            "{ url: \"https://host/\", secret_file: /etc/hostname, min_severity: loud }",
            "information | warning | critical"
        ),
        ("{ url: \"https://host/\", secret_file: /etc/hostname, secret: x }", "webhook.secret"),
    ])
    func `a wrong section stops the start with file, line and key`(section: String, words: String) throws {
        let bench = try WebhookBench()
        try bench.configure(section)
        let result = try RunningProgram(
            try Program.gateway, ["run", "--config", bench.folder + "/gateway.yaml"],
            environment: ["STATE_DIRECTORY": bench.folder + "/state"]
        ).waitForEnd()
        #expect(result.status == 78, "\(result.status) \(result.messages)")
        #expect(result.messages.contains(words) && result.messages.contains("gateway.yaml:5"), "\(result.messages)")
    }
}
