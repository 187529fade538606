// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a simulated receiver, a real mosquitto, and its clients.
final class MQTTBench {
    let folder = NSTemporaryDirectory() + "gnss-mqtt-\(UUID().uuidString)"
    let port: Int
    private(set) var broker: RunningProgram?
    private(set) var daemon: RunningProgram?
    private var watchers: [RunningProgram] = []

    static let mosquitto = Program.installed("mosquitto") ?? "/usr/sbin/mosquitto"
    static let isInstalled =
        FileManager.default.isExecutableFile(atPath: mosquitto) && Program.installed("mosquitto_sub") != nil

    /// - Parameter port: of a broker that runs already; nil for a free one.
    init(port: Int? = nil) throws {
        self.port = try port ?? Program.freePort()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Mosquitto gives up root for a user of its own, which must read and write here.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }

    deinit {
        for program in watchers + [daemon, broker].compactMap(\.self) {
            program.signal(SIGKILL)
            _ = program.waitForEnd()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    }

    /// - Parameters:
    ///   - listener: the lines of the listener, without its port.
    ///   - hearsSignals: true if a test sends it a signal. The tests' own process may block some, and programs inherit that.
    func startBroker(_ listener: String = "allow_anonymous true", hearsSignals: Bool = false) throws {
        try write("broker.conf", "listener \(port) 127.0.0.1\nuser root\nlog_type all\n\(listener)\n")
        let arguments = ["-c", folder + "/broker.conf"]
        let unblock =
            "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
        let broker =
            try hearsSignals
            ? RunningProgram("/usr/bin/env", ["python3", "-c", unblock, Self.mosquitto] + arguments)
            : RunningProgram(Self.mosquitto, arguments)
        try broker.wait(for: "running", within: 30)
        self.broker = broker
    }

    func killBroker() {
        broker?.signal(SIGKILL)
        _ = broker?.waitForEnd()
    }

    /// - Parameters:
    ///   - keys: keys of the section besides the address; nil for no section.
    ///   - scheme: of the address.
    ///   - port: of another broker; nil for this one.
    func configure(
        _ keys: String? = "", scheme: String = "mqtt", speed: Double = 1, host: String = "127.0.0.1", port: Int? = nil
    ) throws {
        let section = keys.map {
            "mqtt: { url: \"\(scheme)://\(host):\(port ?? self.port)\", name: tractor, history_interval_s: 1\($0.isEmpty ? "" : ", ")\($0) }"
        }
        try write(
            "gateway.yaml",
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive, speed: \(speed) } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            \(section ?? "")
            """)
    }

    func startDaemon() throws {
        let daemon = try launch()
        self.daemon = daemon
        _ = daemon.socket
        try #require(daemon.isRunning, "\(daemon.messages)")
    }

    func launch(_ environment: [String: String] = [:]) throws -> RunningProgram {
        try RunningProgram(
            try Program.gateway, ["run", "--config", folder + "/gateway.yaml"],
            environment: ["STATE_DIRECTORY": folder + "/state"].merging(environment) { $1 })
    }

    func use(_ daemon: RunningProgram) { self.daemon = daemon }

    func endDaemon(_ signal: Int32) {
        daemon?.signal(signal)
        _ = daemon?.waitForEnd()
    }

    func ask(_ method: String, _ path: String) throws -> PlainHTTP.Answer {
        try PlainHTTP.request(method, path, socket: try #require(daemon).socket)
    }

    var report: [String: Any] { get throws { try ask("GET", "/v1/status").json["mqtt"] as? [String: Any] ?? [:] } }
    var problem: String? { get throws { (try report["problem"] as? [String: Any])?["code"] as? String } }

    /// Subscribes; the messages are in the output, as `TOPIC PAYLOAD`.
    func watch(_ filter: String, _ more: [String] = []) throws -> RunningProgram {
        let program = try RunningProgram(
            "/usr/bin/env",
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "-F", "%t %r %p", "-t", filter] + more)
        watchers.append(program)
        return program
    }

    /// The retained message of a topic; nil if there is none.
    func retained(_ topic: String, _ more: [String] = []) throws -> [String: Any]? {
        let result = try RunningProgram(
            "/usr/bin/env",
            [
                // Its own limit, -W, sometimes does not end it.
                "timeout", "-s", "KILL", "1", "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "-C", "1",
                "--retained-only", "-t", topic,
            ] + more
        ).waitForEnd()
        return try result.output.isEmpty ? nil : object(result.output)
    }

    /// The payloads that a watcher got for a topic.
    static func payloads(_ watcher: RunningProgram, _ topic: String) -> [[String: Any]] {
        watcher.output.split(separator: "\n").filter { $0.hasPrefix(topic + " ") }.compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            return parts.count == 3 ? try? object(parts[2]) : nil
        }
    }

    func wait(_ what: String, within seconds: Double = 60, for condition: () throws -> Bool) throws {
        let isThere = try until(seconds, condition)
        let state = isThere ? [:] : (try? report) ?? [:]
        try #require(isThere, "\(what): \(state), \(daemon?.messages ?? ""), \(broker?.messages.suffix(3000) ?? "")")
    }

    /// Makes an authority, and certificates for the broker and the gateway.
    func makeCertificates() throws {
        func run(_ arguments: String) throws {
            let result = try RunningProgram(
                "/usr/bin/env", ["openssl"] + arguments.split(separator: " ").map(String.init)
            ).waitForEnd()
            try #require(result.status == 0, "\(arguments): \(result.messages)")
        }
        let ca = "\(folder)/ca"
        try run("req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout \(ca).key -out \(ca).pem")
        try write("names", "subjectAltName=IP:127.0.0.1")
        for name in ["broker", "gateway"] {
            let path = "\(folder)/\(name)"
            try run("req -newkey rsa:2048 -nodes -subj /CN=\(name) -keyout \(path).key -out \(path).csr")
            try run(
                "x509 -req -in \(path).csr -CA \(ca).pem -CAkey \(ca).key -CAcreateserial -days 2 -out \(path).pem "
                    + "-extfile \(folder)/names")
        }
        for name in ["broker.key", "gateway.key"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/" + name)
        }
    }
}
