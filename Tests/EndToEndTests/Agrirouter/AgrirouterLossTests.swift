// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A way in which agrirouter stops accepting an endpoint; which answer it gives then is documented nowhere.
struct AgrirouterLoss: Sendable, CustomTestStringConvertible {
    /// A request to the simulator's interface for tests; `ENDPOINT` stands for the endpoint.
    struct Deed: Sendable {
        var method: String
        var path: String
        var body = ""
    }

    let testDescription: String
    /// What happens, and what the portal undoes before somebody onboards again.
    var deeds: [Deed]
    var cures: [Deed] = []
    /// The code and words in the status, and the code of onboarding again before it is undone; "": that works.
    var code: String
    var words = "refused 3 times in a row"
    var refusal = ""

    private static func options(_ text: String) -> Deed { Deed(method: "PATCH", path: "/options", body: text) }

    private static func patch(_ path: String, _ status: String) -> Deed {
        Deed(method: "PATCH", path: path, body: #"{"status":"\#(status)"}"#)
    }

    private static let delete = Deed(method: "DELETE", path: "/endpoints/ENDPOINT")
    private static let endpoint = "/endpoints/ENDPOINT"
    private static let account = "/accounts/farm"

    static let all: [AgrirouterLoss] =
        [
            ("404", "http_404"), ("401", "http_401"), ("403", "http_403"), ("tls", "certificate_refused"),
        ].map { answer, code in
            AgrirouterLoss(
                testDescription: "endpoint deleted, answered by \(answer)",
                deeds: [options(#"{"deleted_endpoint":"\#(answer)"}"#), delete], code: code)
        }
        + [("tls", "certificate_refused"), ("401", "http_401"), ("403", "http_403"), ("404", "http_404")].map {
            answer, code in
            AgrirouterLoss(
                testDescription: "certificate expired, answered by \(answer)",
                deeds: [
                    options(#"{"access":"\#(answer)"}"#),
                    Deed(method: "PATCH", path: endpoint, body: #"{"certificate_expires_in_s":0}"#),
                ], cures: [options(#"{"access":"tls"}"#)], code: code)
        }
        + [
            AgrirouterLoss(
                testDescription: "endpoint deleted, answered in the outbox by VAL_000011",
                deeds: [options(#"{"deleted_endpoint":"outbox"}"#), delete], code: "VAL_000011",
                words: "the endpoint is unknown: it was deleted"),
            AgrirouterLoss(
                testDescription: "endpoint deactivated: VAL_000012", deeds: [patch(endpoint, "inactive")],
                cures: [patch(endpoint, "active")], code: "VAL_000012", words: "activate it in the portal"),
            AgrirouterLoss(
                testDescription: "endpoint blocked: VAL_000012, and 0023 for onboarding",
                deeds: [patch(endpoint, "blocked")], cures: [patch(endpoint, "active")], code: "VAL_000012",
                words: "the endpoint is not active", refusal: "0023"),
            AgrirouterLoss(
                testDescription: "account deactivated: VAL_000010, and 0010 for onboarding",
                deeds: [patch(account, "inactive")], cures: [patch(account, "active")], code: "VAL_000010",
                words: "check the account in the portal", refusal: "0010"),
        ]
}

extension AgrirouterRounds {
    /// However agrirouter says that it does not accept the endpoint any more: it is told, positions wait, hardly anybody knocks,
    /// and a new code mends it.
    @Suite(
        .serialized,
        SharedRound {
            let round = try AgrirouterRound(speed: 200)
            try round.onboard()
            return round
        })
    struct AgrirouterLossTests {
        private func lives(without loss: String, _ round: AgrirouterRound) throws {
            let bench = round.bench
            let (mark, begin) = (try bench.journalEnd(), try bench.second())
            try bench.wait("a while, and positions to wait") {
                try bench.second() >= begin + 60 && round.standing().waiting >= 8
            }
            let requests = try bench.journal(since: mark).filter { $0["listener"] as? String == "gateway" }
            #expect(requests.count <= 3, "\(loss): \(requests.count) requests")
            #expect(try round.standing().state == "reonboard")
        }

        @Test(arguments: AgrirouterLoss.all)
        func `an endpoint that is not accepted is told within three tries, and onboarding again brings all that waited`(
            _ loss: AgrirouterLoss
        ) throws {
            let round = try SharedRound.round
            let bench = round.bench
            try round.rest()
            let endpoint = try #require(try bench.uplink()["endpoint"] as? String)
            func administer(_ deeds: [AgrirouterLoss.Deed]) throws {
                for deed in deeds {
                    let path = deed.path.replacingOccurrences(of: "ENDPOINT", with: endpoint)
                    try bench.admin(deed.method, path, deed.body)
                }
            }
            let mark = try bench.journalEnd()
            try administer(loss.deeds)
            try bench.wait("the loss to be told") { try round.standing().state == "reonboard" }
            let requests = try bench.journal(since: mark).filter { $0["listener"] as? String == "gateway" }
            #expect(requests.count <= 12, "\(requests.count) requests until it was told")
            let standing = try round.standing()
            #expect(standing.code == loss.code, "\(standing.code)")
            #expect(
                standing.words.contains(loss.words) && standing.words.contains("onboard again"), "\(standing.words)")
            try lives(without: loss.testDescription, round)
            if !loss.refusal.isEmpty {
                let answer = try bench.onboarding("PUT")
                #expect(answer.json["code"] as? String == loss.refusal, "\(answer.text)")
            }
            try administer(loss.cures)
            let again = try bench.onboarding("PUT")
            #expect(again.status == 200 && again.json["endpoint"] as? String == endpoint, "\(again.text)")
            try round.rest()
        }

        @Test func `a certificate that ends is warned of, told when it has ended, and replaced by onboarding again`()
            throws
        {
            let round = try SharedRound.round
            let bench = round.bench
            try round.rest()
            try round.set(#"{"certificate_validity":"seconds","certificate_seconds":300}"#)
            #expect(try bench.onboarding("PUT").status == 200)
            try bench.daemon.wait(for: "expires in 0 days")
            let standing = try round.told("certificate_expired")
            #expect(standing.state == "reonboard" && standing.words.contains("onboard again"), "\(standing)")
            try bench.wait("positions to wait") { try round.standing().waiting >= 8 }
            try round.set(#"{"certificate_validity":"10y"}"#)
            #expect(try bench.onboarding("PUT").status == 200)
            try round.rest()
            let days = (try bench.uplink()["certificate"] as? [String: Any])?["days_left"] as? Double
            #expect(days ?? 0 > 3600)
        }

        @Test func `secrets that were renewed so often are nowhere but in their file`() throws {
            let bench = try SharedRound.round.bench
            let path = bench.state + "/credentials/agrirouter.endpoint"
            let key = try #require(
                try object(try String(contentsOfFile: path, encoding: .utf8))["key"] as? String)
            let line = try #require(key.split(whereSeparator: \.isNewline).dropFirst(2).first)
            for text in [bench.daemon.messages, try bench.request("GET", "/v1/agrirouter").text] {
                #expect(!text.contains(line) && !text.contains("PRIVATE KEY"))
            }
        }
    }
}
