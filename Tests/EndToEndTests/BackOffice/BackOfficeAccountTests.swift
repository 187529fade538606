// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Signing in at a back office, and out.
@Suite(.timeLimit(.minutes(10))) struct BackOfficeAccountTests {
    /// The files below a folder that contain a text, by their paths.
    private func files(in folder: String, with text: String) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.sorted().filter { name in
            let content = FileManager.default.contents(atPath: "\(folder)/\(name)")
            return content?.range(of: Data(text.utf8)) != nil
        }
    }

    /// No password is anywhere, and tokens are only in files that no one else can read.
    private func expectSecrecy(_ bench: BackOfficeBench) throws {
        let state = bench.folder.path + "/state"
        // Sanctum's tokens begin with a number.
        let tokens = try bench.tokens().compactMap { $0.split(separator: "|").last.map(String.init) }
        #expect(tokens.isEmpty == (bench.dialect == .egnss4cap))
        #expect(try files(in: state, with: BackOfficeBench.mark) == [])
        for token in tokens {
            let places = try files(in: state, with: token)
            #expect(places.count == 1 && places.allSatisfy { $0.hasPrefix("credentials/") }, "\(places)")
            for place in places {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(state)/\(place)")
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
        let copies = bench.folder.path + "/copies"
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        let backup = try bench.run("store", "backup", copies + "/backup.sqlite")
        #expect(backup.status == 0, "\(backup.messages)")
        var texts = [bench.said, bench.console.daemon.messages, bench.console.daemon.output, backup.messages]
        for path in [
            "/v1/back-office", "/v1/status", "/v1/settings", "/v1/alerts", "/v1/doctor", "/v1/tasks", "/metrics",
        ] {
            texts.append(try bench.ask("GET", path).text)
        }
        for secret in tokens + [BackOfficeBench.mark] {
            #expect(try files(in: copies, with: secret) == [])
            #expect(!texts.contains { $0.contains(secret) })
        }
    }

    @Test(arguments: BackOfficeBench.Dialect.allCases)
    func `a person stays signed in, and the data return with them`(dialect: BackOfficeBench.Dialect) throws {
        let bench = try BackOfficeBench(dialect)
        #expect(try bench.link()["state"] as? String == "signed_out")
        #expect(try bench.ask("GET", "/v1/tasks").json["code"] as? String == "no_account")
        for (login, password) in [("farmer", BackOfficeBench.otherPassword), ("nemo", BackOfficeBench.password)] {
            let refused = try bench.ask("POST", "/v1/back-office/session", try BackOfficeBench.signIn(login, password))
            #expect(refused.status == 403 && refused.json["code"] as? String == "wrong_login", "\(refused.text)")
        }
        // Without a name or a password, nothing is asked.
        let asked = try bench.count("login")
        for (login, password) in [("", BackOfficeBench.password), ("farmer", "")] {
            let refused = try bench.ask("POST", "/v1/back-office/session", try BackOfficeBench.signIn(login, password))
            #expect((400..<500).contains(refused.status), "\(refused.text)")
        }
        for body in ["", "{}", #"{"login":"farmer"}"#, #"{"login":5,"password":"x"}"#] {
            #expect(try bench.ask("POST", "/v1/back-office/session", body).status == 400, "\(body)")
        }
        #expect(try bench.count("login") == asked)
        try bench.signIn()
        let link = try bench.link()
        let person = link["person"] as? [String: Any]
        #expect(person?["login"] as? String == "farmer" && person?["id"] as? String == "10", "\(link)")
        #expect(person?["name"] as? String == "farmer" && person?["surname"] as? String == "Tester", "\(link)")
        #expect(link["server"] as? String == bench.server, "\(link)")
        let again = try bench.ask("POST", "/v1/back-office/session", try BackOfficeBench.signIn())
        #expect(again.status == 409 && again.json["code"] as? String == "signed_in_already", "\(again.text)")
        // Meanwhile the server stays the same.
        let moved = try bench.ask("PATCH", "/v1/settings", #"{"back_office":{"server":"http://127.0.0.1:1/"}}"#)
        #expect(moved.status == 409, "\(moved.text)")
        let settings = try bench.ask("GET", "/v1/settings").json["settings"] as? [[String: Any]] ?? []
        let setting = settings.first { $0["name"] as? String == "back_office.server" }
        #expect(setting?["locked"] != nil && setting?["value"] as? String == bench.server, "\(setting ?? [:])")

        let task = try bench.addTask(["name": "meadow"])
        try bench.synchronise()
        #expect(try bench.ask("PATCH", "/v1/tasks/\(task)", #"{"note":"wet"}"#).status == 200)
        let photo = try bench.takePhoto(task: task)
        try bench.killAndRestart()
        #expect(try bench.link()["state"] as? String == "signed_in")
        #expect(try bench.task(task)["name"] as? String == "meadow")
        #expect(try bench.synchronise()["state"] as? String == "done")
        try expectSecrecy(bench)

        let left = try bench.ask("DELETE", "/v1/back-office/session")
        #expect(left.status == 200 && left.json["state"] as? String == "signed_out", "\(left.text)")
        #expect(try bench.ask("GET", "/v1/tasks").json["code"] as? String == "no_account")
        #expect(try bench.ask("DELETE", "/v1/back-office/session").json["code"] as? String == "no_account")
        for token in try bench.tokens() {
            let secret = String(token.split(separator: "|").last ?? "")
            #expect(try files(in: bench.folder.path + "/state", with: secret) == [])
        }
        // Another person does not see what belongs to the first one.
        try bench.signIn("other", BackOfficeBench.otherPassword)
        try bench.synchronise()
        #expect(try bench.ask("GET", "/v1/tasks").json["total"] as? Int == 0)
        #expect(try bench.ask("GET", "/v1/tasks/\(task)").json["code"] as? String == "unknown_task")
        #expect(try bench.ask("DELETE", "/v1/back-office/session").status == 200)
        try bench.signIn()
        let found = try bench.task(task)
        #expect(found["note"] as? String == "wet" && found["photos"] as? Int == 1, "\(found)")
        #expect(try bench.photo(photo)["task"] as? String == "\(task)")
        try bench.expectCareful()
    }

    @Test func `an address without a back office is named as such, and gets no second try elsewhere`() throws {
        let bench = try BackOfficeBench(.pic2bim, .init(server: ""))
        #expect(try bench.link()["state"] as? String == "off")
        func isEnabled() throws -> Bool? { try bench.ask("GET", "/v1/status").json["back_office_enabled"] as? Bool }
        #expect(try isEnabled() == false)
        let session = try BackOfficeBench.signIn()
        let none = try bench.ask("POST", "/v1/back-office/session", session)
        #expect(none.json["code"] as? String == "not_configured", "\(none.text)")
        #expect(try bench.ask("GET", "/v1/tasks").json["code"] as? String == "not_configured")
        func set(_ server: String) throws -> Int {
            try bench.ask(
                "PATCH", "/v1/settings", try BackOfficeBench.json(["back_office": ["server": server]])
            ).status
        }
        func code(_ server: String) throws -> String? {
            #expect(try set(server) == 200, "\(server)")
            let answer = try bench.ask("POST", "/v1/back-office/session", session)
            #expect(answer.status >= 400, "\(server): \(answer.text)")
            #expect(try bench.link()["state"] as? String == "signed_out")
            #expect(try isEnabled() == true, "\(server)")
            return answer.json["code"] as? String
        }
        // Passwords leave the machine only encrypted.
        for wrong in ["http://example.org/", "ftp://127.0.0.1/", "127.0.0.1", "\(bench.server)?x=1", "https://"] {
            #expect(try set(wrong) == 400, "\(wrong)")
        }
        #expect(try code("http://127.0.0.1:\(try Program.freePort())/") == "unreachable")
        #expect(try code(bench.elsewhere) == "bad_answer")
        // JSON, but of another program.
        #expect(try code("\(bench.server)other") == "bad_answer")
        let before = try bench.requests(to: "elsewhere").count
        for fault in ["html", "redirect"] {
            try bench.arm(fault, "login")
            #expect(try code(bench.server) == "bad_answer", "\(fault)")
        }
        try bench.arm("redirect", "login", ["status": 307])
        #expect(try code(bench.server) == "bad_answer")
        #expect(try bench.requests(to: "elsewhere").count == before)
        for fault in [["kind": "status", "status": 503], ["kind": "endless"], ["kind": "drop"]] as [[String: Any]] {
            try bench.arm("drop", "login", fault)
            _ = try code(bench.server)
        }
        // A slash at the end is added.
        #expect(try set(String(bench.server.dropLast())) == 200)
        try bench.signIn()
        #expect(try bench.link()["server"] as? String == bench.server)
        #expect(try bench.tokens().count == 1)
        try bench.expectCareful()
    }

    @Test func `people of one gateway do not see each other's tasks, and send in their own names`() throws {
        let bench = try BackOfficeBench(.pic2bim)
        let console = bench.console
        func browser(of name: String, _ role: String) throws -> [String: String] {
            _ = try console.ask("PUT", "/v1/users/\(name)", body: #"{"role":"\#(role)"}"#)
            let invited = try console.ask("POST", "/v1/session/invitation", body: #"{"name":"\#(name)"}"#)
            let code = try #require(invited.json["code"] as? String, "\(invited)")
            return ["Cookie": try console.signIn(code), "Sec-Fetch-Site": "same-origin"]
        }
        func ask(_ method: String, _ path: String, _ who: [String: String], _ body: String = "") throws
            -> PlainHTTP.Answer
        { try console.ask(method, path, headers: who, body: body) }
        let (anna, bob) = (try browser(of: "Anna", "operator"), try browser(of: "Bob", "operator"))
        let (eve, vic) = (try browser(of: "Eve", "admin"), try browser(of: "Vic", "viewer"))
        let annas = try bench.addTask(["user": "farmer", "name": "Anna's"])
        let bobs = try bench.addTask(["user": "other", "name": "Bob's"])
        let (session, route) = (try BackOfficeBench.signIn(), "/v1/back-office/session")
        #expect(try ask("POST", route, vic, session).status == 403)
        #expect(try ask("GET", "/v1/back-office", vic).status == 200)
        #expect(try ask("POST", route, anna, session).status == 200)
        for who in [bob, eve, [:]] {
            #expect(try ask("GET", "/v1/tasks", who).json["code"] as? String == "no_account")
            let link = try ask("GET", "/v1/back-office", who).json
            #expect(link["person"] as? [String: Any] == nil && link["state"] as? String == "signed_out", "\(link)")
        }
        let other = try BackOfficeBench.signIn("other", BackOfficeBench.otherPassword)
        #expect(try ask("POST", route, bob, other).status == 200)
        func names(_ who: [String: String]) throws -> [String] {
            let tasks = try ask("GET", "/v1/tasks", who).json["tasks"] as? [[String: Any]] ?? []
            return tasks.compactMap { $0["name"] as? String }
        }
        for (who, name) in [(anna, "Anna's"), (bob, "Bob's")] {
            #expect(try ask("POST", "/v1/back-office/sync", who).status == 202)
            try bench.wait("the tasks") { try names(who) == [name] }
        }
        for (method, rest, body) in [
            ("GET", "", ""), ("PATCH", "", #"{"note":"x"}"#), ("POST", "/open", ""), ("POST", "/send", ""),
            ("DELETE", "/send", ""),
        ] {
            let answer = try ask(method, "/v1/tasks/\(annas)\(rest)", bob, body)
            #expect(answer.status == 404 && answer.json["code"] as? String == "unknown_task", "\(method) \(rest)")
        }
        // A path is sent in the name of the one to whom it belongs.
        let paths = (try bench.addPath("Anna", headers: anna), try bench.addPath("Bob", headers: bob))
        #expect(try ask("POST", "/v1/paths/\(paths.0)/send", bob).status == 404)
        for who in [anna, bob] {
            #expect(try ask("POST", "/v1/paths/send", who).json["queued"] as? Int == 1)
        }
        try bench.wait("both paths") { try bench.officePaths().count == 2 }
        let senders = try bench.officePaths().map { "\($0["name"] ?? ""): \($0["user"] ?? "")" }
        #expect(senders.sorted() == ["Anna: 10", "Bob: 11"])
        // With the person, the token goes.
        let state = bench.folder.path + "/state"
        let tokens = try bench.tokens().compactMap { $0.split(separator: "|").last.map(String.init) }
        try #require(tokens.count == 2)
        #expect(try bench.ask("DELETE", "/v1/users/Anna").status == 204)
        try bench.wait("the end of the token") { try files(in: state, with: tokens[0]) == [] }
        #expect(try files(in: state, with: tokens[1]) != [])
        #expect(try ask("GET", "/v1/tasks/\(bobs)", bob).status == 200)
        try bench.expectCareful()
    }
}
