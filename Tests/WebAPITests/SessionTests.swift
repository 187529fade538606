// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GatewayClient
import HTTPTypes
import Synchronization
import Testing

@testable import WebAPI

struct SessionTests {
    /// A clock that is set by hand.
    private final class HandClock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private func cookie(_ token: String) -> HTTPFields { [.cookie: "a=b; \(Sessions.cookie)=\(token)"] }

    @Test func `a code signs one browser in, once`() throws {
        let sessions = Sessions()
        let code = sessions.invite()
        #expect(code.count == 10)
        let token = try sessions.open(code.lowercased())
        #expect(token.count == 64 && sessions.knows(cookie(token)))
        #expect(throws: Sessions.Refusal.wrong) { try sessions.open(code) }
        sessions.close(cookie(token))
        #expect(!sessions.knows(cookie(token)))
    }

    @Test func `a code and a session end when their time is over`() throws {
        let clock = HandClock()
        let sessions = Sessions { clock.now }
        let (old, good) = (sessions.invite(), sessions.invite())
        let token = try sessions.open(good)
        clock.advance(Sessions.codeLifetime)
        #expect(throws: Sessions.Refusal.wrong) { try sessions.open(old) }
        #expect(sessions.knows(cookie(token)))
        clock.advance(Sessions.lifetime)
        #expect(!sessions.knows(cookie(token)))
    }

    @Test func `who guesses has to wait, and then a right code is good again`() throws {
        let clock = HandClock()
        let sessions = Sessions { clock.now }
        let code = sessions.invite()
        for _ in 0..<Sessions.tries { #expect(throws: Sessions.Refusal.wrong) { try sessions.open("0000000000") } }
        #expect(throws: Sessions.Refusal.paused) { try sessions.open(code) }
        clock.advance(Sessions.pause)
        _ = try sessions.open(code)
    }

    @Test(arguments: [
        "", "gnss_session", "gnss_session=", "gnss_sessionx=0", "x=gnss_session", String(repeating: ";", count: 5000),
    ])
    func `odd cookies sign no browser in`(text: String) throws {
        let sessions = Sessions()
        _ = try sessions.open(sessions.invite())
        #expect(!sessions.knows([.cookie: text]))
    }

    @Test func `cookies of any bytes are read without harm`() throws {
        let sessions = Sessions()
        let token = try sessions.open(sessions.invite())
        let parts = [Sessions.cookie, "=", ";", " ", token, "\"", ",", "é", "==", ";;", "\t"]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...9)).compactMap { _ in parts.randomElement() }.joined()
            guard sessions.knows([.cookie: text]) else { continue }
            #expect(text.contains("\(Sessions.cookie)=\(token)"), "\(text)")
        }
    }

    @Test func `there are no more codes and sessions than the limit`() throws {
        let sessions = Sessions()
        let first = sessions.invite()
        for _ in 0..<Sessions.codeLimit { _ = sessions.invite() }
        #expect(throws: Sessions.Refusal.wrong) { try sessions.open(first) }
        let token = try sessions.open(sessions.invite())
        for _ in 0..<Sessions.sessionLimit { _ = try sessions.open(sessions.invite()) }
        #expect(!sessions.knows(cookie(token)))
    }

    // MARK: Through the door

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
        #expect(answer.hasPrefix("HTTP/1.1 204 "), "\(answer)")
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
            #expect(role.contains(#"{"role":"admin"}"#))
            let end = try await ask("DELETE", "/v1/session", host.merging(["Origin": own]) { $1 }, daemon)
            #expect(end.hasPrefix("HTTP/1.1 204 "))
            #expect(try await ask("GET", "/v1/session", host, daemon).contains(#"{"role":"viewer"}"#))
        }
    }

    @Test func `a wrong code is refused with words, and codes are made on the socket alone`() async throws {
        try await withDaemon(control: FalseControl(), network: network) { daemon in
            let wrong = try await ask("POST", "/v1/session", body: #"{"code":"0000000000"}"#, daemon)
            #expect(wrong.hasPrefix("HTTP/1.1 403 ") && wrong.contains(#""code":"wrong_code""#))
            #expect(!wrong.lowercased().contains("set-cookie"))
            for _ in 0..<Sessions.tries {
                _ = try await ask("POST", "/v1/session", body: #"{"code":"0000000000"}"#, daemon)
            }
            let paused = try await ask("POST", "/v1/session", body: #"{"code":"0000000000"}"#, daemon)
            #expect(paused.hasPrefix("HTTP/1.1 429 ") && paused.contains(#""code":"too_many_tries""#))
            let token = ["Authorization": "Bearer 0123456789abcdef"]
            let invited = try await ask("POST", "/v1/session/invitation", token, daemon)
            #expect(invited.hasPrefix("HTTP/1.1 404 "), "\(invited)")
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
        }
    }
}
