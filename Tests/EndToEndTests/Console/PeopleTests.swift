// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// People and their browsers, with the whole program.
@Suite(.serialized) struct PeopleTests {
    /// An address of this machine that is not of loopback: what comes from there counts as from another machine.
    static let ownAddress: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                continue
            }
            let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
            }
            guard number >> 24 != 127 else { continue }
            return [24, 16, 8, 0].map { "\(number >> $0 & 0xFF)" }.joined(separator: ".")
        }
        return nil
    }()

    /// A folder of state that several daemons use, one after the other.
    private final class State {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-people-\(UUID().uuidString)")
        deinit { try? FileManager.default.removeItem(at: folder) }
        func bench(listen: String = "127.0.0.1", more: String = "") throws -> ConsoleBench {
            try ConsoleBench(listen: listen, more: more, environment: ["STATE_DIRECTORY": folder.path])
        }
    }

    private struct Answer {
        let status: Int
        let text: String
        var cookie: String? {
            text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie: ") }
                .map { String($0.dropFirst("set-cookie: ".count).prefix { $0 != ";" }) }
        }
    }

    /// What a program on another machine gets.
    private func ask(
        _ method: String, _ path: String, _ bench: ConsoleBench, _ fields: [String: String] = [:], body: String? = nil,
        from host: String
    ) throws -> Answer {
        let own = "http://\(host):\(bench.port)"
        let headers = ["Origin": own, "Content-Type": "application/json"].merging(fields) { $1 }
        let arguments =
            ["-s", "-i", "--max-time", "3", "-X", method] + headers.flatMap { ["-H", "\($0): \($1)"] }
            + (body.map { ["-d", $0] } ?? []) + [own + path]
        let result = try Program.run(try #require(Program.installed("curl")), arguments)
        return Answer(
            status: result.output.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, text: result.output)
    }

    private func console(_ bench: ConsoleBench, _ arguments: String..., input: String? = nil) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["console"] + arguments, input: input,
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
    }

    private func code(_ bench: ConsoleBench, _ arguments: String...) throws -> String {
        let result = try RunningProgram(
            try Program.gateway, ["console", "invite"] + arguments,
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        return try #require(result.lines.first?.split(separator: " ").last.map(String.init), "\(result)")
    }

    @Test(.enabled(if: ownAddress != nil && Program.installed("curl") != nil), .timeLimit(.minutes(2)))
    func `from the network nothing is read before signing in, and nothing after signing out`() throws {
        let host = try #require(Self.ownAddress)
        let state = State()
        let bench = try state.bench(listen: "0.0.0.0")
        let paths = [
            "/plain", "/metrics", "/v1/status", "/v1/live", "/v1/live/snapshot", "/v1/events", "/v1/observations",
            "/v1/version", "/v1/settings", "/v1/doctor", "/v1/users", "/v1/sessions", "/nothing",
        ]
        for path in paths {
            let answer = try ask("GET", path, bench, from: host)
            #expect(answer.status == 401 && !answer.text.contains("52.475"), "\(path): \(answer)")
        }
        #expect(try ask("GET", "/", bench, from: host).status == 200)
        // A viewer's code from the command line.
        let body = #"{"code":"\#(try code(bench, "--role", "viewer"))"}"#
        let foreign = try ask("POST", "/v1/session", bench, ["Origin": "http://evil.example"], body: body, from: host)
        #expect(foreign.status == 403 && foreign.cookie == nil)
        let opened = try ask("POST", "/v1/session", bench, body: body, from: host)
        #expect(opened.status == 200, "\(opened)")
        let cookie = ["Cookie": try #require(opened.cookie)]
        #expect(try ask("POST", "/v1/session", bench, body: body, from: host).status == 403)
        #expect(try ask("GET", "/v1/status", bench, cookie, from: host).text.contains("tractor"))
        for (method, path) in [("POST", "/v1/reload"), ("PATCH", "/v1/settings"), ("GET", "/v1/users")] {
            let refused = try ask(method, path, bench, cookie, body: method == "GET" ? nil : "{}", from: host)
            #expect(refused.status == 403 && refused.text.contains("not_allowed"), "\(path): \(refused)")
        }
        // An admin's code is good only where nobody reads along.
        let adminBody = #"{"code":"\#(try code(bench, "--role", "admin"))"}"#
        var admin = try ask("POST", "/v1/session", bench, body: adminBody, from: host)
        // The used code above was a wrong one.
        while admin.status == 429 {
            usleep(200_000)
            admin = try ask("POST", "/v1/session", bench, body: adminBody, from: host)
        }
        #expect(admin.status == 403 && admin.text.contains("insecure"), "\(admin)")
        // The stream of a browser that is signed out ends.
        let curl = try RunningProgram(
            try #require(Program.installed("curl")),
            ["-sN", "-H", "Cookie: \(cookie["Cookie"] ?? "")", "http://\(host):\(bench.port)/v1/live"])
        #expect(until(10) { curl.output.contains("event: hello") })
        let list = try console(bench, "sessions", "--json")
        let sessions = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
        let entries = try #require(sessions?["sessions"] as? [[String: Any]])
        #expect(entries.count == 1 && entries.first?["address"] as? String == host)
        let id = try #require(entries.first?["id"] as? String)
        #expect(try console(bench, "sessions", "--revoke", id).status == 0)
        #expect(until(10) { !curl.isRunning })
        #expect(try ask("GET", "/v1/status", bench, cookie, from: host).status == 401)
        #expect(try console(bench, "sessions", "--revoke", id).status != 0)
    }

    @Test(.timeLimit(.minutes(3)))
    func `what was acknowledged holds after kill -9, and what was taken stays taken`() throws {
        let state = State()
        var cookies: [String: Bool] = [:]
        for round in 0..<3 {
            let bench = try state.bench()
            for (cookie, isGood) in cookies {
                let role = try bench.ask("GET", "/v1/session", headers: ["Cookie": cookie]).json["role"] as? String
                #expect(role == (isGood ? "operator" : "viewer"), "round \(round)")
            }
            _ = try console(bench, "people", "--set", "Anna \(round)", "--role", "operator")
            let kept = try bench.signIn(try code(bench, "Anna \(round)"))
            let gone = try bench.signIn(try code(bench, "--role", "operator"))
            let sessions = try bench.ask("GET", "/v1/sessions").json["sessions"] as? [[String: Any]]
            let id = try #require(sessions?.last?["id"] as? String)
            #expect(try bench.ask("DELETE", "/v1/sessions/\(id)").status == 204)
            bench.daemon.signal(SIGKILL)
            _ = bench.daemon.waitForEnd()
            (cookies[kept], cookies[gone]) = (true, false)
        }
        let people = try console(try state.bench(), "people")
        #expect(people.lines.count == 4 && people.output.contains("Anna 2"), "\(people)")
    }

    @Test(.timeLimit(.minutes(2)))
    func `a password from standard input signs in on this machine, and changing it signs out`() throws {
        let bench = try ConsoleBench()
        let empty = try console(bench, "password", "Anna", "--role", "admin", input: "")
        #expect(empty.status == 66 && empty.messages.contains("no password on standard input"), "\(empty.messages)")
        #expect(try console(bench, "password", "Anna", "--role", "admin", input: "short\n").status != 0)
        #expect(try console(bench, "password", "Anna", "--role", "admin", input: "correct horse battery\n").status == 0)
        let own = ["Sec-Fetch-Site": "same-origin"]
        let body = #"{"name":"Anna","password":"correct horse battery"}"#
        let opened = try bench.ask("POST", "/v1/session", headers: own, body: body)
        #expect(opened.status == 200 && opened.json["role"] as? String == "admin", "\(opened)")
        let field = try #require(opened.headers.first { $0.lowercased().hasPrefix("set-cookie: ") })
        let cookie = own.merging(["Cookie": String(field.dropFirst(12).prefix { $0 != ";" })]) { $1 }
        #expect(try bench.ask("GET", "/v1/users", headers: cookie).status == 200)
        #expect(try console(bench, "password", "Anna", "--none").status == 0)
        #expect(try bench.ask("GET", "/v1/users", headers: cookie).status == 401)
        #expect(try bench.ask("POST", "/v1/session", headers: own, body: body).status == 403)
        #expect(!bench.daemon.messages.contains("correct horse"))
    }
}
