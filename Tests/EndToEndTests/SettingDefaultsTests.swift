// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The settings of averaged points through the whole program: default and range, a change while a point is sampled, and the way back
/// to the defaults, which everyone who watches is told.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SettingDefaultsTests {
    @Test func `a point has 20 samples unless it is set from 1 to 50, and a change begins anew what is sampled`() throws
    {
        // A receiver that stands still.
        let bench = try ConsoleBench()
        func samples() throws -> String {
            let entries = try bench.ask("GET", "/v1/settings").json["settings"] as? [[String: Any]] ?? []
            let entry = try #require(entries.first { $0["name"] as? String == "centroid.samples" })
            return "\(entry["value"] ?? "") \(entry["origin"] ?? "")"
        }
        #expect(try samples() == "20 default")
        for (value, status) in [(0, 400), (1, 200), (50, 200), (51, 400)] {
            let answer = try bench.ask("PATCH", "/v1/settings", body: #"{"centroid.samples":\#(value)}"#)
            #expect(answer.status == status, "\(value): \(answer)")
        }
        #expect(try samples() == "50 person")
        let sampling = try RunningProgram(
            try Program.gateway, ["centroid", "start", "tractor", "--continuous", "--json"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket])
        defer { sampling.signal(SIGKILL) }
        try eventually("nothing is sampled: \(sampling.messages)") { sampling.output.contains(#""event":"accepted""#) }
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"centroid.samples":30}"#).status == 200)
        try eventually("the change is not told: \(sampling.output)") {
            let lines = try sampling.output.split(separator: "\n").dropLast().map { try object($0) }
            return lines.contains { $0["reason"] as? String == "settings" && $0["wanted"] as? Int == 30 }
                && lines.contains { $0["event"] as? String == "reset" && $0["count"] as? Int == 0 }
        }
    }

    @Test(.enabled(if: Program.installed("curl") != nil))
    func `a setting and a group go back to their defaults, on disk too, and everyone who watches is told`() throws {
        let bench = try SettingsBench("")
        let names = ["max_hdop", "min_satellites", "min_cn0_dbhz", "min_fix"].map { "centroid.filter.\($0)" }
        let before = try bench.report()
        let filters = before.entries.filter { $0.key.hasPrefix("centroid.filter.") }
        for name in names { #expect(filters[name] != nil, "\(filters.keys.sorted())") }
        func follow(_ path: String) throws -> RunningProgram {
            try RunningProgram(
                try #require(Program.installed("curl")),
                ["-sN", "--unix-socket", bench.daemon.socket, "http://gateway/v1/\(path)"])
        }
        let (watcher, events) = (try follow("live?topics=state"), try follow("events"))
        defer { for client in [watcher, events] { client.signal(SIGKILL) } }
        try events.wait(for: ": events of")
        /// The versions of the settings that the watcher was told, each once.
        func told() -> [String] {
            watcher.output.matches(of: /"settings":"([0-9a-f]+)"/).map { String($0.1) }.reduce(into: []) {
                all, version in
                if all.last != version { all.append(version) }
            }
        }
        try eventually("nothing is told") { told() == [before.version] }
        try bench.patch(
            #"{"centroid":{"samples":7,"filter":{"max_hdop":2.5,"min_satellites":9,"min_cn0_dbhz":30,"min_fix":3}}}"#)
        let changed = try bench.report().version
        try eventually("the change is not told") { told().last == changed }
        // One setting.
        #expect(try bench.ask("POST", "/v1/centroid/settings/samples/reset").status == 200)
        try bench.expect(["centroid.samples": "20 default", "centroid.filter.min_satellites": "9 person"])
        let single = try bench.report().version
        try eventually("the reset is not told") { told().last == single }
        // Settings of sampling sessions are events too.
        try eventually("no events: \(events.output)") {
            events.output.components(separatedBy: #""state":"settings""#).count > 2
        }
        // The group.
        #expect(try bench.ask("POST", "/v1/centroid/settings/filter/reset").status == 200)
        try eventually("the group's reset is not told") { told().last == before.version }
        bench.kill()
        try bench.start()
        let after = try bench.report()
        #expect(after.version == before.version)
        for (name, entry) in filters {
            let now = try #require(after.entries[name])
            #expect(
                "\(now["value"] ?? "")" == "\(entry["default"] ?? "?")" && now["origin"] as? String == "default",
                "\(name)")
        }
    }
}
