// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Several people on one gateway, each with own paths, through the whole program.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PathOwnersTests {
    private let bench: ConsoleBench
    private let anna: [String: String]
    private let bob: [String: String]
    private let eve: [String: String]

    init() throws {
        let bench = try ConsoleBench()
        func browser(of name: String, _ role: String) throws -> [String: String] {
            _ = try bench.ask("PUT", "/v1/users/\(name)", body: #"{"role":"\#(role)"}"#)
            let invited = try bench.ask("POST", "/v1/session/invitation", body: #"{"name":"\#(name)"}"#)
            let code = try #require(invited.json["code"] as? String, "\(invited)")
            return ["Cookie": try bench.signIn(code), "Sec-Fetch-Site": "same-origin"]
        }
        anna = try browser(of: "Anna", "operator")
        bob = try browser(of: "Bob", "operator")
        eve = try browser(of: "Eve", "admin")
        self.bench = bench
    }

    private func objects(_ answer: PlainHTTP.Answer) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]], "\(answer)")
    }

    /// The names of the paths that a list shows, sorted.
    private func names(_ fields: [String: String], _ query: String = "") throws -> [String] {
        try objects(try bench.ask("GET", "/v1/paths\(query)", headers: fields)).compactMap { $0["name"] as? String }
            .sorted()
    }

    @Test func `a path of another person is answered like one that does not exist`() throws {
        func add(_ name: String, _ fields: [String: String]?) throws -> Int {
            let (route, body) = ("/v1/paths/import?format=csv&name=\(name)", "lat,lon\n1,2\n3,4\n")
            let answer = try fields.map { try bench.ask("POST", route, headers: $0, body: body) }
            let paths = try objects(try answer ?? bench.ask("POST", route, body: body))
            return try #require(paths.first?["id"] as? Int)
        }
        let (own, shared) = (try add("field", anna), try add("shared", nil))
        _ = try add("meadow", bob)
        #expect(try names(anna) == ["field", "shared"])
        #expect(try names(bob) == ["meadow", "shared"])
        #expect(try names([:]) == ["shared"])
        #expect(try names(eve) == ["field", "meadow", "shared"])
        #expect(try names(eve, "?user=Anna") == ["field"])
        #expect(try names(bob, "?user=Anna") == [])
        #expect(try objects(try bench.ask("GET", "/v1/paths")).count == 3)

        for (method, rest) in [
            ("GET", ""), ("GET", "/points"), ("GET", "/line"), ("GET", ".gpx"), ("GET", ".csv"), ("PATCH", ""),
            ("DELETE", ""),
        ] {
            func answer(_ path: Int) throws -> PlainHTTP.Answer {
                let body = method == "PATCH" ? #"{"name":"stolen"}"# : ""
                return try bench.ask(method, "/v1/paths/\(path)\(rest)", headers: bob, body: body)
            }
            let (other, missing) = (try answer(own), try answer(999))
            #expect(other.status == 404 && missing.status == 404, "\(method) \(rest): \(other)")
            let words = other.text.replacingOccurrences(of: "path \(own) ", with: "path 999 ")
            #expect(words == missing.text, "\(method) \(rest)")
        }
        let permitted: [([String: String], Int)] = [(anna, own), (eve, own), (bob, shared), ([:], shared)]
        for rest in ["", "/points", "/line", ".gpx"] {
            for (who, path) in permitted {
                #expect(try bench.ask("GET", "/v1/paths/\(path)\(rest)", headers: who).status == 200, "\(rest)")
            }
        }
        let renamed = try bench.ask("PATCH", "/v1/paths/\(own)", headers: anna, body: #"{"name":"north"}"#)
        #expect(renamed.json["name"] as? String == "north" && renamed.json["user"] as? String == "Anna", "\(renamed)")
        let shown = try RunningProgram(
            try Program.gateway, ["paths", "show", "\(own)"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        #expect(shown.output.contains("\"north\" of Anna: "), "\(shown.output) \(shown.messages)")
        // The paths of a removed person stay, for admins.
        #expect(try bench.ask("DELETE", "/v1/users/Anna").status == 204)
        #expect(try names(bob) == ["meadow", "shared"])
        #expect(try names(eve) == ["meadow", "north", "shared"])
        #expect(try bench.ask("DELETE", "/v1/paths/\(own)", headers: eve).status == 204)
    }

    @Test func `everyone sees and may stop a recording, whose path stays with the person who began it`() throws {
        // No receiver delivers data at first.
        let isStarted = try until(30) {
            try bench.ask("POST", "/v1/paths", body: #"{"name":"probe","mode":"vertex"}"#).status == 201
        }
        try #require(isStarted)
        #expect(try bench.ask("POST", "/v1/paths/current/stop").json["saved"] as? Bool == false)
        let started = try bench.ask("POST", "/v1/paths", headers: anna, body: #"{"name":"border"}"#)
        let id = try #require(started.json["id"] as? Int, "\(started)")
        let hasPoints = try until(15) {
            try bench.ask("GET", "/v1/paths/current", headers: bob).json["points"] as? Int ?? 0 > 0
        }
        #expect(hasPoints)
        #expect(try names(bob) == ["border"])
        #expect(try bench.ask("GET", "/v1/paths/\(id)/line", headers: bob).status == 200)
        let stopped = try bench.ask("POST", "/v1/paths/\(id)/stop", headers: bob)
        let path = stopped.json["path"] as? [String: Any]
        #expect(stopped.json["saved"] as? Bool == true && path?["user"] as? String == "Anna", "\(stopped)")
        #expect(try bench.ask("GET", "/v1/paths/\(id)", headers: bob).status == 404)
        #expect(try names(bob) == [])
        #expect(try names(anna) == ["border"])
    }
}
