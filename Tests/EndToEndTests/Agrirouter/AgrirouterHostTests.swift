// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// F091, F092: where requests go that no address is configured for, as a proxy sees it that lets nothing through.
struct AgrirouterHostTests {
    @Test func `QA and Production: each asks its own host of agrirouter alone, and no code leaves`() throws {
        let proxy = try ClosedProxy()
        let ids =
            "application_id: aaaaaaaa-0000-4000-8000-000000000001, version_id: aaaaaaaa-0000-4000-8000-000000000002"
        let configuration = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            agrirouter:
              qa: { \(ids) }
              production: { \(ids) }
              proxy: http://127.0.0.1:\(proxy.port)
            """, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", configuration.path])
        try daemon.wait(for: "running: ")
        func ask(_ method: String, _ path: String, _ body: String = "") throws -> PlainHTTP.Answer {
            try PlainHTTP.request(method, path, body: body, socket: daemon.socket)
        }
        for (environment, host, portal) in [
            ("qa", "endpoint-service.qa.agrirouter.farm", "https://app.qa.agrirouter.farm"),
            ("production", "onboard.agrirouter.com", "https://app.agrirouter.com"),
        ] {
            let change = #"{"environment":"\#(environment)"}"#
            #expect(try ask("PUT", "/v1/agrirouter/settings", change).status == 200)
            #expect(try ask("GET", "/v1/agrirouter").json["portal"] as? String == portal)
            let refusal = try ask("POST", "/v1/agrirouter/onboarding", #"{"code":"ABCDE12345"}"#)
            #expect(refusal.json["code"] as? String == "offline", "\(refusal.text)")
            let words = refusal.json["detail"] as? String ?? ""
            #expect(words.contains("the proxy blocks connections to \(host)"), "\(words)")
            let asked = proxy.take()
            #expect(!asked.isEmpty && asked.allSatisfy { $0.hasPrefix("CONNECT \(host):443 ") }, "\(asked)")
            #expect(!asked.joined().contains("ABCDE12345"))
        }
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test func `before the clock is set no code leaves, and it is said why`() throws {
        let proxy = try ClosedProxy()
        // The clock of a replay stands in 1970 until the replay begins, as one without a battery does.
        let configuration = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: nmea-serial, config: { device: /dev/gnss-not-here } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            agrirouter:
              qa: { application_id: aaaaaaaa-0000-4000-8000-000000000001, version_id: aaaaaaaa-0000-4000-8000-000000000002 }
              proxy: http://127.0.0.1:\(proxy.port)
            """, suffix: ".yaml")
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", configuration.path, "--clock", "replay"])
        try daemon.wait(for: "start: ready")
        let command = try RunningProgram(
            try Program.gateway, ["agrirouter", "onboard"], input: "ABCDE12345\n",
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
        #expect(command.status == 69 && command.messages.contains("set the clock, then use the code"), "\(command)")
        #expect(proxy.take().isEmpty)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }
}

/// A proxy that says no, and remembers what it was asked.
final class ClosedProxy: Sendable {
    let port: UInt16
    private let heads = Mutex<[String]>([])

    init() throws {
        let (descriptor, port) = try Loopback.listen()
        self.port = port
        Thread { [self] in serve(descriptor) }.start()
    }

    /// What it was asked since the last time.
    func take() -> [String] {
        heads.withLock { heads in
            defer { heads = [] }
            return heads
        }
    }

    /// One after the other, until the program ends.
    private func serve(_ descriptor: Int32) {
        while true {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { return }
            var head = [UInt8](repeating: 0, count: 8192)
            let count = recv(client, &head, head.count, 0)
            let words = String(decoding: head.prefix(max(0, count)), as: UTF8.self)
            heads.withLock { $0.append(words) }
            let answer = Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(client)
        }
    }
}
