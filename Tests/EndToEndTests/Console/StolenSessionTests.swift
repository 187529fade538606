// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What somebody in the same network can do with a viewer's session, with a cookie or a code of the past, and with what plain HTTP
/// shows, through the whole program.
@Suite(.serialized, .enabled(if: PeopleTests.ownAddress != nil), .timeLimit(.minutes(3))) struct StolenSessionTests {
    /// A gateway whose state outlives its daemon, and what a machine in the network sends to it.
    private final class Network {
        let folder: TemporaryFolder
        let host: String
        private(set) var bench: ConsoleBench
        private let more: String

        init(more: String = "") throws {
            (folder, self.more) = (try TemporaryFolder(), more)
            host = try #require(PeopleTests.ownAddress)
            bench = try ConsoleBench(listen: "0.0.0.0", more: more, environment: ["STATE_DIRECTORY": folder.path])
        }

        func killAndRestart() throws {
            bench.daemon.signal(SIGKILL)
            _ = bench.daemon.waitForEnd()
            bench = try ConsoleBench(listen: "0.0.0.0", more: more, environment: ["STATE_DIRECTORY": folder.path])
        }

        func ask(
            _ method: String, _ path: String, cookie: String? = nil, more: [String: String] = [:], body: String = ""
        ) throws -> PlainHTTP.Answer {
            let own = "\(host):\(bench.port)"
            let fields = ["Host": own, "Origin": "http://\(own)", "Content-Type": "application/json"]
                .merging(cookie.map { ["Cookie": $0] } ?? [:]) { $1 }.merging(more) { $1 }
            return try PlainHTTP.request(
                method, path, headers: fields, body: body, port: UInt16(bench.port), host: host)
        }

        func code(_ body: String) throws -> String {
            try #require(try bench.ask("POST", "/v1/session/invitation", body: body).json["code"] as? String)
        }

        /// Waits while guesses are paused.
        func signIn(_ body: String, cookie: String? = nil) throws -> PlainHTTP.Answer {
            while true {
                let answer = try ask("POST", "/v1/session", cookie: cookie, body: body)
                guard answer.status == 429 else { return answer }
                // After a wrong code the gateway takes the next one a second later.
                usleep(200_000)
            }
        }

        func cookie(_ answer: PlainHTTP.Answer) throws -> String {
            let field = try #require(answer.headers.first { $0.lowercased().hasPrefix("set-cookie: ") }, "\(answer)")
            return String(field.dropFirst(12).prefix { $0 != ";" })
        }

        func cookie(role: String) throws -> String {
            try cookie(signIn(#"{"code":"\#(try code(#"{"role":"\#(role)"}"#))"}"#))
        }

        func reads(_ cookie: String) throws -> Bool { try ask("GET", "/v1/status", cookie: cookie).status == 200 }

        /// What an attacker would like to change.
        func state() throws -> [String: String] {
            var state = try bench.state()
            for path in ["/v1/users", "/v1/settings"] { state[path] = try bench.ask("GET", path).text }
            state["/v1/sessions"] = "\((try bench.ask("GET", "/v1/sessions").json["sessions"] as? [Any])?.count ?? 0)"
            return state
        }
    }

    @Test func `before signing in a machine in the network learns that there is a gateway, and nothing of it`() throws {
        let network = try Network()
        #expect(try network.bench.ask("PUT", "/v1/users/Anna", body: #"{"role":"admin"}"#).status == 200)
        for path in ["/", "/v1/messages", "/v1/session", "/v1/certificate", "/ca.crt"] {
            let text = try network.ask("GET", path).text
            for secret in ["tractor", "52.4", "Anna", "\"admin\"", network.folder.path] {
                #expect(!text.contains(secret), "\(path): \(secret)")
            }
        }
        // A wrong name and a wrong password look alike, and so do routes that exist and those that do not.
        for path in ["/v1/users", "/v1/users/Anna", "/v1/nothing", "/v2/status"] {
            let answer = try network.ask("GET", path)
            #expect(answer.status == 401 && !answer.text.contains("Anna"), "\(path): \(answer)")
        }
        let names = try ["Anna", "Nobody"].map { name in
            try network.signIn(#"{"name":"\#(name)","password":"kestrel meadow anvil"}"#)
        }
        #expect(names[0].status == 403 && names[0].text == names[1].text, "\(names)")
    }

    @Test func `a viewer's session does no more by other spellings of routes, methods and headers`() throws {
        let network = try Network()
        let viewer = try network.cookie(role: "viewer")
        let id = try #require(try network.ask("GET", "/v1/session", cookie: viewer).json["id"] as? String)
        let before = try network.state()
        let own = "\(network.host):\(network.bench.port)"
        for path in [
            "/v1/users", "/v1//users", "//v1/users", "/v1/users/", "/V1/users", "/v1/%75sers", "/v1/./users",
            "/v1/status/../users", "/v1/users?role=admin", "/v1/users%00", "/v1/users;x=1", "/v1/users%2f",
            "/v1/sessions", "/v1/sessions/", "http://\(own)/v1/users",
        ] {
            let answer = try network.ask("GET", path, cookie: viewer)
            #expect(answer.status >= 400, "\(path): \(answer)")
            #expect(!answer.text.contains("\"users\"") && !answer.text.contains("\"sessions\""), "\(path): \(answer)")
        }
        let wishes: [(String, String, String)] = [
            ("PUT", "/v1/users/Eve", #"{"role":"admin"}"#), ("PATCH", "/v1/sessions/\(id)", #"{"role":"admin"}"#),
            ("POST", "/v1/session/invitation", #"{"role":"admin"}"#), ("POST", "/v1/session/invitation", ""),
            ("PATCH", "/v1/settings", #"{"osnma.require":true}"#), ("PUT", "/v1/centroid/settings", #"{"samples":7}"#),
            ("POST", "/v1/paths", #"{"name":"x"}"#), ("POST", "/v1/reload", ""),
            ("POST", "/v1/agrirouter/pause", ""), ("DELETE", "/v1/sessions/\(id)", ""),
        ]
        let headers: [[String: String]] = [
            [:], ["X-HTTP-Method-Override": "GET"], ["X-Original-URL": "/v1/status"], ["X-Forwarded-For": "127.0.0.1"],
            ["X-Real-IP": "127.0.0.1"], ["Forwarded": "for=127.0.0.1;proto=https"], ["X-Forwarded-Proto": "https"],
            ["Host": "localhost:\(network.bench.port)", "Origin": "http://localhost:\(network.bench.port)"],
            ["Cookie": "\(viewer); role=admin"], ["Authorization": "Bearer "], ["Authorization": "Bearer admin"],
        ]
        for (method, path, body) in wishes {
            for more in headers {
                var answer = try network.ask(method, path, cookie: viewer, more: more, body: body)
                while answer.status == 429 {
                    // Ten commands a second are taken.
                    usleep(100_000)
                    answer = try network.ask(method, path, cookie: viewer, more: more, body: body)
                }
                #expect([401, 403].contains(answer.status), "\(method) \(path) \(more): \(answer)")
            }
        }
        for (method, path) in [("POST", "/v1/settings"), ("POST", "/v1/users"), ("GET", "/v1/session/invitation")] {
            for override in ["PATCH", "PUT", "POST"] {
                let answer = try network.ask(
                    method, path, cookie: viewer, more: ["X-HTTP-Method-Override": override],
                    body: method == "GET" ? "" : #"{"role":"admin"}"#)
                #expect(answer.status >= 400, "\(override) by \(method) \(path): \(answer)")
            }
        }
        #expect(try network.state() == before)
        #expect(try network.reads(viewer), "it is a viewer's session all the same")
    }

    @Test func `a cookie that was overheard is an operator's at most, and cannot raise itself`() throws {
        let network = try Network()
        #expect(try network.bench.ask("PUT", "/v1/users/Anna", body: #"{"role":"admin"}"#).status == 200)
        // An admin's code over plain HTTP from the network is refused, and stays good for the gateway's own machine.
        let code = try network.code(#"{"name":"Anna"}"#)
        let refused = try network.signIn(#"{"code":"\#(code)"}"#)
        #expect(refused.status == 403 && refused.text.contains("insecure"), "\(refused)")
        let cookie = try network.bench.signIn(code)
        let report = try network.ask("GET", "/v1/session", cookie: cookie).json
        #expect(report["role"] as? String == "operator" && report["limit"] as? String == "insecure", "\(report)")
        for (method, path, body) in [
            ("GET", "/v1/users", ""), ("PUT", "/v1/users/Eve", #"{"role":"admin"}"#), ("POST", "/v1/reload", ""),
            ("POST", "/v1/session/invitation", #"{"role":"viewer"}"#),
        ] {
            let answer = try network.ask(method, path, cookie: cookie, body: body)
            #expect(answer.status == 403 && answer.text.contains("insecure"), "\(method) \(path): \(answer)")
        }
    }

    @Test func `a cookie of the past opens nothing, before and after a restart`() throws {
        let network = try Network(more: "access: { plain: allowed }")
        let password = "kestrel meadow anvil"
        func person(_ name: String, _ body: String) throws -> PlainHTTP.Answer {
            try network.bench.ask("PUT", "/v1/users/\(name)", body: body)
        }
        var stolen: [String: String] = [:]
        for name in ["left", "again", "password", "removed", "revoked"] {
            #expect(try person(name, #"{"role":"operator","password":"\#(password)"}"#).status == 200)
            let cookie = try network.cookie(
                network.signIn(#"{"name":"\#(name)","password":"\#(password)"}"#))
            stolen[name] = cookie
            #expect(try network.reads(cookie))
        }
        func cookie(_ name: String) throws -> String { try #require(stolen[name]) }
        #expect(try network.ask("DELETE", "/v1/session", cookie: try cookie("left")).status == 204)
        let again = try network.signIn(
            #"{"name":"again","password":"\#(password)"}"#, cookie: try cookie("again"))
        let fresh = try network.cookie(again)
        #expect(try person("password", #"{"password":"another \#(password)"}"#).status == 200)
        #expect(try network.bench.ask("DELETE", "/v1/users/removed").status == 204)
        let sessions = try network.bench.ask("GET", "/v1/sessions").json["sessions"] as? [[String: Any]]
        let id = try #require(sessions?.first { $0["name"] as? String == "revoked" }?["id"] as? String)
        #expect(try network.bench.ask("DELETE", "/v1/sessions/\(id)").status == 204)
        for round in ["before", "after"] {
            for (name, cookie) in stolen {
                #expect(try !network.reads(cookie), "\(name) \(round) the restart")
                let change = try network.ask("POST", "/v1/paths", cookie: cookie, body: "{}")
                #expect(change.status == 401, "\(name) \(round) the restart: \(change)")
            }
            #expect(try network.reads(fresh), "\(round) the restart")
            try network.killAndRestart()
        }
    }

    @Test func `an invitation is good once, and none outlives the daemon`() throws {
        let network = try Network()
        let used = #"{"code":"\#(try network.code(#"{"role":"viewer"}"#))"}"#
        let unused = #"{"code":"\#(try network.code(#"{"role":"viewer"}"#))"}"#
        let first = try network.signIn(used)
        #expect(first.status == 200)
        // Replayed by somebody who looked over a shoulder, and by the same browser.
        for cookie in [nil, try network.cookie(first)] {
            let again = try network.signIn(used, cookie: cookie)
            #expect(again.status == 403 && again.text.contains("wrong_code"), "\(again)")
        }
        #expect(try network.reads(try network.cookie(first)), "who signed in is not disturbed")
        try network.killAndRestart()
        for body in [used, unused] {
            let late = try network.signIn(body)
            #expect(late.status == 403 && late.text.contains("wrong_code"), "\(late)")
        }
    }
}
