// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tasks from the officer to the field and back.
@Suite(.timeLimit(.minutes(10))) struct BackOfficeTaskTests {
    /// Characters that have a meaning in forms, in JSON and in paths, and such as take two, three and four bytes.
    private static let note = "a & b = c+d %41 \"\\/\u{E4}\u{F6}\u{FC}\u{20AC}\u{1F600};\nsecond line"

    /// The state of each listed task, by its name.
    private func states(_ bench: BackOfficeBench, _ query: String = "") throws -> [String: String] {
        let tasks = try bench.ask("GET", "/v1/tasks\(query)").json["tasks"] as? [[String: Any]] ?? []
        return tasks.reduce(into: [:]) { $0[$1["name"] as? String ?? ""] = $1["state"] as? String }
    }

    @Test(arguments: BackOfficeBench.Dialect.allCases)
    func `tasks of each state appear, and what an officer does with them`(dialect: BackOfficeBench.Dialect) throws {
        let bench = try BackOfficeBench(dialect)
        let new = try bench.addTask([
            "name": "new \u{E4}/\u{1F33D}", "text": "Take\ntwo photos", "due": "2026-02-01T00:00:00Z",
            "created": "2026-01-20T10:11:12Z",
        ])
        let open = try bench.addTask(["name": "open", "status": "open", "due": "2099-01-01T00:00:00Z"])
        try bench.addTask(["name": "returned", "status": "returned", "reason": "too dark"])
        let provided = try bench.addTask(["name": "provided", "status": "data provided"])
        try bench.addTask(["name": "checked", "status": "data checked"])
        try bench.addTask(["name": "accepted", "status": "data checked", "valid": true])
        try bench.addTask(["name": "declined", "status": "data checked", "invalid": true, "reason": "blurred"])
        let closed = try bench.addTask(["name": "closed", "status": "closed"])
        try bench.addTask(["name": "foreign", "user": "other"])
        try bench.signIn()
        try bench.synchronise()
        let names = ["open", "returned", "provided", "checked", "accepted", "declined", "closed"]
        var expected = names.reduce(into: [String: String]()) { $0[$1] = $1 }
        expected["new \u{E4}/\u{1F33D}"] = "new"
        #expect(try states(bench) == expected)
        let first = try bench.task(new)
        #expect(first["instructions"] as? String == "Take\ntwo photos" && first["editable"] as? Bool == true)
        #expect(first["created"] as? String == "2026-01-20T10:11:12.000Z" && first["overdue"] as? Bool == true)
        #expect(try bench.task(open)["overdue"] as? Bool == false)
        #expect(try bench.task(provided)["editable"] as? Bool == false)
        #expect(
            try states(bench, "?state=returned,declined&name=E") == ["returned": "returned", "declined": "declined"])
        let list = try bench.ask("GET", "/v1/tasks?state=open")
        #expect(list.json["total"] as? Int == 8, "\(list.text)")
        for query in ["?state=done", "?sort=colour", "?order=up", "?colour=red"] {
            #expect(try bench.ask("GET", "/v1/tasks\(query)").status == 400, "\(query)")
        }
        let reasons = try bench.ask("GET", "/v1/tasks?sort=name&order=ascending").json["tasks"] as? [[String: Any]]
        #expect(reasons?.compactMap { $0["reason"] as? String } == ["blurred", "too dark"])

        // Opened here, also while the back office fails, and whatever it says meanwhile.
        try bench.arm("status", "status", ["status": 500, "next": 1000])
        #expect(try bench.ask("POST", "/v1/tasks/\(new)/open").json["state"] as? String == "open")
        #expect(try bench.ask("POST", "/v1/tasks/\(closed)/open").json["state"] as? String == "closed")
        try bench.synchronise()
        #expect(try bench.task(new)["state"] as? String == "open")
        #expect(try bench.officeTask(new)["status"] as? String == "new")
        // A note is kept, and is not sent before the task is.
        let body = try BackOfficeBench.json(["note": Self.note])
        #expect(try bench.ask("PATCH", "/v1/tasks/\(new)", body).json["note"] as? String == Self.note)
        let long = try BackOfficeBench.json(["note": String(repeating: "x", count: 2001)])
        #expect(try bench.ask("PATCH", "/v1/tasks/\(new)", long).status == 400)
        try bench.killAndRestart()
        #expect(try bench.task(new)["state"] as? String == "open")
        try bench.office("DELETE", "faults")
        try bench.synchronise()
        try bench.wait("the task to be opened") { try bench.officeTask(new)["status"] as? String == "open" }
        #expect(try bench.officeTask(new)["note"] is NSNull)

        // What an officer does.
        try bench.office("PATCH", "tasks/\(open)", ["name": "renamed", "text": "one"])
        try bench.office("POST", "tasks/\(provided)/return", ["reason": "closer"])
        try bench.office("DELETE", "tasks/\(closed)")
        try bench.office("DELETE", "tasks/\(new)")
        let added = try bench.addTask(["name": "added"])
        let report = try bench.synchronise()
        #expect(report["added"] as? Int == 1 && report["removed"] as? Int ?? 0 >= 1, "\(report)")
        #expect(report["changed"] as? Int ?? 0 >= 2 && report["percent"] as? Int == 100, "\(report)")
        #expect(try bench.task(open)["name"] as? String == "renamed")
        let returned = try bench.task(provided)
        #expect(returned["state"] as? String == "returned" && returned["reason"] as? String == "closer", "\(returned)")
        #expect(returned["editable"] as? Bool == true)
        #expect(try bench.task(added)["state"] as? String == "new")
        #expect(try bench.task(closed).isEmpty)
        // Its note was not sent, so it is not lost with the task.
        let gone = try bench.task(new)
        #expect(gone["state"] as? String == "closed" && gone["note"] as? String == Self.note, "\(gone)")
        #expect(gone["editable"] as? Bool == false)
        try bench.office("POST", "tasks/\(open)/close")
        try bench.synchronise()
        #expect(try bench.task(open)["state"] as? String == "closed")
        let closedNote = try bench.ask("PATCH", "/v1/tasks/\(open)", #"{"note":"x"}"#)
        #expect(closedNote.status == 409 && closedNote.json["code"] as? String == "not_editable", "\(closedNote.text)")
        try bench.expectCareful()
    }

    @Test(arguments: BackOfficeBench.Dialect.allCases)
    func `a task arrives with its photos and its note, and cannot be changed afterwards`(
        dialect: BackOfficeBench.Dialect
    ) throws {
        let bench = try BackOfficeBench(dialect)
        let (task, empty) = (try bench.addTask(["name": "meadow"]), try bench.addTask(["name": "empty"]))
        try bench.signIn()
        try bench.synchronise()
        let refused = try bench.ask("POST", "/v1/tasks/\(empty)/send")
        #expect(refused.status == 409 && refused.json["code"] as? String == "no_photos", "\(refused.text)")
        let unknown = try bench.ask("POST", "/v1/captures", #"{"task":"4711"}"#)
        #expect(unknown.status == 404 && unknown.json["code"] as? String == "unknown_task", "\(unknown.text)")
        let photos = [
            try bench.takePhoto(task: task, note: Self.note), try bench.takePhoto(task: task),
        ]
        let single = try bench.takePhoto()
        try expectSealed(photos[0], task, bench)
        func listed(_ query: String) throws -> [String] {
            let list = try bench.ask("GET", "/v1/captures\(query)").json["captures"] as? [[String: Any]] ?? []
            return list.compactMap { $0["id"] as? String }.sorted()
        }
        #expect(try listed("?task=\(task)") == photos.sorted() && listed("?task=") == [single])
        let body = try BackOfficeBench.json(["note": Self.note])
        #expect(try bench.ask("PATCH", "/v1/tasks/\(task)", body).status == 200)
        let before = try bench.task(task)
        #expect(before["photos"] as? Int == 2 && before["unsent"] as? Int == 2, "\(before)")
        // The first photo waits for its answer, so that the task is seen on its way.
        try bench.arm("delay", "photo", ["seconds": 1])
        let sent = try bench.ask("POST", "/v1/tasks/\(task)/send")
        #expect((200..<300).contains(sent.status) && sent.json["sent"] as? String == "sending", "\(sent.text)")
        #expect(try bench.ask("PATCH", "/v1/tasks/\(task)", #"{"note":"x"}"#).status == 409)
        #expect(try bench.ask("DELETE", "/v1/captures/\(photos[1])").status == 409)
        try bench.wait("the task") { try bench.task(task)["sent"] as? String == "sent" }
        func expectProvided() throws {
            let report = try bench.task(task)
            #expect(report["state"] as? String == "provided" && report["editable"] as? Bool == false, "\(report)")
            #expect(report["unsent"] as? Int == 0 && report["server_photos"] as? Int == 2, "\(report)")
            #expect(report["note"] as? String == Self.note, "\(report)")
        }
        try expectProvided()

        let office = try bench.officeTask(task)
        #expect(office["status"] as? String == "data provided" && office["note"] as? String == Self.note, "\(office)")
        let arrived = try bench.officePhotos()
        #expect(arrived.count == 2 && arrived.allSatisfy { $0["flg_original"] as? Int == 1 }, "\(arrived)")
        #expect(arrived.allSatisfy { $0["task_id"] as? Int == task && $0["user"] as? Int == 10 })
        let fields = arrived.compactMap { $0["fields"] as? [String: Any] }
        #expect(fields.filter { $0["note"] as? String == Self.note }.count == 1, "\(fields)")
        let times = fields.compactMap { $0["created"] as? String }.sorted()
        let taken = try photos.compactMap { try bench.photo($0)["taken"] as? String }.sorted()
        #expect(times == taken && times.count == 2)
        for field in fields {
            #expect(abs((field["lat"] as? Double ?? 0) - 52.475) < 0.001, "\(field)")
            #expect(abs((field["lng"] as? Double ?? 0) - 5.56) < 0.001, "\(field)")
            #expect(field["altitude"] is Double && field["accuracy"] is Double, "\(field)")
        }
        let file = try hash(of: photos[0], bench)
        #expect(arrived.contains { $0["sha256"] as? String == file }, "\(file)")

        // Nothing can be changed any more, also not after a synchronisation.
        try bench.synchronise()
        try expectProvided()
        for (method, path, body) in [
            ("PATCH", "/v1/tasks/\(task)", #"{"note":"x"}"#), ("POST", "/v1/tasks/\(task)/send", ""),
            ("POST", "/v1/captures", #"{"task":"\#(task)","countdown_s":0}"#),
            ("DELETE", "/v1/captures/\(photos[0])", ""), ("PATCH", "/v1/captures/\(photos[0])", #"{"note":"x"}"#),
            ("DELETE", "/v1/tasks/\(task)/send", ""),
        ] {
            let answer = try bench.ask(method, path, body)
            #expect(answer.status == 409, "\(method) \(path): \(answer.text)")
        }
        #expect(try bench.officePhotos().count == 2)
        // A returned task takes more photos, but those that were sent stay.
        try bench.office("POST", "tasks/\(task)/return", ["reason": "one more"])
        try bench.synchronise()
        let kept = try bench.ask("DELETE", "/v1/captures/\(photos[0])")
        #expect(kept.status == 409 && kept.json["code"] as? String == "photo_sent", "\(kept.text)")
        let third = try bench.takePhoto(task: task)
        #expect(try bench.ask("POST", "/v1/tasks/\(task)/send").status < 300)
        try bench.wait("the task again") { try bench.officeTask(task)["status"] as? String == "data provided" }
        #expect(try bench.officePhotos().count == 3 && bench.photo(third)["sent"] as? String == "sent")
        #expect(try bench.photo(single)["sent"] as? String == "unsent")
        try bench.expectCareful()
    }

    /// The record names the task, and the export is sound.
    private func expectSealed(_ photo: String, _ task: Int, _ bench: BackOfficeBench) throws {
        let record = try bench.ask("GET", "/v1/captures/\(photo)/record").json
        #expect((record["capture"] as? [String: Any])?["task"] as? String == "\(task)", "\(record)")
        let archive = bench.folder.path + "/\(photo).zip"
        #expect(try bench.run("capture", "export", photo, "--output", archive).status == 0)
        let verified = try bench.run("verify", archive)
        #expect(verified.status == 0 && verified.output.contains("valid "), "\(verified.output)")
    }

    /// The SHA-256 of a photo's file, by another program.
    private func hash(of photo: String, _ bench: BackOfficeBench) throws -> String {
        let folder = bench.folder.path + "/unpacked"
        let unpacked = try Program.run(
            "/usr/bin/env", ["python3", "-m", "zipfile", "-e", bench.folder.path + "/\(photo).zip", folder])
        try #require(unpacked.status == 0, "\(unpacked.messages)")
        let hash = try Program.run("/usr/bin/env", ["sha256sum", "\(folder)/\(photo)/photo.jpg"])
        return String(hash.output.prefix(64))
    }

    @Test func `photos whose verdict is pending are sent only if a person permits it`() throws {
        var bench = try BackOfficeBench(.egnss4cap, .init(isAuthentic: true))
        var photos: [String] = []
        for attempt in 0..<5 {
            // On a busy machine, the keys may come before the photo.
            if attempt > 0 { bench = try BackOfficeBench(.egnss4cap, .init(isAuthentic: true)) }
            let task = try bench.addTask()
            try bench.signIn()
            try bench.synchronise()
            try bench.wait("data whose keys are awaited") {
                let receivers = try bench.ask("GET", "/v1/osnma").json["receivers"] as? [[String: Any]]
                return receivers?.first?["reason"] as? String == "verifying"
            }
            photos = [try bench.takePhoto(), try bench.takePhoto(task: task)]
            if try photos.allSatisfy({ try bench.photo($0)["verdict"] as? String == "pending" }) { break }
            photos = []
        }
        try #require(!photos.isEmpty)
        for route in ["/v1/tasks/101/send", "/v1/captures/\(photos[0])/send", "/v1/captures/send"] {
            for body in ["", "{}", #"{"pending":false}"#] {
                let refused = try bench.ask("POST", route, body)
                #expect(refused.status == 409 && refused.json["code"] as? String == "photos_pending", "\(refused.text)")
            }
        }
        #expect(try bench.count("photo") == 0)
        #expect(try bench.task(101)["editable"] as? Bool == true)
        for route in ["/v1/tasks/101/send", "/v1/captures/send"] {
            #expect(try bench.ask("POST", route, #"{"pending":true}"#).status < 300)
        }
        try bench.wait("both photos") { try bench.officePhotos().count == 2 }
        try bench.wait("the task") { try bench.officeTask(101)["status"] as? String == "data provided" }
        #expect(try bench.officePhotos().allSatisfy { $0["flg_original"] as? Int == 1 })
        try bench.expectCareful()
    }
}
