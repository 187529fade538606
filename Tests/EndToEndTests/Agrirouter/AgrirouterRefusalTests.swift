// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A way in which onboarding fails, and what the person who typed the code is told.
struct AgrirouterRefusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Options of the simulator while it lasts, and afterwards.
    var options: (during: String, after: String)?
    var fault: String?
    /// Codes of the answer, any of which will do.
    var codes: [String]
    var words = ""

    /// Every code of the documentation, in a body as agrirouter's.
    static let codes: [AgrirouterRefusal] = AgrirouterCode.documented("00", "01", "04").map { code in
        let status = ["0401": 401, "0106": 401, "0107": 401, "0112": 429, "0113": 429][code.code] ?? 400
        let body = #"{\"error\":{\"code\":\"\#(code.code)\",\"message\":\"No.\",\"target\":\"\",\"details\":[]}}"#
        return AgrirouterRefusal(
            testDescription: code.testDescription,
            fault: #"{"kind":"status","status":\#(status),"body":"\#(body)","content_type":"application/json","#
                + #""listener":"onboarding","next":1}"#,
            codes: [code.code], words: "\(code.meaning); \(code.cure)")
    }

    private static func fault(_ name: String, _ kind: String, _ code: String, _ words: String = "") -> AgrirouterRefusal
    {
        AgrirouterRefusal(
            testDescription: name, fault: #"{"kind":\#(kind),"listener":"onboarding","next":1}"#, codes: [code],
            words: words)
    }

    private static func option(
        _ name: String, _ value: String, after: String, _ codes: [String], _ words: String = ""
    ) -> AgrirouterRefusal {
        AgrirouterRefusal(
            testDescription: "\(name) \(value)",
            options: (#"{"\#(name)":"\#(value)"}"#, #"{"\#(name)":"\#(after)"}"#), codes: codes, words: words)
    }

    /// What network, service and key files do.
    static let onTheWay: [AgrirouterRefusal] =
        ["500", "503", "301", "302", "307"].map {
            option(
                "onboarding_answer", $0, after: "normal", ["http_\($0)"],
                $0.hasPrefix("5") ? "out of order or under maintenance" : "redirects")
        }
        + [("expired", "has expired"), ("wrong_host", "another host"), ("unknown_ca", "cannot prove")].map {
            option("server_certificate", $0, after: "good", ["server_not_trusted"], $1)
        }
        + [
            option("key_damage", "wrong_key", after: "none", ["key_mismatch"], "do not match"),
            option(
                "key_damage", "wrong_secret", after: "none", ["key_wrong_secret"], "cannot be decrypted with the secret"
            ),
            option(
                "key_damage", "truncated", after: "none", ["certificate_missing", "key_missing", "key_unreadable"],
                "new code"),
            fault(
                "status 200 with HTML", #""status","status":200,"body":"<p>","content_type":"text/html""#,
                "not_agrirouter"),
            fault(
                "status 429 without a body, with Retry-After", #""status","status":429,"retry_after":30"#, "http_429"),
            fault("delay before the headers", #""delay","seconds":3600"#, "interrupted", "does not answer in time"),
            fault("delay between headers and body", #""delay","seconds":3600,"where":"body""#, "interrupted"),
            fault("delay: trickle", #""delay","seconds":3600,"where":"trickle""#, "interrupted"),
            fault("drop before processing", #""drop","when":"before""#, "interrupted", "may be used up"),
            fault("drop after processing", #""drop","when":"after""#, "interrupted", "may be used up"),
            fault("cut", #""cut","bytes":100"#, "interrupted", "may be used up"),
            fault("connection closed", #""connection","mode":"close""#, "offline", "check the network"),
            fault("connection: TLS alert", #""connection","mode":"alert""#, "offline"),
            fault("connection: handshake stalls", #""connection","mode":"stall""#, "offline", "in time"),
        ]
}

extension AgrirouterRounds {
    /// Onboarding against a service, a network and people who make every mistake there is: nothing has changed afterwards.
    @Suite(
        .serialized,
        SharedRound(isSending: false) {
            let round = try AgrirouterRound(speed: 120)
            // A server shows another certificate to new connections alone.
            try round.set(#"{"connection_close":true}"#)
            return round
        })
    struct AgrirouterRefusalTests {
        private func expectNothing(_ bench: AgrirouterBench) throws {
            let state = bench.state(try bench.uplink())
            #expect(state == "not_onboarded")
            // The next ones are not to fail for it.
            if state != "not_onboarded" { try bench.request("DELETE", "/v1/agrirouter/onboarding") }
            #expect(!FileManager.default.fileExists(atPath: bench.state + "/credentials/agrirouter.endpoint"))
        }

        private func fails(_ refusal: AgrirouterRefusal) throws {
            let round = try SharedRound.round
            let bench = round.bench
            if let options = refusal.options { try round.set(options.during) }
            if let fault = refusal.fault { try bench.arm(fault) }
            let mark = try bench.journalEnd()
            let isHanging = refusal.fault.map { $0.contains("3600") || $0.contains("stall") } ?? false
            let answer = try round.impatiently(isHanging) { try bench.onboarding("POST") }
            let (code, words) = (answer.json["code"] as? String ?? "", answer.json["detail"] as? String ?? "")
            #expect(answer.status >= 400 && refusal.codes.contains(code), "\(answer.text)")
            #expect(refusal.words.isEmpty || words.contains(refusal.words), "\(words)")
            if code == "server_not_trusted" { #expect(try bench.journal(since: mark).isEmpty, "the code was sent") }
            if let options = refusal.options { try round.set(options.after) }
            try bench.clearFaults()
            try expectNothing(bench)
        }

        @Test(arguments: AgrirouterRefusal.codes)
        func `each code of a refusal is told with its meaning and cure`(_ refusal: AgrirouterRefusal) throws {
            try fails(refusal)
        }

        @Test(arguments: AgrirouterRefusal.onTheWay)
        func `an error on the way is told, and no code goes to anybody else`(_ refusal: AgrirouterRefusal) throws {
            try fails(refusal)
        }

        @Test func `the service is not reached: offline, on the onboarding listener alone`() throws {
            let bench = try SharedRound.round.bench
            try bench.arm(#"{"kind":"offline","listener":"onboarding"}"#)
            #expect(try bench.onboarding("POST").json["code"] as? String == "offline")
            try bench.clearFaults()
            try expectNothing(bench)
        }

        @Test(arguments: [
            ("json", "0401"), ("numeric_code", "0401"), ("text", "http_401"), ("html", "http_401"),
            ("empty", "http_401"),
        ])
        func `a wrong code is refused, whatever the body of the refusal looks like`(_ form: String, _ code: String)
            throws
        {
            let round = try SharedRound.round
            try round.set(#"{"onboarding_error":"\#(form)"}"#)
            let answer = try round.bench.request("POST", "/v1/agrirouter/onboarding", #"{"code":"AAAAAAAAA1"}"#)
            #expect(answer.json["code"] as? String == code, "\(answer.text)")
            #expect(
                (answer.json["detail"] as? String)?.contains("create a new one in the portal") == true, "\(answer.text)"
            )
            try round.set(#"{"onboarding_error":"json"}"#)
            try expectNothing(round.bench)
        }

        @Test func `accounts and codes that are of no use: 0010, 0020, 0115, 0112, 0113, 0401`() throws {
            let round = try SharedRound.round
            let bench = round.bench
            func code(_ text: String) throws -> String? {
                try bench.request("POST", "/v1/agrirouter/onboarding", #"{"code":"\#(text)"}"#).json["code"] as? String
            }
            for (change, back, expected) in [
                (#"{"status":"inactive"}"#, #"{"status":"active"}"#, "0010"),
                (#"{"status":"unapproved"}"#, #"{"status":"active"}"#, "0020"),
                (#"{"quota":0}"#, #"{"quota":300}"#, "0115"),
            ] {
                try bench.admin("PATCH", "/accounts/contractor", change)
                #expect(try code(try bench.code("contractor")) == expected)
                try bench.admin("PATCH", "/accounts/contractor", back)
            }
            for limit in ["0112", "0113"] {
                try round.set(#"{"onboarding_limit":1,"onboarding_limit_code":"\#(limit)"}"#)
                // A minute of the service is half a second here: two within one come to pass on a busy machine too.
                try bench.wait("the limit") { try code("AAAAAAAAA1") == limit }
                try round.set(#"{"onboarding_limit":0}"#)
            }
            // One that has ended, and one that was used for an endpoint that nobody wants.
            let old = try #require(try bench.admin("POST", "/tan", #"{"ttl_s":-1}"#)["tan"] as? String)
            #expect(try code(old) == "0401")
            let used = try bench.code("contractor")
            try round.set(#"{"key_damage":"truncated"}"#)
            _ = try code(used)
            try round.set(#"{"key_damage":"none"}"#)
            #expect(try code(used) == "0401")
            try expectNothing(bench)
        }

        @Test(arguments: [
            #"{"pem_encryption":"3des","passphrase":"16","url_shape":"inbox","different_ids":false,"mqtt_fields":"null"}"#,
            #"{"pem_encryption":"pbes2","passphrase":"36","url_shape":"iot","url_query":true,"mqtt_fields":"absent"}"#,
            #"{"pem_encryption":"3des","passphrase":"escapes","different_ids":true,"mqtt_fields":"number"}"#,
            #"{"pem_encryption":"pbes2","passphrase":"unicode","different_ids":true,"mqtt_fields":"string"}"#,
        ])
        func `every form of an answer makes an endpoint, which works and can be forgotten`(_ options: String) throws {
            let round = try SharedRound.round
            let bench = round.bench
            try round.set(options)
            #expect(try bench.onboarding("POST").status == 201)
            try round.rest()
            #expect(try bench.request("DELETE", "/v1/agrirouter/onboarding").status == 200)
            try round.set(#"{"url_query":false,"different_ids":false}"#)
            try expectNothing(bench)
        }
    }
}
