// SPDX-License-Identifier: Apache-2.0

import Access
import ControlModel
import Foundation
import Synchronization
import Testing

/// Who may do what, tried from outside: every route by every kind of caller, on this machine and from the network.
@Suite(.serialized, .enabled(if: PeopleTests.ownAddress != nil)) struct AccessMatrixTests {
    private static let loopback = "127.0.0.1"

    private enum Who: String, CaseIterable { case nobody, viewer, `operator`, admin, token }

    /// What the configuration says of callers on other machines.
    enum Policy: String, CaseIterable {
        case standard = ""
        case readingOpen = "access: { read: open }"
        case plainAllowed = "access: { plain: allowed }"
        case open = "access: { read: open, plain: allowed }"
        case viewerToken = "access: { token: viewer }"

        var isReadingOpen: Bool { [.readingOpen, .open].contains(self) }
        var isPlainAllowed: Bool { [.plainAllowed, .open].contains(self) }
    }

    /// The role that a caller has; nil: it may only sign in.
    private static func role(_ who: Who, isNear: Bool, _ policy: Policy) -> ControlRole? {
        switch who {
        case .nobody: isNear || policy.isReadingOpen ? .viewer : nil
        case .viewer: .viewer
        case .operator: .operator
        case .token where policy == .viewerToken: .viewer
        // Others can read along in the network.
        case .admin, .token: isNear || policy.isPlainAllowed ? .admin : .operator
        }
    }

    private struct Trial {
        let folder: TemporaryFolder
        let bench: ConsoleBench
        var fields: [Who: [String: String]] = [:]

        init(_ policy: Policy = .standard) throws {
            folder = try TemporaryFolder()
            bench = try ConsoleBench(
                listen: "0.0.0.0", more: policy.rawValue, environment: ["STATE_DIRECTORY": folder.path])
            let token = try String(contentsOfFile: folder.path + "/credentials/control.token", encoding: .utf8)
            fields[.token] = ["Authorization": "Bearer \(token.trimmingCharacters(in: .whitespacesAndNewlines))"]
            for (who, role) in [(Who.viewer, "viewer"), (.operator, "operator"), (.admin, "admin")] {
                let code = try #require(
                    try bench.ask("POST", "/v1/session/invitation", body: #"{"role":"\#(role)"}"#).json["code"]
                        as? String)
                fields[who] = ["Cookie": try bench.signIn(code), "Sec-Fetch-Site": "same-origin"]
            }
        }

        /// Asks; waits where a browser has sent too many commands.
        func ask(
            _ method: String, _ path: String, _ who: Who, from host: String, body: String = "",
            more: [String: String] = [:]
        ) throws -> PlainHTTP.Answer {
            let own = ["Host": "\(host):\(bench.port)"].merging(fields[who] ?? [:]) { $1 }.merging(more) { $1 }
            let isStream = RouteRoles.streams.contains(path)
            while true {
                let answer = try PlainHTTP.request(
                    method, path, headers: own, body: body, port: UInt16(bench.port), host: host,
                    isHeadEnough: isStream)
                guard answer.status == 429, answer.text.contains("too_many_commands") else { return answer }
                // Commands are limited to ten a second; the next one is allowed after a tenth.
                usleep(100_000)
            }
        }
    }

    private static let refusals = ["\"not_allowed\"", "\"not_signed_in\"", "\"insecure\""]

    @Test(.timeLimit(.minutes(4)), arguments: Policy.allCases)
    func `every route is tried by everyone, on this machine and from the network`(_ policy: Policy) throws {
        let host = try #require(PeopleTests.ownAddress)
        let trial = try Trial(policy)
        var (tried, refused) = (0, 0)
        for route in RouteRoles.table.keys.sorted() where route != "DELETE /v1/session" {
            let need = try #require(RouteRoles.table[route])
            let parts = route.split(separator: " ").map(String.init)
            // What exists nowhere, so that those who may do it change as little as possible.
            let path = parts[1].replacing("{id}", with: "x").replacing("{name}", with: "x")
                .replacing("{fingerprint}", with: "x").replacing("**", with: "x")
            let takesBody = ["POST", "PUT", "PATCH"].contains(parts[0])
            for place in [Self.loopback, host] {
                for who in Who.allCases {
                    let answer = try trial.ask(parts[0], path, who, from: place, body: takesBody ? "[]" : "")
                    let isRefused = answer.status >= 400 && Self.refusals.contains { answer.text.contains($0) }
                    let role = Self.role(who, isNear: place == Self.loopback, policy)
                    // The password of the back office is accepted only where others cannot read it.
                    let isReadable = place != Self.loopback && !policy.isPlainAllowed
                    let isAllowed =
                        switch need {
                        case .nobody: true
                        case .role(let needed):
                            route == "POST /v1/back-office/session" && isReadable
                                ? false : role.map { $0 >= needed } ?? false
                        }
                    #expect(isRefused != isAllowed, "\(route) \(who) \(place): \(answer)")
                    #expect(answer.status < 500 || answer.status == 503, "\(route) \(who) \(place): \(answer)")
                    if isRefused {
                        #expect([401, 403].contains(answer.status), "\(route) \(who) \(place): \(answer)")
                        #expect(!answer.text.contains("tractor"), "\(route) \(who) \(place)")
                        refused += 1
                    }
                    tried += 1
                }
            }
            // The socket is an admin; who may sign in is no question there.
            guard !parts[1].hasPrefix("/console") && parts[1] != "/" && parts[1] != "/v1/session" else { continue }
            let socket = try PlainHTTP.request(
                parts[0], path, body: takesBody ? "[]" : "", socket: trial.bench.daemon.socket,
                isHeadEnough: RouteRoles.streams.contains(path))
            #expect(!Self.refusals.contains { socket.text.contains($0) }, "\(route) socket: \(socket)")
            #expect(![401, 403].contains(socket.status), "\(route) socket: \(socket)")
        }
        // The more the configuration allows, the less is refused.
        let least = policy == .open ? 200 : 300
        #expect(tried > 800 && refused > least, "\(tried) tried, \(refused) refused")
    }

    @Test(.timeLimit(.minutes(2))) func `one code tried by many browsers at once signs in one of them`() throws {
        let trial = try Trial()
        let port = UInt16(trial.bench.port)
        for _ in 0..<5 {
            let code = try trial.bench.invite()
            let answers = Answers()
            DispatchQueue.concurrentPerform(iterations: 6) { number in
                let answer = try? PlainHTTP.request(
                    "POST", "/v1/session",
                    headers: ["X-Forwarded-For": "198.51.100.\(number)", "Sec-Fetch-Site": "same-origin"],
                    body: #"{"code":"\#(code)"}"#, port: port)
                answers.add(answer?.status ?? 0)
            }
            // A forwarded request comes over plain HTTP, for which this code is too good.
            #expect(answers.all.allSatisfy { $0 == 403 || $0 == 429 }, "\(answers.all)")
            let viewer = try #require(
                try trial.bench.ask("POST", "/v1/session/invitation", body: #"{"role":"viewer"}"#).json["code"]
                    as? String)
            let others = Answers()
            DispatchQueue.concurrentPerform(iterations: 6) { _ in
                let answer = try? PlainHTTP.request(
                    "POST", "/v1/session", headers: ["X-Real-IP": "198.51.100.9", "Sec-Fetch-Site": "same-origin"],
                    body: #"{"code":"\#(viewer)"}"#, port: port)
                others.add(answer?.status ?? 0)
            }
            #expect(others.all.count { $0 == 200 } == 1, "\(others.all)")
            // The refused tries delay the next sign-in by a second.
            usleep(1_100_000)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `two admins who lower each other end with one or none, and the socket stays admin`() throws {
        let trial = try Trial()
        for round in 0..<6 {
            var cookies: [String] = []
            for name in ["Anna", "Bert"] {
                #expect(try trial.bench.ask("PUT", "/v1/users/\(name)", body: #"{"role":"admin"}"#).status == 200)
                let code = try #require(
                    try trial.bench.ask("POST", "/v1/session/invitation", body: #"{"name":"\#(name)"}"#).json["code"]
                        as? String)
                cookies.append(try trial.bench.signIn(code))
            }
            let answers = Answers()
            let bench = trial.bench
            let port = UInt16(bench.port)
            DispatchQueue.concurrentPerform(iterations: 2) { [cookies] number in
                let answer = try? PlainHTTP.request(
                    "PUT", "/v1/users/\(["Bert", "Anna"][number])",
                    headers: ["Cookie": cookies[number], "Sec-Fetch-Site": "same-origin"], body: #"{"role":"viewer"}"#,
                    port: port)
                answers.add(answer?.status ?? 0)
            }
            let users = try bench.ask("GET", "/v1/users").json["users"] as? [[String: Any]] ?? []
            let admins = users.count { $0["role"] as? String == "admin" }
            #expect(answers.all.allSatisfy { $0 == 200 || $0 == 403 } && answers.all.contains(200), "\(answers.all)")
            #expect(admins == 2 - answers.all.count { $0 == 200 }, "round \(round): \(users) \(answers.all)")
            // Whatever became of them.
            #expect(try bench.ask("PUT", "/v1/users/Anna", body: #"{"role":"admin"}"#).status == 200)
        }
    }

    @Test(.timeLimit(.minutes(2))) func `a person who is removed loses the open stream, and old cookies open nothing`()
        throws
    {
        let host = try #require(PeopleTests.ownAddress)
        let trial = try Trial()
        let bench = trial.bench
        #expect(try bench.ask("PUT", "/v1/users/Anna", body: #"{"role":"operator"}"#).status == 200)
        let code = try #require(
            try bench.ask("POST", "/v1/session/invitation", body: #"{"name":"Anna"}"#).json["code"] as? String)
        let cookie = try bench.signIn(code)
        let curl = try RunningProgram(
            try #require(Program.installed("curl")),
            ["-sN", "-H", "Cookie: \(cookie)", "http://\(host):\(bench.port)/v1/live?topics=fix"])
        #expect(until(10) { curl.output.contains("event: hello") }, "\(curl.output)")
        #expect(try bench.ask("DELETE", "/v1/users/Anna").status == 204)
        #expect(until(10) { !curl.isRunning }, "the stream goes on")
        // The cookie of then, alone and beside others, once and twice, in one header and in two.
        let good = try #require(trial.fields[.viewer]?["Cookie"])
        let bad = "gnss_session=\(String(repeating: "0", count: 64))"
        let tries: [(headers: [String: String], status: Int)] = [
            (["Cookie": cookie], 401), (["Cookie": good], 200), (["Cookie": "\(good); \(good)"], 200),
            (["Cookie": "\(cookie); \(cookie)"], 401), (["Cookie": "x=1;\(good)"], 200),
            (["Cookie": "\(bad)\r\nCookie: \(bad)"], 401), (["Cookie": "\(good)\r\nCookie: \(good)"], 200),
            (["Cookie": "gnss_session"], 401), (["Cookie": "gnss_session=; gnss_session="], 401),
            (["Cookie": String(repeating: "a=b; ", count: 2000) + bad], 401),
        ]
        for (headers, status) in tries {
            let answer = try trial.ask("GET", "/v1/version", .nobody, from: host, more: headers)
            #expect(answer.status == status, "\(headers): \(answer)")
        }
        // A wrong one before the right one is at most nobody's.
        for value in ["\(bad); \(good)", "\(good); \(bad)"] {
            let answer = try trial.ask("POST", "/v1/paths/current/pause", .nobody, from: host, more: ["Cookie": value])
            #expect([401, 403].contains(answer.status), "\(value): \(answer)")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `ten thousand guesses from everywhere sign nobody in and take no memory`()
        throws
    {
        let bench = try ConsoleBench(more: "access: { proxies: [127.0.0.1] }")
        let memory = try #require(bench.daemon.status("VmRSS:"))
        let port = UInt16(bench.port)
        let statuses = Answers()
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for number in 0..<2500 {
                let guesser = "10.\(worker).\(number / 250).\(number % 250)"
                let answer = try? PlainHTTP.request(
                    "POST", "/v1/session", headers: ["X-Forwarded-For": guesser, "Sec-Fetch-Site": "same-origin"],
                    body: #"{"code":"AAAAA\#(10_000 + number)"}"#, port: port)
                statuses.add(answer?.status ?? 0)
            }
        }
        #expect(statuses.all.count == 10_000 && statuses.all.allSatisfy { $0 == 403 }, "\(Set(statuses.all))")
        let later = try #require(bench.daemon.status("VmRSS:"))
        #expect(later - memory < 24 << 10, "\(memory) kB before, \(later) kB after")
        #expect((try bench.ask("GET", "/v1/sessions").json["sessions"] as? [Any])?.isEmpty == true)
        // Someone else is not held up.
        _ = try bench.signIn()
    }

    @Test(.timeLimit(.minutes(2)))
    func `a session has eight streams, an address of the network sixteen, and this machine more`() throws {
        let host = try #require(PeopleTests.ownAddress)
        let trial = try Trial()
        let bench = trial.bench
        let curl = try #require(Program.installed("curl"))
        func streams(_ count: Int, _ who: Who, from host: String) throws -> [RunningProgram] {
            let headers = (trial.fields[who] ?? [:]).flatMap { ["-H", "\($0.key): \($0.value)"] }
            let all = try (0..<count).map { _ in
                try RunningProgram(
                    curl, ["-sN", "-i"] + headers + ["http://\(host):\(bench.port)/v1/live?topics=state"])
            }
            // What has no answer by then fails the expectations below.
            _ = until(20) { all.allSatisfy { $0.output.contains("\r\n\r\n") } }
            return all
        }
        func isOpen(_ program: RunningProgram) -> Bool { program.output.contains("200 OK") }
        let viewer = try streams(9, .viewer, from: host)
        #expect(viewer.count(where: isOpen) == 8, "\(viewer.map(\.output))")
        let refused = try #require(viewer.first { !isOpen($0) })
        #expect(refused.output.contains("429") && refused.output.contains("too_many_streams"), "\(refused.output)")
        #expect(refused.output.lowercased().contains("retry-after: "))
        let program = try streams(9, .token, from: host)
        #expect(program.count(where: isOpen) == 8, "with those of the session sixteen from this address")
        let near = try streams(20, .nobody, from: Self.loopback)
        #expect(near.count(where: isOpen) == 20)
        // One that ends makes room.
        for program in viewer { program.signal(SIGKILL) }
        for program in viewer { _ = program.waitForEnd() }
        let deadline = Date(timeIntervalSinceNow: 10)
        var again = try streams(1, .viewer, from: host)
        while !again.contains(where: isOpen), Date() < deadline { again = try streams(1, .viewer, from: host) }
        #expect(again.contains(where: isOpen))
        for program in program + near + again { program.signal(SIGKILL) }
    }

    /// Statuses, from several threads.
    private final class Answers: Sendable {
        /// Protects the statuses, which several threads add.
        private let statuses = Mutex<[Int]>([])
        func add(_ status: Int) { statuses.withLock { $0.append(status) } }
        var all: [Int] { statuses.withLock { $0 } }
    }
}
