// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension ConsoleBench {
    /// The port of the address.
    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// What it answers over TCP; of a stream, the beginning.
    func ask(_ method: String, _ path: String, headers: [String: String], body: String = "") throws -> PlainHTTP.Answer
    {
        let lines = [
            "Host": "localhost", "Connection": "close", "Content-Type": "application/json",
            "Content-Length": "\(body.utf8.count)",
        ].merging(headers) { $1 }.map { "\($0): \($1)\r\n" }
        let answer = try raw("\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body)") {
            $0.contains("event: hello\n")
        }
        let parts = answer.components(separatedBy: "\r\n\r\n")
        let head = parts[0].components(separatedBy: "\r\n")
        return PlainHTTP.Answer(
            status: head[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0,
            headers: head.dropFirst().map { Substring($0) }, text: parts.dropFirst().joined(separator: "\r\n\r\n"))
    }

    /// What it sends after this was said over TCP, until the condition holds or the connection ends.
    func raw(_ text: String, until condition: (String) -> Bool = { _ in false }) throws -> String {
        let client = try Crowd(1, port: port, saying: text)
        _ = client.reads(within: 15) { $0.closed == 1 || condition($0.members[0].text) }
        return client.members[0].text
    }

    /// A code that signs in one browser.
    func invite() throws -> String {
        try #require(try ask("POST", "/v1/session/invitation").json["code"] as? String)
    }

    /// The cookie of a browser that signs in.
    func signIn(_ code: String? = nil) throws -> String {
        let code = try code ?? invite()
        let answer = try ask(
            "POST", "/v1/session", headers: ["Sec-Fetch-Site": "same-origin"], body: #"{"code":"\#(code)"}"#)
        let field = try #require(answer.headers.first { $0.lowercased().hasPrefix("set-cookie: ") }, "\(answer)")
        return String(field.dropFirst("set-cookie: ".count).prefix { $0 != ";" })
    }

    /// What a request could have changed, by the route that shows it.
    func state() throws -> [String: String] {
        var state: [String: String] = [:]
        for path in ["/v1/agrirouter/settings", "/v1/centroid/settings", "/v1/paths", "/v1/osnma/trust"] {
            state[path] = try ask("GET", path).text
        }
        state["/v1/agrirouter"] = try ask("GET", "/v1/agrirouter").json["state"] as? String
        let centroid = try ask("GET", "/v1/centroid").json["sessions"] as? [Any]
        state["/v1/centroid"] = "\(centroid?.count ?? 0)"
        let report = try ask("GET", "/v1/status").json
        let active = report["active"] as? [String: Any]
        state["/v1/receivers/active"] = "\(active?["receiver"] ?? "") \(active?["chosen"] ?? "none chosen")"
        let receivers = report["receivers"] as? [[String: Any]] ?? []
        state["/v1/receivers"] = "\(receivers.map { "\($0["id"] ?? "") \($0["state"] ?? "") \($0["restarts"] ?? "")" })"
        let searches = try ask("GET", "/v1/receivers/searches").json["searches"] as? [Any]
        state["/v1/receivers/searches"] = "\(searches?.count ?? 0)"
        return state
    }

    /// How many descriptors the daemon has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.identifier)/fd").count) ?? .max
    }

    /// The last viewer has left: its place is free, and nothing follows the bus for viewers.
    func expectAlone() throws {
        let isAlone = until(30) {
            guard let metrics = try? ask("GET", "/metrics").text,
                let status = try? ask("GET", "/v1/status").text
            else { return false }
            return metrics.contains("gnss_gateway_clients{server=\"http-streams\"} 0\n") && status.contains("tractor")
                && !status.contains("live view") && !status.contains("live events")
        }
        let metrics = try ask("GET", "/metrics").text
        let places = metrics.split(separator: "\n").filter { $0.contains("http-streams") }
        #expect(isAlone, "\(places)")
    }
}
