// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A caster, the daemon, and a receiver on a real pseudo-terminal.
@Suite(.serialized) struct CorrectionsTests {
    private static let python = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private func caster() throws -> RunningProgram {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../CorrectionsTests/caster.py").standardizedFileURL.path
        // It ends when its input does.
        let caster = try RunningProgram("/usr/bin/python3", [script, "--stay"])
        try caster.wait(for: "port ", within: 60)
        return caster
    }

    private func port(_ caster: RunningProgram) throws -> Int {
        try #require(caster.output.firstMatch(of: /port (\d+)/).flatMap { Int($0.1) })
    }

    private func daemon(
        _ device: String, _ corrections: String, more: String = "", environment: [String: String] = [:]
    ) throws -> (RunningProgram, TemporaryFile) {
        let file = try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: nmea-serial, config: { device: \(device) }\(more) }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            corrections: \(corrections)
            """, suffix: ".yaml")
        let program = try RunningProgram(try Program.gateway, ["run", "--config", file.path], environment: environment)
        try program.wait(for: "listening to \(device)")
        return (program, file)
    }

    private func status(_ daemon: RunningProgram, _ arguments: String...) throws -> String {
        let program = try RunningProgram(
            try Program.gateway, ["status"] + arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket])
        return program.waitForEnd().output
    }

    @Test(.enabled(if: python), arguments: ["", ", isolation: process"])
    func `corrections reach the receiver unchanged, and its position reaches the caster`(isolation: String) throws {
        let caster = try caster()
        defer { caster.signal(SIGKILL) }
        let port = try port(caster)
        let receiver = PseudoReceiver("/tmp/gnss-corrections-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        try receiver.plug()
        let (daemon, _) = try daemon(
            receiver.path, "{ caster: \"ntrip://127.0.0.1:\(port)\", mountpoint: VRS, gga_interval_s: 1 }",
            more: isolation)
        var received: [UInt8] = []
        let deadline = Date(timeIntervalSinceNow: 120)
        while received.count < 30_000, Date() < deadline {
            #expect(receiver.send(epochs: 1))
            usleep(100_000)
            received += receiver.receive()
        }
        #expect(received.count >= 30_000, "\(received.count) bytes; \(daemon.messages)")
        // On a machine that is busy for seconds some may have been given up: whole ones, and the rest stays in order.
        var (place, last, count) = (0, -1, 0)
        while place + 13 <= received.count {
            let index = received[(place + 6)..<(place + 10)].reduce(0) { $0 << 8 | Int($1) }
            let frame = Self.frame(index & 0xFFFF)
            let rest = received[place...].prefix(frame.count)
            #expect(index > last && rest.elementsEqual(frame.prefix(rest.count)), "message \(index) after \(last)")
            guard index > last else { break }
            (place, last, count) = (place + frame.count, index, count + 1)
        }
        #expect(count > 50)
        #expect(caster.output.contains("SENTENCE $GPGGA,"))
        let text = try status(daemon)
        #expect(text.contains("corrections streaming: corrections from ntrip://127.0.0.1:\(port)/VRS"), "\(text)")
        #expect(text.contains("station 42") && text.contains("  to rover: "), "\(text)")
        let report = try object(try status(daemon, "--json"))
        let corrections = try #require(report["corrections"] as? [String: Any])
        #expect(corrections["state"] as? String == "streaming")
        #expect((corrections["positions"] as? Int ?? 0) >= 1)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test(.enabled(if: python)) func `a wrong password is told with what to do, and a reload with the right one opens`()
        throws
    {
        let caster = try caster()
        defer { caster.signal(SIGKILL) }
        let receiver = PseudoReceiver("/tmp/gnss-corrections-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        try receiver.plug()
        let password = try TemporaryFile("not-the-word\n")
        let section =
            "{ caster: \"127.0.0.1:\(try port(caster))\", mountpoint: PASSWORD, user: user, "
            + "password_file: \(password.path), gga_interval_s: 0 }"
        let (daemon, file) = try daemon(receiver.path, section)
        try daemon.wait(for: "rejects the user or password (401)", within: 60)
        let text = try status(daemon)
        #expect(text.contains("corrections failed: ") && text.contains("'corrections.password_file'"), "\(text)")
        #expect(text.contains("warning: no corrections: "), "\(text)")
        try Data("secret-word\n".utf8).write(to: URL(fileURLWithPath: password.path))
        daemon.signal(SIGHUP)
        try daemon.wait(for: "corrections: corrections from", within: 60)
        #expect(daemon.messages.contains("reload: applied \(file.path)"))
        #expect(!daemon.messages.contains("secret-word") && !daemon.messages.contains("not-the-word"))
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test(.enabled(if: python)) func `a proxy that the environment names gets no request`() throws {
        let caster = try caster()
        defer { caster.signal(SIGKILL) }
        let receiver = PseudoReceiver("/tmp/gnss-corrections-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        try receiver.plug()
        let proxy = "http://127.0.0.1:\(try Program.freePort())"
        let (daemon, _) = try daemon(
            receiver.path, "{ caster: \"127.0.0.1:\(try port(caster))\", mountpoint: V2, gga_interval_s: 0 }",
            environment: ["http_proxy": proxy, "all_proxy": proxy, "no_proxy": "", "NO_PROXY": ""])
        try daemon.wait(for: "corrections: corrections from", within: 60)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    /// As `frame` of `caster.py` makes it.
    private static func frame(_ index: Int) -> [UInt8] {
        let number = [1005, 1077, 1087][index % 3]
        var body = [UInt8(number >> 4), UInt8((number & 15) << 4), 42]
        body += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) }
        body += (0..<(index * 37 % 600)).map { UInt8(truncatingIfNeeded: index * 7 + $0) }
        let head = [0xD3, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
        var check: UInt32 = 0
        for byte in head {
            check ^= UInt32(byte) << 16
            for _ in 0..<8 { check = check & 0x80_0000 == 0 ? check << 1 : check << 1 ^ 0x186_4CFB }
        }
        return head + [16, 8, 0].map { UInt8(truncatingIfNeeded: check >> $0) }
    }
}
