// SPDX-License-Identifier: Apache-2.0

import ControlModel
import NIOHTTP1
import Testing

@testable import WebAPI

struct RequestLedgerTests {
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
            var ledger = RequestLedger()
            let problem = ledger.begin(head(method, headers))
            #expect(problem?.title == "Content Too Large", "\(method) \(headers)")
            #expect(ledger.isIdle)
        }
        var ledger = RequestLedger()
        let problem = ledger.begin(head(method, ["Content-Length": "0"]))
        #expect(problem == nil && !ledger.isIdle)
    }

    @Test func `the connection ends with an answer to a request that is not read to its end`() {
        var ledger = RequestLedger()
        _ = ledger.begin(head(.POST, ["Content-Length": "10"]))
        #expect(ledger.endsWithAnswer)
        ledger.endOfRequest()
        #expect(!ledger.endsWithAnswer)
        // The answer to the first of two is no matter of the second one's body.
        _ = ledger.begin(head(.POST, ["Content-Length": "10"]))
        let ends = [ledger.answered(), ledger.answered()]
        #expect(ends == [false, true] && ledger.isIdle)
    }

    @Test func `the connection ends where the client wants it so`() {
        var ledger = RequestLedger()
        let problem = ledger.begin(head(.GET, ["Connection": "close"]))
        ledger.endOfRequest()
        let ends = ledger.answered()
        #expect(problem == nil && ends)
    }

    @Test func `so many requests wait for answers, and no more`() {
        var ledger = RequestLedger()
        for _ in 0..<RequestLedger.longestQueue {
            let problem = ledger.begin(head(.GET))
            #expect(problem == nil)
            ledger.endOfRequest()
        }
        let problem = ledger.begin(head(.GET))
        #expect(problem?.title == "Too Many Requests")
        let ends = ledger.answered()
        let next = ledger.begin(head(.GET))
        #expect(!ends && next == nil)
    }
}
