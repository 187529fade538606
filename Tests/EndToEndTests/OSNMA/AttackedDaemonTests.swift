// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

/// The whole daemon with simulated receivers under attack: it says of each what docs/simulation.md has, and no forged datum is
/// authenticated.
@Suite(.serialized) struct AttackedDaemonTests {
    /// From the first second of the scenarios on.
    private static let start = "2026-09-21T10:07:12Z"
    private static let receiver = """
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39.5 }
        receiver: { constellations: [galileo], dual_frequency: false }
        output: { ubx: { messages: [NAV-PVT, NAV-TIMEGAL, NAV-SAT, NAV-EOE, RXM-SFRBX] } }
        osnma: {}

        """
    /// Data grow old in a minute, and what a replay brings will do.
    private static func section(_ trust: String) -> String {
        "{ trust_directory: \(trust), stale_s: 60, require: true, accept_recordings: true }"
    }

    /// A folder for keys and pages.
    private final class Folder {
        let path = NSTemporaryDirectory() + "gnss-attack-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Writes a scenario, and what its receiver sends; the name of that.
        func play(_ name: String, _ scenario: String) throws -> String {
            try play(name, whole: "start: \"\(start)\"\n" + receiver + scenario)
        }

        /// The same of a scenario that says all.
        func play(_ name: String, whole scenario: String) throws -> String {
            let file = try TemporaryFile(scenario, suffix: ".yaml")
            let made = try Program.run(
                "simulate", file.path, "--output", "\(path)/\(name)", "--trust", path, "--force")
            try #require(made.status == 0, "\(made.messages)")
            return "\(path)/\(name)"
        }
    }

    // MARK: one after the other

    /// Attacks of three minutes, with two quiet ones between them, and what is told of each when it ends. All data change
    /// in the first of them, for the tags of the satellites vouch for those of before.
    private static let attacks:
        [(kind: String, reasons: Set<AuthenticationReason>, failure: AuthenticationFailureKind?)] =
            [
                ("forged-data", [.failingTags], .tag),
                ("wrong-keys", [.stale], .key),
                ("frozen-osnma", [.stale, .failingTags], .key),
                ("missing-osnma", [.noOSNMA, .stale], nil),
                ("replay, seconds: 120", [.stale, .failingTags], .replayed),
                ("forged-parity", [.verifying, .stale, .failingTags], .tag),
            ]

    /// Attacks on keys, on the order of time and on HKROOT while a chain ends, on some satellites or all: when each
    /// begins and ends.
    private static let keyAttacks: [(begin: Int, end: Int, kind: String)] = [
        (300, 480, "next-root-forgery"), (600, 720, "false-first-block, satellites: SOME"),
        (900, 1020, "late-forged-pages, satellites: SOME"),
        (1320, 1440, "old-messages, seconds: 600"), (1560, 1660, "message-flood, satellites: SOME"),
        (1780, 1792, "future-pages, seconds: 7200"),
    ]

    @Test func `no attack on keys and messages makes forged data authentic, or outlasts itself by minutes`() throws {
        let folder = try Folder()
        let scenario = """
            start: "2026-09-21T10:40:12Z"
            place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39.5 }
            receiver: { constellations: [galileo], rate_hz: 0.5 }
            output: { sbf: {} }
            osnma: { changes: [{ at_s: 120, kind: eoc }] }
            duration_s: 1920

            """
        let events = Self.keyAttacks.map { begin, end, kind in
            let kind = kind.replacingOccurrences(of: "SOME", with: "[E01, E05, E07, E12, E19, E24]")
            return "  - { at_s: \(begin), duration_s: \(end - begin), kind: \(kind) }\n"
        }
        let genuine = try judged(try folder.play("genuine.sbf", whole: scenario), folder)
        let attacked = try judged(
            try folder.play("attacked.sbf", whole: scenario + "events:\n" + events.joined()), folder)
        let known = OSNMABench.sets(genuine.verdicts)
        let found = OSNMABench.sets(attacked.verdicts)
        #expect(known.count > 20 && found.count > 20)
        #expect(found.isSubset(of: known), "\(found.subtracting(known))")
        let first = try #require(genuine.verdicts.compactMap(\.time).first).secondsSinceEpoch
        for (index, attack) in Self.keyAttacks.enumerated() {
            let seconds = index + 1 < Self.keyAttacks.count ? attack.end + 60..<Self.keyAttacks[index + 1].begin : nil
            let all = attacked.verdicts.filter { $0.reason != .receiverLost }
            // After pages from the future the verdict's own time is that of the latest page: the last verdicts are meant.
            let quiet =
                seconds.map { seconds in
                    all.filter { seconds.contains(($0.time?.secondsSinceEpoch ?? 0) - first) }
                } ?? all.suffix(20)
            #expect(quiet.contains { $0.state == .authenticated }, "after \(attack.kind): \(Set(quiet.map(\.reason)))")
        }
    }

    private static func begin(_ index: Int) -> Int { 120 + 300 * index }

    @Test func `each attack on the pages is told by its name, and nothing that is forged is authenticated`() throws {
        let folder = try Folder()
        let events = Self.attacks.enumerated().map { index, attack in
            "  - { at_s: \(Self.begin(index)), duration_s: 180, kind: \(attack.kind) }\n"
        }
        let length = "duration_s: \(Self.begin(Self.attacks.count))\n"
        let genuine = try judged(try folder.play("genuine.ubx", length), folder)
        let attacked = try judged(try folder.play("attacked.ubx", length + "events:\n" + events.joined()), folder)

        let known = OSNMABench.sets(genuine.verdicts)
        let found = OSNMABench.sets(attacked.verdicts)
        #expect(known.count > 20 && genuine.alerts.map(\.code) == ["osnma-authenticated"])
        #expect(!found.isEmpty && found.isSubset(of: known), "\(found.subtracting(known))")

        let first = try #require(genuine.verdicts.compactMap(\.time).first).secondsSinceEpoch
        func verdicts(_ seconds: Range<Int>) -> [Authentication] {
            attacked.verdicts.filter { seconds.contains(($0.time?.secondsSinceEpoch ?? 0) - first) }
        }
        for (index, attack) in Self.attacks.enumerated() {
            let begin = Self.begin(index)
            let last = verdicts(begin + 160..<begin + 175)
            #expect(last.count > 5 && last.allSatisfy { $0.state == .unverified }, "\(attack.kind)")
            #expect(attack.reasons.isSuperset(of: last.map(\.reason)), "\(attack.kind): \(Set(last.map(\.reason)))")
            let failures = Set(last.flatMap(\.satellites).compactMap(\.failure?.kind))
            if let failure = attack.failure { #expect(failures.contains(failure), "\(attack.kind): \(failures)") }
            let quiet = verdicts(begin + 260..<begin + 300)
            #expect(quiet.contains { $0.state == .authenticated }, "after \(attack.kind)")
        }
        #expect(attacked.alerts.first?.code == "osnma-authenticated")
        let losses = attacked.alerts.filter { $0.code == "osnma-lost" }.map(\.isOver)
        #expect(losses.count >= 2 * Self.attacks.count, "\(losses)")
        #expect(losses == losses.indices.map { $0 % 2 == 1 }, "\(losses)")
    }

    private func judged(_ file: String, _ folder: Folder) throws -> (verdicts: [Authentication], alerts: [Alert]) {
        let bench = try OSNMABench(osnma: Self.section(folder.path))
        try bench.replay(file)
        return try bench.end()
    }

    // MARK: while it lasts

    /// A daemon whose receiver has been under attack for long, and goes on so.
    private func attacked(_ events: String, _ folder: Folder) throws -> (daemon: RunningProgram, port: Int) {
        let port = try Program.freePort()
        let scenario = (Self.receiver + "start: \"\(Self.start)\"\nduration_s: 500000\nevents: [\(events)]\n")
            .split(separator: "\n").map { "        \($0)\n" }.joined()
        let file = try TemporaryFile(
            """
            receivers:
              - id: rover
                driver: file-simulator
                config:
                  speed: 0
                  simulation:
            \(scenario)
            listen: { gpsd: ["127.0.0.1:\(port)"], http: "" }
            discovery: { enabled: false }
            osnma: \(Self.section(folder.path))
            """, suffix: ".yaml")
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path, "--clock", "replay"])
        try daemon.wait(for: "running: ")
        return (daemon, port)
    }

    /// What is told of the only receiver, and how many seconds of its scenario are over.
    private func report(_ daemon: RunningProgram) throws -> (report: [String: Any], second: Int) {
        let all = try PlainHTTP.request("GET", "/v1/osnma", socket: daemon.socket).json["receivers"]
        let report = (all as? [[String: Any]])?.first ?? [:]
        let time = (report["galileo_time"] as? [String: Any])?["tow_s"] as? Int
        // It was a Monday; Galileo's time is ahead of UTC by the leap seconds.
        return (report, (time ?? 0) - (86_400 + 10 * 3600 + 7 * 60 + 12 + 18))
    }

    private func check(_ daemon: RunningProgram) throws -> Int32 {
        try RunningProgram(
            try Program.gateway, ["osnma", "status", "--check"], environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd().status
    }

    @Test func `while forged pages come, what asks for an authenticated position is refused, and the check fails`()
        throws
    {
        let folder = try Folder()
        _ = try folder.play("keys.ubx", "duration_s: 2\n")
        let (daemon, port) = try attacked(
            "{ at_s: 120, kind: wrong-keys }, { at_s: 120, kind: position-offset, east_m: 900 }", folder)
        try eventually("it is still authenticated: \(daemon.messages)") {
            let (report, second) = try report(daemon)
            return second > 240 && report["state"] as? String == "unverified"
        }
        #expect(try check(daemon) == 75)
        let told = try report(daemon).report
        #expect(told["refusal_code"] as? String == "unverified", "\(told)")
        let failures = (told["satellites"] as? [[String: Any]] ?? []).compactMap { $0["failure"] as? String }
        #expect(failures.contains("wrong_key"), "\(failures)")
        #expect(daemon.messages.contains("osnma-authenticated") && daemon.messages.contains("osnma-lost"))
        // Programs that only ask for a position have it, false as it is: gpsd's protocol says nothing of authenticity.
        try isElsewhere(port)
    }

    @Test func `a false place with genuine pages has genuine data, and that is all that is said`() throws {
        let folder = try Folder()
        _ = try folder.play("keys.ubx", "duration_s: 2\n")
        let (daemon, port) = try attacked("{ at_s: 120, kind: position-offset, east_m: 900 }", folder)
        try eventually("it is not authenticated: \(daemon.messages)") {
            let (report, second) = try report(daemon)
            return second > 240 && report["state"] as? String == "authenticated" && report["refusal"] == nil
                && report["tags_wrong"] as? Int == 0
        }
        try eventually("the check fails") { try check(daemon) == 0 }
        try isElsewhere(port)
        // Nobody calls it fresh, or Galileo's.
        let told = try report(daemon).report
        #expect(told["fresh"] as? Bool == false)
        #expect((told["clock"] as? [String: Any])?["source"] as? String == "simulation")
    }

    // MARK: by a clock

    @Test func `a sky that is late is told by a clock that is not of the sky`() throws {
        let folder = try Folder()
        let kinds = ["right": "", "late": "meaconing", "forged": "late-forgery"]
        let simulators = try kinds.map { id, kind in
            let events = kind.isEmpty ? "" : "events: [{ at_s: 0, kind: \(kind), seconds: 240 }]\n"
            let scenario = try TemporaryFile("start: now\n" + Self.receiver + events, suffix: ".yaml")
            let simulator = try RunningProgram(
                try Program.gateway,
                ["simulate", scenario.path, "--output", "pty:\(folder.path)/\(id)", "--trust", folder.path, "--force"])
            try eventually("there is no receiver: \(simulator.messages)") {
                FileManager.default.fileExists(atPath: "\(folder.path)/\(id)")
            }
            return simulator
        }
        let receivers = kinds.keys.sorted().map {
            "  - { id: \($0), driver: ubx, config: { device: \(folder.path)/\($0) } }\n"
        }
        let osnma = "{ trust_directory: \(folder.path), time_source: system, time_uncertainty_s: 60 }"
        let file = try TemporaryFile(
            "receivers:\n\(receivers.joined())listen: { gpsd: [\"127.0.0.1:0\"], http: \"\" }\n"
                + "discovery: { enabled: false }\nosnma: \(osnma)\n", suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "running: ")
        func reports() throws -> [String: [String: Any]] {
            let all = try PlainHTTP.request("GET", "/v1/osnma", socket: daemon.socket).json["receivers"]
            let list = (all as? [[String: Any]] ?? []).map { ($0["receiver"] as? String ?? "", $0) }
            return Dictionary(list) { $1 }
        }
        try eventually("it is not told: \(daemon.messages)") {
            let reports = try reports()
            func reason(_ id: String) -> String? { reports[id]?["reason"] as? String }
            return reason("late") == "time_contradicted" && reason("forged") == "time_contradicted"
                && reports["right"]?["galileo_time"] != nil
        }
        let told = try reports()
        #expect(told["right"]?["reason"] as? String != "time_contradicted", "\(told["right"] ?? [:])")
        for id in ["late", "forged"] {
            #expect(told[id]?["state"] as? String == "unverified" && told[id]?["fresh"] as? Bool == false)
        }
        for simulator in simulators { simulator.signal(SIGTERM) }
    }

    /// Nine hundred metres to the east.
    private func isElsewhere(_ port: Int) throws {
        let client = try GPSDClient(port: port)
        try eventually("no false position came") {
            client.reports("TPV").contains {
                ($0.object["lon"] as? Double).map { (5.5725..<5.574).contains($0) } ?? false
            }
        }
    }
}
