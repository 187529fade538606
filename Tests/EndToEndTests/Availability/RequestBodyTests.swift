// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Bodies where none is wanted: a client without a token must not hold the daemon, nor its memory.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RequestBodyTests {
    /// Longer than what waited for a stream before it was stuck.
    private static let body = String(repeating: "x", count: 300_000)

    private static func get(_ path: String, _ headers: String, _ body: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n\r\n\(body)"
    }

    @Test func `a request for a stream with a body is refused, and the daemon ends when asked`() throws {
        let daemon = try GuardedDaemon()
        for path in ["/v1/events", "/v1/observations", "/v1/version"] {
            let requests = [
                Self.get(path, "Content-Length: \(Self.body.utf8.count)", Self.body),
                Self.get(path, "Content-Length: 1000000000", Self.body),
                Self.get(path, "Transfer-Encoding: chunked", "5\r\nhello\r\n"),
                Self.get(path, "Content-Length: 5\r\nExpect: 100-continue"),
            ]
            for request in requests {
                let answer = try daemon.answer(request)
                #expect(
                    answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("must not have a body"),
                    "\(answer.prefix(300))")
            }
        }
        let end = daemon.end()
        #expect(end.status == 0, "\(daemon.program.messages)")
    }

    @Test(arguments: ["GET /v1/events", "GET /v1/version", "CONNECT localhost:80", "OPTIONS *"])
    func `what follows a request for another protocol takes no memory`(_ line: String) throws {
        let daemon = try GuardedDaemon()
        let before = daemon.memory
        let head = "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"
        let crowd = try Crowd(20, port: daemon.http, saying: head)
        for _ in 0..<20 { crowd.send(Array(Self.body.utf8)) }
        #expect(crowd.reads { $0.closed == 20 })
        #expect(crowd.count(of: "HTTP/1.1 501 ") > 0)
        #expect(daemon.memory - before < 60, "\(before) MiB before, \(daemon.memory) MiB after")
        #expect(try daemon.get("/v1/version").hasPrefix("HTTP/1.1 200 "))
        #expect(daemon.end().status == 0, "\(daemon.program.messages)")
    }

    @Test func `a body with broken chunks or an unknown coding is refused with a problem`() throws {
        let daemon = try GuardedDaemon()
        for (coding, body, status) in [
            ("chunked", "ZZ\r\n", 400), ("gzip", "{}", 501), ("gzip, chunked", "2\r\n{}\r\n0\r\n\r\n", 501),
        ] {
            let answer = try daemon.answer(
                "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n\r\n\(body)"
            ).lowercased()
            #expect(answer.hasPrefix("http/1.1 \(status) "), "\(coding): \(answer)")
            for field in ["content-type: application/problem+json", "x-frame-options: deny", "cache-control: no-store"]
            {
                #expect(answer.contains(field), "\(coding): \(answer)")
            }
        }
    }

    @Test func `a body that no route reads ends its connection`() throws {
        let daemon = try GuardedDaemon()
        let request = "POST /v1/reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n" + Self.body
        #expect(try daemon.answer(request).hasPrefix("HTTP/1.1 401 "))
        let client = try Crowd(1, socket: daemon.program.socket, saying: request)
        #expect(client.reads { $0.closed == 1 })
        #expect(client.count(of: "HTTP/1.1 204 ") == 1)
    }

    @Test func `a thousand bodies and requests behind streams leave no memory taken`() throws {
        let daemon = try GuardedDaemon()
        let before = daemon.memory
        let request = Self.get("/v1/events", "Content-Length: 1000000")
        let bodies = try Crowd(400, port: daemon.http, saying: request)
        for _ in 0..<5 { bodies.send(Array(Self.body.utf8)) }
        #expect(bodies.reads { $0.closed == 400 })
        let streams = try Crowd(200, port: daemon.http, saying: Self.get("/v1/events", "Accept: */*"))
        #expect(streams.reads { $0.count(of: ": events of") == 200 })
        for _ in 0..<20 { streams.send(Array(String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 3000).utf8)) }
        #expect(try daemon.get("/v1/version").hasPrefix("HTTP/1.1 200 "))
        // 200 streams by themselves take a few mebibytes; what was sent to them is 216 MB.
        #expect(daemon.memory - before < 100, "\(before) MiB before, \(daemon.memory) MiB after")
        #expect(daemon.end().status == 0, "\(daemon.program.messages)")
    }
}
