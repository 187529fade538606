// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Signing in and out and changing settings on a disk that is full or may only be read: each request is acknowledged and then durable,
/// or refused with a code and then not half done, and positions flow.
@Suite(.serialized, .enabled(if: StoreBench.mayMount, "making a disk needs root"), .timeLimit(.minutes(4)))
struct FullDiskAccessTests {
    private static let password = "kestrel meadow anvil"
    private static let own = ["Sec-Fetch-Site": "same-origin"]

    /// A browser's requests.
    private struct Client {
        let port: UInt16
        let daemon: RunningProgram

        func ask(_ method: String, _ path: String, cookie: String? = nil, body: String = "") throws -> PlainHTTP.Answer
        {
            let fields = FullDiskAccessTests.own.merging(cookie.map { ["Cookie": $0] } ?? [:]) { $1 }
            return try PlainHTTP.request(method, path, headers: fields, body: body, port: port)
        }

        func signIn(_ body: String) throws -> PlainHTTP.Answer { try ask("POST", "/v1/session", body: body) }

        func code(_ body: String) throws -> String {
            let answer = try PlainHTTP.request("POST", "/v1/session/invitation", body: body, socket: daemon.socket)
            return try #require(answer.json["code"] as? String, "\(answer)")
        }

        func role(_ cookie: String) throws -> String? {
            try ask("GET", "/v1/session", cookie: cookie).json["role"] as? String
        }

        func samples() throws -> Int? {
            let settings = try ask("GET", "/v1/settings").json["settings"] as? [[String: Any]]
            return settings?.first { $0["name"] as? String == "centroid.samples" }?["value"] as? Int
        }
    }

    private func cookie(_ answer: PlainHTTP.Answer) throws -> String {
        let field = try #require(answer.headers.first { $0.lowercased().hasPrefix("set-cookie: ") }, "\(answer)")
        return String(field.dropFirst(12).prefix { $0 != ";" })
    }

    private func code(_ answer: PlainHTTP.Answer) -> String? {
        (answer.json["message"] as? [String: Any])?["code"] as? String
    }

    private func start(_ bench: StoreBench) throws -> Client {
        let port = try Program.freePort()
        bench.http = "\"127.0.0.1:\(port)\""
        return Client(port: UInt16(port), daemon: try bench.start())
    }

    @Test func `a disk that is full while the daemon runs`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 3072)
        var client = try start(bench)
        func put(_ body: String) throws -> PlainHTTP.Answer {
            try PlainHTTP.request("PUT", "/v1/users/Anna", body: body, socket: client.daemon.socket)
        }
        #expect(try put(#"{"role":"admin","password":"\#(Self.password)"}"#).status == 200)
        let anna = try cookie(client.signIn(#"{"name":"Anna","password":"\#(Self.password)"}"#))
        let (bert, carla) = (
            try cookie(client.signIn(#"{"code":"\#(try client.code(#"{"role":"operator"}"#))"}"#)),
            try cookie(client.signIn(#"{"code":"\#(try client.code(#"{"role":"operator"}"#))"}"#))
        )
        try bench.fillDisk()
        // The log of the database has room that is used again: changes are acknowledged until that is full too.
        var last = try #require(try client.samples())
        var refused: PlainHTTP.Answer?
        for number in 1...3000 where refused == nil {
            let samples = 1 + number % 50
            let answer = try PlainHTTP.request(
                "PATCH", "/v1/settings", body: #"{"centroid":{"samples":\#(samples)}}"#, socket: client.daemon.socket)
            if answer.status == 200 { last = samples } else { refused = answer }
        }
        let setting = try #require(refused, "the disk is never full")
        #expect(setting.status == 507 && code(setting) == "problem.status.507", "\(setting)")
        #expect(try client.samples() == last)

        // What gives a right is refused.
        let invitation = try client.code(#"{"role":"viewer"}"#)
        for body in [#"{"code":"\#(invitation)"}"#, #"{"name":"Anna","password":"\#(Self.password)"}"#] {
            let answer = try client.signIn(body)
            #expect(answer.status == 507 && code(answer) == "problem.status.507", "\(answer)")
            #expect(!answer.headers.contains { $0.lowercased().hasPrefix("set-cookie") }, "\(answer)")
        }
        let sessions = try client.ask("GET", "/v1/sessions", cookie: anna).json["sessions"] as? [[String: Any]]
        #expect(sessions?.count == 3, "\(String(describing: sessions))")
        let added = try PlainHTTP.request(
            "PUT", "/v1/users/Dora", body: #"{"role":"admin"}"#, socket: client.daemon.socket)
        #expect(added.status == 507, "\(added)")
        #expect(
            try client.ask("GET", "/v1/users", cookie: anna).json["users"].map { "\($0)".contains("Dora") } == false)
        // What takes one away holds, and says that a restart would undo it.
        let left = try client.ask("DELETE", "/v1/session", cookie: bert)
        #expect(left.status == 507 && code(left) == "problem.unsaved", "\(left)")
        #expect(try cookie(left) == "gnss_session=")
        let id = try #require(
            (try client.ask("GET", "/v1/sessions", cookie: anna).json["sessions"] as? [[String: Any]])?.first {
                $0["role"] as? String == "operator"
            }?["id"] as? String)
        let revoked = try bench.ask(client.daemon, "console", "sessions", "--revoke", id)
        #expect(
            revoked.status != 0 && revoked.messages.contains("a restart of the gateway would undo it"), "\(revoked)")
        for gone in [bert, carla] { #expect(try client.role(gone) == "viewer") }
        #expect(try client.role(anna) == "admin")
        try bench.awaitPosition()

        // Room again: it is stored without anybody asking, and everything works.
        unlink(bench.folder + "/ballast")
        try client.daemon.wait(for: "a restart no longer loses them", within: 40)
        let late = try client.signIn(#"{"code":"\#(invitation)"}"#)
        #expect(late.status == 200, "the code was not used up: \(late)")
        #expect(try client.signIn(#"{"name":"Anna","password":"\#(Self.password)"}"#).status == 200)
        let change = try client.ask("PATCH", "/v1/settings", cookie: anna, body: #"{"centroid":{"samples":47}}"#)
        #expect(change.status == 200, "\(change)")
        client.daemon.signal(SIGKILL)
        _ = client.daemon.waitForEnd()
        client = try start(bench)
        for gone in [bert, carla] { #expect(try client.role(gone) == "viewer", "signed out before the restart") }
        #expect(try client.role(anna) == "admin" && client.role(cookie(late)) == "viewer")
        #expect(try client.samples() == 47)
    }

    @Test func `a kill on a full disk leaves what was acknowledged, and nothing of what was refused`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 3072)
        var client = try start(bench)
        try bench.fillDisk()
        var acknowledged: [String] = []
        var refusals = 0
        for _ in 0..<600 where refusals < 3 {
            let answer = try client.signIn(#"{"code":"\#(try client.code(#"{"role":"operator"}"#))"}"#)
            if answer.status == 200 {
                acknowledged.append(try cookie(answer))
            } else {
                #expect(answer.status == 507, "\(answer)")
                refusals += 1
            }
        }
        #expect(refusals == 3, "the disk is never full")
        client.daemon.signal(SIGKILL)
        _ = client.daemon.waitForEnd()
        unlink(bench.folder + "/ballast")
        client = try start(bench)
        // The oldest browsers of too many are signed out.
        let kept = acknowledged.suffix(64)
        for cookie in kept { #expect(try client.role(cookie) == "operator") }
        let sessions =
            try PlainHTTP.request("GET", "/v1/sessions", socket: client.daemon.socket).json["sessions"] as? [Any]
        #expect(sessions?.count == kept.count)
    }

    @Test func `on a disk that may only be read people sign in until the daemon ends, and an alert says so`() throws {
        let bench = try StoreBench()
        try bench.mount(kilobytes: 4096)
        var client = try start(bench)
        let before = try cookie(client.signIn(#"{"code":"\#(try client.code(#"{"role":"operator"}"#))"}"#))
        let leaving = try cookie(client.signIn(#"{"code":"\#(try client.code(#"{"role":"operator"}"#))"}"#))
        client.daemon.signal(SIGTERM)
        _ = client.daemon.waitForEnd()
        try bench.makeReadOnly()
        client = try start(bench)
        #expect(try bench.awaitAlert("store-in-memory", client.daemon).contains("loses it when it ends"))
        #expect(try client.role(before) == "operator", "what the store says is read")
        let now = try cookie(client.signIn(#"{"code":"\#(try client.code(#"{"role":"admin"}"#))"}"#))
        #expect(try client.role(now) == "admin")
        let change = try client.ask("PATCH", "/v1/settings", cookie: now, body: #"{"centroid":{"samples":33}}"#)
        #expect(try change.status == 200 && client.samples() == 33, "\(change)")
        #expect(try client.ask("DELETE", "/v1/session", cookie: now).status == 204)
        #expect(try client.role(now) == "viewer")
        // The store still has this browser.
        let left = try client.ask("DELETE", "/v1/session", cookie: leaving)
        #expect(left.status == 503 && code(left) == "problem.unsaved", "\(left)")
        #expect(try client.role(leaving) == "viewer")
        try bench.awaitPosition()
        client.daemon.signal(SIGTERM)
        _ = client.daemon.waitForEnd()
        try bench.makeWritable()
        client = try start(bench)
        #expect(try client.role(before) == "operator" && client.role(now) == "viewer")
        #expect(try client.role(leaving) == "operator", "a restart undoes it, as the answer said")
        #expect(try client.samples() == 20)
    }
}
