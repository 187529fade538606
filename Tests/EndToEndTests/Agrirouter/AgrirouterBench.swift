// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The simulator process, and a gateway beside it on the clock of a replay, which the simulator follows.
final class AgrirouterBench {
    private(set) var simulator: RunningProgram
    private(set) var daemon: RunningProgram
    /// Endings of daemons before, with what they said.
    private(set) var said = ""
    let ready: [String: Any]
    let state: String
    private let admin: UInt16
    private let options: [String]
    private let receiver: String
    private let more: String
    private let manner: Manner
    private var configuration: TemporaryFile
    private var speed: Int
    private var seek = 0
    /// How the daemon is started.
    struct Manner {
        /// Further variables of its environment.
        var environment: [String: String] = [:]
        /// A program that runs it, and what is to stand in front of its own path.
        var launcher: [String] = []
        /// Where it serves its control interface on TCP; empty: nowhere.
        var http = ""
    }

    /// Codes that were typed.
    private(set) var codes: [String] = []

    /// - Parameters:
    ///   - receiver: the configuration of the file simulator; `SEEK` stands for where it begins, `SPEED` for its speed.
    ///   - speed: how many times real time it goes.
    ///   - more: further sections, or keys of `agrirouter` where they are indented; `ONBOARDING` stands for the address.
    ///   - directory: where the simulator keeps its state; nil: nowhere.
    ///   - manner: how the daemon is started.
    ///   - state: where the daemon keeps its state; nil: in a folder of its own.
    init(
        receiver: String, speed: Int, more: String = "", directory: String? = nil, manner: Manner = Manner(),
        state: String? = nil
    ) throws {
        self.state = state ?? NSTemporaryDirectory() + "gnss-agrirouter-\(UUID().uuidString)"
        options = ["agrirouter-simulator", "--follow", "--seed", "7"] + (directory.map { ["--directory", $0] } ?? [])
        simulator = try RunningProgram(try Program.gateway, options)
        try simulator.wait(for: "\"ready\"")
        ready = try object(simulator.output)
        let address = try #require((ready["admin"] as? String).flatMap { URL(string: $0) })
        admin = UInt16(try #require(address.port))
        (self.receiver, self.more, self.speed, self.manner) = (receiver, more, speed, manner)
        configuration = try Self.configuration(
            ready, receiver.replacingOccurrences(of: "SPEED", with: "\(speed)"), more, seek: 0, http: manner.http)
        daemon = try Self.start(configuration, self.state, manner)
        // Before the first epoch of a replay there is no time.
        try wait("a position") { try !time().hasPrefix("1970") }
    }

    deinit { try? FileManager.default.removeItem(atPath: state) }

    private static func configuration(
        _ ready: [String: Any], _ receiver: String, _ more: String, seek: Int, http: String
    ) throws -> TemporaryFile {
        try TemporaryFile(try text(ready, receiver, more, seek: seek, http: http), suffix: ".yaml")
    }

    private static func text(
        _ ready: [String: Any], _ receiver: String, _ more: String, seek: Int, http: String
    ) throws -> String {
        func text(_ key: String) throws -> String { try #require(ready[key] as? String) }
        return """
            receivers:
              - id: rover
                driver: file-simulator
                config: \(receiver.replacingOccurrences(of: "SEEK", with: "\(seek)"))
            listen: { gpsd: ["127.0.0.1:0"], http: "HTTP" }
            discovery: { enabled: false }
            agrirouter:
              qa:
                application_id: \(try text("application_id"))
                version_id: \(try text("version_id"))
                onboarding_url: \(try text("onboarding"))
              ca_file: \(try text("ca_file"))
            \(more.replacingOccurrences(of: "ONBOARDING", with: try text("onboarding")))
            """.replacingOccurrences(of: "HTTP", with: http)
    }

    /// Goes by other keys of `agrirouter` from now on; the receiver goes on as it does.
    func reload(_ more: String) throws {
        let text = try Self.text(
            ready, receiver.replacingOccurrences(of: "SPEED", with: "\(speed)"), more, seek: seek, http: manner.http)
        try Data(text.utf8).write(to: URL(fileURLWithPath: configuration.path))
        let before = daemon.messages.ranges(of: "reload: applied").count
        daemon.signal(SIGHUP)
        try wait("the reload") { daemon.messages.ranges(of: "reload: applied").count > before }
    }

    private static func start(
        _ configuration: TemporaryFile, _ state: String, _ manner: Manner
    ) throws -> RunningProgram {
        let command =
            manner.launcher + [try Program.gateway, "run", "--config", configuration.path, "--clock", "replay"]
        let daemon = try RunningProgram(
            command[0], Array(command.dropFirst()),
            environment: manner.environment.merging(["STATE_DIRECTORY": state]) { $1 })
        try daemon.wait(for: "start: ready")
        // The control interface answers a moment later.
        let deadline = Date(timeIntervalSinceNow: 60)
        while (try? PlainHTTP.request("GET", "/v1/agrirouter", socket: daemon.socket)) == nil, Date() < deadline {
            usleep(20_000)
        }
        return daemon
    }

    /// Ends the daemon suddenly and starts it again; its receiver goes on from a second of the drive.
    ///
    /// - Parameter speed: how fast it goes on; nil: as before.
    /// - Returns: the second of the newest position that waited on disk when it ended; nil: none did.
    @discardableResult
    func killAndRestart(at second: Int, speed: Int? = nil) throws -> Int? {
        daemon.signal(SIGKILL)
        said += daemon.waitForEnd().messages
        let newest = try newestOnDisk()
        if let speed { self.speed = speed }
        seek = second
        configuration = try Self.configuration(
            ready, receiver.replacingOccurrences(of: "SPEED", with: "\(self.speed)"), more, seek: second,
            http: manner.http)
        daemon = try Self.start(configuration, state, manner)
        return newest
    }

    /// Reads a copy: what a sudden end left is for the next gateway to put in order.
    private func newestOnDisk() throws -> Int? {
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-store-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        for name in try FileManager.default.contentsOfDirectory(atPath: state)
        where ["store.sqlite", "store.sqlite-wal"].contains(name) {
            try FileManager.default.copyItem(atPath: "\(state)/\(name)", toPath: "\(copy)/\(name)")
        }
        let script = """
            import sqlite3, sys, time
            newest = sqlite3.connect(sys.argv[1]).execute("SELECT max(time) FROM uplink_entries").fetchone()[0]
            print(time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(newest // 10**9)) if newest else "none")
            """
        let answer = try Program.run("/usr/bin/python3", ["-c", script, "\(copy)/store.sqlite"])
        try #require(answer.status == 0, "\(answer.messages)")
        return AgrirouterDrive.second(answer.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Ends the simulator suddenly and starts it again where it was.
    func killService() throws {
        simulator.signal(SIGKILL)
        _ = simulator.waitForEnd()
        var ports: [String] = []
        for name in ["onboarding", "gateway", "admin"] {
            let port = (ready[name] as? String).flatMap { URL(string: $0)?.port }
            ports += ["--\(name)", "\(try #require(port))"]
        }
        simulator = try RunningProgram(try Program.gateway, options + ports)
        try simulator.wait(for: "\"ready\"")
    }

    /// Ends the daemon as the service manager does.
    func end() throws {
        daemon.signal(SIGTERM)
        let result = daemon.waitForEnd()
        said += result.messages
        #expect(result.status == 0, "\(result.messages)")
    }

    // MARK: the gateway

    /// A command of the gateway.
    func ask(_ arguments: String..., input: String? = nil) throws -> Program.Result {
        try start(arguments, input).waitForEnd()
    }

    /// A command of the gateway that is not waited for.
    func begin(_ arguments: String..., input: String? = nil) throws -> RunningProgram { try start(arguments, input) }

    private func start(_ arguments: [String], _ input: String?) throws -> RunningProgram {
        if let input { codes.append(input.trimmingCharacters(in: .whitespacesAndNewlines)) }
        return try RunningProgram(
            try Program.gateway, ["agrirouter"] + arguments, input: input,
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket])
    }

    /// A code is typed.
    func note(_ code: String) { codes.append(code) }

    /// A request to the control interface.
    @discardableResult
    func request(_ method: String, _ path: String, _ body: String = "") throws -> PlainHTTP.Answer {
        try PlainHTTP.request(method, path, body: body, socket: daemon.socket)
    }

    /// How the uplink stands.
    func uplink() throws -> [String: Any] { try request("GET", "/v1/agrirouter").json }

    func state(_ report: [String: Any]) -> String { report["state"] as? String ?? "" }

    func waiting(_ report: [String: Any]) -> Int { (report["queue"] as? [String: Any])?["entries"] as? Int ?? -1 }

    func members() throws -> [[String: Any]] {
        try request("GET", "/v1/members").json["members"] as? [[String: Any]] ?? []
    }

    // MARK: the simulator

    /// A request to the simulator's interface for tests.
    @discardableResult
    func admin(_ method: String, _ path: String, _ body: String = "") throws -> [String: Any] {
        let answer = try PlainHTTP.request(method, path, body: body, port: admin)
        try #require((200..<300).contains(answer.status), "\(method) \(path): \(answer.text)")
        return answer.json
    }

    /// A new code.
    func code(_ account: String = "farm") throws -> String {
        try #require(try admin("POST", "/tan", #"{"account":"\#(account)"}"#)["tan"] as? String)
    }

    /// A new partner; its id.
    func partner(_ name: String, dropsEqualIDs: Bool = false) throws -> String {
        let partner = try admin(
            "POST", "/partners", #"{"name":"\#(name)","drops_equal_ids":\#(dropsEqualIDs)}"#)
        return try #require(partner["id"] as? String)
    }

    /// What a partner received of the gateway, and all of what is told of it.
    func received(_ partner: String) throws -> (positions: [[String: Any]], report: [String: Any]) {
        let report = try admin("GET", "/partners/\(partner)/received?limit=100000")
        let messages = report["messages"] as? [[String: Any]] ?? []
        let own = try endpoint()["id"] as? String
        let positions = (report["positions"] as? [[String: Any]] ?? []).filter { position in
            guard let message = position["message"] as? Int, messages.indices.contains(message) else { return false }
            return messages[message]["sender"] as? String == own
        }
        return (positions, report)
    }

    /// The only real client's endpoint.
    func endpoint() throws -> [String: Any] {
        let answer = try PlainHTTP.request("GET", "/endpoints", port: admin)
        let all = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]] ?? []
        return try #require(all.first { $0["partner"] as? Bool == false }, "\(answer.text)")
    }

    func arm(_ fault: String) throws { try admin("POST", "/faults", fault) }

    /// The faults that are armed, with how often each struck.
    func faults() throws -> [[String: Any]] {
        let answer = try PlainHTTP.request("GET", "/faults", port: admin)
        return try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]] ?? []
    }

    func clearFaults() throws { try admin("DELETE", "/faults") }

    /// Requests from a number on, each with the messages that it held.
    func journal(since: Int = 0) throws -> [[String: Any]] {
        try admin("GET", "/journal?since=\(since)&limit=10000")["entries"] as? [[String: Any]] ?? []
    }

    // MARK: waiting

    /// Returns once a condition holds.
    func wait(_ what: String, within seconds: Double = 240, until condition: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let pause = PollPause(least: 50)
        while try !condition() {
            try #require(
                Date() < deadline,
                "\(what) did not come to pass: \((try? request("GET", "/v1/agrirouter").text) ?? "") \(daemon.messages.suffix(2000))"
            )
            pause.wait()
        }
    }

    /// The second of the drive that the gateway has come to, by its own clock.
    func second() throws -> Int { try #require(AgrirouterDrive.second(try time())) }

    private func time() throws -> String {
        let status = try request("GET", "/v1/status").json
        return try #require((status["gateway"] as? [String: Any])?["time"] as? String)
    }
}
