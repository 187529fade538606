// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Requests to the web console's routes with odd parameters, methods and framings.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConsoleRequestTests {
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
            let words = [
                "give ", "the parameters are ", "the only parameter is ", "the topics are ", "the form is ",
                "not a number of hertz", "only once",
            ]
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

    @Test func `other methods, bodies and versions of HTTP get an answer that ends, or the stream as they can read it`()
        throws
    {
        let bench = try ConsoleBench()
        let host = "Host: localhost\r\n"
        for method in ["OPTIONS", "PUT", "POST", "DELETE", "PATCH", "TRACE", "BREW"] {
            let answer = try bench.raw("\(method) /v1/live HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 40"), "\(method): \(answer)")
        }
        for (target, status) in [("/v1/live", 200), ("/v1/live?topics=fox", 400), ("/v1/lives", 404)] {
            let head = try bench.raw("HEAD \(target) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 \(status) ") && head.hasSuffix("\r\n\r\n"), "\(target): \(head)")
            #expect(head.components(separatedBy: "\r\n\r\n").count == 2, "\(target): \(head)")
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
        // A connection is used again after a refusal, and after the head of a stream.
        let reused = try bench.raw(
            "GET /v1/live?topics=fox HTTP/1.1\r\n\(host)\r\nHEAD /v1/lives HTTP/1.1\r\n\(host)\r\n"
                + "HEAD /v1/live HTTP/1.1\r\n\(host)\r\nGET /v1/live?topics=fix HTTP/1.1\r\n\(host)\r\n"
        ) { $0.contains("event: fix") }
        let statuses = reused.matches(of: /HTTP\/1\.1 ([0-9]{3})/).map { String($0.output.1) }
        #expect(statuses == ["400", "404", "200", "200"] && reused.contains("event: fix"), "\(reused.prefix(2000))")
        try bench.expectAlone()
    }
}
