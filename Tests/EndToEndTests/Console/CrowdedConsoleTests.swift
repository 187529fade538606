// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// More viewers of the live stream than are served. In the suite of the other crowds, of which there is one at a time: a program
/// cannot be started by a process with many descriptors.
extension CrowdedServerTests {
    private static let live = "GET /v1/live?topics=fix:2 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let streams = "gnss_gateway_clients{server=\"http-streams\"}"

    @Test func `of 600 viewers those beyond the limit learn when to try again, and a place is free when one leaves`()
        throws
    {
        let daemon = try GuardedDaemon()
        do {
            let viewers = try Crowd(600, port: daemon.http, saying: Self.live)
            #expect(viewers.reads { $0.count(of: "event: hello") == 512 && $0.count(of: "HTTP/1.1 503 ") == 88 })
            #expect(viewers.count(of: "\r\nRetry-After: ") == 88)
            let refused = viewers.members.first { $0.text.hasPrefix("HTTP/1.1 503 ") }?.text ?? ""
            #expect(refused.contains("512 clients read events"), "\(refused)")
            try Self.expectAnswers(daemon)
            #expect(viewers.reads { $0.count(of: "event: beat") == 512 })
        }
        try Self.expectReleased(daemon)
        let next = try Crowd(1, port: daemon.http, saying: Self.live)
        #expect(next.reads(within: 10) { $0.count(of: "event: fix") == 1 })
        #expect(daemon.end().status == 0, "\(daemon.program.messages)")
    }

    @Test func `2000 connections that ask for nothing, or never to the end, keep no viewer and no request waiting`()
        throws
    {
        let daemon = try GuardedDaemon()
        let viewer = try LiveClients(1, port: daemon.http, topics: "fix:10", pace: nil)
        #expect(until(20) { viewer.clients[0].fixes.count > 5 })
        do {
            let silent = try Crowd(700, port: daemon.http)
            let half = try Crowd(700, port: daemon.http, saying: "GET /v1/live HTTP/1.1\r\nHost: loc")
            let dripping = try Crowd(600, port: daemon.http, saying: "GET /v1/live HTTP/1.1\r\nX: ")
            for _ in 0..<5 {
                let epochs = viewer.clients[0].fixes.count
                dripping.send([0x78])
                try Self.expectAnswers(daemon)
                // A byte a second, which is what a slow attack has to spend.
                sleep(1)
                #expect(viewer.clients[0].fixes.count > epochs && !viewer.clients[0].isClosed)
            }
            #expect(silent.reads { $0.closed == 700 } && half.reads { $0.closed == 700 })
            #expect(dripping.reads { $0.closed == 600 })
        }
        #expect(until(20) { (try? daemon.metric("gnss_gateway_clients{server=\"http\"}")) == 1 })
        try Self.expectAnswers(daemon)
        #expect(daemon.end().status == 0, "\(daemon.program.messages)")
    }

    /// A request and a client of gpsd are served soon.
    private static func expectAnswers(_ daemon: GuardedDaemon) throws {
        let begin = ContinuousClock.now
        #expect(try daemon.get("/v1/status").hasPrefix("HTTP/1.1 200 "))
        let client = try Crowd(1, port: daemon.gpsd, saying: "?WATCH={\"enable\":true,\"json\":true};\n")
        #expect(client.reads(within: 10) { $0.count(of: "\"class\":\"TPV\"") == 1 })
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        #expect(seconds < 5, "\(seconds) s")
    }

    /// Nothing is done for viewers any more, and their connections are gone.
    private static func expectReleased(_ daemon: GuardedDaemon) throws {
        #expect(until(20) { (try? daemon.metric(streams)) == 0 })
        #expect(until(20) { (try? daemon.metric("gnss_gateway_clients{server=\"http\"}")) == 0 })
        let status = try PlainHTTP.request("GET", "/v1/status", socket: daemon.program.socket)
        #expect(status.status == 200 && !status.text.contains("live view"), "\(status.text)")
    }
}
