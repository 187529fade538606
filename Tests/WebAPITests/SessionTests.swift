// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GatewayClient
import Testing

@testable import Access
@testable import WebAPI

/// Signing in and changing something over real connections.
struct SessionTests {
    private let network = NetworkAccess(
        addresses: [NetworkAddress(host: "127.0.0.1", port: 0)], isRequired: true, token: "0123456789abcdef")

    private func ask(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = "", _ daemon: Daemon
    ) async throws -> String {
        let port = try #require(daemon.addresses.first?.port)
        return try await RawClient.request(method, target, headers: headers, body: body, fromPort: port)
    }

    /// Signs in over the network with a code from the socket.
    private func signIn(_ daemon: Daemon) async throws -> String {
        let invitation = try await daemon.client.inviteBrowser()
        #expect(invitation.addresses.first?.hasPrefix("http://127.0.0.1:") == true)
        let answer = try await ask(
            "POST", "/v1/session", ["Sec-Fetch-Site": "same-origin"], body: #"{"code":"\#(invitation.code)"}"#, daemon)
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(#""role":"admin""#), "\(answer)")
        let field = try #require(
            answer.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") })
        for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(field.contains(part), "\(field)") }
        return try #require(field.split(separator: " ").dropFirst().first?.split(separator: ";").first.map(String.init))
    }

    @Test func `a browser that signed in may change something from our own page, and from no other`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control, network: network) { daemon in
            let cookie = try await signIn(daemon)
            let port = try #require(daemon.addresses.first?.port)
            let own = "http://127.0.0.1:\(port)"
            let host = ["Host": "127.0.0.1:\(port)", "Cookie": cookie]
            let refused: [[String: String]] = [
                [:], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
                ["Origin": "http://evil.example"], ["Origin": "http://127.0.0.1:1"], ["Origin": "null"],
                ["Sec-Fetch-Site": "cross-site", "Origin": own],
                ["Sec-Fetch-Site": "same-origin", "Cookie": "gnss_session=0"], ["Origin": own, "Cookie": ""],
            ]
            for headers in refused {
                let answer = try await ask("POST", "/v1/reload", host.merging(headers) { $1 }, daemon)
                #expect(answer.hasPrefix("HTTP/1.1 403 ") || answer.hasPrefix("HTTP/1.1 401 "), "\(headers)")
            }
            let form = try await ask(
                "PUT", "/v1/receivers/active",
                host.merging(["Sec-Fetch-Site": "same-origin", "Content-Type": "text/plain"]) { $1 },
                body: #"{"id":"base"}"#, daemon)
            #expect(form.hasPrefix("HTTP/1.1 415 "))
            #expect(control.noted.isEmpty)
            for headers in [["Sec-Fetch-Site": "same-origin"], ["Origin": own]] {
                let answer = try await ask("POST", "/v1/reload", host.merging(headers) { $1 }, daemon)
                #expect(answer.hasPrefix("HTTP/1.1 204 "), "\(headers)")
            }
            #expect(control.noted == ["reload", "reload"])
            let role = try await ask("GET", "/v1/session", host, daemon)
            #expect(role.contains(#""role":"admin""#))
            let end = try await ask("DELETE", "/v1/session", host.merging(["Origin": own]) { $1 }, daemon)
            #expect(end.hasPrefix("HTTP/1.1 204 "))
            #expect(try await ask("GET", "/v1/session", host, daemon).contains(#""role":"viewer""#))
        }
    }

    @Test func `a wrong code is refused with words, and who is nobody makes no codes`() async throws {
        try await withDaemon(control: FalseControl(), network: network) { daemon in
            let wrong = try await ask("POST", "/v1/session", body: #"{"code":"0000000000"}"#, daemon)
            #expect(wrong.hasPrefix("HTTP/1.1 403 ") && wrong.contains(#""code":"wrong_code""#))
            #expect(!wrong.lowercased().contains("set-cookie"))
            // The pause doubles, so that one of these falls within it however slow they are.
            var paused = wrong
            for _ in 0..<8 where !paused.hasPrefix("HTTP/1.1 429 ") {
                paused = try await ask("POST", "/v1/session", body: #"{"code":"0000000000"}"#, daemon)
            }
            #expect(paused.contains(#""code":"too_many_tries""#) && paused.lowercased().contains("\r\nretry-after: "))
            let invited = try await ask("POST", "/v1/session/invitation", [:], daemon)
            #expect(invited.hasPrefix("HTTP/1.1 401 "), "\(invited)")
        }
    }

    @Test func `another site loads nothing, and may link to the page`() async throws {
        try await withDaemon(control: FalseControl(), network: network) { daemon in
            for site in ["cross-site", "same-site"] {
                for path in ["/v1/status", "/v1/live", "/v1/version", "/plain", "/metrics"] {
                    let answer = try await ask("GET", path, ["Sec-Fetch-Site": site], daemon)
                    #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("cross_site"), "\(site) \(path)")
                    #expect(!answer.contains("52.5"))
                }
                let framed = [
                    "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe",
                ]
                #expect(try await ask("GET", "/", framed, daemon).hasPrefix("HTTP/1.1 403 "))
            }
            let own = try await ask("GET", "/v1/version", ["Sec-Fetch-Site": "same-origin"], daemon)
            #expect(own.hasPrefix("HTTP/1.1 200 "))
            #expect(own.lowercased().contains("cross-origin-resource-policy: same-origin"))
            #expect(own.lowercased().contains("cache-control: no-store"))
        }
    }
}
