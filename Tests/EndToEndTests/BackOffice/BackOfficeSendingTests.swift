// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Photos, paths and tasks on their way to a back office, while connections break and programs end.
@Suite(.timeLimit(.minutes(10))) struct BackOfficeSendingTests {
    /// The answers of a server that takes nothing, and of one that says it did.
    private static var refusal: [String: Any] {
        ["status": 200, "content_type": "application/json", "body": #"{"status":"error","error_msg":"disk quota"}"#]
    }
    private static var mereOK: [String: Any] {
        ["status": 200, "content_type": "application/json", "body": #"{"status":"ok","error_msg":null}"#]
    }

    @Test(arguments: BackOfficeBench.Dialect.allCases)
    func `each photo arrives exactly once, wherever the connection breaks`(dialect: BackOfficeBench.Dialect) throws {
        let bench = try BackOfficeBench(dialect)
        let image = [UInt8](try Data(contentsOf: URL(filePath: try bench.noise())))
        try #require(image.count > 60_000)
        let first = try bench.takePhoto(note: "single")
        let early = try bench.ask("POST", "/v1/captures/\(first)/send")
        #expect(early.status == 409 && early.json["code"] as? String == "no_account", "\(early.text)")
        try bench.signIn()
        try bench.sendPhoto(first)
        for (method, path, body) in [
            ("POST", "/send", ""), ("DELETE", "", ""), ("PATCH", "", #"{"note":"x"}"#),
        ] {
            let refused = try bench.ask(method, "/v1/captures/\(first)\(path)", body)
            #expect(refused.status == 409 && refused.json["code"] as? String == "photo_sent", "\(refused.text)")
        }
        #expect(try bench.ask("POST", "/v1/captures/none/send").status == 404)
        let others = try (0..<3).map { _ in try bench.takePhoto() }
        #expect(try bench.ask("POST", "/v1/captures/send").json["queued"] as? Int == 3)
        try bench.wait("all photos") { try others.allSatisfy { try bench.photo($0)["sent"] as? String == "sent" } }
        #expect(try bench.ask("POST", "/v1/captures/send").json["queued"] as? Int == 0)

        let faults: [(String, [String: Any])] = [
            ("cut", ["bytes": 0]), ("cut", ["bytes": 1]), ("cut", ["bytes": 40_000]), ("cut", ["bytes": 80_000]),
            ("drop", [:]), ("drop", ["when": "after"]), ("drop", ["when": "after", "bytes": 10]),
        ]
        for (kind, members) in faults {
            let photo = try bench.takePhoto(image: image)
            try bench.arm(kind, "photo", members)
            try bench.sendPhoto(photo)
        }
        let armed = try bench.office("GET", "faults")["faults"] as? [[String: Any]] ?? []
        #expect(armed.count == faults.count && armed.allSatisfy { $0["struck"] as? Int == 1 }, "\(armed)")
        let arrived = try bench.officePhotos()
        #expect(arrived.count == 4 + faults.count, "\(arrived.count)")
        #expect(Set(arrived.compactMap { $0["digest"] as? String }).count == arrived.count)
        #expect(arrived.allSatisfy { $0["flg_original"] as? Int == 1 && $0["task_id"] is NSNull })
        #expect(arrived.filter { $0["bytes"] as? Int ?? 0 > 60_000 }.count == faults.count)
        let fields = arrived.first?["fields"] as? [String: Any]
        #expect(fields?["note"] as? String == "single")
        try bench.expectCareful()
    }

    @Test(arguments: BackOfficeBench.Dialect.allCases)
    func `each path arrives exactly once, although a server stores it as often as it comes`(
        dialect: BackOfficeBench.Dialect
    ) throws {
        let bench = try BackOfficeBench(dialect)
        try bench.signIn()
        func isSent(_ id: Int) throws -> Bool { try bench.path(id)["sent"] as? String == "sent" }
        func send(_ id: Int) throws {
            let answer = try bench.ask("POST", "/v1/paths/\(id)/send")
            try #require(answer.status == 202 && answer.json["queued"] as? Int == 1, "\(answer.text)")
            try bench.wait("the path") { try isSent(id) }
        }
        for (name, members) in [
            ("north & \u{E4}\u{1F33D}", ["when": "after"]), ("east", [:]), ("south", ["when": "after", "bytes": 4]),
        ] as [(String, [String: Any])] {
            let path = try bench.addPath(name)
            try bench.arm("drop", "path", members)
            try send(path)
        }
        // Two paths that the back office cannot tell apart, of which the first one's answer is lost.
        let twins = [try bench.addPath("twin"), try bench.addPath("twin")]
        try bench.arm("drop", "path", ["when": "after"])
        #expect(try bench.ask("POST", "/v1/paths/send").json["queued"] as? Int == 2)
        try bench.wait("both paths") { try twins.allSatisfy(isSent) }
        #expect(try bench.ask("POST", "/v1/paths/send").json["queued"] as? Int == 0)
        #expect(try bench.ask("POST", "/v1/paths/999/send").status == 404)
        let arrived = try bench.officePaths()
        let names = arrived.compactMap { $0["name"] as? String }.sorted()
        #expect(names == ["east", "north & \u{E4}\u{1F33D}", "south", "twin", "twin"])
        for path in arrived {
            #expect(path["start"] as? String == "2026-05-04T12:30:05.250Z", "\(path)")
            #expect(path["end"] as? String == "2026-05-04T12:31:00.750Z", "\(path)")
            let points = path["points"] as? [[String: Any]] ?? []
            #expect(points.compactMap { $0["lat"] as? Double } == [52.475, 52.476], "\(path)")
        }
        try bench.expectCareful()
    }

    @Test func `a gateway that ends suddenly while it sends continues, and nothing arrives twice`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask()
        try bench.signIn()
        try bench.synchronise()
        let photo = try bench.takePhoto()
        try bench.arm("silent", "photo", ["when": "after"])
        #expect(try bench.ask("POST", "/v1/captures/\(photo)/send").status == 202)
        try bench.wait("the photo") { try bench.officePhotos().count == 1 }
        #expect(try bench.photo(photo)["sent"] as? String == "sending")
        try bench.killAndRestart()
        try bench.wait("the answer") { try bench.photo(photo)["sent"] as? String == "sent" }
        #expect(try bench.officePhotos().count == 1)

        let path = try bench.addPath("border")
        try bench.arm("silent", "path", ["when": "after"])
        #expect(try bench.ask("POST", "/v1/paths/\(path)/send").status == 202)
        try bench.wait("the path") { try bench.officePaths().count == 1 }
        try bench.killAndRestart()
        try bench.wait("the answer") { try bench.path(path)["sent"] as? String == "sent" }
        #expect(try bench.officePaths().count == 1)

        _ = try bench.takePhoto(task: task)
        try bench.arm("silent", "status")
        #expect(try bench.ask("POST", "/v1/tasks/\(task)/send").status < 300)
        try bench.wait("the last step of the task") { try bench.count("status") == 1 }
        try bench.killAndRestart()
        try bench.wait("the task") { try bench.task(task)["state"] as? String == "provided" }
        #expect(try bench.officeTask(task)["status"] as? String == "data provided")
        #expect(try bench.officePhotos().count == 2)
        try bench.expectCareful()
    }

    @Test func `a refusal ends an attempt with its reason, and a person can give one up`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask()
        try bench.signIn()
        try bench.synchronise()
        func problem(_ report: [String: Any]) -> String {
            (report["send_problem"] as? [String: Any])?["text"] as? String ?? ""
        }
        let photo = try bench.takePhoto()
        try bench.arm("status", "photo", Self.refusal)
        #expect(try bench.ask("POST", "/v1/captures/\(photo)/send").status == 202)
        try bench.wait("the refusal") { try problem(bench.photo(photo)).contains("disk quota") }
        #expect(try bench.photo(photo)["sent"] as? String == "unsent")
        try bench.sendPhoto(photo)
        #expect(try problem(bench.photo(photo)).isEmpty)

        // At the first photo that is refused, a task stops.
        let photos = [try bench.takePhoto(task: task), try bench.takePhoto(task: task)]
        try bench.arm("status", "photo", Self.refusal)
        #expect(try bench.ask("POST", "/v1/tasks/\(task)/send").status < 300)
        try bench.wait("the refusal") { try problem(bench.task(task)).contains("disk quota") }
        let stopped = try bench.task(task)
        #expect(stopped["sent"] as? String == "unsent" && stopped["editable"] as? Bool == true, "\(stopped)")
        #expect(stopped["unsent"] as? Int == 2 && photos.count == 2, "\(stopped)")
        #expect(try bench.officePhotos().count == 1)
        // A server that says ok and does nothing.
        try bench.arm("status", "status", Self.mereOK)
        #expect(try bench.ask("POST", "/v1/tasks/\(task)/send").status < 300)
        try bench.wait("what the server has") {
            let report = try bench.task(task)
            return report["sent"] as? String == "unsent" && report["unsent"] as? Int == 0 && !problem(report).isEmpty
        }
        #expect(try bench.task(task)["editable"] as? Bool == true)
        // A person gives up.
        try bench.arm("status", "status", ["status": 500, "next": 1000])
        let before = try bench.count("status")
        #expect(try bench.ask("POST", "/v1/tasks/\(task)/send").status < 300)
        try bench.wait("the last step of the task") { try bench.count("status") > before }
        #expect(try bench.task(task)["editable"] as? Bool == false)
        #expect(try bench.ask("DELETE", "/v1/tasks/\(task)/send").status == 200)
        try bench.wait("the task to be editable") { try bench.task(task)["editable"] as? Bool == true }
        try bench.office("DELETE", "faults")
        #expect(try bench.ask("POST", "/v1/tasks/\(task)/send").status < 300)
        try bench.wait("the task") { try bench.task(task)["state"] as? String == "provided" }
        #expect(try bench.officePhotos().count == 3)
        try bench.expectCareful()
    }

    @Test func `a server that fails for a while or misbehaves does no harm, and its cause is named`() throws {
        let bench = try BackOfficeBench(.pic2bim)
        try bench.addTask()
        try bench.signIn()
        try bench.synchronise()
        let photo = try bench.takePhoto()
        try bench.arm("status", "photo", ["status": 500])
        try bench.arm("status", "photo", ["status": 429, "retry_after": 1])
        try bench.sendPhoto(photo)
        #expect(try bench.officePhotos().count == 1)
        #expect(try bench.link()["problem"] as? [String: Any] == nil)

        let memory = bench.console.daemon.peakMemory ?? .max
        for (kind, members) in [
            ("html", [:]), ("redirect", [:]), ("redirect", ["status": 308]), ("endless", [:]), ("drop", [:]),
            ("drop", ["when": "after", "bytes": 30]), ("status", ["status": 503]), ("status", Self.mereOK),
            ("status", ["status": 200, "body": "[1,2"]),
        ] as [(String, [String: Any])] {
            try bench.arm(kind, "tasks", members.merging(["next": 1000]) { $1 })
            let report = try bench.synchronise()
            #expect(report["state"] as? String == "failed", "\(kind): \(report)")
            let text = (report["problem"] as? [String: Any])?["text"] as? String ?? ""
            #expect(!text.isEmpty && !text.contains("Redirecting"), "\(kind): \(report)")
            #expect(try bench.ask("GET", "/v1/tasks").json["total"] as? Int == 1)
            #expect(try bench.ask("GET", "/v1/status").status == 200)
            try bench.office("DELETE", "faults")
        }
        // Neither a token nor anything else went to the host to which the redirections lead.
        #expect(try bench.requests(to: "elsewhere").isEmpty)
        let growth = (bench.console.daemon.peakMemory ?? .max) - memory
        #expect(growth < 200_000, "\(growth) kB")
        #expect(try bench.synchronise()["state"] as? String == "done")
        #expect(try bench.link()["problem"] as? [String: Any] == nil)

        // A server that has forgotten the token: the person stays, and has to sign in again.
        try bench.office("DELETE", "tokens")
        #expect(try bench.synchronise()["state"] as? String == "failed")
        #expect(try bench.link()["state"] as? String == "signed_in")
        #expect(try bench.ask("GET", "/v1/tasks").json["total"] as? Int == 1)
        #expect(try bench.ask("DELETE", "/v1/back-office/session").status == 200)
        try bench.signIn()
        #expect(try bench.synchronise()["state"] as? String == "done")
        try bench.expectCareful()
    }

    @Test func `the certificate is verified, also with an authority of the operator's`() throws {
        let mqtt = try MQTTBench(port: 1)
        try mqtt.makeCertificates()
        let options = ["--certificate", mqtt.folder + "/broker.pem", "--key", mqtt.folder + "/broker.key"]
        let strange = try BackOfficeBench(.pic2bim, .init(options: options))
        #expect(strange.server.hasPrefix("https://"))
        let refused = try strange.ask("POST", "/v1/back-office/session", try BackOfficeBench.signIn())
        #expect(refused.status >= 500 && refused.text.lowercased().contains("certificate"), "\(refused.text)")
        #expect(try strange.requests().isEmpty)
        let known = try BackOfficeBench(
            .pic2bim, .init(keys: ", ca_file: \(mqtt.folder)/ca.pem", options: options))
        try known.signIn()
        #expect(try known.synchronise()["state"] as? String == "done")
    }
}
