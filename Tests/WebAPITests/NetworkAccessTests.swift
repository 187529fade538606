// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import Foundation
import GatewayClient
import Synchronization
import SystemSupport
import Testing

@testable import WebAPI

/// The same routes on TCP.
struct NetworkAccessTests {
    private static let token = "0123456789abcdef"

    private func network(port: UInt16 = 0, isRequired: Bool = true, token: String? = token) -> NetworkAccess {
        NetworkAccess(
            addresses: [NetworkAddress(host: "127.0.0.1", port: port)], isRequired: isRequired, token: token)
    }

    private func request(
        _ method: String, _ target: String, headers: [String: String] = [:], body: String = "", _ daemon: Daemon
    ) async throws -> String {
        let address = try #require(daemon.addresses.first)
        return try await RawClient.request(method, target, headers: headers, body: body, fromPort: address.port)
    }

    @Test func `the token is in no log, whoever prints what holds it`() {
        let holder = [network()]
        var text = "\(holder) \(String(reflecting: holder))"
        dump(holder, to: &text)
        #expect(text.contains("127.0.0.1") && !text.contains(Self.token), "\(text)")
    }

    @Test func `reading is open, changing needs the token`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control, network: network()) { daemon in
            #expect(try await request("GET", "/v1/receivers/rover", daemon).hasPrefix("HTTP/1.1 200 "))
            #expect(try await request("GET", "/v1/version", daemon).hasPrefix("HTTP/1.1 200 "))
            let body = #"{"id":"base"}"#
            let without = try await request("PUT", "/v1/receivers/active", body: body, daemon)
            #expect(without.hasPrefix("HTTP/1.1 401 "))
            #expect(without.lowercased().contains("www-authenticate: bearer"))
            #expect(without.contains("credentials/control.token"))
            for wrong in ["Bearer 0123456789abcdeF", "Bearer", "Basic 0123456789abcdef", "0123456789abcdef"] {
                let answer = try await request(
                    "PUT", "/v1/receivers/active", headers: ["Authorization": wrong], body: body, daemon)
                #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(wrong)")
            }
            #expect(control.noted.isEmpty)
            let right = ["Authorization": "Bearer \(Self.token)"]
            let answer = try await request("PUT", "/v1/receivers/active", headers: right, body: body, daemon)
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(try await request("POST", "/v1/reload", headers: right, daemon).hasPrefix("HTTP/1.1 204 "))
            #expect(control.noted == ["use base", "reload"])
        }
    }

    @Test func `a request that is refused by its head gets the refusal and no invitation to send its body`()
        async throws
    {
        let control = FalseControl()
        try await withDaemon(control: control, network: network()) { daemon in
            let waiting = ["Expect": "100-continue", "Content-Length": "1000000"]
            let refused: [(method: String, path: String, fields: [String: String], status: Int)] = [
                ("PUT", "/v1/receivers/active", [:], 401),
                ("PUT", "/v1/receivers/active", ["Authorization": "Bearer wrong"], 401),
                ("PUT", "/v1/receivers/active", ["Sec-Fetch-Site": "cross-site"], 403),
                ("POST", "/v1/nothing", [:], 404), ("PUT", "/v1/version", [:], 405),
            ]
            for (method, path, fields, status) in refused {
                // The body is never sent; without the refusal, the connection would end after 30 s of waiting for it.
                let answer = try await request(method, path, headers: waiting.merging(fields) { $1 }, daemon)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(method) \(path): \(answer)")
                #expect(!answer.contains("100 Continue") && answer.lowercased().contains("connection: close"))
            }
            #expect(control.noted.isEmpty)
            let right = ["Authorization": "Bearer \(Self.token)", "Expect": "100-continue"]
            let answer = try await request(
                "PUT", "/v1/receivers/active", headers: right, body: #"{"id":"base"}"#, daemon)
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "), "\(answer)")
            #expect(control.noted == ["use base"])
        }
    }

    @Test func `without a token nothing can be changed`() async throws {
        let control = FalseControl()
        try await withDaemon(control: control, network: network(token: nil)) { daemon in
            for header in [[:], ["Authorization": "Bearer "], ["Authorization": "Bearer nil"]] {
                let answer = try await request("POST", "/v1/reload", headers: header, daemon)
                #expect(answer.hasPrefix("HTTP/1.1 403 "))
            }
            #expect(control.noted.isEmpty)
        }
    }

    @Test func `a host that is not ours is refused, whatever is asked for`() async throws {
        var network = network()
        network.addresses.append(NetworkAddress(host: "localhost", port: 0))
        try await withDaemon(control: FalseControl(), network: network) { daemon in
            let port = try #require(daemon.addresses.first?.port)
            for host in ["127.0.0.1:\(port)", "localhost", "LOCALHOST:\(port)", "[::1]:\(port)", "192.168.1.5"] {
                let answer = try await request("GET", "/v1/version", headers: ["Host": host], daemon)
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(host)")
            }
            for host in ["evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "localhost.evil.example"] {
                let answer = try await request("GET", "/v1/status", headers: ["Host": host], daemon)
                #expect(answer.hasPrefix("HTTP/1.1 421 "), "\(host)")
                #expect(!answer.contains("52.5"), "\(host)")
            }
        }
    }

    @Test func `the machine's names are ours, also after it was renamed`() {
        let name = Mutex("GW.farm.example")
        let hosts = HostGuard(["a.example"], host: { name.withLock { $0 } })
        for host in ["gw", "gw.local:8947", "gw.farm.example", "A.example", "localhost", "127.0.0.1"] {
            #expect(hosts.allows(host), "\(host)")
        }
        #expect(!hosts.allows("tractor") && !hosts.allows("farm.example") && !hosts.allows(""))
        name.withLock { $0 = "tractor" }
        #expect(hosts.allows("tractor") && hosts.allows("tractor.local") && !hosts.allows("gw"))
        name.withLock { $0 = "" }
        #expect(!hosts.allows("") && !hosts.allows(".local") && hosts.allows("a.example"))
    }

    @Test func `an address that is required and taken ends it with 69`() async throws {
        let taken = try RawClient.listeningOnLoopback()
        let error = await #expect(throws: NetworkError.self) {
            try await withDaemon(control: FalseControl(), network: network(port: taken.port)) { _ in }
        }
        #expect(error == NetworkError(NetworkAddress(host: "127.0.0.1", port: taken.port), .inUse))
        #expect(error?.exitCode == 69)
        #expect(error?.description.contains("listen.http") == true)
    }

    @Test func `a required address that this machine does not have yet keeps nothing from answering`() async throws {
        var network = network()
        // TEST-NET-1: on no machine.
        network.addresses.insert(NetworkAddress(host: "192.0.2.1", port: 0), at: 0)
        try await withDaemon(control: FalseControl(), network: network) { daemon in
            #expect(daemon.addresses.map(\.host) == ["127.0.0.1"])
            let (receivers, version) = (
                try await daemon.client.receivers(), try await request("GET", "/v1/version", daemon)
            )
            #expect(receivers.count == 2 && version.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `an address that is not required and taken leaves the socket alone`() async throws {
        let taken = try RawClient.listeningOnLoopback()
        try await withDaemon(control: FalseControl(), network: network(port: taken.port, isRequired: false)) { daemon in
            #expect(daemon.addresses.isEmpty)
            let receivers = try await daemon.client.receivers()
            #expect(receivers.count == 2)
        }
    }
}
