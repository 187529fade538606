// SPDX-License-Identifier: Apache-2.0

import ControlModel
import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import Access
@testable import WebAPI

/// What a machine in the same network, another site in the same browser and a proxy can do.
struct RemoteAccessTests {
    private let token = ["Authorization": "Bearer 0123456789abcdef"]

    @Test func `from another machine nothing is read without signing in, and on this one everything but people`()
        async throws
    {
        let trial = AccessTrial(AccessPolicy())
        for path in ["/v1/status", "/v1/live", "/v1/live/snapshot", "/plain", "/metrics", "/v1/observations"] {
            let answer = try await trial.ask("GET", path)
            #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] != nil, "\(path): \(answer)")
            #expect(try await trial.ask("GET", path, from: AccessTrial.loopback).status == 200, "\(path)")
        }
        #expect(try await trial.ask("GET", "/").status == 200)
        let who = try await trial.ask("GET", "/v1/session")
        #expect(who.status == 200 && who.text == "{\"signed_in\":false,\"takes_passwords\":false}\n", "\(who)")
        #expect(try await trial.ask("GET", "/v1/users", from: AccessTrial.loopback).status == 401)
    }

    @Test func `reading is open where that is written down, and changing is not`() async throws {
        let trial = AccessTrial(AccessPolicy(isReadingOpen: true))
        #expect(try await trial.ask("GET", "/v1/status").status == 200)
        #expect(try await trial.ask("POST", "/v1/reload").status == 401)
        #expect(try await trial.ask("GET", "/v1/sessions").status == 401)
    }

    @Test func `over plain HTTP from another machine there is no admin and no password`() async throws {
        let trial = AccessTrial(AccessPolicy())
        let code = try trial.coordinator.invite(InvitationRequest(role: .admin)).code
        let refused = try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#)
        #expect(refused.status == 403 && refused.text.contains(#""insecure""#), "\(refused)")
        // The code is good still, on this machine.
        let own = try await trial.ask(
            "POST", "/v1/session", body: #"{"code":"\#(code)"}"#, from: AccessTrial.loopback)
        let cookie = try #require(own.cookie)
        #expect(
            try await trial.ask("GET", "/v1/users", ["Cookie": cookie], from: AccessTrial.loopback).status == 200)
        for fields in [["Cookie": cookie], token] {
            let remote = try await trial.ask("GET", "/v1/users", fields)
            #expect(remote.status == 403 && remote.text.contains(#""insecure""#), "\(remote)")
            #expect(try await trial.ask("GET", "/v1/status", fields).status == 200)
        }
        let body = #"{"name":"Anna","password":"correct horse battery"}"#
        let password = try await trial.ask("POST", "/v1/session", body: body)
        #expect(password.status == 403 && password.text.contains(#""insecure""#), "\(password)")
    }

    /// The headers with which a known proxy on this machine passes on a request that reached it over HTTPS.
    private let encrypted = [
        "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-origin",
    ]

    @Test(arguments: [false, true])
    func `a session that was opened over plain HTTP has no admin's rights over HTTPS either`(
        isPlainAllowed: Bool
    ) async throws {
        let trial = AccessTrial(AccessPolicy(isPlainAllowed: isPlainAllowed, proxies: ["127.0.0.1"]))
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator))
        let cookies = [
            try await trial.signIn(InvitationRequest(name: "Anna")),
            try await trial.signIn(InvitationRequest(role: .operator)),
        ]
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .admin))
        let id = try #require(trial.coordinator.browsers(own: nil).sessions.first { $0.name == nil }?.id)
        try await trial.coordinator.set(session: id, to: .admin)
        for cookie in cookies {
            let fields = encrypted.merging(["Cookie": "__Host-\(cookie)"]) { $1 }
            let users = try await trial.ask("GET", "/v1/users", fields, from: AccessTrial.loopback)
            let session = try await trial.ask("GET", "/v1/session", fields, from: AccessTrial.loopback)
            if isPlainAllowed {
                #expect(users.status == 200 && session.text.contains(#""role":"admin""#), "\(users) \(session)")
            } else {
                #expect(users.status == 403 && users.text.contains(#""sign_in_again""#), "\(users)")
                #expect(session.text.contains(#""limit":"sign_in_again""#), "\(session)")
                #expect(session.text.contains(#""role":"operator""#), "\(session)")
            }
        }
        // The list names the role that both have, not the one that was set.
        let list = try await trial.ask("GET", "/v1/sessions", token, from: AccessTrial.loopback)
        let roles = list.text.split(separator: #""role":""#).dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(roles == Array(repeating: isPlainAllowed ? "admin" : "operator", count: 2), "\(list)")
    }

    @Test func `a session that an older version stored has no admin's rights until its owner signs in again`()
        async throws
    {
        let first = AccessTrial(AccessPolicy())
        let code = try first.coordinator.invite(InvitationRequest(role: .admin)).code
        let answer = try await first.ask(
            "POST", "/v1/session", body: #"{"code":"\#(code)"}"#, from: AccessTrial.loopback)
        let cookie = try #require(answer.cookie)
        for isKnown in [true, false] {
            var record = try #require(first.store.record)
            if !isKnown { record.sessions[0].isExposed = nil }
            try await first.store.save(record)
            let second = AccessTrial(AccessPolicy(), store: first.store)
            await second.coordinator.recall()
            let users = try await second.ask("GET", "/v1/users", ["Cookie": cookie], from: AccessTrial.loopback)
            #expect(users.status == (isKnown ? 200 : 403), "\(users)")
        }
    }

    @Test func `a code that was made before its person was promoted gives the lower role`() async throws {
        let trial = AccessTrial(AccessPolicy(proxies: ["127.0.0.1"]))
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator))
        let old = try trial.coordinator.invite(InvitationRequest(name: "Anna")).code
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .admin))
        let new = try trial.coordinator.invite(InvitationRequest(name: "Anna")).code
        for (code, role) in [(old, "operator"), (new, "admin")] {
            let answer = try await trial.ask(
                "POST", "/v1/session", encrypted, body: #"{"code":"\#(code)"}"#, from: AccessTrial.loopback)
            #expect(answer.status == 200 && answer.text.contains(#""role":"\#(role)""#), "\(answer)")
            let fields = encrypted.merging(["Cookie": try #require(answer.cookie)]) { $1 }
            let users = try await trial.ask("GET", "/v1/users", fields, from: AccessTrial.loopback)
            #expect(users.status == (role == "admin" ? 200 : 403), "\(users)")
        }
    }

    @Test func `the token can do what is written down`() async throws {
        for (role, status) in [(ControlRole.viewer, 403), (.operator, 403), (.admin, 204)] {
            let trial = AccessTrial(AccessPolicy(isPlainAllowed: true, tokenRole: role))
            let answer = try await trial.ask("POST", "/v1/reload", token)
            #expect(answer.status == status, "\(role): \(answer)")
            let wrong = try await trial.ask("GET", "/v1/status", ["Authorization": "Bearer wrong"])
            #expect(wrong.status == 401)
        }
    }

    @Test func `another site in the same browser changes nothing, with or without Fetch Metadata`() async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .admin))
        let foreign: [[String: String]] = [
            ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://192.0.2.1"],
            ["Origin": "https://192.0.2.1:8947"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "cross-site", "Origin": "http://192.0.2.1:8947"],
            ["Content-Type": "text/plain;charset=utf-8"], ["Content-Type": "application/x-www-form-urlencoded"],
            ["Content-Type": "multipart/form-data; boundary=x"], ["Content-Type": "Text/Plain ; x"],
            ["Host": "evil.example", "Origin": "http://evil.example"],
        ]
        for fields in foreign {
            for (method, path) in [
                ("POST", "/v1/reload"), ("DELETE", "/v1/session"), ("POST", "/v1/session/invitation"),
            ] {
                let answer = try await trial.ask(method, path, fields.merging(["Cookie": cookie]) { $1 })
                #expect([403, 415, 421].contains(answer.status), "\(fields) \(method) \(path): \(answer)")
            }
        }
        // Nor does it sign the browser in as somebody else.
        let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        let forced = try await trial.ask(
            "POST", "/v1/session", ["Origin": "http://evil.example"], body: #"{"code":"\#(code)"}"#)
        #expect(forced.status == 403 && forced.cookie == nil)
        #expect(try await trial.ask("POST", "/v1/reload", ["Cookie": cookie]).status == 204)
    }

    @Test func `the name that a browser gives itself cannot control a terminal`() async throws {
        let trial = AccessTrial()
        let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        let answer = try await trial.ask(
            "POST", "/v1/session", ["User-Agent": "a\u{85}b\u{9B}31m\u{202E}c"], body: #"{"code":"\#(code)"}"#)
        #expect(answer.status == 200, "\(answer)")
        #expect(trial.coordinator.browsers(own: nil).sessions.map(\.browser) == ["ab31mc"])
    }

    @Test func `a browser sends 20 commands at once, then 10 a second`() async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .admin))
        func send() async throws -> Int { try await trial.ask("POST", "/v1/reload", ["Cookie": cookie]).status }
        for _ in 0..<20 { #expect(try await send() == 204) }
        #expect(try await send() == 429)
        trial.clock.advance(.milliseconds(100))
        #expect(try await send() == 204)
        #expect(try await send() == 429)
        // Reading goes on.
        #expect(try await trial.ask("GET", "/v1/status", ["Cookie": cookie]).status == 200)
    }

    // MARK: Proxies

    @Test func `what a proxy passes on is not of this machine, and only a known one's word counts`() async throws {
        let passed = ["X-Forwarded-For": "127.0.0.1, 203.0.113.9", "X-Forwarded-Proto": "https"]
        for name in ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP"] {
            let answer = try await AccessTrial(AccessPolicy()).ask(
                "GET", "/v1/status", [name: "127.0.0.1"], from: AccessTrial.loopback)
            #expect(answer.status == 401, "\(name): \(answer)")
        }
        for (proxies, cookieName) in [([], "gnss_session"), (["127.0.0.1"], "__Host-gnss_session")] {
            let trial = AccessTrial(AccessPolicy(proxies: proxies))
            let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
            let fields = passed.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            let answer = try await trial.ask(
                "POST", "/v1/session", fields, body: #"{"code":"\#(code)"}"#, from: AccessTrial.loopback)
            #expect(answer.status == 200 && answer.cookie?.hasPrefix(cookieName + "=") == true, "\(answer)")
            let isSecure = answer.headers[.setCookie]?.contains("; Secure") ?? false
            #expect(isSecure == !proxies.isEmpty)
        }
        // Who lies about it from elsewhere is not believed.
        let liar = try await AccessTrial(AccessPolicy(proxies: ["127.0.0.1"])).ask("GET", "/v1/session", passed)
        #expect(liar.text.contains(#""takes_passwords":false"#), "\(liar)")
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "::ffff:127.0.0.1", true),
        ("::ffff:7f00:1", "127.0.0.1", true), ("0:0:0:0:0:0:0:1", "::1", true), ("2001:DB8::0:1", "2001:db8::1", true),
        ("127.0.0.1", "::1", false), ("127.0.0.1", "127.0.0.2", false), ("2001:db8::1", "2001:db8::2", false),
        ("proxy", "127.0.0.1", false), ("", "127.0.0.1", false),
    ])
    func `a proxy is known by its address, in whatever form it is written`(
        named: String, peer: String, isKnown: Bool
    ) async throws {
        let trial = AccessTrial(AccessPolicy(proxies: [named]))
        let passed = [
            "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-origin",
        ]
        let answer = try await trial.ask("GET", "/v1/session", passed, from: peer)
        #expect(answer.text.contains(#""takes_passwords":\#(isKnown)"#), "\(answer)")
    }

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9"), ("203.0.113.9:40000", "203.0.113.9"), ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"), ("192.0.2.1, [2001:db8::1]:443", "2001:db8::1"), ("unknown", "127.0.0.1"),
        ("[", "127.0.0.1"), (":", "127.0.0.1"), ("", "127.0.0.1"),
    ])
    func `the origin that a proxy states may have brackets and a port`(entry: String, address: String) throws {
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4711)
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-Forwarded-For"))] = entry
        let place = CallerPlace(headers, channel, isEncrypted: false, AccessPolicy(proxies: ["127.0.0.1"]))
        #expect(place.text == address)
    }

    @Test func `a proxy's own credentials hide no session, and the scheme of the token has any case`() async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .viewer))
        let basic = try await trial.ask(
            "GET", "/v1/status", ["Cookie": cookie, "Authorization": "Basic dXNlcjpwYXNzd29yZA=="])
        #expect(basic.status == 200, "\(basic)")
        #expect(try await trial.ask("GET", "/v1/status", ["Authorization": "Basic 0123456789abcdef"]).status == 401)
        #expect(try await trial.ask("GET", "/v1/status", ["Authorization": "bearer  0123456789abcdef"]).status == 200)
        // A wrong token is refused even with a session.
        let wrong = try await trial.ask("GET", "/v1/status", ["Cookie": cookie, "Authorization": "BEARER wrong"])
        #expect(wrong.status == 401, "\(wrong)")
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.254", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
        ("::2", false), ("::ffff:192.0.2.1", false), ("fe80::1", false),
    ])
    func `which addresses are of this machine alone`(address: String, isLoopback: Bool) throws {
        let address = try SocketAddress(ipAddress: address, port: 1)
        #expect(address.isLoopback == isLoopback)
    }
}
