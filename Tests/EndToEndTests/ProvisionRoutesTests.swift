// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Foundation
import Testing
import UBX

/// A daemon that runs a simulated u-blox receiver on a pseudo-terminal.
final class ProvisionBench {
    let terminal: PseudoTerminal
    let receiver: FalseReceiverLine
    private(set) var daemon: RunningProgram
    /// The address of the console; empty without one.
    let address: String
    private let file: TemporaryFile
    private let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"

    init(
        _ receiver: FalseUBXReceiver = FalseUBXReceiver(.f9), hasConsole: Bool = false, config: String = "",
        more: String = ""
    ) throws {
        terminal = try #require(PseudoTerminal(asUART: true))
        self.receiver = FalseReceiverLine(receiver, on: terminal, interval: 100_000, hasRate: true)
        let listens = hasConsole ? "[\"127.0.0.1:\(try Program.freePort())\"]" : "\"\""
        address = hasConsole ? "http://" + listens.dropFirst(2).dropLast(2) : ""
        file = try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: ubx, config: { device: \(terminal.path)\(config) } }
              - { id: drive, driver: file-simulator, config: { scenario: drive } }
            \(more)
            listen: { gpsd: ["127.0.0.1:0"], http: \(listens) }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        daemon = try Self.start(file, state)
    }

    deinit {
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        receiver.end()
        try? FileManager.default.removeItem(atPath: state)
    }

    private static func start(_ file: TemporaryFile, _ state: String) throws -> RunningProgram {
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
        try daemon.wait(for: "rover: running")
        return daemon
    }

    func restart() throws {
        _ = daemon.waitForEnd()
        daemon = try Self.start(file, state)
    }

    /// Reloads the configuration with another driver of the receiver.
    func reload(driver: String) throws {
        let url = URL(fileURLWithPath: file.path)
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        try Data(text.replacing("driver: ubx", with: "driver: \(driver)").utf8).write(to: url)
        daemon.signal(SIGHUP)
        try daemon.wait(for: "reload: applied")
    }

    func ask(_ method: String, _ path: String, _ body: String = "") throws -> PlainHTTP.Answer {
        try PlainHTTP.request(method, path, body: body, socket: daemon.socket)
    }

    /// Begins a set-up and returns its route.
    func begin(_ wishes: String = "") throws -> String {
        let answer = try ask("POST", "/v1/receivers/rover/provision", wishes)
        try #require(answer.status == 202, "\(answer.text)")
        return "/v1/receivers/provisionings/\(try #require(answer.json["id"] as? Int))"
    }

    /// Waits until a set-up has one of the states.
    func wait(_ route: String, for states: String...) throws -> [String: Any] {
        var report: [String: Any] = [:]
        let isThere = try until(120) {
            report = try ask("GET", route).json
            return states.contains(report["state"] as? String ?? "")
        }
        try #require(isThere, "\(report)")
        return report
    }

    func state(of receiver: String = "rover") throws -> String {
        try ask("GET", "/v1/receivers/\(receiver)").json["state"] as? String ?? "gone"
    }
}

/// Setting up u-blox receivers over HTTP.
@Suite(.serialized) struct ProvisionRoutesTests {
    @Test func `a plan is made, agreed to and carried out, and the receiver works before and after`() throws {
        let bench = try ProvisionBench()
        let route = try bench.begin(#"{"rate_hz":2,"baud":230400}"#)
        let plan = try bench.wait(route, for: "planned", "failed")
        #expect(plan["state"] as? String == "planned", "\(plan)")
        #expect(plan["model"] as? String == "ZED-F9P, HPG 1.32, protocol 27.31" && plan["port"] as? String == "UART1")
        #expect(plan["baud"] as? Int == 38_400 && plan["new_baud"] as? Int == 230_400)
        let changes = try #require(plan["changes"] as? [[String: Any]])
        let rate = try #require(changes.first { $0["setting"] as? String == "UART1 rate" })
        #expect(rate["old"] as? String == "38400 baud" && rate["new"] as? String == "230400 baud")
        #expect(rate["outcome"] == nil)
        // Nothing was written, and the receiver works as before while a person thinks.
        #expect(bench.receiver.state.changesAsked == 0)
        #expect(try until(60) { try bench.state() == "running" })

        let agreed = try bench.ask("POST", route, #"{"agrees":true}"#)
        #expect(agreed.status == 200 && agreed.json["state"] as? String == "changing", "\(agreed.text)")
        #expect(try bench.ask("POST", route, #"{"agrees":true}"#).status == 409)
        let done = try bench.wait(route, for: "done", "failed")
        #expect(done["state"] as? String == "done", "\(done)")
        let made = try #require(done["changes"] as? [[String: Any]])
        #expect(made.count == changes.count && made.allSatisfy { $0["outcome"] as? String == "made" }, "\(made)")
        #expect(bench.receiver.state.baud == 230_400 && bench.receiver.state.periodMilliseconds == 500)
        #expect(try until(60) { try bench.state() == "running" })

        let asked = bench.receiver.state.changesAsked
        let again = try bench.wait(try bench.begin(#"{"rate_hz":2,"baud":230400}"#), for: "done", "planned", "failed")
        #expect(again["state"] as? String == "done" && (again["changes"] as? [Any])?.isEmpty == true, "\(again)")
        #expect(bench.receiver.state.changesAsked == asked)
        let list = try bench.ask("GET", "/v1/receivers/provisionings").text
        #expect(list.contains("\"id\":1") && list.contains("\"id\":2"), "\(list)")
    }

    @Test func `what a person saw is what is done: another receiver on the line gets a plan of its own`() throws {
        let bench = try ProvisionBench()
        let route = try bench.begin()
        _ = try bench.wait(route, for: "planned")
        // Somebody plugs in another receiver while the person reads.
        bench.receiver.change { $0 = FalseUBXReceiver(.m8) }
        #expect(try bench.ask("POST", route, #"{"agrees":true}"#).status == 200)
        let plan = try bench.wait(route, for: "planned", "done", "failed")
        #expect(plan["state"] as? String == "planned", "\(plan)")
        #expect((plan["error"] as? [String: Any])?["code"] as? String == "provision.plan_changed", "\(plan)")
        #expect((plan["model"] as? String)?.contains("ZED-F9P") == false, "\(plan)")
        #expect(bench.receiver.state.changesAsked == 0)
        #expect(try bench.ask("POST", route, #"{"agrees":true}"#).status == 200)
        #expect(try bench.wait(route, for: "done", "failed")["state"] as? String == "done")
    }

    @Test func `NMEA stays on if a reload gives the receiver another driver while a person reads the plan`() throws {
        let bench = try ProvisionBench()
        let route = try bench.begin(#"{"nmea":false}"#)
        let plan = try bench.wait(route, for: "planned", "failed")
        #expect(plan["state"] as? String == "planned", "\(plan)")
        try bench.reload(driver: "nmea-serial")
        let answer = try bench.ask("POST", route, #"{"agrees":true}"#)
        #expect(answer.status == 400 && answer.text.contains("set driver: ubx"), "\(answer.text)")
        #expect(bench.receiver.state.changesAsked == 0)
    }

    @Test func `a receiver that refuses or is deaf is reported, and runs again`() throws {
        let bench = try ProvisionBench()
        bench.receiver.change { $0.refusesChanges = true }
        var route = try bench.begin()
        _ = try bench.wait(route, for: "planned")
        _ = try bench.ask("POST", route, #"{"agrees":true}"#)
        let refused = try bench.wait(route, for: "done", "failed")
        #expect(refused["state"] as? String == "failed")
        #expect((refused["error"] as? [String: Any])?["code"] as? String == "provision.incomplete", "\(refused)")
        let outcomes = (refused["changes"] as? [[String: Any]] ?? []).compactMap { $0["outcome"] as? String }
        #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0 == "refused" }, "\(refused)")
        #expect(try until(60) { try bench.state() == "running" })
        bench.receiver.change { $0.isDeaf = true }
        route = try bench.begin()
        let silent = try bench.wait(route, for: "planned", "failed")
        #expect(silent["state"] as? String == "failed")
        #expect((silent["error_text"] as? String)?.contains("is its input connected") == true, "\(silent)")
        #expect(try until(60) { try bench.state() == "running" })
    }

    @Test func `a set-up is cancelled, also by the end of the daemon, and a person's own stop holds`() throws {
        let bench = try ProvisionBench()
        bench.receiver.change { $0.isDeaf = true }
        var route = try bench.begin()
        #expect(try until(20) { try bench.state() == "stopped" })
        // A deaf receiver keeps the first set-up busy.
        #expect(try bench.ask("POST", "/v1/receivers/rover/provision").json["code"] as? String == "busy")
        let ended = try bench.ask("DELETE", route)
        #expect(ended.status == 200 && ended.json["state"] as? String == "cancelled", "\(ended.text)")
        #expect(try until(60) { try bench.state() == "running" })
        #expect(try bench.ask("POST", route, #"{"agrees":true}"#).status == 409)
        // A person stops the receiver while it is set up.
        route = try bench.begin()
        #expect(try until(20) { try bench.state() == "stopped" })
        #expect(try bench.ask("POST", "/v1/receivers/rover/stop").status == 200)
        #expect(try bench.ask("DELETE", route).json["state"] as? String == "cancelled")
        #expect(try bench.state() == "stopped")
        // One that was stopped before stays stopped.
        route = try bench.begin()
        _ = try bench.ask("DELETE", route)
        #expect(try bench.wait(route, for: "cancelled")["state"] as? String == "cancelled")
        #expect(try bench.state() == "stopped")
        #expect(try bench.ask("POST", "/v1/receivers/rover/start").status == 200)
        #expect(try until(60) { try bench.state() == "running" })
        // The daemon ends, then is killed, in the middle: the receiver runs at the next start.
        for signal in [SIGTERM, SIGKILL] {
            _ = try bench.begin()
            #expect(try until(20) { try bench.state() == "stopped" })
            let begin = ContinuousClock.now
            bench.daemon.signal(signal)
            try bench.restart()
            #expect(ContinuousClock.now - begin < .seconds(60))
            #expect(try bench.ask("GET", "/v1/receivers/provisionings").text.contains("{") == false)
        }
    }

    @Test func `the rate that the configuration states is kept`() throws {
        // Without a configured rate, the plan raises that of this receiver.
        let bench = try ProvisionBench(FalseUBXReceiver(.m8), config: ", baud: 9600")
        #expect(try bench.ask("GET", "/v1/receivers/rover").json["configured_baud"] as? Int == 9600)
        let plan = try bench.wait(try bench.begin(), for: "planned", "failed")
        #expect(plan["state"] as? String == "planned" && plan["new_baud"] == nil, "\(plan)")
        #expect((plan["omitted"] as? [String])?.contains("RXM-RAWX") == true, "\(plan)")
        #expect(try until(60) { try bench.state() == "running" })
    }

    @Test func `wrong requests are refused with words`() throws {
        let bench = try ProvisionBench(
            more: """
                  - { id: far, driver: ubx, config: { device: "tcp://127.0.0.1:1" } }
                  - { id: fixed, driver: ubx, config: { device: /dev/missing, baud: 9600 } }
                  - { id: plain, driver: nmea-serial, config: { device: "tcp://127.0.0.1:2" } }
                """)
        func refused(_ path: String, _ body: String, _ status: Int, _ code: String?, _ words: String) throws {
            let answer = try bench.ask("POST", path, body)
            #expect(answer.status == status && answer.json["code"] as? String == code, "\(body): \(answer.text)")
            #expect((answer.json["detail"] as? String)?.contains(words) == true, "\(body): \(answer.text)")
        }
        let route = "/v1/receivers/rover/provision"
        try refused("/v1/receivers/nothing/provision", "", 404, nil, "rover")
        try refused("/v1/receivers/drive/provision", "", 409, "no_serial_line", "drive")
        try refused("/v1/receivers/plain/provision", #"{"nmea":false}"#, 400, "bad_value", "set driver: ubx")
        try refused("/v1/receivers/fixed/provision", #"{"baud":115200}"#, 400, "bad_value", "baud: 9600")
        for (body, words) in [
            (#"{"rate_hz":0}"#, "0.1...25"), (#"{"rate_hz":26}"#, "0.1...25"), (#"{"rate_hz":-1e308}"#, "0.1...25"),
            (#"{"baud":4799}"#, "4800...921600"), (#"{"baud":9223372036854775807}"#, "4800...921600"),
            (#"{"memory":"rom"}"#, "ram, flash"), (#"{"baud":9600,"keep_baud":true}"#, "exclude each other"),
        ] { try refused(route, body, 400, "bad_value", words) }
        for body in ["[]", "{", #"{"rate_hz":"5"}"#, #"{"baud":1e400}"#] { try refused(route, body, 400, nil, "form") }
        for path in ["0", "7", "x", "-1", "99999999999999999999"] {
            #expect(try bench.ask("GET", "/v1/receivers/provisionings/\(path)").status == 404, "\(path)")
            try refused("/v1/receivers/provisionings/\(path)", #"{"agrees":true}"#, 404, nil, "set-up")
        }
        #expect(bench.receiver.state.changesAsked == 0 && bench.daemon.isRunning)
        // A receiver at an address where no program listens.
        let far = try bench.ask("POST", "/v1/receivers/far/provision")
        let id = try #require(far.json["id"] as? Int, "\(far.text)")
        let failed = try bench.wait("/v1/receivers/provisionings/\(id)", for: "failed")
        #expect((failed["error_text"] as? String)?.contains("127.0.0.1:1") == true, "\(failed)")
        // Twenty plans: only the newest is kept for a receiver.
        let first = try bench.begin()
        _ = try bench.wait(first, for: "planned")
        let second = try bench.begin()
        #expect(try bench.ask("GET", first).status == 404)
        #expect(try bench.wait(second, for: "planned")["state"] as? String == "planned")
        #expect(try bench.ask("POST", second, #"{"agrees":false}"#).json["state"] as? String == "cancelled")
    }
}
