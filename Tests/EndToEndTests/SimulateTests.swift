// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing

/// `gnss-gateway simulate`.
@Suite(.serialized) struct SimulateTests {
    private static let scenarios = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Plugins/FileSimulator/Scenarios")

    private static func scenario(_ text: String) throws -> TemporaryText { try TemporaryText(text) }

    /// A file that is gone with the value.
    final class TemporaryText {
        let path: String
        init(_ text: String) throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml").path
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let standing = """
        start: "2026-09-21T08:00:00Z"
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 40 }

        """

    @Test func `all ready scenarios are right`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.scenarios.path)
        #expect(files.count >= 7)
        for file in files {
            let path = Self.scenarios.appendingPathComponent(file).path
            let result = try Program.run("simulate", path, "--check")
            #expect(result.status == 0, "\(file): \(result.messages)")
        }
    }

    @Test func `a scenario becomes a file that decodes, the same each time`() throws {
        let path = Self.scenarios.appendingPathComponent("cold-start.yaml").path
        let out = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).nmea").path
        defer { try? FileManager.default.removeItem(atPath: out) }
        let made = try Program.run("simulate", path, "--output", out)
        #expect(made.status == 0, "\(made.messages)")
        let first = try Data(contentsOf: URL(fileURLWithPath: out))
        let again = try Program.run("simulate", path, "--output", out)
        #expect(again.status == 73 && again.messages.contains("--force"))
        #expect(try Program.run("simulate", path, "-o", out, "--force").status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: out)) == first)
        let decoded = try Program.run("decode", out)
        #expect(decoded.lines.count { $0.contains("\"class\":\"TPV\"") } == 241, "\(decoded.messages)")
    }

    @Test func `what is wrong with a scenario is told with its place`() throws {
        let wrong = try Self.scenario("start: \"2026-09-21T08:00:00Z\"\nplace: { latitude_deg: 99, longitud: 5 }\n")
        let result = try Program.run("simulate", wrong.path)
        #expect(result.status == 78)
        #expect(result.messages.contains("\(wrong.path):2:24: place.latitude_deg"), "\(result.messages)")
        #expect(result.messages.contains("place.longitud: unknown key"))
        let empty = try Self.scenario("start: \"2026-09-31T08:00:00Z\"\n")
        #expect(try Program.run("simulate", empty.path).messages.contains("start: "))
        #expect(try Program.run("simulate", wrong.path, "--fault", "boom@1").status == 64)
        #expect(try Program.run("simulate", "/nonexistent.yaml").status == 66)
    }

    @Test func `pages of Galileo are authenticated with what is to be trusted for them`() throws {
        let file = try Self.scenario(
            Self.standing
                + "duration_s: 240\noutput: { ubx: { messages: [NAV-PVT, NAV-TIMEGAL, RXM-SFRBX] } }\nosnma: {}\n")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (trust, out) = (folder.path, folder.appendingPathComponent("sky.ubx").path)
        let made = try Program.run("simulate", file.path, "--output", out, "--trust", trust)
        #expect(made.status == 0, "\(made.messages)")
        let verified = try Program.run("osnma", "verify", "--trust", trust, out)
        #expect(verified.lines.contains { $0.contains("\"type\":\"authenticated\"") }, "\(verified.messages)")
        #expect(verified.output.contains("\"tags_failed\":0"))
        // Whoever has the scenario has its private keys.
        let tree = try #require(
            try FileManager.default.contentsOfDirectory(atPath: trust).first { $0.hasSuffix("xml") })
        let added = try Program.run("osnma", "trust", "add", "--state-directory", trust, "\(trust)/\(tree)")
        #expect(added.status == 65 && added.messages.contains("is of a simulation"), "\(added.messages)")
    }

    /// The lines that `osnma verify` has of a ready scenario.
    private func verified(_ scenario: String) throws -> [Substring] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (trust, out) = (folder.path, folder.appendingPathComponent("sky.ubx").path)
        let made = try Program.run(
            "simulate", Self.scenarios.appendingPathComponent(scenario).path, "--output", out, "--trust", trust)
        #expect(made.status == 0, "\(made.messages)")
        return try Program.run("osnma", "verify", "--trust", trust, out).lines
    }

    @Test func `attacks are told one after the other, and between them Galileo is authenticated`() throws {
        let lines = try verified("spoofing-attack.yaml")
        func has(_ words: String...) -> Bool { lines.contains { line in words.allSatisfy { line.contains($0) } } }
        #expect(has(#""type":"tag_failed""#))
        #expect(has(#""anomaly""#, "wrong_key") && has(#""anomaly""#, "replayed"), "\(lines.suffix(3))")
        #expect(lines.count { $0.contains(#""type":"authenticated""#) } > 500)
    }

    @Test func `all that happens to Galileo's keys is followed to the alert`() throws {
        let lines = try verified("osnma-changes.yaml")
        func count(_ type: String) -> Int { lines.count { $0.contains(#""type":"\#(type)""#) } }
        #expect(count("tag_failed") == 0 && count("kroot_failed") == 0)
        #expect(count("chain_change") == 3, "\(count("chain_change"))")
        #expect(count("public_key_dropped") == 3 && count("chain_revoked") == 2 && count("alert") == 1)
        // The alert is first sent at 15:25: tags of before may be proven later.
        let tags = lines.compactMap { $0.firstMatch(of: /"tag_time":\[1413,(\d+)\]/).flatMap { Int($0.1) } }
        let last = try #require(tags.max())
        #expect((141_800..<141_918).contains(last), "\(last)")
    }

    @Test func `a bench tells which receivers passed`() throws {
        let good = try Self.scenario(
            Self.standing + "duration_s: 60\nfaults: [{ at_s: 20, duration_s: 5, kind: stall }]\n")
        let bad = try Self.scenario(Self.standing + "duration_s: 60\noutput: { nmea: { quirks: [no-checksum] } }\n")
        let result = try Program.run("simulate", "--bench", good.path, bad.path)
        #expect(result.status == 1)
        #expect(result.lines.map { $0.prefix(4) } == ["PASS", "FAIL"], "\(result.output)")
    }

    @Test func `a receiver on a terminal is provisioned like a real one`() throws {
        let file = try Self.scenario(Self.standing + "output: { ubx: { messages: [NAV-PVT] } }\n")
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("ttyUSB-\(UUID().uuidString)").path
        let receiver = try RunningProgram(
            try Program.gateway,
            ["simulate", file.path, "--output", "uart:\(link)", "--receiver", "f9"])
        try receiver.wait(for: "the receiver is at")
        let made = try RunningProgram(
            try Program.gateway, ["receivers", "provision", link, "--yes", "--rate", "2"],
            environment: ["GNSS_GATEWAY_SOCKET": "/nonexistent/control.sock"]
        ).waitForEnd()
        #expect(made.status == 0, "\(made.output)\(made.messages)")
        #expect(made.output.contains("ZED-F9P") && made.output.contains("done: the receiver is set up"))
        receiver.signal(SIGTERM)
        #expect(receiver.waitForEnd().status == 0)
        #expect(!FileManager.default.fileExists(atPath: link))
    }

    @Test func `corrections make a receiver on a port precise`() throws {
        let file = try Self.scenario(Self.standing + "output: { nmea: { sentences: [gga] } }\n")
        let port = try Program.freePort()
        let receiver = try RunningProgram(
            try Program.gateway, ["simulate", file.path, "--output", "tcp:\(port)", "--speed", "20"])
        try receiver.wait(for: "the receiver is at")
        let client = try PortClient(port)
        #expect(try client.wait(for: ",E,1,"))
        var base = Scenario(
            start: UTCTime(nanosecondsSince1970: 1_790_000_000_000_000_000),
            route: .still(RoutePoint(latitude: 52.4, longitude: 5.5, height: 40, speed: 1)))
        base.duration = 1
        var simulation = ScenarioSimulation(base)
        var output = ReceiverOutput(simulation, rtcm: RTCMRendering())
        let corrections = try #require(simulation.next().map { output.bytes($0) })
        // Again and again, as a caster sends them.
        #expect(try client.wait(for: ",E,4,") { client.send(corrections) })
        receiver.signal(SIGTERM)
        _ = receiver.waitForEnd()
    }
}

/// Somebody at a port.
private final class PortClient {
    private let descriptor: Int32
    private var heard: [UInt8] = []

    init(_ port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(code == 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }

    /// Whether words come within two minutes; meanwhile something is done again and again.
    func wait(for words: String, meanwhile: () -> Void = {}) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: 120)
        var room = [UInt8](repeating: 0, count: 4096)
        while Date() < deadline {
            meanwhile()
            let count = read(descriptor, &room, room.count)
            if count > 0 { heard += room.prefix(count) } else { usleep(50_000) }
            if String(decoding: heard, as: UTF8.self).contains(words) { return true }
            if heard.count > 1 << 20 { heard.removeFirst(heard.count / 2) }
        }
        return false
    }
}
