// SPDX-License-Identifier: Apache-2.0

import BackOffice
import GNSSTypes
import Testing

@Suite struct BackOfficeAnswerTests {
    private static let person = BackOfficePerson(id: "10", login: "anna", name: "Anna", surname: "Nováková")

    // MARK: Signing in

    @Test(
        arguments: [
            // EGNSS4CAP
            (
                #"""
                {"status":"ok","error_msg":null,"user":{"id":"10","name":"Anna","surname":"Nov\u00e1kov\u00e1",\#
                "identification_number":"123","email":"anna@farm.example","vat":null}}
                """#, nil
            ),
            // PIC2BIM
            (
                #"""
                {"status":"ok","error_message":null,"user":{"id":10,"name":"Anna","surname":"Nováková",\#
                "identification_number":null,"email":"a@b.example","vat":null},"token":"3|aZ09+/="}
                """#, "3|aZ09+/="
            ),
            // Members in another order, and a byte order mark before them.
            (
                #"""
                \#u{FEFF} {
                "token" : "t" , "user":{"surname":"Nováková","rights":[[1,{}],null],"id":10,"name":"Anna"},"status":"ok" }

                """#, "t"
            ),
            (#"{"user":{"id":"10","name":"Anna","surname":"Nováková","token":"t"},"status":"ok"}"#, "t"),
            (#"{"user":{"id":"10","name":"Anna","surname":"Nováková"},"token":"","status":"ok"}"#, nil),
            (#"{"user":{"id":"10","name":"Anna","surname":"Nováková"},"token":false,"status":"ok"}"#, nil),
        ] as [(String, String?)])
    func `both kinds of servers say who has signed in`(json: String, token: String?) throws {
        let answer = try BackOfficeAnswer.signIn(Array(json.utf8), login: "anna")
        #expect(answer.person == Self.person)
        #expect(answer.token == token)
    }

    @Test(
        arguments: [
            (#"{"status":"error","error_msg":"bad login or password"}"#, "bad login or password"),
            (#"{"error_message":"bad login","error_msg":null,"user":null,"status":"error"}"#, "bad login"),
            (#"{"status":"error","message":"Too Many Attempts."}"#, "Too Many Attempts."),
            (#"{"status":"error","error_msg":"no\u0000\u001b[31m\u202e\r\n\tway"}"#, "no[31m  way"),
            (#"{"status":"error","error_msg":null}"#, "it gave no reason"),
            (#"{"status":"error","error_msg":""}"#, "it gave no reason"),
            (#"{"status":"error","error_msg":["a"]}"#, "it gave no reason"),
            (#"{"status":"ok","status":"error","error_msg":17}"#, "17"),
        ])
    func `a refusal has the server's words`(json: String, words: String) {
        #expect(throws: BackOfficeRefusal.refused(words)) { try BackOfficeAnswer.signIn(Array(json.utf8)) }
        #expect(throws: BackOfficeRefusal.refused(words)) { try BackOfficeAnswer.tasks(Array(json.utf8)) }
        #expect(throws: BackOfficeRefusal.refused(words)) { try BackOfficeAnswer.done(Array(json.utf8)) }
    }

    @Test func `long words of a server are cut to 500 characters`() {
        let json = #"{"status":"error","error_msg":""# + String(repeating: "ä", count: 5000) + #""}"#
        let words = String(repeating: "ä", count: 499) + "…"
        #expect(throws: BackOfficeRefusal.refused(words)) { try BackOfficeAnswer.done(Array(json.utf8)) }
    }

    @Test(
        arguments: [
            #"{"status":"ok"}"#, #"{"status":"ok","user":null}"#, #"{"status":"ok","user":[]}"#,
            #"{"status":"ok","user":{"name":"Anna"}}"#, #"{"status":"ok","user":{"id":""}}"#,
            #"{"status":"ok","user":{"id":null}}"#, #"{"status":"ok","user":{"id":true}}"#,
            #"{"status":"ok","user":{"id":1.5}}"#, #"{"status":"ok","user":{"id":"1\n"}}"#,
            #"{"status":"ok","user":{"id":"1\ud800"}}"#, #"{"status":"ok","user":{"id":{"id":1}}}"#,
            #"{"status":"ok","user":{"id":"10"},"token":"a\r\nHost: other.example"}"#,
            #"{"status":"ok","user":{"id":"10"},"token":"a b"}"#, #"{"status":"ok","user":{"id":"10"},"token":"ä"}"#,
            #"{"status":"ok","user":{"id":""# + String(repeating: "1", count: 201) + #""}}"#,
            #"{"status":"ok","user":{"id":"1"},"token":""# + String(repeating: "1", count: 4097) + #""}"#,
        ])
    func `an answer without a user, or with a malformed token, is none`(json: String) {
        expectNoAnswer { try BackOfficeAnswer.signIn(Array(json.utf8)) }
    }

    // MARK: What is no answer

    @Test(
        arguments: [
            ("", "it is empty"), (" \r\n", "it is empty"), ("\u{FEFF}", "it is empty"),
            ("<!DOCTYPE html><html><body>Sign in</body></html>", "it is HTML instead of JSON"),
            ("<br />\n<b>Warning</b>: Undefined array key\n{\"status\":\"ok\"}", "it is HTML instead of JSON"),
            ("\nWarning: Undefined array key\n{\"status\":\"ok\"}", "it does not begin with a JSON object"),
            ("[{\"status\":\"ok\"}]", "it does not begin with a JSON object"),
            ("\"ok\"", "it does not begin with a JSON object"), ("\0", "it does not begin with a JSON object"),
            ("{\"status\":\"ok\"}<br />", "there is text after its JSON"),
            ("{\"status\":\"ok\"}\0", "there is text after its JSON"),
            ("{\"status\":\"ok\"", "its JSON is incomplete"), ("{\"status\":\"o", "its JSON is incomplete"),
            ("{\"status\":\"ok\"]", "its JSON is malformed at byte 15"),
            ("{\"status\":\"ok\",}", "its JSON is malformed at byte 16"),
            ("{,\"status\":\"ok\"}", "its JSON is malformed at byte 2"),
            ("{\"status\":\"ok\" \"a\":1}", "its JSON is malformed at byte 16"),
            ("{\"a\":[1,],\"status\":\"ok\"}", "its JSON is malformed at byte 9"),
            ("{\"a\":01,\"status\":\"ok\"}", "its JSON is malformed at byte 8"),
            ("{\"a\":\"\\x\",\"status\":\"ok\"}", "its JSON is malformed at byte 9"),
            ("{\"a\":\"\n\",\"status\":\"ok\"}", "it has a control character in a text"),
            ("{}", "it has no status"), ("{\"status\":null}", "it has no status"),
            ("{\"status\":\"OK\"}", "it has an unknown status"), ("{\"status\":1}", "it has an unknown status"),
            ("{\"message\":\"Unauthenticated.\"}", "it has no status, and says: Unauthenticated."),
        ])
    func `other bytes are no answer, with the reason`(text: String, detail: String) {
        #expect(throws: BackOfficeRefusal.notAnAnswer(detail)) { try BackOfficeAnswer.done(Array(text.utf8)) }
    }

    @Test func `values nested too deeply are no answer, at any depth`() throws {
        for depth in [65, 1000, 200_000] {
            for opening in ["[", "{\"a\":"] {
                let json = "{\"status\":\"ok\",\"a\":" + String(repeating: opening, count: depth)
                #expect(throws: BackOfficeRefusal.notAnAnswer("its values are nested too deeply")) {
                    try BackOfficeAnswer.done(Array(json.utf8))
                }
            }
        }
        let nested = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        try BackOfficeAnswer.done(Array("{\"a\":\(nested),\"status\":\"ok\"}".utf8))
    }

    @Test func `UTF-16 is no answer, and other bytes that are not UTF-8 are replaced in texts only`() throws {
        let wide = "{\"status\":\"ok\"}".utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8($0 & 0xFF)] }
        expectNoAnswer { try BackOfficeAnswer.done(wide) }
        let latin = Array(#"{"status":"ok","tasks":[{"id":"1","name":"F"#.utf8) + [0xE4] + Array(#"hre"}]}"#.utf8)
        #expect(try BackOfficeAnswer.tasks(latin).first?.name == "F\u{FFFD}hre")
        let id = Array(#"{"status":"ok","tasks":[{"id":"1"#.utf8) + [0xE4] + Array(#""}]}"#.utf8)
        expectNoAnswer { try BackOfficeAnswer.tasks(id) }
    }

    // MARK: Tasks

    private static let task = BackOfficeTask(
        id: "7", status: "returned", name: "Feld Ost", text: "Vier Ecken\nfotografieren", returnText: "unscharf",
        note: "", created: UTCTime(iso8601: "2026-05-04T12:30:05Z"), due: UTCTime(iso8601: "2026-06-01T00:00:00Z"),
        photos: 2, photoIDs: ["31", "32"], isValid: false, isInvalid: true)

    @Test(
        arguments: [
            // EGNSS4CAP
            #"""
            {"status":"ok","error_msg":null,"tasks":[{"id":"7","status":"returned","name":"Feld Ost",\#
            "text":"Vier Ecken\r\nfotografieren","text_returned":"unscharf","date_created":"2026-05-04 12:30:05",\#
            "task_due_date":"2026-06-01 00:00:00","note":null,"number_of_photos":"2","flag_valid":"0",\#
            "flag_invalid":"1","photos_ids":["31","32"]}]}
            """#,
            // PIC2BIM
            #"""
            {"tasks":[{"id":7,"status":"returned","name":"Feld Ost","text":"Vier Ecken\nfotografieren",\#
            "text_returned":null,"reopen_reason":"unscharf","purpose":{"id":3},\#
            "date_created":"2026-05-04T12:30:05.000000Z","task_due_date":"2026-06-01T02:00:00+02:00","note":"",\#
            "number_of_photos":2,"flag_valid":0,"flag_invalid":1,"photos_ids":[31,32]}],\#
            "error_message":null,"status":"ok"}
            """#,
            // Lists that PHP writes as objects, truth values, and numbers that are counted.
            #"""
            {"tasks":{"3":{"id":"7","status":"returned","name":"Feld Ost","text":"Vier Ecken\u000Afotografieren",\#
            "text_returned":"unscharf","date_created":"2026-05-04 14:30:05+02","task_due_date":"2026-06-01",\#
            "flag_valid":false,"flag_invalid":true,"photos_ids":{"0":"31","2":32}}},"status":"ok"}
            """#,
            // Of two members with one name, the last one counts.
            #"""
            {"status":"error","error_msg":"old","tasks":[],"tasks":[{"id":"8","id":"7","status":"returned",\#
            "name":"Feld Ost","text":"Vier Ecken\nfotografieren","text_returned":"unscharf",\#
            "date_created":"2026-05-04 12:30:05","task_due_date":"2026-06-01 00:00:00","note":"x","note":null,\#
            "number_of_photos":2.0,"flag_invalid":"1","photos_ids":["31","32"]}],"status":"ok"}
            """#,
        ])
    func `both kinds of servers list the same task`(json: String) throws {
        #expect(try BackOfficeAnswer.tasks(Array(json.utf8)) == [Self.task])
    }

    @Test(
        arguments: [
            ("\"2026-05-04 12:30:05\"", "2026-05-04T12:30:05.000Z"),
            ("\"2026-05-04T12:30:05\"", "2026-05-04T12:30:05.000Z"),
            ("\"2026-05-04 12:30\"", "2026-05-04T12:30:00.000Z"), ("\"2026-05-04\"", "2026-05-04T00:00:00.000Z"),
            ("\"2026-05-04T12:30:05.250Z\"", "2026-05-04T12:30:05.250Z"),
            ("\"2026-05-04T12:30:05.250000Z\"", "2026-05-04T12:30:05.250Z"),
            ("\"2026-05-04T12:30:05+02:00\"", "2026-05-04T10:30:05.000Z"),
            ("\"2026-05-04 12:30:05 +0200\"", nil), ("\"2026-05-04 12:30:05-0330\"", "2026-05-04T16:00:05.000Z"),
            ("\" 2026-05-04  12:30:05 \"", "2026-05-04T12:30:05.000Z"),
            ("null", nil), ("\"\"", nil), ("\"0000-00-00 00:00:00\"", nil), ("\"0000-00-00\"", nil),
            ("\"-0001-11-30 00:00:00\"", nil), ("\"2026-02-30 00:00:00\"", nil), ("\"9999-12-31 23:59:59\"", nil),
            ("\"tomorrow\"", nil), ("1777897805", nil), ("[]", nil), ("true", nil),
        ] as [(String, String?)])
    func `a date is read in each form of the servers`(json: String, time: String?) throws {
        let answer = #"{"status":"ok","tasks":[{"id":1,"date_created":\#(json),"task_due_date":\#(json)}]}"#
        let task = try #require(try BackOfficeAnswer.tasks(Array(answer.utf8)).first)
        #expect(task.created?.iso8601 == time && task.due?.iso8601 == time)
    }

    @Test(
        arguments: [
            ("\"3\"", 3), ("3", 3), ("3.9", 3), ("-1", 0), ("1e999", 2), ("1e300", 1_000_000), ("\"\"", 2),
            ("\"many\"", 2), ("null", 2), ("\"0x10\"", 2), ("\"nan\"", 2), ("{}", 2), ("true", 2),
            (String(repeating: "9", count: 5000), 2), ("\"\(String(repeating: "9", count: 200))\"", 1_000_000),
        ])
    func `the number of photos is bounded, and counted if it is missing`(json: String, count: Int) throws {
        let answer = #"{"status":"ok","tasks":[{"id":1,"photos_ids":[1,null],"number_of_photos":\#(json)}]}"#
        #expect(try BackOfficeAnswer.tasks(Array(answer.utf8)).first?.photos == count)
    }

    @Test func `an identifier that is a large number keeps its digits`() throws {
        let answer = #"{"status":"ok","tasks":[{"id":123456789012345678901234567890},{"id":-1},{"id":"a b/ü"}]}"#
        let ids = try BackOfficeAnswer.tasks(Array(answer.utf8)).map(\.id)
        #expect(ids == ["123456789012345678901234567890", "-1", "a b/ü"])
    }

    @Test(
        arguments: [
            #"{"status":"ok"}"#, #"{"status":"ok","tasks":null}"#, #"{"status":"ok","tasks":"[]"}"#,
            #"{"status":"ok","tasks":{"id":"7"}}"#, #"{"status":"ok","tasks":[null]}"#,
            #"{"status":"ok","tasks":[[]]}"#,
            #"{"status":"ok","tasks":[{"name":"Feld Ost"}]}"#, #"{"status":"ok","tasks":[{"id":7}],"tasks":null}"#,
        ])
    func `an incomplete list of tasks is no answer, because tasks that it lacks count as removed`(json: String) {
        expectNoAnswer { try BackOfficeAnswer.tasks(Array(json.utf8)) }
    }

    @Test func `a list is empty, has each task once, and ends at 10,000`() throws {
        #expect(try BackOfficeAnswer.tasks(Array(#"{"status":"ok","tasks":[]}"#.utf8)).isEmpty)
        #expect(try BackOfficeAnswer.tasks(Array(#"{"status":"ok","tasks":{}}"#.utf8)).isEmpty)
        let twice = #"{"status":"ok","tasks":[{"id":1,"name":"a"},{"id":"1","name":"b"}]}"#
        #expect(try BackOfficeAnswer.tasks(Array(twice.utf8)).map(\.name) == ["a"])
        func list(_ count: Int) -> [UInt8] {
            Array(#"{"status":"ok","tasks":["#.utf8)
                + Array((1...count).map { "{\"id\":\($0)}" }.joined(separator: ",").utf8) + Array("]}".utf8)
        }
        #expect(try BackOfficeAnswer.tasks(list(10_000)).count == 10_000)
        #expect(throws: BackOfficeRefusal.notAnAnswer("it has more than 10000 tasks")) {
            try BackOfficeAnswer.tasks(list(10_001))
        }
    }

    @Test func `texts keep their lines, and lose characters that change how others are shown`() throws {
        let text = #"a\u0000\u001b[1m\tb\r\nc\rd\u2028e\u202e\u200bf\u200dg\ud83c\udf3e\ud83c \ud800\u0041\/\""#
        let answer = #"{"status":"ok","tasks":[{"id":1,"name":"\#(text)","text":"\#(text)","note":"\#(text)"}]}"#
        let task = try #require(try BackOfficeAnswer.tasks(Array(answer.utf8)).first)
        let lines = "a[1m b\nc\nd\nef\u{200D}g🌾\u{FFFD} \u{FFFD}A/\""
        #expect(task.text == lines && task.note == lines)
        #expect(task.name == lines.split(separator: "\n").joined(separator: " "))
    }

    @Test(
        arguments: ["a", "ä", "🌾", "👩‍👩‍👧", "e\u{301}", "\\u20ac", "\\ud83c\\udf3e", "\\u0000a", "\\u0000"])
    func `a text is cut to 64 KiB by whole characters`(part: String) throws {
        let read = part == "\\u20ac" ? "€" : part.hasPrefix("\\ud83c") ? "🌾" : part.replacing("\\u0000", with: "")
        let answer =
            #"{"status":"ok","tasks":[{"id":1,"text":""# + String(repeating: part, count: 400_000) + #"","name":"b"}]}"#
        let task = try #require(try BackOfficeAnswer.tasks(Array(answer.utf8)).first)
        #expect(task.name == "b")
        #expect(task.text.utf8.count <= BackOfficeAnswer.longestText && task.text.last == "…")
        #expect(read.isEmpty || task.text.utf8.count > BackOfficeAnswer.longestText / 2 - 100)
        #expect(task.text.dropLast().allSatisfy { String($0) == read })
    }

    @Test func `a text of 64 KiB is not cut`() throws {
        let text = String(repeating: "a", count: BackOfficeAnswer.longestText)
        let answer = #"{"status":"ok","tasks":[{"id":1,"text":"\#(text)","note":"\#(text)b"}]}"#
        let task = try #require(try BackOfficeAnswer.tasks(Array(answer.utf8)).first)
        #expect(task.text == text)
        #expect(task.note.utf8.count == BackOfficeAnswer.longestText && task.note.hasSuffix("a…"))
    }

    // MARK: What was sent

    @Test(
        arguments: [
            (#"{"status":"ok","error_msg":null,"photo_id":"31"}"#, "31"),
            (#"{"status":"ok","error_msg":null,"photo_id":31}"#, "31"),
            (#"{"status":"ok","error_msg":null}"#, nil), (#"{"status":"ok","photo_id":null}"#, nil),
            (#"{"status":"ok","photo_id":""}"#, nil), (#"{"status":"ok","photo_id":false}"#, nil),
            (#"{"status":"error","error_msg":"Photo already exists."}"#, nil),
        ] as [(String, String?)])
    func `a photo that the server had already has no identifier`(json: String, id: String?) throws {
        #expect(try BackOfficeAnswer.photo(Array(json.utf8)) == id)
    }

    @Test(
        arguments: [
            "task is not in editable status", "missing user ID", "photo json decode error", "task already exists",
        ])
    func `other refusals of a photo stay refusals`(words: String) {
        let json = #"{"status":"error","error_msg":"\#(words)"}"#
        #expect(throws: BackOfficeRefusal.refused(words)) { try BackOfficeAnswer.photo(Array(json.utf8)) }
    }

    @Test func `whether the server has a photo can be seen from its digest`() throws {
        let list = #"{"status":"ok","error_msg":null,"photos_ids":["31",32,null,""]}"#
        #expect(try BackOfficeAnswer.photoIDs(Array(list.utf8)) == ["31", "32"])
        expectNoAnswer { try BackOfficeAnswer.photoIDs(Array(#"{"status":"ok"}"#.utf8)) }
        let image = String(repeating: "QUFB", count: 50_000)
        let photo = #"{"status":"ok","photo":{"note":null,"lat":"50.087543","photo":"\#(image)","digest":"f0cf"}}"#
        #expect(try BackOfficeAnswer.digest(Array(photo.utf8)) == "f0cf")
        #expect(try BackOfficeAnswer.digest(Array(#"{"photo":{"digest":null},"status":"ok"}"#.utf8)) == nil)
        expectNoAnswer { try BackOfficeAnswer.digest(Array(#"{"status":"ok","photo":"QUFB"}"#.utf8)) }
        let refused = #"{"status":"error","error_msg":"wrong photo ID"}"#
        #expect(throws: BackOfficeRefusal.refused("wrong photo ID")) {
            try BackOfficeAnswer.digest(Array(refused.utf8))
        }
    }

    @Test func `a path that was sent has an identifier`() throws {
        #expect(try BackOfficeAnswer.recordedPath(Array(#"{"status":"ok","path_id":"4"}"#.utf8)) == "4")
        #expect(try BackOfficeAnswer.recordedPath(Array(#"{"path_id":4,"status":"ok"}"#.utf8)) == "4")
        #expect(try BackOfficeAnswer.recordedPath(Array(#"{"status":"ok"}"#.utf8)) == nil)
        let refused = #"{"status":"error","error_msg":"no points in the path"}"#
        #expect(throws: BackOfficeRefusal.refused("no points in the path")) {
            try BackOfficeAnswer.recordedPath(Array(refused.utf8))
        }
    }

    @Test(
        arguments: [
            #"""
            {"status":"ok","error_msg":null,"paths":[{"id":"4","name":"Rand","start":"2026-05-04 12:30:05",\#
            "end":"2026-05-04 12:31:05","area":"7974","device_model":"a","points":[{"id":"1","lat":"50.1",\#
            "lng":"14.1","altitude":"1","accuracy":"2","created":"2026-05-04 12:30:05"},{"id":"2"}]}]}
            """#,
            #"""
            {"paths":[{"name":"left out"},{"points":[{},{}],"id":4,"name":"Rand","start":"2026-05-04T12:30:05Z",\#
            "end":"2026-05-04T12:31:05+00:00"}],"status":"ok"}
            """#,
        ])
    func `both kinds of servers list the same path`(json: String) throws {
        let path = BackOfficeTrackEntry(
            id: "4", name: "Rand", start: UTCTime(iso8601: "2026-05-04T12:30:05Z"),
            end: UTCTime(iso8601: "2026-05-04T12:31:05Z"), points: 2)
        #expect(try BackOfficeAnswer.recordedPaths(Array(json.utf8)) == [path])
    }

    @Test func `of more than 10,000 paths the last ones are read`() throws {
        let list = (1...30_500).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let paths = try BackOfficeAnswer.recordedPaths(Array("{\"status\":\"ok\",\"paths\":[\(list)]}".utf8))
        #expect(paths.count == 10_000 && paths.first?.id == "20501" && paths.last?.id == "30500")
        expectNoAnswer { try BackOfficeAnswer.recordedPaths(Array(#"{"status":"ok"}"#.utf8)) }
    }

    // MARK: Damage

    @Test func `an answer that ends early is no answer, and no damage is fatal`() throws {
        let text = #"""
            {"status":"ok","error_msg":null,"user":{"id":10,"name":"\ud83c\udf3e"},"photo_id":"31","path_id":-4.5e+1,\#
            "tasks":[{"id":"7","date_created":"2026-05-04 12:30:05","photos_ids":[1,2],"flag_valid":true}],\#
            "paths":[{"id":"4","points":[{"lat":"50.1"},{}]}],"token":"a|b"}
            """#
        let answer = Array(text.utf8)
        for length in answer.indices {
            expectNoAnswer { try BackOfficeAnswer.done(Array(answer[..<length])) }
        }
        var random = Randomness()
        for _ in 0..<3000 {
            var damaged = answer
            for _ in 0...random.next(below: 4) {
                damaged[random.next(below: damaged.count)] = UInt8(random.next(below: 256))
            }
            Self.readAll(damaged)
            Self.readAll((0..<random.next(below: 100)).map { _ in UInt8(random.next(below: 256)) })
        }
    }

    /// Reads bytes as each answer; they may be one or not.
    private static func readAll(_ bytes: [UInt8]) {
        _ = try? BackOfficeAnswer.signIn(bytes)
        _ = try? BackOfficeAnswer.tasks(bytes)
        _ = try? BackOfficeAnswer.photo(bytes)
        _ = try? BackOfficeAnswer.recordedPath(bytes)
        _ = try? BackOfficeAnswer.recordedPaths(bytes)
        _ = try? BackOfficeAnswer.photoIDs(bytes)
        _ = try? BackOfficeAnswer.digest(bytes)
    }
}

/// Expects that reading throws `notAnAnswer` with a short reason.
private func expectNoAnswer<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ read: () throws -> Value
) {
    do {
        _ = try read()
        Issue.record("it was read", sourceLocation: sourceLocation)
    } catch BackOfficeRefusal.notAnAnswer(let detail) {
        #expect(!detail.isEmpty && detail.utf8.count < 1000, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
