// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Two live receivers of one gateway: what one of them hears to be out of use holds for the other at once, and is on disk
/// before the power fails. The simulated service passes as Galileo's here, for a simulation teaches nothing.
@Suite(.serialized) struct LiveRevocationTests {
    /// The chain is revoked after four minutes, and the new one takes over at the next hour.
    private static let scenario = """
        start: "2026-09-21T10:40:12Z"
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39.5 }
        receiver: { constellations: [galileo], dual_frequency: false }
        output: { ubx: { messages: [NAV-PVT, NAV-TIMEGAL, NAV-SAT, NAV-EOE, RXM-SFRBX] } }
        osnma: { changes: [{ at_s: 240, kind: crev }] }
        duration_s: 480

        """

    private let folder = NSTemporaryDirectory() + "gnss-revocation-\(UUID().uuidString)"

    /// What a receiver sends, by the second of the scenario.
    private func capture() throws -> [UInt8] {
        let file = try TemporaryFile(Self.scenario, suffix: ".yaml")
        let made = try Program.run(
            "simulate", file.path, "--output", folder + "/a.ubx", "--trust", folder, "--force")
        try #require(made.status == 0, "\(made.messages)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".xml") {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            let passing = text.replacingOccurrences(of: "<mission>SIM</mission>", with: "<mission>GAL</mission>")
            try passing.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/a.ubx")))
    }

    private func daemon(_ receivers: [PseudoReceiver], state: String) throws -> RunningProgram {
        let lines = zip(["a", "b"], receivers).map {
            "  - { id: \($0), driver: ubx, config: { device: \($1.path) } }\n"
        }
        let configuration = """
            receivers:
            \(lines.joined())listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            osnma: { trust_directory: \(folder), time_source: receiver }

            """
        try configuration.write(toFile: folder + "/gateway.yaml", atomically: true, encoding: .utf8)
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", folder + "/gateway.yaml"], environment: ["STATE_DIRECTORY": state])
        // What is sent before is thrown away when the terminal is opened.
        for receiver in receivers { try daemon.wait(for: "listening to \(receiver.path)") }
        return daemon
    }

    private func report(_ id: String, _ daemon: RunningProgram) throws -> [String: Any] {
        let all = try PlainHTTP.request("GET", "/v1/osnma?receiver=\(id)", socket: daemon.socket).json["receivers"]
        return (all as? [[String: Any]])?.first ?? [:]
    }

    /// The Galileo time of a receiver's newest page.
    private func secondOfWeek(_ id: String, _ daemon: RunningProgram) throws -> Int? {
        (try report(id, daemon)["galileo_time"] as? [String: Any])?["tow_s"] as? Int
    }

    private func revokedChains(_ state: String, socket: String? = nil) throws -> [Int] {
        var environment = ["STATE_DIRECTORY": state]
        environment["GNSS_GATEWAY_SOCKET"] = socket
        let list = try RunningProgram(
            try Program.gateway, ["osnma", "trust", "list", "--json"], environment: environment
        ).waitForEnd()
        try #require(list.status == 0, "\(list.messages)")
        let rows = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]] ?? []
        return rows.filter { $0["state"] as? String == "revoked" }.compactMap { $0["chain"] as? Int }
    }

    @Test func `a revocation that one receiver hears ends what the other proves, and outlives a power cut`() throws {
        try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = try capture()
        func second(_ second: Int) -> Int { OSNMABench.ubx(bytes, keepsPages: { _ in true }, until: second).count }
        let (a, b) = (PseudoReceiver(folder + "/tty-a"), PseudoReceiver(folder + "/tty-b"))
        try a.plug()
        try b.plug()
        let daemon = try daemon([a, b], state: folder + "/state")
        for receiver in [a, b] { #expect(receiver.send(Array(bytes[..<second(200)]))) }
        for id in ["a", "b"] {
            try eventually("\(id) is not authenticated: \(daemon.messages)") {
                try report(id, daemon)["state"] as? String == "authenticated"
            }
        }
        #expect(try revokedChains(folder + "/state", socket: daemon.socket).isEmpty)
        // Only a hears the announcement.
        #expect(a.send(Array(bytes[second(200)...])))
        try eventually("b goes on: \(daemon.messages)") {
            let (first, other) = (try report("a", daemon), try report("b", daemon))
            return first["reason"] as? String == "dont_use" && other["reason"] as? String == "dont_use"
        }
        let chains = try revokedChains(folder + "/state", socket: daemon.socket)
        #expect(chains.count == 1)
        // What the revoked chain still says to b proves nothing.
        let right = try report("b", daemon)["tags_right"] as? Int
        let before = try #require(try secondOfWeek("b", daemon))
        #expect(b.send(Array(bytes[second(200)..<second(236)])))
        // More than a subframe, so that a key and the tags before it have been judged.
        try eventually("b stands still: \(daemon.messages)") { try secondOfWeek("b", daemon) ?? 0 >= before + 32 }
        let told = try report("b", daemon)
        #expect(told["tags_right"] as? Int == right && told["state"] as? String == "unverified", "\(told)")
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        #expect(try revokedChains(folder + "/state") == chains)
        // After the start the service of before, which anybody can send again, is refused.
        let (c, d) = (PseudoReceiver(folder + "/tty-c"), PseudoReceiver(folder + "/tty-d"))
        try c.plug()
        try d.plug()
        let again = try self.daemon([c, d], state: folder + "/state")
        #expect(c.send(Array(bytes[..<second(200)])))
        try eventually("too little came: \(again.messages)") { try secondOfWeek("a", again) ?? 0 >= before - 4 }
        #expect(try report("a", again)["state"] as? String == "unverified")
        #expect(try revokedChains(folder + "/state", socket: again.socket) == chains)
        again.signal(SIGTERM)
        #expect(again.waitForEnd().status == 0)
    }
}
