// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The daemon, run as a user runs it, with Debian's real clients of gpsd.
@Suite(.serialized) struct DaemonTests {
    private static let gpspipe = Program.installed("gpspipe")
    private static let cgps = Program.installed("cgps")

    /// A daemon with a simulated drive, 20 times as fast as real time.
    private func daemon(_ port: Int, config: String = "{ scenario: drive, speed: 20 }") throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers:
              - id: rover
                driver: file-simulator
                isolation: in-process
                priority: 10
                config: \(config)
            listen: { gpsd: ["127.0.0.1:\(port)"], http: "" }
            """, suffix: ".yaml")
        let program = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try program.wait(for: "running: replaying")
        return program
    }

    @Test(.enabled(if: gpspipe != nil, "gpspipe is not installed (Debian: gpsd-clients)"))
    func `gpspipe shows the replayed receiver, one TPV and one SKY an epoch`() throws {
        let port = try Program.freePort()
        let daemon = try daemon(port)
        let gpspipe = try #require(Self.gpspipe)
        let lines = try Program.run(gpspipe, ["-w", "-n", "100", "127.0.0.1:\(port)"]).lines.map { try object($0) }
        #expect(lines.first?["class"] as? String == "VERSION")
        let devices = try #require(lines.first { $0["class"] as? String == "DEVICES" }?["devices"] as? [[String: Any]])
        #expect(devices.map { $0["path"] as? String } == ["rover"])
        let times = lines.filter { $0["class"] as? String == "TPV" }.compactMap { $0["time"] as? String }
        #expect(times.count > 10)
        #expect(Set(times).count == times.count, "a TPV came twice")
        let skies = lines.filter { $0["class"] as? String == "SKY" }
        #expect(skies.allSatisfy { $0["nSat"] != nil && $0["uSat"] != nil && $0["satellites"] != nil })
        #expect(lines.contains { ($0["lat"] as? Double) != nil && $0["alt"] != nil && $0["altMSL"] != nil })
        _ = daemon
    }

    @Test(.enabled(if: cgps != nil, "cgps is not installed (Debian: gpsd-clients)"))
    func `cgps shows the position on a terminal`() throws {
        let port = try Program.freePort()
        let daemon = try daemon(port)
        // script(1) gives it a real pseudo-terminal. A screen is drawn in pieces, so only whole numbers can be looked for:
        // the scenario drives at 52.4° N, 5.6° E.
        let command = "stty rows 50 cols 120; exec timeout -k 1 200 cgps -s 127.0.0.1:\(port)"
        let screen = try RunningProgram(
            "/usr/bin/env", ["script", "-qfec", command, "/dev/null"], environment: ["TERM": "xterm"])
        let deadline = Date(timeIntervalSinceNow: 180)
        while !screen.output.contains(/52\.4[0-9]{6,}/), Date() < deadline { usleep(50_000) }
        #expect(screen.output.contains(/52\.4[0-9]{6,}/), "\(screen.output.suffix(2000))")
        screen.signal(SIGTERM)
        _ = daemon
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends it cleanly within two seconds, clients connected or not`(signal: Int32) throws {
        // The best of three ends counts. The time includes that in which other tests have the processors; a part of the
        // daemon that does not end keeps it beyond 2 s in every run, and the status is checked in each.
        var shortest = Double.infinity
        for _ in 0..<3 where shortest >= 2 {
            let port = try Program.freePort()
            let daemon = try daemon(port)
            let client = try Self.gpspipe.map { try RunningProgram($0, ["-w", "127.0.0.1:\(port)"]) }
            if let client { try client.wait(for: "TPV") }
            let begin = Date()
            daemon.signal(signal)
            let result = daemon.waitForEnd()
            shortest = min(shortest, Date().timeIntervalSince(begin))
            #expect(result.status == 0, "\(result.messages)")
        }
        #expect(shortest < 2)
    }

    @Test func `a scenario loses the fix in its tunnel and says so, and finds it again`() throws {
        let gpspipe = try #require(Self.gpspipe ?? Program.installed("nc"), "neither gpspipe nor nc is installed")
        guard gpspipe.hasSuffix("gpspipe") else { return }
        let port = try Program.freePort()
        let daemon = try daemon(port, config: "{ scenario: drive, speed: 200 }")
        let lines = try Program.run(gpspipe, ["-w", "-n", "900", "127.0.0.1:\(port)"]).lines.map { try object($0) }
        let modes = lines.filter { $0["class"] as? String == "TPV" }.compactMap { $0["mode"] as? Int }
        let lost = try #require(modes.firstIndex(of: 1))
        #expect(modes[lost...].contains(3), "\(modes)")
        #expect(
            lines.allSatisfy { $0["mode"] as? Int != 1 || $0["lat"] == nil }, "a position without a fix")
        _ = daemon
    }

    @Test func `DEVICE has the configured settings of a serial line`() throws {
        let port = try Program.freePort()
        let device = PseudoReceiver(NSTemporaryDirectory() + "gnss-line-\(UUID().uuidString)")
        try device.plug()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: nmea-serial, config: { device: \(device.path), baud: 4800 } }]
            listen: { gpsd: ["127.0.0.1:\(port)"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let program = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try program.wait(for: "start: ready")
        let client = try GPSDClient(port: port)
        try eventually("no DEVICE has the settings: \(client.all.map(\.line))") {
            _ = device.send(epochs: 1, within: 1)
            return client.reports("DEVICE").contains { report in
                report.object["path"] as? String == device.path && report.object["bps"] as? Int == 4800
                    && report.object["parity"] as? String == "N" && report.object["stopbits"] as? Int == 1
            }
        }
    }

    @Test func `a port that is taken is named, with what to do, and ends it with 69`() throws {
        let port = try Program.freePort()
        let first = try daemon(port)
        let file = try TemporaryFile(
            """
            receivers: [{ id: other, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:\(port)"], http: "" }
            """)
        let second = try Program.run("run", "--config", file.path)
        #expect(second.status == 69)
        #expect(second.messages.contains("127.0.0.1:\(port) is in use"))
        #expect(!second.messages.contains("warning") && !second.messages.contains("error"), "\(second.messages)")
        _ = first
    }

    @Test func `a capture that is not there is named with what to do, and ends it with 69`() throws {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { file: /nowhere.log } }]
            listen: { gpsd: ["127.0.0.1:\(try Program.freePort())"], http: "" }
            """)
        let result = try Program.run("run", "--config", file.path)
        #expect(result.status == 69)
        #expect(result.messages.contains("config.file: /nowhere.log: No such file or directory; give the path"))
    }

    @Test func `the demo says what to try next`() throws {
        let port = try Program.freePort()
        let demo = try RunningProgram(try Program.gateway, ["demo", "--port", "\(port)"])
        try demo.wait(for: "Ctrl-C ends it")
        #expect(demo.messages.contains("gpspipe -w 127.0.0.1:\(port)"))
        demo.signal(SIGINT)
        #expect(demo.waitForEnd().status == 0)
    }

    @Test func `the demo becomes authenticated, by keys of a simulation, and says so`() throws {
        let folder = NSTemporaryDirectory() + "gnss-demo-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let demo = try RunningProgram(
            try Program.gateway, ["demo", "--port", "0", "--speed", "50"], environment: ["TMPDIR": folder])
        try demo.wait(for: "simulated Galileo authenticated", within: 300)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        func ask(_ arguments: String...) throws -> Program.Result {
            try RunningProgram(
                try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": demo.socket]
            ).waitForEnd()
        }
        let status = try ask("osnma", "status")
        #expect(status.status == 0 && status.output.contains("SIMULATION: "), "\(status.output)")
        let json = try JSONSerialization.jsonObject(with: Data(try ask("osnma", "status", "--json").output.utf8))
        let receiver = try #require(((json as? [String: Any])?["receivers"] as? [[String: Any]])?.first)
        #expect((receiver["clock"] as? [String: Any])?["source"] as? String == "simulation")
        #expect(receiver["fresh"] as? Bool == false && receiver["tags_wrong"] as? Int == 0)
        #expect(try ask("status").output.contains("says nothing about the real Galileo"))
        demo.signal(SIGINT)
        #expect(demo.waitForEnd().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
}
