// SPDX-License-Identifier: Apache-2.0

import Access
import BackOfficeModel
import ControlModel
import GNSSTypes
import GatewayClient
import MessageTexts
import Synchronization
import Testing

@testable import WebAPI

/// The routes of the back office over a real UNIX socket, and from other machines.
struct BackOfficeRoutesTests {
    @Test func `what is asked of the back office comes out the same at the other side`() async throws {
        let office = FalseBackOffice()
        try await withDaemon(backOffice: office) { daemon async throws in
            let client = daemon.client
            let (report, task) = (FalseBackOffice.report, FalseBackOffice.task)
            #expect(try await client.backOffice() == report)
            #expect(try await client.signInAtBackOffice(BackOfficeSignIn(login: "jan", password: "geheim")) == report)
            #expect(try await client.signOutOfBackOffice() == report)
            #expect(try await client.beginSync() == report)
            #expect(try await client.cancelSync() == report)
            #expect(try await client.tasks(TaskQuery()) == TasksReport(tasks: [task], total: 5))
            var query = TaskQuery()
            (query.name, query.states, query.order) = ("Feld é&=", [.new, .open], .due)
            (query.isDescending, query.putsOverdueLast) = (false, true)
            #expect(try await client.tasks(query).total == 5)
            #expect(try await client.task("a/7 ä?") == task)
            #expect(try await client.openTask("7") == task)
            #expect(try await client.setNote("two\nlines", ofTask: "7") == task)
            #expect(try await client.sendTask("7", SendRequest()) == task)
            #expect(try await client.sendTask("7", SendRequest(pending: true)) == task)
            #expect(try await client.stopSendingTask("7") == task)
            #expect(try await client.sendCaptures(nil, SendRequest()).queued == 2)
            #expect(try await client.sendCaptures("p", SendRequest(pending: true)).queued == 2)
            #expect(try await client.sendPaths(nil).queued == 1)
            #expect(try await client.sendPaths(3).queued == 1)
        }
        #expect(
            office.noted == [
                "-: sign in jan 6", "-: sign out", "-: sync", "-: cancel", "-: tasks - all created down mixed",
                "-: tasks Feld é&= new,open due up overdue last", "-: task a/7 ä?", "-: open 7",
                "-: note 7 two\nlines", "-: send 7 -", "-: send 7 pending true", "-: stop 7", "-: photos all -",
                "-: photos p pending true", "-: paths all", "-: paths 3",
            ])
    }

    @Test func `JSON of the back office has the names that are documented`() async throws {
        try await withDaemon(backOffice: FalseBackOffice()) { daemon in
            let path = daemon.socketPath
            let report = try await RawClient.get("/v1/back-office", from: path)
            for part in [
                #""person":{"id":"17","login":"jan","name":"Jan","surname":"Novak"}"#,
                #""problem":{"message":{"code":"back_office.timed_out","parameters":{"server":"https://office.example/"}},"#,
                #""text":"the back office https://office.example/ does not answer"}"#,
                #""retry_s":4"#, #""server":"https://office.example/""#, #""state":"signed_in""#,
                #""waiting":{"paths":0,"photos":2,"tasks":0}"#, #""added":1,"changed":0,"#, #""percent":100"#,
                #""state":"done""#,
            ] {
                #expect(report.contains(part), "\(part) in \(report)")
            }
            let tasks = try await RawClient.get("/v1/tasks", from: path)
            for part in [
                #""created":"2026-05-04T12:30:05.250Z""#, #""editable":true"#, #""id":"7""#,
                #""instructions":"Four photos""#, #""name":"North field""#, #""note":"corn""#, #""overdue":false"#,
                #""photos":3"#, #""reason":"too dark""#, #""sent":"unsent""#, #""server_photos":1"#,
                #""state":"returned""#, #""unsent":2"#, #""total":5"#,
            ] {
                #expect(tasks.contains(part), "\(part) in \(tasks)")
            }
            #expect(!tasks.contains("null") && !tasks.contains("send_problem"))
            let live = try await RawClient.get("/v1/live/snapshot?topics=back_office", from: path)
            #expect(live.contains(#""back_office":{"changes":3}"#), "\(live)")
        }
    }

    @Test func `what is begun is answered with 202, and a body of consent may be missing`() async throws {
        let office = FalseBackOffice()
        try await withDaemon(backOffice: office) { daemon in
            for (route, body) in [
                ("/v1/back-office/sync", ""), ("/v1/tasks/7/send", ""), ("/v1/tasks/7/send", #"{"pending":true}"#),
                ("/v1/captures/send", ""), ("/v1/captures/p/send", "{}"), ("/v1/paths/send", ""),
                ("/v1/paths/3/send", ""),
            ] {
                let answer = try await RawClient.request("POST", route, body: body, from: daemon.socketPath)
                #expect(answer.hasPrefix("HTTP/1.1 202 "), "\(route): \(answer)")
            }
        }
        #expect(office.noted.count == 7)
    }

    @Test func `a body or a query of another form is refused, and the password is in no answer`() async throws {
        let office = FalseBackOffice()
        try await withDaemon(backOffice: office) { daemon in
            let path = daemon.socketPath
            for (method, route, body) in [
                ("POST", "/v1/back-office/session", ""), ("POST", "/v1/back-office/session", #"{"login":"jan"}"#),
                ("POST", "/v1/back-office/session", #"{"login":"jan","pasword":"geheim"}"#),
                ("POST", "/v1/back-office/session", #"{"login":7,"password":"geheim"}"#),
                ("PATCH", "/v1/tasks/7", "{}"), ("PATCH", "/v1/tasks/7", ""),
                ("POST", "/v1/tasks/7/send", #"{"pending":"yes"}"#), ("POST", "/v1/captures/send", "[]"),
            ] {
                let answer = try await RawClient.request(method, route, body: body, from: path)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(route) \(body): \(answer)")
                #expect(answer.contains("does not have the form") && !answer.contains("geheim"), "\(answer)")
            }
            for query in [
                "nam=x", "state=", "state=new,done", "state=new,", "sort=age", "order=up", "overdue_last=yes",
                "name=a&name=b", "limit=5",
            ] {
                let answer = try await RawClient.get("/v1/tasks?\(query)", from: path)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(query): \(answer)")
            }
            let long = #"{"note":"\#(String(repeating: "x", count: CommandRoutes.bodyLimit))"}"#
            let tooLong = try await RawClient.request("PATCH", "/v1/tasks/7", body: long, from: path)
            #expect(tooLong.hasPrefix("HTTP/1.1 413 "), "\(tooLong)")
            let path3 = try await RawClient.request("POST", "/v1/paths/three/send", from: path)
            #expect(path3.hasPrefix("HTTP/1.1 404 "), "\(path3)")
        }
        #expect(office.noted == [])
    }

    @Test(arguments: [
        (ControlError.Kind.conflict, BackOfficeText.noAccount, 409), (.forbidden, .wrongLogin, 403),
        (.notFound, .unknownTask, 404), (.unavailable, .unreachable, 503), (.full, .notStored, 507),
    ])
    func `a refusal has its status, its code and its sentence`(
        kind: ControlError.Kind, text: BackOfficeText, status: Int
    ) async throws {
        let office = FalseBackOffice()
        let message = CodedText(text, ["detail": "x", "id": "7", "server": "y"])
        office.refusal.withLock {
            $0 = ControlError(kind, message.text, code: text.refusalCode, message: message)
        }
        try await withDaemon(backOffice: office) { daemon in
            for (method, route) in [
                ("DELETE", "/v1/back-office/session"), ("POST", "/v1/back-office/sync"), ("GET", "/v1/tasks"),
                ("POST", "/v1/tasks/7/send"), ("POST", "/v1/captures/send"), ("POST", "/v1/paths/send"),
            ] {
                let answer = try await RawClient.request(method, route, from: daemon.socketPath)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(route): \(answer)")
                #expect(answer.contains(#""code":"\#(text.refusalCode)""#), "\(answer)")
                #expect(answer.contains(#""message":{"code":"\#(text.rawValue)""#), "\(answer)")
            }
            await #expect(throws: ControlClientError.refused(status: UInt(status), text: message.text)) {
                try await daemon.client.openTask("7")
            }
        }
    }

    @Test func `each person has an own sign-in, and a viewer only reads`() async throws {
        let office = FalseBackOffice()
        let trial = AccessTrial(backOffice: office)
        for (name, role) in [("Anna", ControlRole.operator), ("Jan", .viewer)] {
            _ = try await trial.coordinator.set(name, to: PersonChange(role: role))
        }
        let anna = ["Cookie": try await trial.signIn(InvitationRequest(name: "Anna"))]
        let jan = ["Cookie": try await trial.signIn(InvitationRequest(name: "Jan"))]
        #expect(try await trial.ask("POST", "/v1/back-office/sync", anna).status == 202)
        #expect(try await trial.ask("GET", "/v1/tasks/7", jan).status == 200)
        #expect(try await trial.ask("POST", "/v1/tasks/7/send", jan).status == 403)
        #expect(office.noted == ["Anna: sync", "Jan: task 7"])
    }

    @Test func `over plain HTTP from another machine no password of the back office is accepted`() async throws {
        let office = FalseBackOffice()
        let body = #"{"login":"jan","password":"geheim"}"#
        let trial = AccessTrial(AccessPolicy(), backOffice: office)
        let fields = ["Cookie": try await trial.signIn(InvitationRequest(role: .operator))]
        let remote = try await trial.ask("POST", "/v1/back-office/session", fields, body: body)
        #expect(remote.status == 403 && remote.text.contains(#""insecure""#), "\(remote)")
        #expect(office.noted == [])
        let own = try await trial.ask(
            "POST", "/v1/back-office/session", fields, body: body, from: AccessTrial.loopback)
        #expect(own.status == 200, "\(own)")
        // The operator of the gateway may decide otherwise.
        let lax = AccessTrial(AccessPolicy(isPlainAllowed: true), backOffice: office)
        let others = ["Cookie": try await lax.signIn(InvitationRequest(role: .operator))]
        #expect(try await lax.ask("POST", "/v1/back-office/session", others, body: body).status == 200)
        #expect(office.noted == ["-: sign in jan 6", "-: sign in jan 6"])
    }

    @Test func `a password is in no description of what carries it`() {
        let request = BackOfficeSignIn(login: "jan", password: "geheim")
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!"\(request) \(String(reflecting: request)) \(dumped)".contains("geheim"))
    }
}
