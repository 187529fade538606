// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The settings that people change while the daemon runs, from outside: what holds, why, and after what.
@Suite(.serialized) struct SettingsTests {
    @Test func `one door: each way to a setting shows what another has changed`() throws {
        let bench = try SettingsBench()
        try bench.expect(["centroid.samples": "25 file", "centroid.method": "robust default"])
        try bench.patch(#"{"centroid":{"samples":30,"filter":{"max_hdop":2.5}},"agrirouter":{"send_interval_s":20}}"#)
        try bench.expect([
            "centroid.samples": "30 person", "centroid.filter.max_hdop": "2.5 person",
            "agrirouter.send_interval_s": "20 person",
        ])
        let centroid = try bench.ask("GET", "/v1/centroid/settings").json
        #expect((centroid["settings"] as? [String: Any])?["samples"] as? Int == 30)
        #expect((centroid["defaults"] as? [String: Any])?["samples"] as? Int == 25)
        #expect(centroid["changed"] as? [String] == ["samples", "filter.max_hdop"])
        let other = try bench.command("centroid", "settings", "samples=12")
        #expect(other.status == 0 && other.output.contains("12"), "\(other)")
        try bench.expect(["centroid.samples": "12 person"])
        let text = try bench.command("settings", "osnma.require=true", "centroid.method=compatible")
        #expect(text.status == 0 && text.output.contains("changed at run time"), "\(text)")
        try bench.expect(["osnma.require": "1 person", "centroid.method": "compatible person"])
        // Null takes a change back, in place of a section all in it; names may have dots.
        try bench.patch(#"{"centroid.samples":null,"centroid":{"filter":null}}"#)
        try bench.expect([
            "centroid.samples": "25 file", "centroid.filter.max_hdop": "0 default",
            "centroid.method": "compatible person",
        ])
        let all = try bench.command("settings", "--reset", "all")
        #expect(all.status == 0 && !all.output.contains("changed at run time"), "\(all)")
        // What may be set is described, with what is allowed.
        let schema = try bench.ask("GET", "/v1/settings/schema").json
        let sections = try #require(schema["properties"] as? [String: [String: Any]])
        let samples = (sections["centroid"]?["properties"] as? [String: [String: Any]])?["samples"]
        #expect(samples?["maximum"] as? Int == 50 && samples?["type"] as? String == "integer")
        #expect(sections["listen"] == nil && sections["receivers"] == nil)
        // The schema and the report have the same settings.
        func leaves(_ schema: [String: Any], _ path: String) -> [String] {
            guard let inner = schema["properties"] as? [String: [String: Any]] else { return [path] }
            return inner.flatMap { leaves($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
        }
        #expect(Set(leaves(schema, "")) == Set(try bench.report().entries.keys))
    }

    @Test func `a key that its description calls changeable is everywhere, and no other one is`() throws {
        let bench = try SettingsBench()
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../docs/configuration.md"), encoding: .utf8)
        let described = page.split(separator: "\n").filter { $0.contains("| † ") }.compactMap {
            $0.split(separator: "`").dropFirst().first.map(String.init)
        }.sorted()
        #expect(described.count > 10)
        #expect(try bench.report().entries.keys.sorted() == described)
        func leaves(_ schema: [String: Any], _ path: String) -> [String] {
            guard let properties = schema["properties"] as? [String: [String: Any]] else { return [path] }
            return properties.flatMap { leaves($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
        }
        #expect(leaves(try bench.ask("GET", "/v1/settings/schema").json, "").sorted() == described)
        let table = try bench.command("settings").lines.dropFirst()
        let listed = table.compactMap { $0.split(separator: " ").first.map(String.init) }.filter(described.contains)
        #expect(listed.sorted() == described)
    }

    @Test func `each explanation is in the language that a client asks for, and values and versions are the same`()
        throws
    {
        let bench = try SettingsBench()
        func get(_ path: String, _ headers: [String: String] = [:]) throws -> PlainHTTP.Answer {
            try PlainHTTP.request("GET", path, headers: headers, socket: bench.daemon.socket)
        }
        func texts(_ schema: [String: Any]) -> [String] {
            let inner = (schema["properties"] as? [String: [String: Any]] ?? [:]).sorted { $0.key < $1.key }
            let own = schema["description"] as? String ?? ""
            return [own] + inner.flatMap { texts($0.value) }
        }
        let english = texts(try get("/v1/settings/schema").json)
        #expect(english.count > 25 && english.contains("Enables photos."))
        let report = try get("/v1/settings")
        func tag(_ answer: PlainHTTP.Answer) -> Substring? {
            answer.headers.first { $0.lowercased().hasPrefix("etag:") }
        }
        for language in ["de", "fr"] {
            let schema = try get("/v1/settings/schema", ["Accept-Language": language])
            let own = texts(schema.json)
            #expect(own.count == english.count)
            for (text, original) in zip(own, english) { #expect(text != original, "\(language)") }
            // The report has no explanations, so its version may be its tag in each language.
            let other = try get("/v1/settings", ["Accept-Language": language])
            #expect(other.text == report.text && tag(other) == tag(report) && tag(report) != nil)
        }
    }

    @Test func `what is not allowed is refused in words, and changes nothing`() throws {
        let bench = try SettingsBench()
        try bench.patch(#"{"centroid":{"samples":30}}"#)
        let before = try bench.report().version
        for (body, words) in [
            (#"{"centroid":{"samples":51,"method":"compatible"}}"#, "centroid.samples: 51 is above the maximum 50"),
            (
                #"{"centroid":{"method":"compatible"},"osnma":{"require":"yes"}}"#,
                "osnma.require: yes has the wrong type"
            ),
            (#"{"centroid":{"method":"compatible","smaples":3}}"#, "centroid.smaples: this is not a setting"),
            (#"{"listen":{"http":["0.0.0.0:80"]}}"#, "listen: this is not a setting"),
            (#"{"osnma":{"trust_directory":"/tmp"}}"#, "osnma.trust_directory: this is not a setting"),
            (#"{"osnma":{"accept_recordings":true}}"#, "osnma.accept_recordings: this is not a setting"),
            (#"{"centroid":3}"#, "centroid: this is not a setting"),
            (#"{"centroid":null,"centroid.samples":40}"#, "centroid.samples: more than one key"),
            (#"{"centroid":{"samples":31},"centroid.samples":40}"#, "centroid.samples: more than one key"),
            (#"{"osnma":null,"osnma.require":true}"#, "osnma.require: more than one key"),
            (#"{"centroid":{"filter":{"max_hdop":1e999}}}"#, "form"),
            (#"{"centroid":{"filter":{"max_hdop":-1}}}"#, "below"),
            (#"{"centroid":{"samples":20.5}}"#, "wrong type"),
            (#"{"centroid":{"samples":18446744073709551616}}"#, "wrong type"),
            ("[]", "form"), ("null", "form"), ("", "form"), ("{", "form"), (#"{"":1}"#, "an empty key"),
            (#"{"":null}"#, "an empty key"),
            (#"{"a\u0000\u202eb":1}"#, "not a setting"),
            (
                #"{"centroid":"# + String(repeating: #"{"filter":"#, count: 900) + "1"
                    + String(repeating: "}", count: 901), "form"
            ),
        ] {
            let answer = try bench.ask("PATCH", "/v1/settings", body)
            #expect(answer.status == 400 && answer.text.contains(words), "\(body.prefix(80)): \(answer.text)")
            #expect(!answer.text.contains("\u{202E}"))
        }
        let large = try bench.ask("PATCH", "/v1/settings", String(repeating: " ", count: 20_000) + "{}")
        #expect(large.status == 413)
        for tag in ["abc", "\"a\", \"b\"", "W/\"a\"", "\"", ""] {
            let answer = try bench.ask("PATCH", "/v1/settings", #"{"centroid":{"samples":31}}"#, version: tag)
            #expect(answer.status == 400 || answer.status == 412, "\(tag): \(answer.text)")
        }
        #expect(try bench.report().version == before)
        // A request for a session is no way around it.
        let start = try bench.ask("POST", "/v1/centroid/start", #"{"enabled":true}"#)
        #expect(start.status == 400, "\(start.text)")
        let wrong = try bench.command("settings", "centroid.samples=0")
        #expect(wrong.status != 0 && wrong.messages.contains("below the minimum 1"), "\(wrong)")
        #expect(try bench.command("settings", "--reset", "nonsense").status == 64)
    }

    @Test func `of two people who saw the same values one is told that they have changed`() throws {
        let bench = try SettingsBench()
        let seen = try bench.report().version
        let tag = "\"\(seen)\""
        let headers = try bench.ask("GET", "/v1/settings").headers
        #expect(headers.contains { $0.lowercased() == "etag: \(tag)" }, "\(headers)")
        // At the same moment.
        let group = DispatchGroup()
        let statuses = Collected()
        for number in 1...12 {
            group.enter()
            let socket = bench.daemon.socket
            Thread.detachNewThread {
                let answer = try? PlainHTTP.request(
                    "PATCH", "/v1/settings", headers: ["If-Match": tag], body: #"{"centroid":{"samples":\#(number)}}"#,
                    socket: socket)
                statuses.add(number, answer?.status ?? 0)
                group.leave()
            }
        }
        group.wait()
        let accepted = statuses.all.filter { $0.status == 200 }
        #expect(accepted.count == 1 && statuses.all.filter { $0.status == 412 }.count == 11, "\(statuses.all)")
        try bench.expect(["centroid.samples": "\(try #require(accepted.first).number) person"])
        // Changes of different settings without a version are all kept.
        let bodies = [
            #"{"centroid":{"samples":7}}"#, #"{"centroid":{"method":"compatible"}}"#, #"{"osnma":{"require":true}}"#,
            #"{"agrirouter":{"collect_interval_s":20}}"#, #"{"centroid":{"filter":{"min_fix":3}}}"#,
        ]
        for body in bodies {
            group.enter()
            let socket = bench.daemon.socket
            Thread.detachNewThread {
                _ = try? PlainHTTP.request("PATCH", "/v1/settings", body: body, socket: socket)
                group.leave()
            }
        }
        group.wait()
        bench.kill()
        try bench.start()
        try bench.expect([
            "centroid.samples": "7 person", "centroid.method": "compatible person", "osnma.require": "1 person",
            "agrirouter.collect_interval_s": "20 person", "centroid.filter.min_fix": "3 person",
        ])
    }

    /// Two settings that are only ever changed together, by a client of its own.
    private struct Pair {
        let first: String
        let second: String

        func body(_ number: Int) -> String { #"{"\#(first)":\#(number),"\#(second)":\#(number)}"# }

        static let all = [
            Pair(first: "centroid.samples", second: "centroid.filter.min_satellites"),
            Pair(first: "centroid.filter.max_hdop", second: "centroid.filter.max_accuracy_m"),
        ]
    }

    @Test(.timeLimit(.minutes(5)))
    func `what was acknowledged is there after a kill at any moment, and nothing by half`()
        throws
    {
        let bench = try SettingsBench()
        var dice = SystemRandomNumberGenerator()
        var versions: [String: String] = [:]
        var (acknowledgedAtAll, unsure) = (0, 0)
        // On a busy machine few changes are acknowledged before a kill: more rounds then.
        for round in 1...100 where round <= 20 || acknowledgedAtAll <= 20 {
            for pair in Pair.all { try bench.patch(pair.body(50)) }
            let socket = bench.daemon.socket
            let acknowledged = Pair.all.map { _ in Collected() }
            let sent = Pair.all.map { _ in Collected() }
            let end = DispatchGroup()
            for (index, pair) in Pair.all.enumerated() {
                end.enter()
                let (done, begun) = (acknowledged[index], sent[index])
                Thread.detachNewThread {
                    for number in 1...49 {
                        begun.add(number, 0)
                        guard
                            let answer = try? PlainHTTP.request(
                                "PATCH", "/v1/settings", body: pair.body(number), socket: socket),
                            answer.status == 200
                        else { break }
                        done.add(number, 200)
                    }
                    end.leave()
                }
            }
            // From before the first answer to the middle of the changes.
            usleep(UInt32.random(in: 0...40_000, using: &dice))
            bench.kill()
            end.wait()
            try bench.start()
            let report = try bench.report()
            var state: [Int] = []
            for (index, pair) in Pair.all.enumerated() {
                let values = try [pair.first, pair.second].map { name in
                    try #require((report.entries[name]?["value"] as? NSNumber)?.intValue)
                }
                #expect(values[0] == values[1], "round \(round), half: \(values)")
                let last = acknowledged[index].all.last?.number ?? 50
                let tried = sent[index].all.last?.number ?? 50
                #expect(
                    values[0] == last || values[0] == tried,
                    "round \(round): \(values) after \(last), \(tried) under way")
                state.append(values[0])
                acknowledgedAtAll += acknowledged[index].all.count
                unsure += values[0] == last ? 0 : 1
            }
            // The version belongs to the values, whatever was killed in between.
            let known = versions.updateValue(report.version, forKey: "\(state)")
            #expect(known == nil || known == report.version, "round \(round)")
            let stale = try bench.ask("PATCH", "/v1/settings", #"{"centroid.samples":1}"#, version: "\"0\"")
            #expect(stale.status == 412)
            #expect(try bench.ask("PATCH", "/v1/settings", "{}", version: "\"\(report.version)\"").status == 200)
        }
        #expect(Set(versions.values).count == versions.count, "\(versions)")
        #expect(acknowledgedAtAll > 20, "\(acknowledgedAtAll) acknowledged, \(unsure) in force without an answer")
    }

    @Test func `restart, reload and a change meet in every order, and the person's value holds`() throws {
        let bench = try SettingsBench("centroid: { samples: 10 }\nosnma: { require: true }")
        func reload() throws {
            #expect(try bench.ask("POST", "/v1/reload").status == 204)
        }
        // Change, then reload, then restart.
        try bench.patch(#"{"centroid":{"samples":20}}"#)
        try bench.write("centroid: { samples: 11, method: compatible }\nosnma: { require: true }")
        try reload()
        try bench.expect([
            "centroid.samples": "20 person", "centroid.method": "compatible file", "osnma.require": "1 file",
        ])
        bench.kill()
        try bench.start()
        try bench.expect(["centroid.samples": "20 person", "centroid.method": "compatible file"])
        // Restart, then change, then a file with the same value, then the change is taken back.
        try bench.patch(#"{"osnma":{"require":false}}"#)
        try bench.write("centroid: { samples: 20 }\nosnma: { require: false }")
        try reload()
        try bench.expect(["centroid.samples": "20 person", "osnma.require": "0 person"])
        try bench.patch(#"{"centroid":null,"osnma":null}"#)
        try bench.expect(["centroid.samples": "20 default", "osnma.require": "0 default"])
        // A wrong file changes nothing, and neither does the change that comes with it.
        try bench.patch(#"{"centroid":{"samples":33}}"#)
        try bench.write("centroid: { samples: 99 }")
        #expect(try bench.ask("POST", "/v1/reload").status >= 400)
        try bench.expect(["centroid.samples": "33 person"])
        // While changes come, the file is read again and again.
        try bench.write("centroid: { samples: 12 }")
        let socket = bench.daemon.socket
        let end = DispatchGroup()
        end.enter()
        Thread.detachNewThread {
            for _ in 0..<15 { _ = try? PlainHTTP.request("POST", "/v1/reload", socket: socket) }
            end.leave()
        }
        for number in 1...30 { try bench.patch(#"{"centroid":{"samples":\#(number)}}"#) }
        end.wait()
        try bench.expect(["centroid.samples": "30 person"])
        // What holds is what a session uses.
        let session = try bench.ask("POST", "/v1/centroid/start", "{}").json
        #expect(session["samples_wanted"] as? Int == 30 || session["wanted"] as? Int == 30, "\(session)")
    }

    @Test func `what is required is refused within a second, and what is switched off says how it is switched on`()
        throws
    {
        let bench = try SettingsBench()
        try bench.patch(#"{"osnma":{"require":true}}"#)
        let began = Date()
        var reported = false
        while !reported, Date().timeIntervalSince(began) < 1 {
            let osnma = try bench.ask("GET", "/v1/osnma").json
            reported = osnma["required"] as? Bool == true
        }
        #expect(reported)
        try bench.patch(#"{"centroid":{"enabled":false}}"#)
        let refused = try bench.ask("POST", "/v1/centroid/start", "{}")
        #expect(
            refused.status == 409 && refused.text.contains("gnss-gateway settings centroid.enabled=true"),
            "\(refused.text)")
        let enabled = try bench.command("settings", "centroid.enabled=true")
        #expect(enabled.status == 0)
        #expect(try bench.ask("POST", "/v1/centroid/start", "{}").status == 200)
    }

    @Test func `what an earlier version or a newer one has stored is kept, as far as it is allowed`() throws {
        let bench = try SettingsBench()
        bench.kill()
        func store(_ key: String, _ value: String) throws {
            let result = try Program.run(
                "/usr/bin/python3",
                [
                    "-c",
                    "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('DELETE FROM settings WHERE key = ?', "
                        + "sys.argv[2:3]); d.execute('INSERT INTO settings (key, value, changed) VALUES (?, ?, 0)', "
                        + "sys.argv[2:4]); d.commit()",
                    bench.folder + "/state/store.sqlite", key, value,
                ])
            try #require(result.status == 0, "\(result.messages)")
        }
        try store("centroid", #"{"samples":31,"filter":{"min_fix":3}}"#)
        try store("agrirouter", #"{"collect_interval_s":1}"#)
        try bench.start()
        try bench.expect([
            "centroid.samples": "31 person", "centroid.filter.min_fix": "3 person",
            "agrirouter.collect_interval_s": "1 person",
        ])
        try bench.patch(#"{"centroid":{"samples":32}}"#)
        bench.kill()
        try bench.start()
        try bench.expect(["centroid.samples": "32 person", "agrirouter.collect_interval_s": "1 person"])
        bench.kill()
        // Of a newer version: one that is unknown, one with another range, one that is fine; then no JSON at all.
        try store("settings", #"{"centroid":{"samples":1000,"method":"compatible"},"novel":{"thing":[1,2]}}"#)
        try bench.start()
        try bench.expect(["centroid.samples": "25 file", "centroid.method": "compatible person"])
        #expect(bench.daemon.messages.contains("novel.thing") && bench.daemon.messages.contains("centroid.samples"))
        bench.kill()
        try store("settings", "nonsense")
        try bench.start()
        try bench.expect(["centroid.samples": "25 file", "centroid.method": "robust default"])
        try bench.patch(#"{"centroid":{"samples":3}}"#)
    }

    /// Numbers with statuses, from several threads.
    private final class Collected: @unchecked Sendable {
        // Protected by the lock, and by nothing else.
        private let lock = NSLock()
        private var entries: [(number: Int, status: Int)] = []

        func add(_ number: Int, _ status: Int) { lock.withLock { entries.append((number, status)) } }

        var all: [(number: Int, status: Int)] { lock.withLock { entries } }
    }
}
