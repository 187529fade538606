// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import Foundation
import GNSSTypes
import Testing

@testable import AgrirouterUplink

@Suite struct CurlLinkTests {
    let service: Service

    init() throws { service = try Service.shared.get() }

    @Test func `a request arrives as it is, over one connection that is kept, with the certificate shown`() async throws
    {
        let link = service.link()
        let identity = try service.identity("client")
        for listener in ["mutual", "mutual12"] {
            var connections: Set<Int> = []
            for size in [0, 10, 1_400_000] {
                let reply = await link.send(
                    ServiceRequest(
                        .post, try service.address(listener, "/echo?a=b%20c"),
                        headers: [
                            ("Content-Type", Confidential("application/json")), ("X-Odd", Confidential("a\r\nb: c")),
                        ],
                        body: [UInt8](repeating: 0x41, count: size), identity: identity))
                #expect(reply.exchange == .answered(status: 200), "\(reply.failure ?? "")")
                #expect(reply.failure == nil)
                let headers = try #require(reply.echo["headers"] as? [String: String])
                #expect(reply.echo["method"] as? String == "POST")
                #expect(reply.echo["path"] as? String == "/echo?a=b%20c")
                #expect(reply.echo["length"] as? Int == size)
                #expect(reply.echo["peer"] as? [String] == ["client"])
                #expect(headers["content-type"] == "application/json")
                #expect(headers["x-odd"] == "ab: c")
                #expect(headers["user-agent"] == "gnss-gateway")
                #expect(headers["expect"] == nil)
                connections.insert(try #require(reply.echo["connection"] as? Int))
            }
            #expect(connections.count == 1, "\(listener)")
        }
        let another = await link.send(
            ServiceRequest(.get, try service.address("mutual12", "/echo"), identity: try service.identity("foreign")))
        #expect(another.exchange == .certificateRefused, "a connection is of one certificate")
    }

    @Test(arguments: ["mutual", "mutual12"])
    func `a server that takes no certificate, or not this one, is named as that`(listener: String) async throws {
        let link = service.link()
        for (identity, size) in [("foreign", 0), ("foreign", 1_000_000)] {
            for _ in 0..<3 {
                let reply = await link.send(
                    ServiceRequest(
                        .post, try service.address(listener, "/echo"), body: [UInt8](repeating: 0x41, count: size),
                        identity: try service.identity(identity)))
                #expect(reply.exchange == .certificateRefused, "\(reply)")
                #expect(reply.failure?.contains("rejects this endpoint's certificate") == true)
            }
        }
        let bare = try await service.get(listener, "/echo", link)
        #expect(bare.exchange != .answered(status: 200))
        #expect(bare.exchange != .certificateRefused)
    }

    @Test func `a key that does not fit is a matter of the certificate, and is not shown`() async throws {
        var identity = try service.identity("client")
        identity.key = try service.identity("foreign").key
        let reply = try await service.get("mutual", "/echo", identity: identity)
        #expect(reply.exchange == .certificateRefused)
        let secret = identity.key.exposed.split(separator: "\n")[1]
        #expect(!"\(reply)".contains(secret))
    }

    @Test func `a connection that breaks where a certificate was taken is no refusal of it`() async throws {
        let identity = try service.identity("client")
        let link = service.link()
        let reset = try await service.get("mutual", "/reset", link, identity: identity)
        #expect(reset.exchange == .interrupted, "\(reset)")
        let closed = try await service.get("closing", "/echo", link, identity: identity)
        #expect(closed.exchange == .interrupted, "\(closed)")
    }

    @Test(arguments: [
        ("past", "has expired"), ("future", "not yet valid: this machine's clock is probably behind"),
        ("misnamed", "is for another host"),
    ])
    func `a server that cannot prove itself gets nothing`(listener: String, words: String) async throws {
        let word = "\(listener)-\(UUID().uuidString)"
        let reply = try await service.get(listener, "/echo?\(word)")
        #expect(reply.exchange == .serverNotTrusted)
        #expect(reply.failure?.contains(words) == true, "\(reply.failure ?? "")")
        #expect(service.requests(word) == 0)
    }

    @Test func `a server of an unknown authority gets nothing, and the authority may be given as a text`() async throws
    {
        let strict = service.link { $0.authorities = nil }
        let reply = try await service.get("open", "/echo?unknown-authority", strict)
        #expect(reply.exchange == .serverNotTrusted)
        #expect(reply.failure?.contains("agrirouter.ca_file") == true)
        #expect(service.requests("unknown-authority") == 0)
        let text = try service.certificates.text("servers.pem")
        let given = try await service.get("open", "/echo", service.link { $0.authorities = .pem(text) })
        #expect(given.exchange == .answered(status: 200))
        let missing = try await service.get("open", "/echo", service.link { $0.authorities = .file("/no/such/file") })
        #expect(missing.exchange == .serverNotTrusted)
        #expect(missing.failure?.contains("cannot read the certificates") == true)
    }

    @Test func `only https is spoken, and no redirection is followed`() async throws {
        let link = service.link()
        let plain = await link.send(ServiceRequest(.get, try service.address("plain", "/echo?bare", scheme: "http")))
        #expect(plain.exchange == .notAgrirouter)
        #expect(service.requests("bare") == 0)
        let other = try await service.get("open", "/redirect/\(try service.port("mutual"))/redirected", link)
        #expect(other.exchange == .answered(status: 302))
        let same = try await service.get("open", "/redirect/\(try service.port("open"))/redirected", link)
        #expect(same.exchange == .answered(status: 302))
        #expect(service.requests("redirected") == 2, "none but those that were redirected")
        // A server that speaks no TLS.
        let naked = try await service.get("plain", "/echo", service.link { $0.connectLimit = .seconds(1) })
        #expect(naked.exchange == .offline, "\(naked)")
    }

    @Test func `the answer's status and wait are told, by the answer's own date`() async throws {
        let link = service.link()
        for status in [400, 401, 404, 413, 500] {
            let reply = try await service.get("open", "/status/\(status)", link)
            #expect(reply.exchange == .answered(status: status))
            #expect(!reply.body.isEmpty)
        }
        let seconds = try await service.get("open", "/status/503/17", link)
        #expect(seconds.exchange == .answered(status: 503, retryAfter: .seconds(17)))
        let date = try await service.get("open", "/later", link)
        #expect(date.exchange == .answered(status: 503, retryAfter: .seconds(150)))
        let none = try await service.get("open", "/status/429/soon", link)
        #expect(none.exchange == .answered(status: 429))
    }

    @Test func `a page of the network's is not taken for an answer`() async throws {
        let link = service.link()
        for (path, isOurs) in [("/page", false), ("/text", false), ("/nothing", true), ("/large/50", true)] {
            let reply = try await service.get("open", path, link)
            #expect(reply.exchange == (isOurs ? .answered(status: 200) : .notAgrirouter), "\(path)")
        }
        let posted = await link.send(ServiceRequest(.post, try service.address("open", "/page")))
        #expect(posted.exchange == .notAgrirouter)
        #expect(posted.failure?.contains("login") == true)
        // An error may be a page. Positions are safe, because a message is dropped only if others are accepted.
        let refused = try await service.get("open", "/page/400", link)
        #expect(refused.exchange == .answered(status: 400))
    }

    @Test(arguments: ["handshake-failure", "access-denied"])
    func `an alert of a server that has not proved itself is no refusal of the certificate`(_ listener: String)
        async throws
    {
        let reply = try await service.get(listener, "/echo", identity: try service.identity("client"))
        #expect(reply.exchange == .offline, "\(reply)")
        #expect(reply.failure?.contains("alert") == true, "\(reply)")
    }

    @Test func `an answer of 20 MB is read, one of more than 32 MiB is not`() async throws {
        let link = service.link()
        let large = try await service.get("open", "/large/20000000", link)
        #expect(large.exchange == .answered(status: 200))
        #expect(large.body.count == 20_000_000)
        let huge = try await service.get("open", "/large/34000000", link)
        #expect(huge.exchange == .notAgrirouter)
        #expect(huge.body.isEmpty)
    }

    @Test func `an answer that is cut off is interrupted, and what came of it is there`() async throws {
        let reply = try await service.get("open", "/cut")
        #expect(reply.exchange == .interrupted)
        #expect(reply.body == Array("[1,2,3".utf8))
    }

    @Test func `a request goes out once, also where a kept connection breaks under it`() async throws {
        let link = service.link()
        let word = UUID().uuidString
        let first = try await service.get("open", "/once?\(word)", link)
        #expect(first.exchange == .answered(status: 200))
        let second = try await service.get("open", "/once?\(word)", link)
        #expect(second.exchange == .interrupted, "\(second)")
        #expect(second.failure?.contains("was lost before an answer") == true, "\(second)")
        #expect(second.failure?.contains("callback") == false, "\(second)")
        #expect(service.requests(word) == 2)
    }

    @Test func `a request that is to be alone has a connection of its own, before and after others`() async throws {
        let link = service.link()
        var connections: [Int] = []
        for isAlone in [false, true, false] {
            let request = ServiceRequest(.get, try service.address("open", "/echo"), isAlone: isAlone)
            connections.append(try #require(await link.send(request).echo["connection"] as? Int))
        }
        #expect(connections[0] == connections[2] && connections[0] != connections[1])
    }

    @Test func `a server that is silent or slow beyond the limit is left`() async throws {
        let short = service.link { $0.limit = .milliseconds(700) }
        let silent = try await service.get("open", "/hang/600", short)
        #expect(silent.exchange == .interrupted)
        #expect(silent.failure?.contains("in time") == true)
        let stalling = service.link { $0.stallLimit = .seconds(1) }
        let slow = try await service.get("open", "/trickle", stalling)
        #expect(slow.exchange == .interrupted)
    }

    @Test func `where nobody listens, or a name is unknown, there is no network`() async throws {
        let link = service.link()
        let refused = await link.send(ServiceRequest(.get, "https://127.0.0.1:1/secret-path"))
        #expect(refused.exchange == .offline)
        #expect(refused.failure?.contains("secret-path") == false)
        let error = UplinkReport.UplinkError(refused, at: UTCTime(nanosecondsSince1970: 0))
        let words = try #require(error?.textWithCure)
        #expect(words.hasSuffix("; check the network") && words.ranges(of: "check the network").count == 1, "\(words)")
        let unknown = await link.send(ServiceRequest(.get, "https://no.such.host.invalid/"))
        #expect(unknown.exchange == .offline)
        let port = try service.port("plain")
        let proxy = service.link { $0.proxy = Confidential("http://someone:hidden-word@127.0.0.1:\(port)") }
        let behind = await proxy.send(ServiceRequest(.get, "https://service.example/"))
        #expect(behind.exchange == .offline, "\(behind)")
        #expect(behind.failure?.contains("proxy") == true)
        #expect(!"\(behind)".contains("hidden-word"))
    }

    @Test func `a cancelled request ends at once`() async throws {
        let link = service.link()
        let word = UUID().uuidString
        let address = try service.address("open", "/hang/600?\(word)")
        let task = Task { await link.send(ServiceRequest(.get, address)) }
        let deadline = ContinuousClock.now.advanced(by: .seconds(60))
        while service.requests(word) == 0, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        task.cancel()
        // The request itself would take ten minutes.
        #expect(await task.value.exchange == .interrupted)
        let before = Task {
            try? await Task.sleep(for: .seconds(600))
            return await link.send(ServiceRequest(.get, address))
        }
        before.cancel()
        #expect(await before.value.exchange == .interrupted)
    }

    @Test func `many requests at a time each get their own reply, and none waits for a slow one`() async throws {
        let link = service.link()
        let slow = try service.address("open", "/hang/600")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { await link.send(ServiceRequest(.get, slow)).exchange == .interrupted }
            try await withThrowingTaskGroup(of: Void.self) { quick in
                for number in 0..<20 {
                    quick.addTask {
                        let reply = try await service.get("open", "/echo?number=\(number)", link)
                        #expect(reply.echo["path"] as? String == "/echo?number=\(number)")
                    }
                }
                try await quick.waitForAll()
            }
            group.cancelAll()
            #expect(try await group.next() == true)
        }
    }

    @Test func `HTTP 2 is spoken where it is offered, over one connection, with the certificate shown`() async throws {
        let link = service.link()
        let (identity, address) = (try service.identity("client"), try service.address("h2", "/outbox"))
        for size in [2, 1_400_000] {
            let body = [UInt8](repeating: 0x20, count: size - 2) + Array("[]".utf8)
            let reply = await link.send(ServiceRequest(.post, address, body: body, identity: identity))
            #expect(reply.exchange == .answered(status: 200), "\(reply.failure ?? "")")
            #expect(reply.body == body)
        }
        let log = try service.logOfHTTP2()
        #expect(log.count { $0.contains("negotiated protocol: h2") } == 1, "two requests, one connection")
        #expect(log.contains { $0.hasSuffix("user-agent: gnss-gateway") })
        let bare = await service.link().send(ServiceRequest(.get, address))
        #expect(bare.exchange != .answered(status: 200), "it answers nobody who shows no certificate")
    }

    @Test func `without a thread there is no connection`() async throws {
        let link = CurlLink(LinkWorker(CurlLinkSettings()) { _ in "none left" })
        let reply = await link.send(ServiceRequest(.get, "https://127.0.0.1:1/"))
        #expect(reply.exchange == .offline)
        #expect(reply.failure?.contains("none left") == true)
    }
}
