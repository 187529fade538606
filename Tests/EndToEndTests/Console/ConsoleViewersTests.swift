// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Viewers of the live stream that leave in every way that there is, and a daemon that leaves them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConsoleViewersTests {
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
        try bench.expectAlone()
        let before = bench.descriptors
        for number in 0..<1000 { try visit(number) }
        try bench.expectAlone()
        #expect(until(20) { bench.descriptors <= before }, "\(before) descriptors before, \(bench.descriptors) after")
        let last = try bench.raw(live) { $0.contains("event: fix") }
        #expect(last.contains("event: fix"))
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
