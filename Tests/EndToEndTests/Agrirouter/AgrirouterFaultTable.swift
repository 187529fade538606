// SPDX-License-Identifier: Apache-2.0

import Testing

/// Something that goes wrong between gateway and service, and what people are told of it.
struct AgrirouterFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What is armed in the simulator.
    var faults: [String] = []
    /// Options of the simulator while it lasts, and afterwards.
    var options: (during: String, after: String)?
    /// The code in the status; for one that passes by itself: what the log says.
    var code = ""
    /// A part of the text.
    var words = ""
    /// A part of the cure.
    var cure = ""
    /// Whether it keeps the gateway waiting until a time-out.
    var isHanging: Bool { faults.contains { $0.contains("3600") || $0.contains("stall") } }

    private static func status(_ status: Int, _ more: String = "") -> String {
        #"{"kind":"status","status":\#(status)\#(more)}"#
    }

    private static let login = #","body":"<html>log in</html>","content_type":"text/html""#
    private static let trust = "check the machine's clock, its certificates"

    private static func server(_ kind: String, _ words: String) -> AgrirouterFault {
        AgrirouterFault(
            testDescription: "TLS: server certificate \(kind)",
            options: (#"{"server_certificate":"\#(kind)"}"#, #"{"server_certificate":"good"}"#),
            code: "server_not_trusted", words: words, cure: trust)
    }

    /// Those that last until somebody ends them.
    static let lasting: [AgrirouterFault] =
        [
            AgrirouterFault(
                testDescription: "status 500 without a body", faults: [status(500)], code: "http_500",
                words: "internal error (HTTP 500)"),
            AgrirouterFault(
                testDescription: "status 502 with a body", faults: [status(502, login)], code: "http_502",
                words: "internal error (HTTP 502)"),
            AgrirouterFault(
                testDescription: "status 503 without Retry-After (maintenance)", faults: [status(503)],
                code: "maintenance", words: "under maintenance (HTTP 503)"),
            AgrirouterFault(
                testDescription: "status 503 with Retry-After (maintenance)",
                faults: [status(503, #","retry_after":40"#)], code: "maintenance", words: "under maintenance (HTTP 503)"
            ),
            AgrirouterFault(
                testDescription: "status 429 without Retry-After (rate limit)", faults: [status(429)],
                code: "rate_limited", words: "fewer requests"),
            AgrirouterFault(
                testDescription: "status 429 with Retry-After (rate limit)",
                faults: [status(429, #","retry_after":40"#)], code: "rate_limited", words: "fewer requests"),
            AgrirouterFault(
                testDescription: "status 400 to a GET", faults: [status(400, #","method":"GET""#)], code: "http_400",
                words: "rejects the gateway's request", cure: "report it"),
            AgrirouterFault(
                testDescription: "status 418 with a body, to a GET", faults: [status(418, login + #","method":"GET""#)],
                code: "http_418", words: "rejects the gateway's request", cure: "report it"),
            AgrirouterFault(
                testDescription: "status 200 with HTML (captive portal)", faults: [status(200, login)],
                code: "not_agrirouter", words: "a web page", cure: "login"),
            AgrirouterFault(
                testDescription: "status 302 to a foreign host",
                faults: [status(302, #","location":"https://127.0.0.1:1/login""#)], code: "redirected",
                words: "the redirect is not followed", cure: "login"),
            AgrirouterFault(
                testDescription: "drop: connection refused (listener closed)",
                faults: [#"{"kind":"offline","listener":"gateway"}"#], code: "offline",
                words: "cannot reach agrirouter", cure: "check the network"),
            AgrirouterFault(
                testDescription: "TLS: alert to every connection, instead of the server's certificate",
                faults: [#"{"kind":"connection","mode":"alert","listener":"gateway"}"#], code: "offline",
                words: "no encrypted connection", cure: "check the network"),
            AgrirouterFault(
                testDescription: "drop: accepted, then closed", faults: [#"{"kind":"connection","mode":"close"}"#],
                code: "offline", words: "no encrypted connection", cure: "check the network"),
            AgrirouterFault(
                testDescription: "drop: closed before processing",
                faults: [#"{"kind":"drop","when":"before","method":"GET"}"#], code: "no_answer", words: "was lost"),
            AgrirouterFault(
                testDescription: "drop: body of the answer cut",
                faults: [#"{"kind":"cut","bytes":1,"method":"GET"}"#], code: "no_answer", words: "was lost"),
            AgrirouterFault(
                testDescription: "network: flapping",
                faults: [#"{"kind":"offline","listener":"gateway","seconds":0.3,"up_seconds":0.2}"#], code: "offline",
                words: "cannot reach agrirouter", cure: "check the network"),
            AgrirouterFault(
                testDescription: "load: an answer of 40 MB",
                faults: [#"{"kind":"load","bytes":40000000,"method":"GET"}"#], code: "not_agrirouter",
                words: "exceeds 32 MiB"),
            server("expired", "has expired"), server("wrong_host", "for another host"),
            server("unknown_ca", "cannot prove"),
        ]

    /// Those that strike so often and are over.
    static let passing: [AgrirouterFault] =
        [
            AgrirouterFault(
                testDescription: "status 401, 403 once each: not yet the end of the endpoint",
                faults: [status(401, #","next":1"#), status(403, #","next":1"#)],
                words: "does not accept the endpoint (HTTP 403)"),
            AgrirouterFault(
                testDescription: "status 404 twice: not yet the end of the endpoint",
                faults: [status(404, #","next":2"#)], words: "does not accept the endpoint (HTTP 404)"),
            AgrirouterFault(
                testDescription: "status 410, 415, 501, 504 one after the other, to GETs",
                faults: [410, 415, 501, 504].map { status($0, #","method":"GET","next":1"#) }, words: "(HTTP 504)"),
            AgrirouterFault(
                testDescription: "status 400 to a POST: the message goes once more",
                faults: [status(400, #","method":"POST","next":1"#)], words: "(HTTP 400)"),
            AgrirouterFault(
                testDescription: "status 413: smaller requests",
                faults: [status(413, #","method":"POST","tmt":"gps:info","next":1"#)]),
            AgrirouterFault(
                testDescription: "delay: before the headers, longer than any time-out",
                faults: [#"{"kind":"delay","seconds":3600,"where":"headers","method":"POST","next":1}"#],
                words: "does not answer in time"),
            AgrirouterFault(
                testDescription: "delay: between headers and body",
                faults: [#"{"kind":"delay","seconds":3600,"where":"body","method":"GET","next":1}"#],
                words: "does not answer in time"),
            AgrirouterFault(
                testDescription: "delay: byte-wise trickle",
                faults: [#"{"kind":"delay","seconds":3600,"where":"trickle","method":"GET","next":1}"#],
                words: "does not answer in time"),
            AgrirouterFault(
                testDescription: "drop: reset before processing",
                faults: [#"{"kind":"drop","when":"before","reset":true,"method":"POST","next":1}"#],
                words: "was lost"),
            AgrirouterFault(
                testDescription: "drop: reset after processing (answer lost)",
                faults: [#"{"kind":"drop","when":"after","reset":true,"method":"POST","next":1}"#],
                words: "was lost"),
            AgrirouterFault(
                testDescription: "TLS: alert, twice, instead of the server's certificate",
                faults: [#"{"kind":"connection","mode":"alert","next":2}"#], words: "no encrypted connection to"),
            AgrirouterFault(
                testDescription: "TLS: handshake stalls", faults: [#"{"kind":"connection","mode":"stall","next":1}"#],
                words: "cannot connect to"),
            AgrirouterFault(
                testDescription: "network: listener closed for a second",
                faults: [#"{"kind":"offline","listener":"gateway","seconds":1}"#], words: "reachable again"),
            AgrirouterFault(
                testDescription: "load: an answer of 20 MB",
                faults: [#"{"kind":"load","bytes":20000000,"method":"GET","next":1}"#]),
            AgrirouterFault(
                testDescription: "ACK: twice", faults: [#"{"kind":"ack","mode":"twice","tmt":"gps:info","next":3}"#]),
            AgrirouterFault(
                testDescription: "several at once: every third GET, every fourth POST",
                faults: [status(503, #","method":"GET","every":3"#), status(500, #","method":"POST","every":4"#)],
                words: "reachable again"),
        ]
}
