// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a simulated receiver, and a server for its positions that can say no.
private final class TraccarBench {
    let folder = NSTemporaryDirectory() + "gnss-traccar-\(UUID().uuidString)"
    let port: Int
    private var servers: [RunningProgram] = []
    private(set) var daemon: RunningProgram?

    init() throws {
        port = try Program.freePort()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try answer("200")
    }

    deinit {
        for program in servers + [daemon].compactMap(\.self) {
            program.signal(SIGKILL)
            _ = program.waitForEnd()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    }

    /// Decides how the next requests are answered.
    func answer(_ behaviour: String) throws { try write("behaviour", behaviour) }

    /// - Parameter tls: the files of a certificate and its key.
    func startServer(tls: [String] = []) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("false-traccar.py").path
        let server = try RunningProgram("/usr/bin/env", ["python3", script, folder + "/behaviour", "\(port)"] + tls)
        servers.append(server)
        try server.wait(for: "port ", within: 60)
    }

    func killServer() {
        servers.last?.signal(SIGKILL)
        _ = servers.last?.waitForEnd()
    }

    /// - Parameters:
    ///   - keys: keys of the section besides the address; nil for no section.
    ///   - more: further sections.
    func configure(
        _ keys: String? = "", scheme: String = "http", path: String = "", receivers: [String] = ["rover"],
        more: String = ""
    ) throws {
        let section = keys.map {
            "traccar: { url: \"\(scheme)://127.0.0.1:\(port)\(path)\", id: tractor, interval_s: 1\($0.isEmpty ? "" : ", ")\($0) }"
        }
        try write(
            "gateway.yaml",
            """
            receivers: [\(receivers.map { "{ id: \($0), driver: file-simulator, config: { scenario: drive } }" }.joined(separator: ", "))]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            \(section ?? "")
            \(more)
            """)
    }

    func launch() throws -> RunningProgram {
        try RunningProgram(
            try Program.gateway, ["run", "--config", folder + "/gateway.yaml"],
            environment: ["STATE_DIRECTORY": folder + "/state"])
    }

    func startDaemon() throws {
        let daemon = try launch()
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

    func reload() throws { #expect(try ask("POST", "/v1/reload").status < 300) }

    var report: [String: Any] { get throws { try ask("GET", "/v1/status").json["traccar"] as? [String: Any] ?? [:] } }
    var problem: [String: Any] { get throws { try report["problem"] as? [String: Any] ?? [:] } }
    var code: String? { get throws { try problem["code"] as? String } }
    func count(_ name: String) throws -> Int { try report[name] as? Int ?? 0 }
    func hasAlert(_ code: String) throws -> Bool {
        try ask("GET", "/v1/status").text.contains(#""code":"\#(code)""#)
    }

    /// The requests that arrived, at all servers.
    var requests: [[String: Any]] {
        servers.flatMap { $0.output.split(separator: "\n") }.filter { $0.hasPrefix("{") }.compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// The times of the positions that got an answer, in the order of their arrival.
    func times(_ answer: String = "200") -> [Int] {
        requests.filter { $0["answer"] as? String == answer }.compactMap { request in
            ((request["position"] as? [String: String])?["timestamp"]).flatMap { Int($0) }
        }
    }

    func wait(_ what: String, within seconds: Double = 60, for condition: () throws -> Bool) throws {
        let isThere = try until(seconds, condition)
        let state = isThere ? [:] : (try? report) ?? [:]
        try #require(isThere, "\(what): \(state), \(requests.suffix(3)), \(daemon?.messages.suffix(3000) ?? "")")
    }
}

/// Positions that are sent to a Traccar server.
@Suite(
    .serialized, .enabled(if: Program.installed("python3") != nil, "python3 is not installed"), .timeLimit(.minutes(10))
)
struct TraccarTests {
    @Test func `each position arrives in order, whatever ends in between`() throws {
        let bench = try TraccarBench()
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("positions") { bench.times().count >= 3 }
        let first = try #require(bench.requests.first)
        let position = try #require(first["position"] as? [String: String])
        #expect(position["id"] == "tractor" && position["valid"] == "true" && position["authenticated"] == "false")
        #expect(position["authentication"] == "unverified" && Double(position["lat"] ?? "") != nil, "\(position)")
        #expect((first["agent"] as? String)?.hasPrefix("gnss-gateway/") == true)
        // The connection stays open.
        #expect(bench.requests.contains { $0["count"] as? Int ?? 0 >= 1 })
        let doctor = try bench.ask("GET", "/v1/doctor")
        #expect(doctor.text.contains(#""check":"traccar","level":"ok""#), "\(doctor.text)")
        bench.killServer()
        try bench.wait("the outage") { try bench.code == "unreachable" }
        try bench.wait("a backlog") { try bench.count("queued") >= 3 }
        bench.endDaemon(SIGKILL)
        try bench.startDaemon()
        try bench.wait("the old backlog and more") { try bench.count("queued") >= 6 }
        try bench.wait("an alert") { try bench.hasAlert("traccar") }
        #expect(try bench.ask("GET", "/v1/doctor").text.contains("traccar.url"))
        let shown = try RunningProgram(
            try Program.gateway, ["status"], environment: ["GNSS_GATEWAY_SOCKET": try #require(bench.daemon).socket]
        ).waitForEnd()
        #expect(shown.output.contains("traccar failing: the server http://127.0.0.1:"), "\(shown.output)")
        try bench.startServer()
        try bench.wait("an empty queue") { try bench.count("queued") <= 1 }
        try bench.wait("the end of the alert") { try !bench.hasAlert("traccar") }
        let times = bench.times()
        #expect(times == times.sorted(), "\(times)")
        #expect(Set(times).count >= (try bench.count("sent")) && times.count >= 9)
        #expect(try bench.count("dropped") == 0)
    }

    @Test func `a device that Traccar does not know keeps its positions, and the words say what to do`() throws {
        let bench = try TraccarBench()
        try bench.answer("400")
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the refusal") { try bench.code == "refused" }
        let cure = try bench.problem["cure"] as? String
        #expect(cure?.contains("traccar.id") == true, "\(cure ?? "")")
        try bench.wait("an alert") { try bench.hasAlert("traccar") }
        try bench.wait("a backlog") { try bench.count("queued") >= 12 }
        #expect(try bench.count("dropped") == 0)
        // A person adds the device, after the gateway has begun to try again.
        let before = bench.times("400").count
        try bench.wait("another attempt") { bench.times("400").count > before + 2 }
        try bench.answer("200")
        try bench.wait("an empty queue") { try bench.count("queued") <= 1 }
        #expect(try bench.count("dropped") == 0 && bench.code == nil)
        let times = Set(bench.times())
        #expect(Set(bench.times("400")).subtracting(times).isEmpty)
    }

    @Test func `a single position that is refused holds nothing up, and is counted`() throws {
        let bench = try TraccarBench()
        try bench.answer("400 odd")
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("both answers") { bench.times().count >= 3 && bench.times("400").count >= 3 }
        try bench.wait("the count") { try bench.count("dropped") >= 2 }
        #expect(try bench.count("sent") >= 2 && bench.count("queued") <= 2)
        try bench.wait("an alert") { try bench.hasAlert("traccar-dropping") }
    }

    @Test func `a single position on which the server fails holds up no other`() throws {
        let bench = try TraccarBench()
        try bench.answer("500 first")
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("others") { bench.times().count >= 2 && bench.times("500").count >= 3 }
        #expect(Set(bench.times("500")).count == 1)
        #expect(try bench.count("dropped") == 0)
        // The server recovers.
        try bench.answer("200")
        try bench.wait("the position") { bench.times().contains(bench.times("500")[0]) }
    }

    @Test(arguments: [
        ("401", "not_authorised"), ("404", "not_traccar"), ("302 http://127.0.0.1:1/", "not_traccar"),
        ("500", "failing"),
        ("429 1", "failing"), ("garbage", "failed"), ("nothing", "failed"), ("silent", "timed_out"),
        ("drip", "timed_out"),
    ])
    func `a server that does not work keeps the positions waiting`(behaviour: String, code: String) throws {
        let bench = try TraccarBench()
        try bench.answer(behaviour)
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the problem") { try bench.code == code }
        try bench.wait("a backlog") { try bench.count("queued") >= 3 }
        #expect(try bench.count("dropped") == 0 && bench.count("sent") == 0)
        // Redirects are not followed, and the pauses keep the server free.
        #expect(bench.requests.count < 12, "\(bench.requests.count)")
        try bench.answer("200")
        try bench.configure("distance_m: 1000")
        try bench.reload()
        try bench.wait("an empty queue") { try bench.count("queued") <= 1 && bench.count("sent") >= 3 }
        #expect(try bench.code == nil)
    }

    @Test(arguments: ["endless", "open"])
    func `an answer that never ends costs neither memory nor time`(behaviour: String) throws {
        let bench = try TraccarBench()
        try bench.answer(behaviour)
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("accepted positions") { try bench.count("sent") >= 4 }
        let daemon = try #require(bench.daemon)
        let status = try String(contentsOfFile: "/proc/\(daemon.identifier)/status", encoding: .utf8)
        let peak = status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) } ?? 0
        #expect(peak > 0 && peak < 400_000, "\(peak) kB")
    }

    @Test(.enabled(if: StoreBench.mayMount, "making a disk needs root"))
    func `a full disk is said, and no position is missing afterwards`() throws {
        let bench = try TraccarBench()
        let disk = try SmallDisk(at: bench.folder + "/state")
        defer {
            bench.endDaemon(SIGKILL)
            disk.remove()
        }
        try bench.startServer()
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("positions") { bench.times().count >= 2 }
        try bench.wait("the problem", within: 120) {
            disk.fill()
            return try bench.code == "not_stored"
        }
        try bench.wait("the alert") { try bench.hasAlert("traccar") }
        disk.free()
        try bench.wait("the recovery", within: 30) { try bench.code == nil && !bench.hasAlert("traccar") }
        let count = bench.times().count
        try bench.wait("the positions that waited") { bench.times().count >= count + 3 }
        #expect(try bench.count("dropped") == 0)
        let times = Set(bench.times()).sorted()
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 1500 }, "\(times)")
    }

    @Test func `another receiver goes on while the server is away, in order and without a second track`() throws {
        let bench = try TraccarBench()
        try bench.configure(receivers: ["rover", "spare"])
        try bench.startDaemon()
        func active() throws -> String? {
            (try bench.ask("GET", "/v1/status").json["active"] as? [String: Any])?["receiver"] as? String
        }
        try bench.wait("a backlog") { try bench.count("queued") >= 3 }
        // Both are as good, so that the first one to have a fix is active.
        let first = try #require(try active())
        let second = first == "rover" ? "spare" : "rover"
        #expect(try bench.ask("POST", "/v1/receivers/\(first)/stop").status < 300)
        try bench.wait("the other receiver") { try active() == second }
        let queued = try bench.count("queued")
        try bench.wait("its positions") { try bench.count("queued") >= queued + 3 }
        try bench.startServer()
        try bench.wait("all positions") { try bench.count("queued") <= 1 && bench.times().count >= queued + 3 }
        let times = bench.times()
        // One position for each second, whichever receiver it came from.
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 500 }, "\(times)")
    }

    @Test func `the certificate is verified`() throws {
        let bench = try TraccarBench()
        let mqtt = try MQTTBench(port: 1)
        try mqtt.makeCertificates()
        try bench.startServer(tls: [mqtt.folder + "/broker.pem", mqtt.folder + "/broker.key"])
        try bench.configure(scheme: "https")
        try bench.startDaemon()
        try bench.wait("the refusal") { try bench.code == "tls" }
        try bench.configure("ca_file: \(mqtt.folder)/ca.pem", scheme: "https", path: "/osmand")
        try bench.reload()
        try bench.wait("positions") { try bench.count("sent") >= 2 }
        #expect(bench.requests.last?["path"] as? String == "/osmand")
    }

    @Test func `the end of the section deletes what waits, and other queues stay`() throws {
        let bench = try TraccarBench()
        let broker = "mqtt: { url: \"mqtt://127.0.0.1:\(try Program.freePort())\", history_interval_s: 1 }"
        try bench.configure(more: broker)
        try bench.startDaemon()
        func waiting() throws -> Int {
            (try bench.ask("GET", "/v1/status").json["mqtt"] as? [String: Any])?["queued"] as? Int ?? 0
        }
        try bench.wait("both backlogs") { try bench.count("queued") >= 3 && waiting() >= 3 }
        let before = try waiting()
        try bench.configure(nil, more: broker)
        try bench.reload()
        try bench.wait("no report") { try bench.report.isEmpty }
        #expect(try waiting() >= before)
        try bench.startServer()
        try bench.configure(more: broker)
        try bench.reload()
        let begin = Date().timeIntervalSince1970
        try bench.wait("a position") { !bench.times().isEmpty }
        let oldest = Double(bench.times().first ?? 0) / 1000
        #expect(oldest > begin - 4, "\(begin - oldest) s old")
    }

    @Test(arguments: [
        ("{ url: \"mqtt://x\" }", "http://host:5055, or https://host/path"),
        ("{ url: \"http://x:5055/?id=1\" }", "contains a query"),
        ("{ url: \"http://user:word@x\" }", "user name or password"),
        ("{ id: x }", "url"),
        ("{ url: \"http://x\", interval_s: -1 }", "0...86"),
        ("{ url: \"http://x\", queue_days: 0 }", "1...365"),
        ("{ url: \"http://x\", user: x }", "traccar.user"),
    ])
    func `a wrong section stops the start with file, line and key`(section: String, words: String) throws {
        let bench = try TraccarBench()
        try bench.write("gateway.yaml", "listen: { gpsd: [\"127.0.0.1:0\"], http: \"\" }\ntraccar: \(section)\n")
        let result = try bench.launch().waitForEnd()
        #expect(result.status == 78, "\(result.status) \(result.messages)")
        #expect(result.messages.contains(words) && result.messages.contains("gateway.yaml:2"), "\(result.messages)")
    }
}
