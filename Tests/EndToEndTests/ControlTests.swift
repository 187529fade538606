// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The control interface of a daemon as a user has it: its state, its indicators, the operator's selection, and what of them
/// survives its sudden end.
@Suite(.serialized) struct ControlTests {
    /// A folder for the state of one daemon after the other.
    private final class State {
        let path = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func daemon(_ state: State, http: String = "\"\"", second: String? = nil) throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: file-simulator, priority: 20, config: { scenario: drive, speed: 20 } }
              - { id: base, driver: file-simulator, config: { scenario: drive, speed: 20 } }
            listen: { gpsd: ["127.0.0.1:0"], http: \(http) }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let program = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state.path])
        try program.wait(for: "rover: running: replaying")
        return program
    }

    private func ask(_ daemon: RunningProgram, _ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }

    private func status(_ daemon: RunningProgram) throws -> [String: Any] {
        let result = try ask(daemon, "status", "--json")
        try #require(result.status == 0, "\(result.messages)")
        return try object(result.output)
    }

    private func indicator(_ name: String, _ daemon: RunningProgram) throws -> [String: Any] {
        let indicators = try #require(try status(daemon)["indicators"] as? [[String: Any]])
        return try #require(indicators.first { $0["name"] as? String == name })
    }

    /// Asks until the condition holds, for two minutes at most.
    private func wait(until condition: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 120)
        let pause = PollPause(least: 50)
        while try !condition() {
            try #require(Date() < deadline, "it did not come to pass")
            pause.wait()
        }
    }

    @Test func `status shows the gateway, its receivers, the indicators and where state is kept`() throws {
        let state = State()
        let daemon = try daemon(state)
        try wait { try indicator("location", daemon)["colour"] as? String == "green" }
        let status = try status(daemon)
        let gateway = try #require(status["gateway"] as? [String: Any])
        #expect(gateway["name"] as? String == "gnss-gateway")
        #expect((gateway["uptime_s"] as? Double ?? 0) > 0)
        let receivers = try #require(status["receivers"] as? [[String: Any]])
        #expect(receivers.map { $0["id"] as? String } == ["rover", "base"])
        #expect(receivers.allSatisfy { $0["state"] as? String == "running" })
        #expect((status["store"] as? [String: Any])?["folder"] as? String == state.path)
        #expect((status["active"] as? [String: Any])?["receiver"] as? String != nil)
        let text = try ask(daemon, "status").output
        for part in [
            "active receiver: ", "RECEIVER", "rover", "base", "location", "green", "servers: gpsd", state.path,
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        let list = try ask(daemon, "receivers")
        #expect(list.status == 0 && list.lines.count == 3, "\(list.output)")
    }

    @Test func `an indicator that became green and the operator's selection survive kill -9`() throws {
        let state = State()
        do {
            let daemon = try daemon(state)
            #expect(try indicator("dual_frequency", daemon)["colour"] as? String == "yellow")
            try wait { try indicator("galileo", daemon)["colour"] as? String == "green" }
            let use = try ask(daemon, "receivers", "use", "base")
            #expect(use.status == 0, "\(use.messages)")
            daemon.signal(SIGKILL)
            _ = daemon.waitForEnd()
        }
        let check = try Program.run("store", "check", "--state-directory", state.path)
        #expect(check.status == 0 && check.messages.contains("2 receivers"), "\(check.messages)")
        let again = try daemon(state)
        let chosen = (try status(again)["active"] as? [String: Any])?["chosen"] as? String
        #expect(chosen == "base")
        let capabilities = try capabilities("rover", again)
        let galileo = try #require(capabilities.first { $0["ability"] as? String == "galileo" })
        #expect((galileo["evidence"] as? String)?.contains("E") == true && galileo["since"] as? String != nil)
        // Those of the first daemon, not of this one.
        let started = try #require((try status(again)["gateway"] as? [String: Any])?["started"] as? String)
        #expect(try #require(galileo["since"] as? String) < started)
        try wait { (try status(again)["active"] as? [String: Any])?["receiver"] as? String == "base" }
        #expect(try ask(again, "receivers", "use", "--automatic").status == 0)
        again.signal(SIGKILL)
        _ = again.waitForEnd()
        let third = try daemon(state)
        #expect((try status(third)["active"] as? [String: Any])?["chosen"] == nil)
    }

    private func capabilities(
        _ receiver: String, _ daemon: RunningProgram, _ list: String = "abilities"
    ) throws -> [[String: Any]] {
        let curl = try #require(Program.installed("curl"), "curl is not installed")
        let url = "http://localhost/v1/receivers/\(receiver)/capabilities"
        let output = try Program.run(curl, ["-sf", "--unix-socket", daemon.socket, url]).output
        return try #require(try object(output)[list] as? [[String: Any]])
    }

    @Test func `a receiver is stopped, started and forgotten by command, and one that is not there is named`() throws {
        let daemon = try daemon(State())
        #expect(try ask(daemon, "receivers", "stop", "base").status == 0)
        try wait { try ask(daemon, "receivers").output.contains("stopped by a command") }
        #expect(try ask(daemon, "receivers", "start", "base").status == 0)
        try wait { try !ask(daemon, "receivers").output.contains("stopped by a command") }
        try wait { try indicator("galileo", daemon)["colour"] as? String == "green" }
        #expect(try ask(daemon, "receivers", "forget", "rover").status == 0)
        for arguments in [["use", "nobody"], ["stop", "nobody"], ["forget", "nobody"], ["test", "nobody"]] {
            let result = try RunningProgram(
                try Program.gateway, ["receivers"] + arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
            ).waitForEnd()
            #expect(result.status == 69 && result.messages.contains("nobody"), "\(arguments): \(result.messages)")
        }
    }

    @Test func `receivers test watches a receiver and gives its verdict`() throws {
        let daemon = try daemon(State())
        try wait { try indicator("location", daemon)["colour"] as? String == "green" }
        // A drive has tunnels: a second without a position may come.
        try wait {
            let result = try ask(daemon, "receivers", "test", "rover", "--seconds", "1")
            return result.status == 0 && result.output.contains("GOOD") && result.output.contains("GNGGA")
        }
        let json = try object(try ask(daemon, "receivers", "test", "base", "--seconds", "1", "--json").output)
        let seen = try #require(json["kinds"] as? [String: Int])
        #expect(json["receiver"] as? String == "base" && seen["fix"] != nil)
        // The receiver's capabilities are what arrives on the bus.
        let listed = try capabilities("base", daemon, "kinds")
        let counts = Dictionary(
            listed.map { ($0["kind"] as? String, $0["count"] as? Int ?? 0) }, uniquingKeysWith: { first, _ in first })
        for (kind, count) in seen where kind != "driverState" {
            #expect(try #require(counts[kind]) >= count, "\(kind): \(listed)")
        }
    }

    @Test func `without a daemon each command says so with 69, and a scan looks for itself`() throws {
        for arguments in [["status"], ["receivers", "list"], ["receivers", "use", "x"], ["receivers", "test", "x"]] {
            let result = try Program.run(try Program.gateway, arguments)
            #expect(result.status == 69, "\(arguments)")
            #expect(result.messages.contains("no gnss-gateway is running") && result.messages.contains("start it with"))
        }
        let scan = try Program.run("receivers", "scan", "--json")
        #expect(scan.status == 0, "\(scan.messages)")
        #expect(scan.output.hasPrefix("["))
    }

    @Test func `a second daemon on the same state is refused with 69 and the first one's process`() throws {
        let state = State()
        let first = try daemon(state)
        let file = try TemporaryFile(
            """
            receivers: [{ id: other, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            """)
        let second = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state.path]
        ).waitForEnd()
        #expect(second.status == 69)
        #expect(second.messages.contains("another gnss-gateway (process ") && second.messages.contains(state.path))
        _ = first
    }

    @Test func `a daemon that is started while another ends waits for it`() throws {
        let state = State()
        for _ in 0..<2 {
            let daemon = try daemon(state)
            daemon.signal(SIGTERM)
        }
        let last = try daemon(state)
        last.signal(SIGTERM)
        #expect(last.waitForEnd().status == 0)
    }

    @Test func `a damaged store ends the start with 70 where it is required, and is left as it is`() throws {
        let state = State()
        do {
            let daemon = try daemon(state)
            daemon.signal(SIGTERM)
            #expect(daemon.waitForEnd().status == 0)
        }
        let path = state.path + "/store.sqlite"
        try Data(repeating: 0xA5, count: 8192).write(to: URL(fileURLWithPath: path))
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            """)
        let result = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path, "--require-store"],
            environment: ["STATE_DIRECTORY": state.path]
        ).waitForEnd()
        #expect(result.status == 70, "\(result.messages)")
        #expect(result.messages.contains(path) && result.messages.contains("was not changed"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(repeating: 0xA5, count: 8192))
        let check = try Program.run("store", "check", "--state-directory", state.path)
        #expect(check.status == 70, "\(check.messages)")
    }

    @Test(.enabled(if: Program.installed("curl") != nil, "curl is not installed"))
    func `over TCP reading is open and changing needs the token of the folder of state`() throws {
        let state = State()
        let port = try Program.freePort()
        let daemon = try daemon(state, http: "\"127.0.0.1:\(port)\"")
        let curl = try #require(Program.installed("curl"))
        let url = "http://127.0.0.1:\(port)/v1/receivers"
        #expect(try Program.run(curl, ["-sf", url]).output.contains(#""id":"rover""#))
        let change = [
            "-s", "-o", "/dev/null", "-w", "%{http_code}", "-X", "PUT", "-d", #"{"id":"base"}"#, url + "/active",
        ]
        #expect(try Program.run(curl, change).output == "401")
        let token = try String(contentsOfFile: state.path + "/credentials/control.token", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        #expect(try Program.run(curl, ["-H", "Authorization: Bearer \(token)"] + change).output == "200")
        let file = try TemporaryFile(
            """
            receivers: [{ id: other, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "127.0.0.1:\(port)" }
            """)
        let second = try Program.run("run", "--config", file.path)
        #expect(second.status == 69)
        #expect(second.messages.contains("127.0.0.1:\(port) is in use"))
        _ = daemon
    }

    @Test func `the demo leaves no state behind`() throws {
        let state = State()
        let demo = try RunningProgram(
            try Program.gateway, ["demo", "--port", "0"], environment: ["STATE_DIRECTORY": state.path])
        try demo.wait(for: "Ctrl-C ends it")
        let status = try object(try ask(demo, "status", "--json").output)
        #expect((status["store"] as? [String: Any])?["folder"] == nil)
        #expect(!FileManager.default.fileExists(atPath: state.path))
        demo.signal(SIGINT)
        #expect(demo.waitForEnd().status == 0)
    }
}
