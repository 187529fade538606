// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Hostile requests to the web console's routes: from other sites, with odd parameters, methods and framings, and from viewers that
/// leave in every way that there is.
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
            (404, "HEAD /v1/live HTTP/1.1\r\n\(host)\r\n"), (401, "POST /v1/reload HTTP/1.1\r\n\(host)\r\n"),
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

    // MARK: Parameters

    private static let hostileNumbers = [
        "0", "-1", "3601", "1e3", "1.5", "NaN", "inf", "0x10", "9223372036854775808", "99999999999999999999999999999",
        "%00", "5%00", "%zz", "", "%D9%A5", "5%205", "+", "--5", "5&points=5", "5&limit=5", "5&seconds=5",
        String(repeating: "9", count: 5_000),
    ]
    private static let hostileTopics = [
        "topics=", "topics=,", "topics=fox", "topics=fix:", "topics=fix:0", "topics=fix:-1", "topics=fix:NaN",
        "topics=fix:1e309", "topics=fix:inf", "topics=fix:1:1", "topics=fix:0x1p4", "topics=fix%00", "topics=%zz",
        "topics=FIX", "topics=fix;sky", "receiver=", "receiver=tractor&receiver=tractor", "x=1", "%00=1", "topics",
        "topics=\(String(repeating: "fix,", count: 4000))",
    ]

    @Test func `odd parameters are refused at once, with words that say what is allowed`() throws {
        let bench = try ConsoleBench()
        var targets = ["/v1/history?seconds=", "/v1/history?points=", "/v1/alerts?limit="].flatMap { target in
            Self.hostileNumbers.map { target + $0 }
        }
        targets += ["/v1/live?", "/v1/live/snapshot?"].flatMap { target in Self.hostileTopics.map { target + $0 } }
        targets += ["/v1/alerts?x=1", "/v1/history?x=1", "/v1/alerts?limit=5&limit=5"]
        for target in targets
        where !["/v1/history?seconds=5&points=5", "/v1/history?points=5&seconds=5"].contains(target) {
            let begin = ContinuousClock.now
            let answer = try bench.ask("GET", target, headers: [:])
            let shown = target.prefix(100)
            #expect(answer.status == 400, "\(shown): \(answer.status) \(answer.text.prefix(300))")
            let detail = answer.json["detail"] as? String ?? ""
            let words = ["give ", "allowed ", "the topics are ", "the form is ", "not a number of hertz", "only once"]
            #expect(words.contains { detail.contains($0) }, "\(shown): \(detail.prefix(300))")
            #expect(answer.text.utf8.count < 1000, "\(shown): \(answer.text.utf8.count) bytes")
            #expect(ContinuousClock.now - begin < .seconds(5), "\(shown)")
        }
        for receiver in ["nothing", "%00", "%ff%fe", "%zz", "tractor%00", "../tractor", "Tractor"] {
            for path in ["/v1/live", "/v1/live/snapshot", "/v1/history"] {
                let answer = try bench.ask("GET", "\(path)?receiver=\(receiver)", headers: [:])
                #expect(answer.status == 404, "\(path) \(receiver): \(answer.status)")
                #expect(answer.text.contains("the receivers are: tractor"), "\(answer.text.prefix(300))")
            }
        }
        // The ends of the ranges.
        for (target, count) in [("seconds=1&points=1", 1), ("seconds=3600&points=3600", 3600), ("points=1", 1)] {
            let begin = ContinuousClock.now
            let answer = try bench.ask("GET", "/v1/history?\(target)", headers: [:])
            let heights = answer.json["ellipsoidal_height_m"] as? [Any]
            #expect(answer.status == 200 && (heights?.count ?? 0) >= 1 && (heights?.count ?? 0) <= count, "\(target)")
            #expect(ContinuousClock.now - begin < .seconds(5), "\(target)")
        }
        for limit in [1, 1000] { #expect(try bench.ask("GET", "/v1/alerts?limit=\(limit)").status == 200) }
        #expect(try bench.ask("GET", "/v1/version").status == 200 && bench.daemon.isRunning)
    }

    // MARK: Comings and goings

    @Test func `a thousand viewers that come and go leave nothing behind`() throws {
        let bench = try ConsoleBench()
        let live = "GET /v1/live?topics=fix:10,state,events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let more = "GET /v1/version HTTP/1.1\r\nHost: localhost\r\n\r\n"
        /// What a client does besides: nothing; ask for more behind the stream, as often as it may and more often; end its own
        /// side; break the connection off.
        func visit(_ number: Int) throws {
            let descriptor = try Loopback.connect(port: bench.port)
            defer { close(descriptor) }
            let asked = [0: live + more, 1: live + String(repeating: more, count: 30)][number % 5] ?? live
            try Loopback.send(asked, to: descriptor)
            // Every other one reads something first.
            var byte: UInt8 = 0
            if number.isMultiple(of: 2) { #expect(recv(descriptor, &byte, 1, 0) == 1) }
            if number % 5 == 2 { shutdown(descriptor, Int32(SHUT_WR)) }
            if number % 5 == 3 {
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            }
        }
        // What a first viewer needs once is not counted.
        for number in 0..<20 { try visit(number) }
        try expectAlone(bench)
        let before = bench.descriptors
        for number in 0..<1000 { try visit(number) }
        try expectAlone(bench)
        #expect(until(20) { bench.descriptors <= before }, "\(before) descriptors before, \(bench.descriptors) after")
        let last = try bench.raw(live) { $0.contains("event: fix") }
        #expect(last.contains("event: fix"))
    }

    /// The last viewer has left: its place is free, and nothing follows the bus for viewers.
    private func expectAlone(_ bench: ConsoleBench) throws {
        let isAlone = until(30) {
            guard let metrics = try? bench.ask("GET", "/metrics").text,
                let status = try? bench.ask("GET", "/v1/status").text
            else { return false }
            return metrics.contains("gnss_gateway_clients{server=\"http-streams\"} 0\n") && status.contains("tractor")
                && !status.contains("live view") && !status.contains("live events")
        }
        let metrics = try bench.ask("GET", "/metrics").text
        let places = metrics.split(separator: "\n").filter { $0.contains("http-streams") }
        #expect(isAlone, "\(places)")
    }

    // MARK: Methods and framings

    @Test func `other methods, bodies and versions of HTTP get an answer that ends, or the stream as they can read it`()
        throws
    {
        let bench = try ConsoleBench()
        let host = "Host: localhost\r\n"
        for method in ["HEAD", "OPTIONS", "PUT", "POST", "DELETE", "PATCH", "TRACE", "BREW"] {
            let answer = try bench.raw("\(method) /v1/live HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 40"), "\(method): \(answer)")
            if method == "HEAD" { #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)") }
        }
        let body = try bench.raw("GET /v1/live HTTP/1.1\r\n\(host)Content-Length: 5\r\n\r\nhello")
        #expect(body.hasPrefix("HTTP/1.1 413 "), "\(body)")
        // An old client knows no chunks: the stream is all that follows the head.
        let old = try bench.raw("GET /v1/live HTTP/1.0\r\n\(host)\r\n") { $0.contains("event: beat") }
        #expect(old.lowercased().contains("\r\nconnection: close\r\n"), "\(old.prefix(400))")
        #expect(!old.lowercased().contains("transfer-encoding"), "\(old.prefix(400))")
        #expect(old.contains("\r\n\r\nretry: 2000\nevent: hello\n") && old.contains("event: beat\ndata: {"))
        #expect(try bench.raw("GET /v1/live HTTP/1.0\r\n\r\n").contains(" 421 "))
        let closing = try bench.raw("GET /v1/live HTTP/1.1\r\n\(host)Connection: close\r\n\r\n") {
            $0.contains("event: beat")
        }
        #expect(closing.lowercased().contains("\r\nconnection: close\r\n") && closing.contains("event: fix"))
        // The answers behind a stream wait for its end; those before it do not.
        let version = "GET /v1/version HTTP/1.1\r\n\(host)\r\n"
        let mixed = try bench.raw(version + version + "GET /v1/live HTTP/1.1\r\n\(host)\r\n" + version) {
            $0.contains("event: beat")
        }
        #expect(mixed.components(separatedBy: "\"interface\":\"v1\"").count == 3, "\(mixed.prefix(1000))")
        #expect(mixed.contains("event: fix"))
        // A connection is used again after a refusal.
        let reused = try bench.raw(
            "GET /v1/live?topics=fox HTTP/1.1\r\n\(host)\r\nHEAD /v1/live HTTP/1.1\r\n\(host)\r\n"
                + "GET /v1/live?topics=fix HTTP/1.1\r\n\(host)\r\n"
        ) { $0.contains("event: fix") }
        #expect(reused.contains(" 400 ") && reused.contains(" 404 ") && reused.contains("event: fix"))
        try expectAlone(bench)
    }

    @Test func `when the daemon ends, streams end in order, with requests behind them too`() throws {
        let bench = try ConsoleBench()
        let live = "GET /v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let viewers = try Crowd(10, port: bench.port, saying: live)
        let others = try Crowd(
            10, port: bench.port, saying: live + "GET /v1/version HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(viewers.reads(within: 20) { $0.count(of: "event: beat") == 10 })
        #expect(others.reads(within: 20) { $0.count(of: "event: beat") == 10 })
        bench.daemon.signal(SIGTERM)
        #expect(viewers.reads(within: 20) { $0.closed == 10 })
        #expect(others.reads(within: 20) { $0.closed == 10 })
        #expect(viewers.count(of: "\r\n0\r\n\r\n") == 10, "the last chunk")
        #expect(others.count(of: "\r\n0\r\n\r\n") == 10, "the last chunk")
        #expect(bench.daemon.waitForEnd().status == 0, "\(bench.daemon.messages)")
    }
}

extension ConsoleBench {
    /// The port of the address.
    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// What it answers over TCP; of a stream, the beginning.
    func ask(_ method: String, _ path: String, headers: [String: String], body: String = "") throws -> PlainHTTP.Answer
    {
        let lines = [
            "Host": "localhost", "Connection": "close", "Content-Type": "application/json",
            "Content-Length": "\(body.utf8.count)",
        ].merging(headers) { $1 }.map { "\($0): \($1)\r\n" }
        let answer = try raw("\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body)") {
            $0.contains("event: hello\n")
        }
        let parts = answer.components(separatedBy: "\r\n\r\n")
        let head = parts[0].components(separatedBy: "\r\n")
        return PlainHTTP.Answer(
            status: head[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0,
            headers: head.dropFirst().map { Substring($0) }, text: parts.dropFirst().joined(separator: "\r\n\r\n"))
    }

    /// What it sends after this was said over TCP, until the condition holds or the connection ends.
    func raw(_ text: String, until condition: (String) -> Bool = { _ in false }) throws -> String {
        let client = try Crowd(1, port: port, saying: text)
        _ = client.reads(within: 15) { $0.closed == 1 || condition($0.members[0].text) }
        return client.members[0].text
    }

    /// A code that signs in one browser.
    func invite() throws -> String {
        try #require(try ask("POST", "/v1/session/invitation").json["code"] as? String)
    }

    /// The cookie of a browser that signs in.
    func signIn(_ code: String? = nil) throws -> String {
        let code = try code ?? invite()
        let answer = try ask(
            "POST", "/v1/session", headers: ["Sec-Fetch-Site": "same-origin"], body: #"{"code":"\#(code)"}"#)
        let field = try #require(answer.headers.first { $0.lowercased().hasPrefix("set-cookie: ") }, "\(answer)")
        return String(field.dropFirst("set-cookie: ".count).prefix { $0 != ";" })
    }

    /// What a request could have changed, by the route that shows it.
    func state() throws -> [String: String] {
        var state: [String: String] = [:]
        for path in ["/v1/agrirouter/settings", "/v1/centroid/settings", "/v1/paths", "/v1/osnma/trust"] {
            state[path] = try ask("GET", path).text
        }
        state["/v1/agrirouter"] = try ask("GET", "/v1/agrirouter").json["state"] as? String
        let centroid = try ask("GET", "/v1/centroid").json["sessions"] as? [Any]
        state["/v1/centroid"] = "\(centroid?.count ?? 0)"
        let report = try ask("GET", "/v1/status").json
        let active = report["active"] as? [String: Any]
        state["/v1/receivers/active"] = "\(active?["receiver"] ?? "") \(active?["chosen"] ?? "none chosen")"
        let receivers = report["receivers"] as? [[String: Any]] ?? []
        state["/v1/receivers"] = "\(receivers.map { "\($0["id"] ?? "") \($0["state"] ?? "") \($0["restarts"] ?? "")" })"
        let searches = try ask("GET", "/v1/receivers/searches").json["searches"] as? [Any]
        state["/v1/receivers/searches"] = "\(searches?.count ?? 0)"
        return state
    }

    /// How many descriptors the daemon has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.identifier)/fd").count) ?? .max
    }
}
