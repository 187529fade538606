// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Agrirouter

struct VerdictTests {
    private func failure(_ code: Int, _ codes: [String]) -> Verdict {
        Verdict(Response(code: code, type: .ackWithFailure, body: .results(codes.map { ResultMessage(code: $0) })))
    }

    @Test(
        "Each code asks for what the reference says",
        arguments: [
            ("ERR_000001", .retry), ("SYS_000002", .retry), ("SYS_000004", .acceptLate), ("VAL_000000", .retryOnce),
            ("VAL_000001", .announce), ("VAL_000002", .stopType), ("VAL_000003", .stopType),
            ("VAL_000004", .stopType), ("VAL_000005", .acceptWithWarning), ("VAL_000006", .stopType),
            ("VAL_000007", .acceptWithWarning), ("VAL_000008", .stop), ("VAL_000009", .reonboard),
            ("VAL_000010", .reonboard), ("VAL_000011", .reonboard), ("VAL_000012", .reonboard), ("VAL_000013", .stop),
            ("VAL_000014", .describe), ("VAL_000017", .drop), ("VAL_000018", .drop), ("VAL_000019", .drop),
            ("VAL_000020", .describe), ("VAL_000022", .accept), ("VAL_000023", .accept), ("VAL_000024", .reonboard),
            ("VAL_000205", .accept), ("VAL_000206", .accept), ("VAL_000208", .accept), ("VAL_000209", .accept),
            ("VAL_000211", .split), ("VAL_000300", .drop),
        ] as [(String, Reaction)])
    func codes(_ code: String, _ reaction: Reaction) {
        let verdict = failure(400, [code])
        #expect(verdict.reaction == reaction)
        #expect(verdict.description.contains("[\(code)]"))
    }

    @Test("The type counts before the codes: a success with a failure's code is one, with a warning")
    func typeFirst() {
        let body = ResponseBody.results([ResultMessage(code: "VAL_000002")])
        #expect(Verdict(Response(code: 201, type: .ackWithMessages, body: body)).reaction == .acceptWithWarning)
        #expect(Verdict(Response(code: 201, type: .ack)).reaction == .accept)
        #expect(Verdict(Response(code: 204, type: .feedMessages)).reaction == .accept)
        let late = ResponseBody.results([ResultMessage(code: "SYS_000004")])
        #expect(Verdict(Response(code: 200, type: .ackWithMessages, body: late)).reaction == .acceptLate)
    }

    @Test("Of several codes the gravest counts")
    func gravest() {
        #expect(failure(400, ["VAL_000022", "VAL_000011", "VAL_000300"]).reaction == .reonboard)
        #expect(failure(400, ["VAL_000007", "VAL_000007"]).reaction == .acceptWithWarning)
    }

    @Test("A code that is not known is tried once more, and shown")
    func unknown() {
        #expect(failure(400, ["VAL_999999"]).reaction == .retryOnce)
        #expect(failure(503, ["VAL_999999"]).reaction == .retry)
        #expect(failure(400, ["VAL_999999"]).description == "agrirouter answers with the unknown code VAL_999999")
        #expect(failure(400, ["\u{1B}[2J"]).description == "agrirouter answers with the unknown code [2J")
        #expect(failure(400, [""]).description.contains("without a code"))
    }

    @Test("A failure without a code goes by its number; a refused ping is an endpoint that is gone")
    func withoutCode() {
        #expect(failure(404, []).reaction == .reonboard)
        #expect(failure(413, []).reaction == .split)
        #expect(failure(500, []).reaction == .retry)
        #expect(failure(400, []).reaction == .retryOnce)
        #expect(failure(200, []).reaction == .retryOnce)
        #expect(failure(400, []).description == "agrirouter refused without a reason [400]")
        for code in [400, 404] {
            #expect(Verdict(Response(code: code, type: .ackWithFailure), to: .ping).reaction == .reonboard)
        }
    }

    @Test("What an exchange comes to")
    func exchanges() {
        let outcomes: [(Exchange, Exchange.Outcome)] = [
            (.answered(status: 200), .accepted), (.answered(status: 201), .accepted),
            (.answered(status: 302), .backoff(nil)), (.answered(status: 400), .fault),
            (.answered(status: 401), .refused), (.answered(status: 403), .refused),
            (.answered(status: 404), .refused), (.answered(status: 406), .fault),
            (.answered(status: 413), .tooLarge), (.answered(status: 415), .fault),
            (.answered(status: 429, retryAfter: .seconds(90)), .backoff(.seconds(90))),
            (.answered(status: 503), .backoff(nil)), (.answered(status: 0), .backoff(nil)), (.offline, .offline),
            (.interrupted, .backoff(nil)), (.certificateRefused, .refused), (.serverNotTrusted, .untrusted),
            (.notAgrirouter, .backoff(nil)),
        ]
        for (exchange, outcome) in outcomes { #expect(exchange.outcome == outcome, "\(exchange)") }
    }

    @Test("Three refusals in a row end it; an answer between begins anew, no network does not")
    func access() {
        var watch = AccessWatch()
        for outcome in [.refused, .refused, .offline, .backoff(nil)] as [Exchange.Outcome] { watch.observe(outcome) }
        #expect(!watch.isLost && watch.refusals == 2)
        watch.observe(.accepted)
        #expect(watch.refusals == 0)
        for _ in 0..<3 { watch.observe(.refused) }
        #expect(watch.isLost)
    }
}

struct WaitsTests {
    @Test("Waits double from the spacing to 25 seconds, and never fall below the spacing")
    func backoff() {
        var backoff = Backoff(spacing: .seconds(10))
        let waits = (0..<8).map { _ in backoff.failed(jitter: 0.9999999) }.map {
            Int(($0.nanoseconds + 500_000_000) / 1_000_000_000)
        }
        #expect(waits == [10, 20, 25, 25, 25, 25, 25, 25])
        backoff.succeeded()
        let least = [backoff.failed(jitter: 0), backoff.failed(jitter: 0)]
        #expect(least == [.seconds(10), .seconds(15)])
        for jitter in [-1, 2, .nan, .infinity] as [Double] {
            let wait = backoff.failed(jitter: jitter)
            #expect(wait >= .seconds(10) && wait <= .seconds(25))
        }
        let many = (0..<100).map { _ in backoff.failed(jitter: 0.5) }
        #expect(many.allSatisfy { $0 <= .seconds(25) })
    }

    @Test("What the service asks for is kept, within an hour")
    func asked() {
        var backoff = Backoff(spacing: .seconds(5))
        let waits = [700, 1, 1_000_000].map { backoff.failed(jitter: 0, asked: .seconds($0)) }
        #expect(waits[0] == .seconds(700) && waits[2] == .seconds(3600))
        #expect(waits[1] >= .seconds(5) && waits[1] < .seconds(20))
    }

    @Test(
        "The time that a service asks for is read as seconds and as a date",
        arguments: [
            ("120", 120), (" 0 ", 0), ("Wed, 18 Nov 2026 11:08:20 GMT", 100), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("-5", nil), ("", nil), ("soon", nil), ("99999999999999999999", nil), ("Wed, 18 Nov 2026 11:08 GMT", nil),
            ("Wed, 18 Xyz 2026 11:08:20 GMT", nil), ("Wed, 31 Feb 2026 11:08:20 GMT", nil),
        ] as [(String, Int?)])
    func retryAfter(_ text: String, _ seconds: Int?) {
        #expect(RetryAfter.wait(text, at: Values.time(1_795_000_000)) == seconds.map { .seconds($0) })
    }

    @Test("A clock that is off by more than a minute is found; an answer that lay in the outbox is not its fault")
    func clock() {
        var check = ClockCheck()
        let sent = Values.time(1_795_000_000)
        let read = Values.time(1_795_000_290)
        for stated in [1_794_999_941.0, 1_795_000_000, 1_795_000_005, 1_795_000_290, 1_795_000_349] {
            check.observe(Values.time(stated), sent: sent, read: read)
            #expect(check.ahead == nil)
        }
        check.observe(Values.time(1_795_000_410), sent: sent, read: read)
        #expect(check.ahead == .seconds(-120))
        check.observe(Values.time(1_795_000_001), sent: nil, read: read)
        #expect(check.ahead == .seconds(-120), "an old push says nothing")
        check.observe(Values.time(1_794_999_880), sent: sent, read: read)
        #expect(check.ahead == .seconds(120))
        check.observe(Values.time(1_795_000_001), sent: sent, read: read)
        #expect(check.ahead == nil)
    }

    @Test("A certificate is good, soon at its end, expired, or not yet good")
    func certificate() {
        let (from, to) = (Values.time(1_700_000_000), Values.time(1_795_000_000))
        func validity(_ seconds: Double) -> CertificateValidity {
            CertificateValidity(notBefore: from, notAfter: to, at: Values.time(seconds))
        }
        #expect(validity(1_699_999_999) == .notYet)
        #expect(validity(1_700_000_000) == .valid(.seconds(95_000_000)))
        #expect(validity(1_794_999_000) == .endsSoon(.seconds(1000)))
        #expect(validity(1_795_000_000) == .expired)
    }
}
