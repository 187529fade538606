// SPDX-License-Identifier: Apache-2.0

import StrictFormats
import Testing

@testable import BackOfficeSimulator

@Suite struct SignInTests {
    @Test(arguments: BackOfficeDialect.allCases)
    func `the right name and password sign in, and others do not`(dialect: BackOfficeDialect) throws {
        let office = try TestOffice(dialect)
        for (login, password) in [("farmer", "wrong"), ("", ""), ("nemo", "secret"), ("farmer", "")] {
            let refused = office.post("login", ["login": login, "pswd": password])
            #expect(refused.status == 200)
            #expect(refused.json == ["status": "error", "error_msg": "bad login or password"], "\(login)")
        }
        let answer = office.post("login", ["login": "other", "pswd": "a+b&c=d"]).json
        #expect(answer["status"] == "ok")
        #expect(
            answer["user"]?.only("id", "name", "surname")
                == ["id": office.id(11), "name": "other", "surname": "Tester"])
        #expect((answer["error_message"] != nil) == (dialect == .pic2bim))
        #expect((answer["error_msg"] != nil) == (dialect == .egnss4cap))
        #expect((answer["token"]?.text != nil) == (dialect == .pic2bim))
        #expect(office.violations.isEmpty, "\(office.violations)")
    }

    @Test func `without its token a client gets no answer, and a page if it does not ask for JSON`() throws {
        let office = try TestOffice(.pic2bim)
        #expect(office.post("tasks", ["user_id": "10"]).json["status"] == "ok")
        for wrong in [nil, "1|wrong"] {
            office.token = wrong
            let refused = office.send("POST", "comm_tasks", body: "user_id=10")
            #expect(refused.status == 401 && String(decoding: refused.body, as: UTF8.self).contains("Unauthenticated"))
            let led = office.send("POST", "comm_tasks", headers: ["Accept": "*/*"], body: "user_id=10")
            #expect(led.status == 302 && led.headers.contains { $0.0 == "Location" && $0.1 == "/login" })
        }
        let page = office.send("GET", "login", headers: ["Accept": "*/*"])
        #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
        // All tokens end together.
        _ = office.post("login", ["login": "farmer", "pswd": "secret"])
        #expect(office.admin("DELETE", "tokens").status == 200)
        office.token = office.office.users[0].tokens.last
        #expect(office.post("tasks", ["user_id": "10"]).status == 401)
    }

    @Test func `each dialect answers at its own path only`() throws {
        let (php, laravel) = (try TestOffice(.egnss4cap), try TestOffice(.pic2bim))
        for path in [
            "comm_login", "ws/comm_login", "ws/comm_.php", "ws/comm_nothing.php", "/ws/comm_login.php",
            "egnss4allservices/comm_login.php", "comm_login.php", "",
        ] {
            #expect(php.send("POST", path, body: "login=farmer&pswd=secret").status == 404, "\(path)")
        }
        for path in ["ws/comm_login.php", "comm_login.php", "comm_", "/comm_login"] {
            let answer = laravel.send("POST", path, body: "login=farmer&pswd=secret")
            // JSON, but not that of a back office.
            let json = try JSONReader.read(answer.body)
            #expect(answer.status == 404 && json["message"] != nil && json["status"] == nil, "\(path)")
        }
        #expect(laravel.send("GET", "comm_login").status == 405)
        #expect(php.send("GET", "ws/comm_login.php").status == 200)
        #expect(php.violations == ["a call needs POST, not GET"])
    }

    @Test func `what a careless client does is noted`() throws {
        let office = try TestOffice()
        _ = office.send("POST", "ws/comm_login.php", headers: ["Accept": "*/*"], body: "login=a")
        _ = office.send("POST", "ws/comm_login.php", headers: ["Content-Type": "text/plain"], body: "login=a{")
        let words = office.violations.joined(separator: "\n")
        #expect(office.violations.count == 3, "\(words)")
        for part in ["Accept", "Content-Type", "not percent-encoded: 123"] { #expect(words.contains(part)) }
        // Requests are listed without what is secret.
        let list = office.admin("GET", "requests").json["requests"]
        #expect(list?.items?.count == 2)
        let shown = list?.items?.first?.only("call", "fields", "status", "fault")
        #expect(shown == ["call": "login", "fields": ["login"], "status": 200, "fault": .null])
    }
}
