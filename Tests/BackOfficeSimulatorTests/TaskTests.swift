// SPDX-License-Identifier: Apache-2.0

import StrictFormats
import Testing

@testable import BackOfficeSimulator

@Suite struct TaskTests {
    private static let tasks = """
        [{"name": "Ünder the / trees", "text": "Take\\ntwo", "due": "2026-05-04T12:30:05Z", "created": "2026-05-01"},
         {"id": 7, "user": "other", "status": "closed"},
         {"status": "data checked", "valid": true}, {"status": "returned", "reason": "too dark"}]
        """

    @Test(arguments: BackOfficeDialect.allCases)
    func `tasks of one person are listed in the order of their states, as the dialect writes them`(
        dialect: BackOfficeDialect
    ) throws {
        let office = try TestOffice(dialect, tasks: Self.tasks)
        let listed = try #require(office.post("tasks", ["user_id": "10"]).json["tasks"]?.items)
        #expect(listed.compactMap { $0["status"]?.text } == ["new", "returned", "data checked"])
        let first = try #require(listed.first)
        #expect(
            first == [
                "id": office.id(101), "user_id": office.id(10), "status": "new", "name": "Ünder the / trees",
                "text": "Take\ntwo", "text_returned": .null, "date_created": "2026-05-01 00:00:00",
                "task_due_date": "2026-05-04 12:30:05", "note": .null, "number_of_photos": office.either("0", 0),
                "photos_ids": [], "flag_valid": "0", "flag_invalid": "0",
            ])
        #expect(
            listed[1].only("text_returned", "task_due_date")
                == ["text_returned": "too dark", "task_due_date": .null])
        #expect(listed[2].only("flag_valid", "flag_invalid") == ["flag_valid": "1", "flag_invalid": "0"])
        // As PHP writes JSON.
        let raw = String(
            decoding: office.send("POST", dialect.path.replacing("*", with: "tasks"), body: "user_id=10").body,
            as: UTF8.self)
        #expect(raw.contains(#"\u00dcnder the \/ trees"#), "\(raw)")
        #expect(office.violations.isEmpty, "\(office.violations)")
        if dialect == .egnss4cap { #expect(office.post("tasks", ["user_id": "99"]).json["tasks"] == []) }
    }

    @Test(arguments: BackOfficeDialect.allCases)
    func `only some changes of a state are made, and the others are ignored with the answer ok`(
        dialect: BackOfficeDialect
    ) throws {
        let office = try TestOffice(dialect, tasks: Self.tasks)
        /// What the back office answers: `ok`, or the reason of its refusal.
        func change(_ task: String, _ status: String, note: String = "n") -> String? {
            let answer = office.post("status", ["task_id": task, "status": status, "note": note]).json
            return answer["error_msg"]?.text ?? answer["status"]?.text
        }
        func state(_ id: Int) -> String? { office.office.tasks.first { $0.id == id }?.status.rawValue }
        #expect(change("101", "data provided") == "task has no photos" && state(101) == "new")
        for status in ["closed", "data checked", "returned", "", "nonsense"] {
            #expect(change("101", status) == "ok" && state(101) == "new", "\(status)")
        }
        #expect(office.office.tasks[0].note == nil)
        #expect(change("101", "open", note: "") == "ok" && state(101) == "open")
        #expect(office.office.tasks[0].note == nil)
        #expect(change("101", "new") == "ok" && state(101) == "open")
        #expect(office.postPhoto(task: "101").json["photo_id"] == office.id(1001))
        #expect(change("101", "data provided", note: "a & b") == "ok" && state(101) == "data provided")
        #expect(office.office.tasks[0].note == "a & b")
        #expect(office.violations.isEmpty, "\(office.violations)")
        #expect(change("101", "open") == "ok" && state(101) == "data provided")
        #expect(change("4711", "open") == "ok" && office.violations.count == 1)
        // An officer wants more, and gets it.
        #expect(office.admin("POST", "tasks/101/return", #"{"reason":"closer"}"#).json["status"] == "returned")
        #expect(change("101", "data provided") == "ok" && state(101) == "data provided")
        #expect(office.admin("POST", "tasks/101/decline", #"{"reason":"no"}"#).json["invalid"] == true)
        #expect(office.admin("POST", "tasks/101/accept").json["valid"] == true)
        #expect(state(101) == "data checked")
        #expect(office.admin("POST", "tasks/101/close").status == 200 && state(101) == "closed")
        #expect(office.admin("DELETE", "tasks/101").status == 200 && state(101) == nil)
    }

    @Test func `a person with a token reaches no task of another`() throws {
        let office = try TestOffice(.pic2bim, tasks: Self.tasks)
        #expect(office.admin("PATCH", "tasks/7", #"{"status":"new"}"#).status == 200)
        #expect(office.post("status", ["task_id": "7", "status": "open", "note": ""]).json["status"] == "ok")
        #expect(office.office.tasks.first { $0.id == 7 }?.status == .new)
        #expect(office.postPhoto(task: "7").json["error_msg"] == "task is not in editable status")
        #expect(office.post("tasks", ["user_id": "11"]).json["tasks"]?.items?.count == 3)
        #expect(office.violations.contains("user_id is not the owner of the token"))
    }

    @Test func `the interface for tests names what is wrong`() throws {
        let office = try TestOffice()
        for (method, path, body, words) in [
            ("POST", "tasks", #"{"nmae":"x"}"#, "unknown key \"nmae\""), ("POST", "tasks", "[]", "must be an object"),
            ("POST", "tasks", #"{"user":"nemo"}"#, "no user nemo"), ("POST", "tasks", "{", "at byte 1"),
            ("POST", "tasks", #"{"status":"done"}"#, "one of new, open"),
            ("POST", "tasks", #"{"due":"soon"}"#, "due must be like"),
            ("PATCH", "tasks/9", "{}", "no such task"), ("POST", "tasks/9/close", "", "no such task"),
            ("POST", "users", #"{"login":"x"}"#, "needs login and password"),
            ("POST", "users", #"{"login":"farmer","password":"x"}"#, "there is a user farmer"),
            ("POST", "faults", #"{"kind":"fire"}"#, "kind must be one of"),
            ("POST", "faults", #"{"kind":"drop","call":"x"}"#, "call must be one of"),
            ("POST", "faults", #"{"kind":"drop","when":"x"}"#, "\"before\" or \"after\""),
            ("POST", "faults", #"{"kind":"delay"}"#, "seconds must be"), ("GET", "nothing", "", "there is no GET"),
            ("GET", "photos/1", "", "there is no GET"), ("DELETE", "faults/x", "", "there is no DELETE"),
        ] {
            let answer = office.admin(method, path, body)
            #expect((400...404).contains(answer.status), "\(method) \(path) \(body)")
            #expect(answer.json["error"]?.text?.contains(words) == true, "\(method) \(path): \(answer.json)")
        }
        #expect(office.office.tasks.isEmpty && office.office.users.count == 2)
        #expect(office.admin("POST", "users", #"{"login":"new","password":"p"}"#).json["id"] == 12)
        #expect(office.post("login", ["login": "new", "pswd": "p"]).json["status"] == "ok")
    }

    @Test(arguments: ["{}", "[{\"id\": 1}, {\"id\": 1}]", "[{\"user\": \"nemo\"}]", "["])
    func `a file of tasks that is wrong prevents the start`(text: String) {
        #expect(throws: BackOfficeSimulatorError.self) { _ = try TestOffice(tasks: text) }
    }
}
