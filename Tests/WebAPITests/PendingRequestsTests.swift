// SPDX-License-Identifier: Apache-2.0

import ControlModel
import NIOHTTP1
import Testing

@testable import WebAPI

struct PendingRequestsTests {
    private func head(_ method: HTTPMethod, _ headers: HTTPHeaders = [:]) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: headers)
    }

    @Test(arguments: [HTTPMethod.GET, .HEAD, .DELETE, .OPTIONS, .RAW(value: "QUERY")])
    func `a method that takes no body is refused with one`(_ method: HTTPMethod) {
        let bodies: [HTTPHeaders] = [
            ["Content-Length": "1"], ["content-length": "00"], ["Content-Length": "-0"], ["Content-Length": "x"],
            ["Transfer-Encoding": "chunked"], ["transfer-encoding": "identity"],
        ]
        for headers in bodies {
            var pending = PendingRequests()
            let problem = pending.begin(head(method, headers))
            #expect(problem?.title == "Content Too Large", "\(method) \(headers)")
            #expect(pending.isIdle)
        }
        var pending = PendingRequests()
        let problem = pending.begin(head(method, ["Content-Length": "0"]))
        #expect(problem == nil && !pending.isIdle)
    }

    @Test(arguments: ["gzip", "xchunked", "gzip, chunked", "chunked, chunked", "identity"])
    func `a transfer coding other than chunked is refused`(coding: String) {
        var pending = PendingRequests()
        let problem = pending.begin(head(.POST, ["Transfer-Encoding": coding]))
        #expect(problem?.number == 501 && pending.isIdle)
        let chunked = pending.begin(head(.POST, ["Transfer-Encoding": "Chunked"]))
        #expect(chunked == nil && !pending.isIdle)
    }

    @Test func `the connection ends with an answer to a request that is not read to its end`() {
        var pending = PendingRequests()
        _ = pending.begin(head(.POST, ["Content-Length": "10"]))
        #expect(pending.endsWithAnswer)
        pending.endOfRequest()
        #expect(!pending.endsWithAnswer)
        // The answer to the first of two is no matter of the second one's body.
        _ = pending.begin(head(.POST, ["Content-Length": "10"]))
        let ends = [pending.answered(), pending.answered()]
        #expect(ends == [false, true] && pending.isIdle)
    }

    @Test func `the connection ends where the client wants it so`() {
        var pending = PendingRequests()
        let problem = pending.begin(head(.GET, ["Connection": "close"]))
        pending.endOfRequest()
        let ends = pending.answered()
        #expect(problem == nil && ends)
    }

    @Test func `so many requests wait for answers, and no more`() {
        var pending = PendingRequests()
        for _ in 0..<PendingRequests.longestQueue {
            let problem = pending.begin(head(.GET))
            #expect(problem == nil)
            pending.endOfRequest()
        }
        let problem = pending.begin(head(.GET))
        #expect(problem?.title == "Too Many Requests")
        let ends = pending.answered()
        let next = pending.begin(head(.GET))
        #expect(!ends && next == nil)
    }

    @Test func `a client that waits before it sends its body is invited once, when a route reads the body`() {
        let waits: HTTPHeaders = ["Content-Length": "1", "Expect": "100-Continue"]
        var pending = PendingRequests()
        _ = pending.begin(head(.POST, waits))
        let invitations = [pending.wantsBody(), pending.wantsBody()]
        #expect(invitations == [true, false])
        pending.endOfRequest()
        // The next request waits behind the first one's answer, and is then invited by itself.
        _ = pending.begin(head(.POST, waits))
        let early = pending.wantsBody()
        _ = pending.answered()
        let late = pending.wantsBody()
        #expect(!early && late)
    }

    @Test func `a client that does not wait, or whose answer has begun, is not invited to send a body`() {
        let others: [HTTPHeaders] = [
            ["Content-Length": "1"], ["Content-Length": "0", "Expect": "100-continue"],
            ["Content-Length": "1", "Expect": "something"],
        ]
        for headers in others {
            var pending = PendingRequests()
            _ = pending.begin(head(.POST, headers))
            let isInvited = pending.wantsBody()
            #expect(!isInvited, "\(headers)")
        }
        let waits: HTTPHeaders = ["Content-Length": "1", "Expect": "100-continue"]
        var old = PendingRequests()
        _ = old.begin(HTTPRequestHead(version: .http1_0, method: .POST, uri: "/", headers: waits))
        var answered = PendingRequests()
        _ = answered.begin(head(.POST, waits))
        answered.beginAnswer()
        let invitations = [old.wantsBody(), answered.wantsBody()]
        #expect(invitations == [false, false])
    }
}
