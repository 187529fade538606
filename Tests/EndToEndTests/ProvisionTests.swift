// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Foundation
import Testing
import UBX

/// `receivers provision` and what `receivers test` says of receivers, with a false receiver on a pseudo-terminal.
@Suite(.serialized) struct ProvisionTests {
    private func run(_ arguments: [String], socket: String = "/nonexistent/control.sock") throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["receivers"] + arguments, environment: ["GNSS_GATEWAY_SOCKET": socket]
        ).waitForEnd()
    }

    @Test func `a plan is shown first, made when it is agreed to, and then there is nothing to do`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal, interval: 100_000, hasRate: true)
        defer { receiver.end() }
        let shown = try run(["provision", terminal.path])
        #expect(shown.status == 64, "\(shown.messages)")
        for part in ["ZED-F9P, HPG 1.32", "id DEADBEEF01", "at its UART1, 38400 baud", "off → every epoch"] {
            #expect(shown.output.contains(part), "\(part) in \(shown.output)")
        }
        #expect(shown.messages.contains("--yes") && receiver.state.changesAsked == 0)
        let made = try run(["provision", terminal.path, "--yes", "--rate", "2", "--baud", "230400"])
        #expect(made.status == 0, "\(made.output)\(made.messages)")
        #expect(made.output.contains("done: the receiver is set up"))
        #expect(made.messages.contains("UART1 rate: 38400 baud → 230400 baud: made"))
        #expect(receiver.state.baud == 230_400 && receiver.state.periodMilliseconds == 500)
        let asked = receiver.state.changesAsked
        let again = try run(["provision", terminal.path, "--yes", "--rate", "2", "--baud", "230400"])
        #expect(again.status == 0 && again.output.contains("nothing to change"), "\(again.output)\(again.messages)")
        #expect(receiver.state.changesAsked == asked)
    }

    @Test func `a refusal and a silence are told, with an exit code`() throws {
        let terminal = try #require(PseudoTerminal())
        var stubborn = FalseUBXReceiver(.m8)
        stubborn.refusesChanges = true
        let receiver = FalseReceiverLine(stubborn, on: terminal, interval: 100_000)
        defer { receiver.end() }
        let refused = try run(["provision", terminal.path, "--yes"])
        #expect(refused.status == 69 && refused.messages.contains("refused by the receiver"), "\(refused.messages)")
        receiver.change { $0.isDeaf = true }
        let silent = try run(["provision", terminal.path, "--yes"])
        #expect(silent.status == 69 && silent.messages.contains("is its input connected"), "\(silent.messages)")
        let missing = try run(["provision", "/nonexistent/ttyUSB0", "--yes"])
        #expect(missing.status == 69 && missing.messages.contains("does not exist"), "\(missing.messages)")
        let unknown = try run(["provision", "rover", "--yes"])
        #expect(unknown.status == 69 && unknown.messages.contains("no receiver or device is named \"rover\""))
        #expect(try run(["provision", terminal.path, "--rate", "99"]).status == 64)
    }

    @Test func `the rate of a receiver that sends garbage at the line's rate is looked for`() throws {
        let scenario = try TemporaryFile(
            """
            start: "2026-09-21T08:00:00Z"
            place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 40 }
            output: { ubx: { messages: [NAV-PVT, NAV-SAT] } }
            """, suffix: ".yaml")
        let link = NSTemporaryDirectory() + "receiver-\(UUID().uuidString)"
        // 9600 baud, where a terminal has 38400.
        let receiver = try RunningProgram(
            try Program.gateway, ["simulate", scenario.path, "--output", "uart:\(link)", "--receiver", "m8"])
        defer { receiver.signal(SIGTERM) }
        try receiver.wait(for: "the receiver is at")
        let made = try run(["provision", link, "--yes"])
        #expect(made.status == 0 && made.output.contains("done"), "\(made.output)\(made.messages)")
    }

    @Test func `where no rate makes sense, all that were tried are named`() throws {
        let noise = (0..<400).map { UInt8(truncatingIfNeeded: ($0 &* $0) ^ ($0 &* 181)) | 0x80 }
        let talker = try Talker(noise)
        defer { talker.end() }
        let refused = try run(["provision", talker.terminal.path, "--yes"])
        #expect(refused.status == 69)
        #expect(refused.messages.contains("asked at each of these rates: 38400, 9600, 115200"), "\(refused.messages)")
        #expect(refused.messages.contains("bytes arrived in") && !refused.messages.contains("input connected"))
    }

    @Test func `a receiver of the daemon is paused, set up and given back; the trial tells what it is good for`() throws
    {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal, interval: 100_000)
        defer { receiver.end() }
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: ubx, config: { device: \(terminal.path) } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
        try daemon.wait(for: "rover: running")
        let before = try run(["test", "rover", "--seconds", "5", "--json"], socket: daemon.socket)
        #expect(before.output.contains("\"verdict\":\"compatible_without_osnma\""), "\(before.output)")
        let made = try run(["provision", "rover", "--yes"], socket: daemon.socket)
        #expect(made.status == 0 && made.output.contains("done"), "\(made.output)\(made.messages)")
        #expect(made.messages.contains("rover is paused") && made.messages.contains("rover resumed"))
        #expect(receiver.state.interval(of: .rxmSFRBX) == 1)
        let deadline = Date(timeIntervalSinceNow: 120)
        var after = try run(["test", "rover", "--seconds", "5", "--json"], socket: daemon.socket)
        while !after.output.contains("\"verdict\":\"compatible\""), Date() < deadline {
            after = try run(["test", "rover", "--seconds", "5", "--json"], socket: daemon.socket)
        }
        #expect(after.status == 0 && after.output.contains("\"verdict\":\"compatible\""), "\(after.output)")
        // One that a person stopped is set up, and stays stopped.
        #expect(try run(["stop", "rover"], socket: daemon.socket).status == 0)
        let stopped = try run(["provision", "rover", "--yes"], socket: daemon.socket)
        #expect(stopped.status == 0 && !stopped.messages.contains("resumed"), "\(stopped.output)\(stopped.messages)")
        #expect(stopped.messages.contains("rover stays stopped; to start it, run 'receivers start rover'"))
        let listed = try run(["list"], socket: daemon.socket)
        #expect(listed.output.contains("stopped"), "\(listed.output)")
    }

    @Test func `NMEA is not switched off if the receiver's driver needs it`() throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal, interval: 100_000)
        defer { receiver.end() }
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: nmea-serial, config: { device: \(terminal.path) } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
        try daemon.wait(for: "rover: running")
        let refused = try run(["provision", "rover", "--yes", "--no-nmea"], socket: daemon.socket)
        #expect(refused.status == 64 && refused.messages.contains("set driver: ubx"), "\(refused.messages)")
        #expect(receiver.state.changesAsked == 0 && !refused.messages.contains("paused"))
    }

    @Test func `noise, wrong checksums and sentences without a position are told apart`() throws {
        let noise = (0..<400).map { UInt8(truncatingIfNeeded: ($0 &* $0) ^ ($0 &* 181)) | 0x80 }
        let wrong = Array("$GPGLL,5230.00000,N,01324.00000,E,120000.00,A*00\r\n".utf8)
        let empty = Array("$GPGLL,,,,,120000.00,V*2B\r\n".utf8)
        let talkers = try [noise, wrong, empty].map { try Talker($0) }
        defer { for talker in talkers { talker.end() } }
        let ids = ["noise", "wrong", "empty"]
        let receivers = zip(ids, talkers).map { id, talker in
            "  - { id: \(id), driver: nmea-serial, config: { device: \(talker.terminal.path) } }"
        }
        let file = try TemporaryFile(
            "receivers:\n" + receivers.joined(separator: "\n")
                + "\nlisten: { gpsd: [\"127.0.0.1:0\"], http: \"\" }\ndiscovery: { enabled: false }\n", suffix: ".yaml")
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
        try daemon.wait(for: "empty: running")
        let verdicts = ["connected_incompatible", "connected_incompatible", "connected_no_position"]
        for (id, verdict) in zip(ids, verdicts) {
            let deadline = Date(timeIntervalSinceNow: 120)
            var answer = try run(["test", id, "--seconds", "2", "--json"], socket: daemon.socket)
            while !answer.output.contains("\"verdict\":\"\(verdict)\""), Date() < deadline {
                answer = try run(["test", id, "--seconds", "2", "--json"], socket: daemon.socket)
            }
            #expect(answer.status == 69 && answer.output.contains("\"verdict\":\"\(verdict)\""), "\(answer.output)")
        }
    }
}

/// A device that says the same again and again.
private final class Talker: @unchecked Sendable {  // The flag is behind the lock.
    let terminal: PseudoTerminal
    private let lock = NSLock()
    private var isEnding = false

    init(_ bytes: [UInt8]) throws {
        terminal = try #require(PseudoTerminal())
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isEnding }) {
                _ = write(terminal.master, bytes, bytes.count)
                usleep(100_000)
            }
        }
    }

    func end() { lock.withLock { isEnding = true } }
}
