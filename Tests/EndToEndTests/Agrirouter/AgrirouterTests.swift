// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The whole gateway with a receiver that is replayed against the simulator's process, over TLS on loopback: what a person
/// does with agrirouter from the first code to the end, and what the service does to them.
@Suite(.serialized) struct AgrirouterTests {
    /// The intervals of five seconds that positions are of, and those that more than one is of.
    private func slots(_ positions: [[String: Any]], from first: Int = 0) -> (all: Set<Int>, twice: Set<Int>) {
        var (all, twice): (Set<Int>, Set<Int>) = ([], [])
        for second in positions.compactMap({ ($0["time"] as? String).flatMap(AgrirouterDrive.second) }) {
            guard second >= first else { continue }
            if !all.insert(second / 5).inserted { twice.insert(second / 5) }
        }
        return (all, twice)
    }

    private func missing(_ slots: Set<Int>, without gaps: [ClosedRange<Int>] = []) -> [Int] {
        guard let first = slots.min(), let last = slots.max() else { return [] }
        return (first...last).filter { slot in
            !slots.contains(slot) && !gaps.contains { $0.overlaps(slot * 5 - 5...slot * 5 + 9) }
        }
    }

    private func isSilent(_ bench: AgrirouterBench, until second: Int) throws -> Bool { try bench.second() >= second }

    @Test func `a person onboards, sends, sees others, pauses, sets, onboards again and disconnects`() throws {
        let drive = try AgrirouterDrive.file()
        let bench = try AgrirouterBench(
            receiver: "{ file: \(drive.path), speed: SPEED, seek_s: SEEK }", speed: 60)
        let software = try bench.partner("Software", dropsEqualIDs: true)

        try refusesWhatIsWrong(bench)
        let endpoint = try onboards(bench)
        try sends(bench, to: software)
        try seesOthers(bench)
        let paused = try pauses(bench, software)
        try isSet(bench, software)
        try onboardsAgain(bench, endpoint)

        // Half a minute of each ten has no fix, and is told as such.
        try bench.wait("every kind of fix, and none") {
            let statuses = Set(try bench.received(software).positions.compactMap { $0["status"] as? Double })
            return statuses.isSuperset(of: [0, 1, 2, 4, 5])
        }
        let (positions, _) = try bench.received(software)
        let faults = AgrirouterDrive.faults(positions)
        #expect(faults.isEmpty, "\(faults.prefix(3))")
        #expect(AgrirouterDrive.unheard(positions) < 0.1)
        let times = slots(positions)
        #expect(missing(times.all, without: [paused]).isEmpty, "\(missing(times.all, without: [paused]))")

        try disconnects(bench)
        try keepsSecrets(bench)
        let violations = try bench.admin("GET", "/violations")
        #expect(violations["count"] as? Int == 0, "\(violations)")
        try bench.end()
    }

    /// Before there is an endpoint: the defaults, and everything that is refused.
    private func refusesWhatIsWrong(_ bench: AgrirouterBench) throws {
        let before = try bench.uplink()
        #expect(bench.state(before) == "not_onboarded" && before["environment"] as? String == "qa")
        #expect((before["external_id"] as? String)?.hasPrefix("urn:uuid:") == true)
        #expect(before["active"] as? Bool == false)
        #expect(try bench.ask("pause").status == 69)
        #expect(try bench.ask("onboard", input: "short\n").status == 64)
        let wrong = try bench.ask("onboard", input: "AAAAAAAAA1\n")
        #expect(wrong.status == 69 && wrong.messages.contains("0401"), "\(wrong.messages)")
        #expect(bench.state(try bench.uplink()) == "not_onboarded")
        // Both environments can be chosen; ids of one are none in the other.
        let settings = try bench.request("PUT", "/v1/agrirouter/settings", #"{"environment":"production"}"#)
        #expect(settings.status == 200, "\(settings.text)")
        let unknown = try bench.ask("onboard", input: try bench.code())
        #expect(unknown.status == 69 && unknown.messages.contains("agrirouter.production"), "\(unknown.messages)")
        #expect(try bench.request("POST", "/v1/agrirouter/settings/reset").status == 200)
        for body in [#"{"collect_interval_s":2}"#, #"{"send_interval_s":60}"#, #"{"environment":"test"}"#] {
            #expect(try bench.request("PUT", "/v1/agrirouter/settings", body).status == 400)
        }
    }

    private func onboards(_ bench: AgrirouterBench) throws -> String {
        let code = try #require(bench.ready["tan"] as? String)
        let onboarded = try bench.ask("onboard", "--json", input: "  \(code) \n")
        #expect(onboarded.status == 0, "\(onboarded.messages)")
        let report = try object(onboarded.output)
        let endpoint = try #require(report["endpoint"] as? String)
        #expect(((report["certificate"] as? [String: Any])?["days_left"] as? Double ?? 0) > 3600)
        let secret = bench.state + "/credentials/agrirouter.endpoint"
        let attributes = try FileManager.default.attributesOfItem(atPath: secret)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // Once is enough, and the environment stays.
        #expect(try bench.ask("onboard", input: try bench.code()).messages.contains("reonboard"))
        let locked = try bench.request("PUT", "/v1/agrirouter/settings", #"{"environment":"production"}"#)
        #expect(locked.status == 409 && locked.json["code"] as? String == "onboarded", "\(locked.text)")
        return endpoint
    }

    /// What goes out is what was driven, and agrirouter was told first what the gateway can do.
    private func sends(_ bench: AgrirouterBench, to partner: String) throws {
        try bench.wait("sending") { try bench.received(partner).positions.count >= 24 }
        let report = try bench.uplink()
        #expect(bench.state(report) == "online" && report["active"] as? Bool == true)
        #expect(report["last_success"] != nil && report["error"] == nil)
        let messages = try bench.journal().flatMap { $0["decoded"] as? [[String: Any]] ?? [] }
        let types = messages.compactMap { ($0["envelope"] as? [String: Any])?["technical_message_type"] as? String }
        let commands = types.filter { $0.hasPrefix("dke:") }
        #expect(
            commands.prefix(4) == [
                "dke:capabilities", "dke:subscription", "dke:list_endpoints", "dke:feed_message_query",
            ], "\(commands)")
        let capabilities = try #require(
            messages.first { $0["type_url"].map { "\($0)".contains("Capability") } ?? false })
        let payload = try #require(capabilities["payload"] as? [String: Any])
        #expect(payload["enable_push_notifications"] as? Int == 1)
        #expect((payload["capabilities"] as? [String: Any])?["direction"] as? Int == 2)
        try looksBack(messages)
    }

    /// The feed of the last 15 minutes is asked for.
    private func looksBack(_ messages: [[String: Any]]) throws {
        let query = try #require(messages.first { $0["type_url"].map { "\($0)".contains("MessageQuery") } ?? false })
        let period = (query["payload"] as? [String: Any])?["validity_period"] as? [String: Any]
        func seconds(_ time: Any?) -> Int? { (time as? [String: Any])?["seconds"] as? Int }
        let now = try #require(seconds((query["envelope"] as? [String: Any])?["timestamp"]))
        let (from, to) = (try #require(seconds(period?["sent_from"])), try #require(seconds(period?["sent_to"])))
        #expect(to - from == 900 && abs(to - now) <= 2)
    }

    /// Two others: named, grown grey, back again; nothing old or wrong moves them.
    private func seesOthers(_ bench: AgrirouterBench) throws {
        let alpha = try bench.partner("Alpha")
        let beta = try bench.partner("Beta")
        let here = #"{"positions":[{"latitude":50.5,"longitude":7.25,"up_mm":85000,"status":4,"satellites":17}]}"#
        try bench.admin("POST", "/partners/\(alpha)/send", here)
        try bench.admin("POST", "/partners/\(beta)/send", #"{"script":"circle","latitude":51,"longitude":7}"#)
        try bench.wait("both members with their names") {
            Set(try bench.members().compactMap { $0["name"] as? String }) == ["Alpha", "Beta"]
        }
        for script in [
            "nan", "zero", "out_of_range", "future", "old", "empty", "garbage", "unknown_status", "unsorted",
        ] {
            try bench.admin("POST", "/partners/\(beta)/send", #"{"script":"\#(script)","entries":3}"#)
        }
        try bench.admin(
            "POST", "/partners/\(alpha)/send",
            #"{"positions":[{"latitude":1,"longitude":1,"status":1,"time":"2026-08-20T05:59:00Z"}]}"#)
        try bench.admin("PATCH", "/endpoints/\(alpha)", #"{"name":"Omega"}"#)
        try bench.wait("the new name, and silence") {
            let member = try bench.members().first { $0["id"] as? String == alpha }
            return member?["name"] as? String == "Omega" && member?["outdated"] as? Bool == true
        }
        let grey = try #require(try bench.members().first { $0["id"] as? String == alpha })
        #expect(grey["latitude_deg"] as? Double == 50.5 && grey["ellipsoidal_height_m"] as? Double == 85)
        #expect((grey["age_s"] as? Double ?? 0) >= 300)
        try bench.admin("POST", "/partners/\(alpha)/send", here)
        try bench.wait("the member back") {
            try bench.members().first { $0["id"] as? String == alpha }?["outdated"] as? Bool == false
        }
        #expect(try bench.ask("members").output.contains("Omega"))
        try bench.wait("a feed that is confirmed") { try bench.endpoint()["feed"] as? Int == 0 }
    }

    /// - Returns: the seconds in which nothing was collected.
    private func pauses(_ bench: AgrirouterBench, _ partner: String) throws -> ClosedRange<Int> {
        #expect(try bench.request("POST", "/v1/agrirouter/pause").json["state"] as? String == "paused")
        let begin = try bench.second()
        try bench.wait("a while") { try isSilent(bench, until: begin + 90) }
        #expect(try bench.uplink()["active"] as? Bool == false)
        let end = try bench.second()
        #expect(try bench.request("POST", "/v1/agrirouter/resume").status == 200)
        try bench.wait("positions after the pause") {
            slots(try bench.received(partner).positions, from: end).all.count > 3
        }
        let during = slots(try bench.received(partner).positions, from: begin + 5).all.filter { $0 * 5 < end - 5 }
        #expect(during.isEmpty, "\(during.sorted()) between \(begin) and \(end)")
        return begin...end
    }

    /// A person's settings hold at once.
    private func isSet(_ bench: AgrirouterBench, _ partner: String) throws {
        let change = #"{"collect_interval_s":1,"send_interval_s":20}"#
        #expect(try bench.request("PUT", "/v1/agrirouter/settings", change).status == 200)
        let begin = try bench.second()
        try bench.wait("a position a second, in messages of twenty") {
            let (positions, report) = try bench.received(partner)
            let seconds = Set(positions.compactMap { ($0["time"] as? String).flatMap(AgrirouterDrive.second) })
            let sizes = (report["messages"] as? [[String: Any]] ?? []).suffix(3).compactMap { $0["positions"] as? Int }
            return (begin + 20..<begin + 60).allSatisfy(seconds.contains) && sizes.contains { $0 >= 20 }
        }
        let report = try bench.uplink()
        #expect(report["collect_interval_s"] as? Double == 1 && report["send_interval_s"] as? Double == 20)
        // QA asks for ten seconds: that holds, and is said.
        #expect(
            try bench.request("PUT", "/v1/agrirouter/settings", #"{"collect_interval_s":5,"send_interval_s":5}"#).status
                == 200)
        let raised = try bench.uplink()
        #expect(raised["send_interval_s"] as? Double == 10 && raised["collect_interval_s"] as? Double == 5)
    }

    /// A failed attempt changes nothing; a good one is the same endpoint.
    private func onboardsAgain(_ bench: AgrirouterBench, _ endpoint: String) throws {
        try bench.admin("PATCH", "/options", #"{"key_damage":"wrong_secret"}"#)
        let secret = bench.state + "/credentials/agrirouter.endpoint"
        let before = try String(contentsOfFile: secret, encoding: .utf8)
        let damaged = try bench.ask("reonboard", input: try bench.code())
        #expect(damaged.status == 69 && damaged.messages.contains("secret"), "\(damaged.messages)")
        #expect(try String(contentsOfFile: secret, encoding: .utf8) == before)
        try bench.admin(
            "PATCH", "/options", #"{"key_damage":"none","item_variants":"random","pem_encryption":"pbes2"}"#)
        try bench.admin("POST", "/accounts", #"{"id":"neighbour"}"#)
        let other = try bench.ask("reonboard", input: try bench.code("neighbour"))
        #expect(other.status == 69 && other.messages.contains("another account"), "\(other.messages)")
        let again = try bench.ask("reonboard", "--json", input: try bench.code())
        #expect(again.status == 0, "\(again.messages)")
        #expect(try object(again.output)["endpoint"] as? String == endpoint)
        #expect(try String(contentsOfFile: secret, encoding: .utf8) != before)
        let sent = try bench.uplink()["sent"] as? Int ?? 0
        try bench.wait("sending with the new certificate") { (try bench.uplink()["sent"] as? Int ?? 0) > sent + 6 }
    }

    private func disconnects(_ bench: AgrirouterBench) throws {
        let externalID = try #require(try bench.uplink()["external_id"] as? String)
        let gone = try bench.ask("disconnect", "--yes")
        #expect(gone.status == 0 && gone.output.contains("portal"), "\(gone.messages)")
        #expect(!FileManager.default.fileExists(atPath: bench.state + "/credentials/agrirouter.endpoint"))
        let report = try bench.uplink()
        #expect(bench.state(report) == "not_onboarded" && bench.waiting(report) == 0)
        #expect(report["external_id"] as? String == externalID)
        #expect(try bench.members().isEmpty)
        let posts = try bench.journal().count
        let second = try bench.second()
        try bench.wait("a while") { try isSilent(bench, until: second + 60) }
        #expect(try bench.journal().count <= posts + 1)
        // And once more, all the way.
        #expect(try bench.ask("onboard", input: try bench.code()).status == 0)
        #expect(try bench.uplink()["external_id"] as? String == externalID)
        try bench.wait("sending again") { (try bench.uplink()["sent"] as? Int ?? 0) > 6 }
    }

    /// Nothing that opens a door is anywhere but in its file.
    private func keepsSecrets(_ bench: AgrirouterBench) throws {
        let stored = try object(
            try String(contentsOfFile: bench.state + "/credentials/agrirouter.endpoint", encoding: .utf8))
        let key = try #require(stored["key"] as? String)
        let line = try #require(key.split(whereSeparator: \.isNewline).dropFirst(2).first)
        #expect(line.count >= 60)
        var places = ["log": bench.said + bench.daemon.messages]
        for path in ["/v1/agrirouter", "/v1/agrirouter/settings", "/v1/status", "/v1/members", "/metrics"] {
            places[path] = try bench.request("GET", path).text
        }
        for file in ["cmdline", "environ"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(bench.daemon.identifier)/\(file)"))
            places[file] = String(decoding: bytes, as: UTF8.self)
        }
        places["store"] = try storeText(bench.state)
        #expect(bench.codes.count > 6)
        for (place, text) in places {
            #expect(!text.contains(line) && !text.contains("PRIVATE KEY"), "the key is in \(place)")
            for code in bench.codes where code.count == 10 { #expect(!text.contains(code), "a code is in \(place)") }
        }
    }

    /// All bytes of the database, as far as they are text.
    private func storeText(_ folder: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("sqlite") }
        try #require(!names.isEmpty)
        return try names.map { name in
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
        }.joined()
    }
}
