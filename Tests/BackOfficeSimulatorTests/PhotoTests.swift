// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrictFormats
import Testing

@testable import BackOfficeSimulator

@Suite struct PhotoTests {
    @Test(arguments: BackOfficeDialect.allCases)
    func `the digest shows whether a photo is original, and is its key`(dialect: BackOfficeDialect) throws {
        let office = try TestOffice(dialect)
        #expect(office.postPhoto().json["photo_id"] == office.id(1001))
        let photo = try #require(office.office.photos.first)
        #expect(photo.isOriginal && photo.image == TestOffice.image && photo.task == nil)
        #expect(
            photo.hash == "32461d5bd1773012acef0ba15636752949bd7c2ce50f9172159d9f56cf0dd9af")
        // The same digest again, whatever comes with it.
        let again = office.postPhoto(["note": "other"]).json
        let refused: JSONValue = ["status": "error", "error_msg": "Photo already exists."]
        #expect(again == office.either(["status": "ok", "error_msg": .null], refused))
        #expect(office.office.photos.count == 1)
        // A digest that is right for nothing that arrived is stored, and flagged.
        for (index, changes) in [
            ["photo": "/9j/4AAQ"], ["created": "2026-01-20T10:11:12.001Z"],
            ["created": "2026-01-20T11:11:12.000+01:00"],
        ].enumerated() {
            let digest = String(TestOffice.digest.dropLast()) + "\(index)"
            let values = changes.mapValues { JSONValue.string($0) }
            #expect(office.postPhoto(values.merging(["digest": .string(digest)]) { $1 }).json["status"] == "ok")
        }
        #expect(office.office.photos.filter(\.isOriginal).count == 1 && office.office.photos.count == 4)
        #expect(office.violations.isEmpty, "\(office.violations)")
        let state = office.admin("GET", "state").json["photos"]?.items ?? []
        #expect(state.compactMap { $0["flg_original"]?.integer } == [1, 0, 0, 0])
        #expect(state[0]["fields"]?.only("note", "photo") == ["note": "a & b"])
        #expect(
            state[0].only("task_id", "bytes", "stored_lat", "stored_lng") == [
                "task_id": .null, "bytes": 4, "stored_lat": office.either("50.087502", "50.0875"),
                "stored_lng": office.either("-14.421300", "-14.4213"),
            ])
    }

    @Test(arguments: [
        ("user_id=10&photo={\"note\":\"a & b\"}", "photo json decode error"),
        ("user_id=10&photo=%7B", "photo json decode error"), ("user_id=10&photo=%5B%5D", "photo json decode error"),
        ("photo=%7B%7D", "missing user ID"), ("user_id=&photo=%7B%7D", "missing user ID"), ("", "missing user ID"),
        ("user_id=10&task_id=999&photo=%7B%7D", "task is not in editable status"),
        ("user_id=10&task_id=101&photo=%7B%7D", "task is not in editable status"),
    ])
    func `a photo that is not understood is refused`(body: String, reason: String) throws {
        let office = try TestOffice(tasks: #"[{"status":"data provided"}]"#)
        let answer = office.post("photo", body: body)
        #expect(answer.status == 200 && office.office.photos.isEmpty)
        #expect(answer.json == ["status": "error", "error_msg": .string(reason)])
    }

    @Test func `an empty photo has no effect, and one without an image is a row`() throws {
        let office = try TestOffice()
        #expect(office.post("photo", ["user_id": "10", "photo": ""]).json["status"] == "ok")
        #expect(office.office.photos.isEmpty)
        #expect(office.postPhoto(["photo": .null]).json["photo_id"] == "1001")
        #expect(office.office.photos[0].image == nil && !office.office.photos[0].isOriginal)
        #expect(office.violations == ["photo: no photo"])
    }

    @Test func `a plus sign that was not encoded survives, and is noted`() throws {
        let office = try TestOffice()
        let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFB, 0xEF, 0xBE, 0xFB]
        let base64 = Data(image).base64EncodedString()
        try #require(base64.contains("+"))
        let photo = TestOffice.photo(["photo": .string(base64)])
        let body = TestOffice.encoded(photo).replacingOccurrences(of: "%2B", with: "+")
        #expect(office.post("photo", body: "user_id=10&photo=\(body)").json["status"] == "ok")
        #expect(office.office.photos.first?.image == image)
        #expect(office.violations == ["photo: the image is not strict Base64"])
    }

    @Test(
        arguments: [
            (["lat": 91], "lat is not a number"), (["lat": "50"], "lat is not a number"), (["lat": .null], "no lat"),
            (["latitude": 1], "unknown key latitude"),
            (["created": "2026-01-20 10:11:12"], "created is not a complete"),
            (["digest": "AB"], "64 hexadecimal digits"), (["photo": "R0lGODlh"], "not a JPEG"),
            (["note": 5], "not a text"),
            (["bearing": -1], "bearing is not"), (["efkLatGpsL1": 50.1], ""),
        ] as [([String: JSONValue], String)])
    func `data that make no sense are stored, and noted`(changes: [String: JSONValue], words: String) throws {
        let office = try TestOffice()
        #expect(office.postPhoto(changes).json["status"] == "ok" && office.office.photos.count == 1)
        #expect(office.violations.count == (words.isEmpty ? 0 : 1), "\(office.violations)")
        #expect(words.isEmpty || office.violations.first?.contains(words) == true, "\(office.violations)")
    }

    @Test(arguments: BackOfficeDialect.allCases)
    func `photos are listed and come back`(dialect: BackOfficeDialect) throws {
        let office = try TestOffice(dialect, tasks: "[{}]")
        _ = office.postPhoto(task: "101")
        _ = office.postPhoto(["digest": .string(String(repeating: "a", count: 64))])
        #expect(office.post("unassigned", ["user_id": "10"]).json["photos_ids"] == .array([office.id(1002)]))
        let ids = office.post("tasks", ["user_id": "10"]).json["tasks"]?.items?.first?["photos_ids"]
        #expect(ids == .array([office.id(1001)]))
        let photo = office.post("get_photo", ["photo_id": "1001"]).json["photo"]
        #expect(photo?["photo"] == .string(Data(TestOffice.image).base64EncodedString()))
        #expect(
            photo?.only("created", "note", "lat") == [
                "created": "2026-01-20 10:11:12", "note": "a & b", "lat": office.either("50.087502", "50.0875"),
            ])
        for id in ["", "1", "x", "1003"] {
            #expect(office.post("get_photo", ["photo_id": id]).json["error_msg"] == "wrong photo ID", "\(id)")
        }
        #expect(office.post("task_photos", ["task_id": "101"]).json["photos"]?.items?.count == 1)
        #expect(office.post("task_photos", ["user_id": "10"]).json["photos"]?.items?.count == 2)
        if dialect == .egnss4cap { #expect(office.post("task_photos", [:]).json["photos"] == []) }
        #expect(office.post("shapes", [:]).json["shapes"] == [])
    }

    @Test func `a task and its photos may come in one call`() throws {
        let office = try TestOffice(tasks: "[{}]")
        var fields = ["user_id": "10", "task_id": "101", "status": "data provided", "note": "n"]
        fields["photos"] = "nonsense"
        #expect(office.post("update", fields).json["error_msg"] == "photos json decode error")
        fields["photos"] = "[\(TestOffice.photo())]"
        #expect(office.post("update", fields).json["status"] == "ok")
        #expect(office.office.photos.count == 1 && office.office.tasks[0].status == .provided)
        #expect(office.office.photos[0].task == 101 && office.office.photos[0].isOriginal)
    }
}
