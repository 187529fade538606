// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Hostile requests to the web console's routes: from other sites and under their names, with guessed codes and odd cookies, and from
/// pages that frame it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConsoleAttackTests {
    // MARK: Other sites

    /// Every route that changes something, with a body that it would take.
    private static let changes: [(method: String, path: String, body: String)] = [
        ("PUT", "/v1/receivers/active", #"{"id":"tractor"}"#), ("DELETE", "/v1/receivers/active", ""),
        ("DELETE", "/v1/receivers/tractor", ""), ("POST", "/v1/receivers/tractor/stop", ""),
        ("POST", "/v1/receivers/tractor/restart", ""), ("POST", "/v1/receivers/tractor/start", ""),
        ("POST", "/v1/receivers/tractor/test?seconds=1", ""), ("POST", "/v1/receivers/searches", "{}"),
        ("DELETE", "/v1/receivers/searches/1", ""), ("POST", "/v1/receivers/00:1D:43:5F:A0:2C/pair", "{}"),
        ("POST", "/v1/osnma/trust", #"{"anchors":[]}"#), ("DELETE", "/v1/osnma/trust/0123456789", ""),
        ("POST", "/v1/centroid/start", "{}"), ("POST", "/v1/centroid/stop", "{}"), ("POST", "/v1/centroid/reset", "{}"),
        ("PUT", "/v1/centroid/settings", #"{"samples":7}"#), ("POST", "/v1/centroid/settings/reset", ""),
        ("POST", "/v1/centroid/settings/samples/reset", ""),
        ("POST", "/v1/agrirouter/onboarding", #"{"code":"0123456789","environment":"qa"}"#),
        ("PUT", "/v1/agrirouter/onboarding", #"{"code":"0123456789"}"#), ("DELETE", "/v1/agrirouter/onboarding", ""),
        ("POST", "/v1/agrirouter/pause", ""), ("POST", "/v1/agrirouter/resume", ""),
        ("PUT", "/v1/agrirouter/settings", #"{"send_interval_s":20}"#), ("POST", "/v1/agrirouter/settings/reset", ""),
        ("POST", "/v1/paths", #"{"name":"theirs"}"#), ("POST", "/v1/paths/current/pause", ""),
        ("POST", "/v1/paths/current/stop", ""), ("POST", "/v1/paths/current/point", ""),
        ("PATCH", "/v1/paths/1", #"{"name":"theirs"}"#), ("DELETE", "/v1/paths/1", ""),
        ("POST", "/v1/paths/import?format=csv&name=theirs", "latitude,longitude\n1,1\n2,2\n"),
        ("POST", "/v1/session/invitation", ""), ("POST", "/v1/reload", ""),
    ]

    @Test func `what another site makes a signed-in browser ask for is refused, and changes nothing`() throws {
        let bench = try ConsoleBench()
        let (own, host) = (bench.address, String(bench.address.dropFirst("http://".count)))
        let cookie = try bench.signIn()
        let before = try bench.state()
        let foreign: [[String: String]] = [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
            ["Sec-Fetch-Site": "cross-site", "Origin": own], ["Sec-Fetch-Site": "Same-Origin"], ["Origin": "null"],
            ["Origin": "http://evil.example"], ["Origin": own + "0"], ["Origin": "http://localhost:1"], [:],
        ]
        for headers in foreign {
            for change in Self.changes {
                let answer = try bench.ask(
                    change.method, change.path,
                    headers: ["Host": host, "Cookie": cookie].merging(headers) { $1 }, body: change.body)
                #expect([401, 403].contains(answer.status), "\(headers) \(change): \(answer.status) \(answer.text)")
            }
        }
        // What a form can send without asking first.
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            for change in Self.changes where change.path != "/v1/session/invitation" {
                let answer = try bench.ask(
                    change.method, change.path,
                    headers: [
                        "Host": host, "Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": type,
                    ], body: change.body)
                #expect(answer.status == 415, "\(type) \(change): \(answer.status) \(answer.text)")
            }
        }
        #expect(try bench.state() == before)
        // The same from its own page changes something, so that the comparison can fail.
        let chosen = try bench.ask(
            "PUT", "/v1/receivers/active", headers: ["Host": host, "Cookie": cookie, "Origin": own],
            body: #"{"id":"tractor"}"#)
        #expect(chosen.status == 200, "\(chosen)")
        let named = try bench.ask(
            "PUT", "/v1/centroid/settings",
            headers: ["Host": host, "Cookie": cookie, "Sec-Fetch-Site": "same-origin"], body: #"{"samples":7}"#)
        #expect(named.status == 200, "\(named)")
        let after = try bench.state()
        #expect(after["/v1/receivers/active"] != before["/v1/receivers/active"])
        #expect(after["/v1/centroid/settings"] != before["/v1/centroid/settings"])
    }

    @Test func `another site opens no stream and reads nothing`() throws {
        let bench = try ConsoleBench()
        let paths = [
            "/v1/live", "/v1/live/snapshot", "/v1/history", "/v1/alerts", "/v1/doctor", "/v1/session", "/v1/events",
            "/v1/status", "/plain", "/",
        ]
        let foreign: [[String: String]] = [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": ""],
            // A browser that does not know Sec-Fetch-Site says so where it loads streams and data.
            ["Origin": "http://evil.example"], ["Origin": "null"],
            ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
        ]
        for path in paths {
            for headers in foreign {
                let answer = try bench.ask("GET", path, headers: headers)
                #expect(answer.status == 403, "\(path) \(headers): \(answer.status)")
                #expect(!answer.text.contains("52.4") && !answer.text.contains("<"), "\(answer.text)")
                #expect(!answer.headers.contains { $0.lowercased().hasPrefix("access-control-") })
            }
            // What a browser asks before it sends such a request.
            let question = try bench.ask(
                "OPTIONS", path,
                headers: [
                    "Origin": "http://evil.example", "Access-Control-Request-Method": "PUT",
                    "Sec-Fetch-Site": "cross-site",
                ])
            #expect(question.status == 403)
            #expect(!question.headers.contains { $0.lowercased().hasPrefix("access-control-") })
        }
        let status = try bench.ask("GET", "/v1/status").text
        #expect(!status.contains("live view") && status.contains("tractor"))
    }

    @Test func `under the name of another site nothing is shown`() throws {
        let bench = try ConsoleBench()
        let cookie = try bench.signIn()
        let before = try bench.state()
        let port = bench.port
        let names = [
            "evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "localhost.evil.example",
            "localhost@evil.example", "evil.example#localhost", "localhost.:\(port)", "127.1:\(port)", "2130706433",
            "0x7f.0.0.1", "0177.0.0.1", "[::1].evil.example", "[::1", "[localhost]", "localhost:80:80", "localhost:x",
            "127.0.0.1\u{0}.evil.example", "",
        ]
        for name in names {
            for path in [
                "/", "/plain", "/console/0/app.js", "/v1/live", "/v1/live/snapshot", "/v1/history", "/v1/session",
            ] {
                let answer = try bench.ask("GET", path, headers: ["Host": name, "Cookie": cookie])
                #expect([400, 421].contains(answer.status), "\(name) \(path): \(answer.status)")
                #expect(!answer.text.contains("52.4"), "\(name) \(path)")
            }
            let answer = try bench.ask(
                "POST", "/v1/agrirouter/pause",
                headers: ["Host": name, "Cookie": cookie, "Origin": "http://\(name)", "Sec-Fetch-Site": "same-origin"])
            #expect([400, 421].contains(answer.status), "\(name): \(answer.status)")
        }
        let two = try bench.raw("GET /v1/version HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        #expect(two.hasPrefix("HTTP/1.1 400 ") && two.contains("one Host"), "\(two)")
        #expect(try bench.state() == before)
    }

    // MARK: Codes and cookies

    @Test func `a code is good once, who guesses has to wait, and no cookie but the right one signs in`() throws {
        let bench = try ConsoleBench()
        let own = ["Sec-Fetch-Site": "same-origin"]
        let code = try bench.invite()
        for headers in [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "http://evil.example"],
        ] {
            let answer = try bench.ask("POST", "/v1/session", headers: headers, body: #"{"code":"\#(code)"}"#)
            #expect(answer.status == 403 && answer.text.contains("cross_site"), "\(answer)")
        }
        let cookie = try bench.signIn(code)
        let again = try bench.ask("POST", "/v1/session", headers: own, body: #"{"code":"\#(code)"}"#)
        #expect(again.status == 403 && again.text.contains("wrong_code"), "\(again)")

        let value = String(cookie.dropFirst("gnss_session=".count))
        let wrong = [
            "gnss_session=\(value.dropLast())", "gnss_session=\(value)0", "gnss_session=\(value.uppercased())_",
            "xgnss_session=\(value)", "gnss_session=\(String(repeating: value, count: 200))",
            String(repeating: "a=b; ", count: 2500) + "gnss_session=", "gnss_session=\"\(value)\"",
        ]
        for cookie in wrong {
            let role = try bench.ask("GET", "/v1/session", headers: ["Cookie": cookie])
            #expect(role.json["role"] as? String == "viewer", "\(cookie.prefix(100)): \(role)")
            let change = try bench.ask("POST", "/v1/reload", headers: own.merging(["Cookie": cookie]) { $1 })
            #expect(change.status == 401, "\(cookie.prefix(100)): \(change)")
        }
        let huge = try bench.ask(
            "GET", "/v1/session", headers: ["Cookie": cookie + String(repeating: ";", count: 40_000)])
        #expect(huge.status == 400)

        let next = try bench.invite()
        var answers: [Int] = []
        for number in 0..<20 {
            let guess = "\(String(repeating: "0", count: 8))\(10 + number)"
            let answer = try bench.ask("POST", "/v1/session", headers: own, body: #"{"code":"\#(guess)"}"#)
            answers.append(answer.status)
            #expect(!answer.headers.contains { $0.lowercased().hasPrefix("set-cookie") })
            if answer.status == 429 { #expect(answer.headers.contains { $0.lowercased().hasPrefix("retry-after: ") }) }
        }
        // One wrong code, the used one, was tried before; each further one makes it twice as long.
        #expect(answers.allSatisfy { $0 == 403 || $0 == 429 } && answers.count { $0 == 403 } <= 4, "\(answers)")
        let isWrong = try until(70) {
            try bench.ask("POST", "/v1/session", headers: own, body: #"{"code":"0000000000"}"#).status == 403
        }
        #expect(isWrong)
        let late = try bench.ask("POST", "/v1/session", headers: own, body: #"{"code":"\#(next)"}"#)
        #expect(late.status == 429, "a right code in the midst of guesses: \(late)")
        // The one that is signed in is not disturbed until it signs out.
        let signed = own.merging(["Cookie": cookie]) { $1 }
        let change = try bench.ask("PUT", "/v1/centroid/settings", headers: signed, body: #"{"samples":7}"#)
        #expect(change.status == 200, "\(change)")
        #expect(try bench.ask("DELETE", "/v1/session", headers: signed).status == 204)
        #expect(try bench.ask("POST", "/v1/centroid/settings/reset", headers: signed).status == 401)
        let settings = try bench.ask("GET", "/v1/centroid/settings").json["settings"] as? [String: Any]
        #expect(settings?["samples"] as? Int == 7, "\(String(describing: settings))")
    }

    // MARK: Frames

    @Test func `no answer of any kind may be framed or taken for another type`() throws {
        let bench = try ConsoleBench()
        let host = "Host: localhost\r\n"
        let page = try bench.raw("GET / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
        let script = try #require(page.firstMatch(of: /\/console\/[0-9a-f]+\/app\.js/)?.output)
        let tag = try #require(page.firstMatch(of: /(?i)etag: (".*?")/)?.output.1)
        let version = "GET /v1/version HTTP/1.1\r\n\(host)\r\n"
        let requests: [(status: Int, text: String)] = [
            (200, "GET / HTTP/1.1\r\n\(host)\r\n"), (304, "GET / HTTP/1.1\r\n\(host)If-None-Match: \(tag)\r\n\r\n"),
            (200, "GET \(script) HTTP/1.1\r\n\(host)\r\n"), (404, "GET \(script)x HTTP/1.1\r\n\(host)\r\n"),
            (200, "GET /plain HTTP/1.1\r\n\(host)\r\n"), (200, "GET /v1/status HTTP/1.1\r\n\(host)\r\n"),
            (200, "GET /v1/doctor HTTP/1.1\r\n\(host)\r\n"), (200, "GET /metrics HTTP/1.1\r\n\(host)\r\n"),
            (200, "GET /v1/live HTTP/1.1\r\n\(host)\r\n"), (200, "GET /v1/live/snapshot HTTP/1.1\r\n\(host)\r\n"),
            (400, "GET /v1/history?points=0 HTTP/1.1\r\n\(host)\r\n"), (404, "GET /nothing HTTP/1.1\r\n\(host)\r\n"),
            (200, "HEAD /v1/live HTTP/1.1\r\n\(host)\r\n"), (405, "PUT /v1/live HTTP/1.1\r\n\(host)\r\n"),
            (400, "G@T / HTTP/1.1\r\n\(host)\r\n"), (401, "POST /v1/reload HTTP/1.1\r\n\(host)\r\n"),
            (403, "GET / HTTP/1.1\r\n\(host)Sec-Fetch-Site: cross-site\r\n\r\n"),
            (421, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
            (413, "GET / HTTP/1.1\r\n\(host)Content-Length: 5\r\n\r\nhello"),
            (501, "GET / HTTP/1.1\r\n\(host)Upgrade: h2c\r\n\r\n"),
            (429, String(repeating: version, count: 200)),
        ]
        for request in requests {
            let line = "HTTP/1.1 \(request.status) "
            let answer = try bench.raw(request.text) { answer in
                answer.range(of: line).map { answer[$0.upperBound...].contains("\r\n\r\n") } ?? false
            }
            let start = try #require(
                answer.range(of: line), "\(request): \(answer.prefix(300))")
            let head = answer[start.lowerBound...].components(separatedBy: "\r\n\r\n")[0].lowercased()
            #expect(head.contains("\r\nx-frame-options: deny"), "\(request): \(head)")
            #expect(head.contains("frame-ancestors 'none'"), "\(request): \(head)")
            #expect(head.contains("\r\nx-content-type-options: nosniff"), "\(request): \(head)")
            #expect(head.contains("\r\ncross-origin-resource-policy: same-origin"), "\(request): \(head)")
            #expect(!head.contains("access-control-"), "\(request): \(head)")
        }
    }
}
