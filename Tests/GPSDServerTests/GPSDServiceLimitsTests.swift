// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import Foundation
import GNSSTypes
import Logging
import ObservationBus
import ServiceLifecycle
import Testing

@testable import GPSDServer

@Suite("The limits of the server", .timeLimit(.minutes(10)))
struct GPSDServiceLimitsTests {
    @Test("a port in use stops the start, and says so")
    func portInUse() async throws {
        try await TestServer().run { address in
            let second = TestServer { $0.addresses = [address] }
            let error = GPSDServerError([address], .inUse)
            await #expect(throws: error) { try await second.service.run() }
            #expect(error.description.contains("\(address) is in use"))
        }
    }

    @Test("an address that this machine does not have yet ends nothing, even if it is the only one")
    func missingAddress() async throws {
        // TEST-NET-1: on no machine.
        let missing = ListenAddress(host: "192.0.2.1", port: 0)
        let server = TestServer { $0.addresses.insert(missing, at: 0) }
        try await server.runAll { addresses in
            #expect(addresses.map(\.host) == ["127.0.0.1"])
            _ = try await TestClient(addresses[0]).lines(1)
        }
        let alone = TestServer { $0.addresses = [missing] }
        try await alone.runAll { addresses in #expect(addresses.isEmpty) }
    }

    @Test("IPv4 and IPv6 are served on the same port")
    func bothFamilies() async throws {
        let server = TestServer { $0.addresses = [ListenAddress(host: "::1", port: 0)] }
        do {
            try await server.run { address in
                _ = try await TestClient(address).lines(1)
                let both = TestServer {
                    $0.addresses = [
                        ListenAddress(host: "0.0.0.0", port: 0), ListenAddress(host: "::", port: 0),
                    ]
                }
                try await both.runAll { addresses in
                    #expect(addresses.count == 2)
                    for bound in addresses {
                        let host = bound.host == "::" ? "::1" : "127.0.0.1"
                        let client = try await TestClient(ListenAddress(host: host, port: bound.port))
                        _ = try await client.lines(1)
                    }
                }
            }
        } catch let error as GPSDServerError where error.reason == .noSuchAddress {
            // IPv6 is switched off here.
        }
    }

    @Test("more clients than allowed are closed, until one leaves")
    func clientLimit() async throws {
        let server = TestServer { $0.maximumClients = 2 }
        try await server.run { address in
            let first = try await TestClient(address)
            let second = try await TestClient(address)
            _ = try await (first.lines(1), second.lines(1))
            let third = try await TestClient(address)
            try await poll { !third.isConnected }
            #expect(
                third.lines == [
                    #"{"class":"ERROR","message":"Too many clients: 2 are connected, more are not allowed. Try again later."}"#
                ])
            #expect(await server.service.status.refused == 1)
            try await first.close()
            try await poll { await server.service.status.clients == 1 }
            _ = try await TestClient(address).lines(1)
            #expect(second.isConnected)
        }
    }

    @Test("a client that does not read loses the oldest, is not cut off and delays nobody")
    func slowClient() async throws {
        let server = TestServer { $0.queueLimit = 64 << 10 }
        try await server.run { address in
            let slow = try await TestClient(address, reads: false)
            let quick = try await TestClient(address)
            for client in [slow, quick] { try await client.send(#"?WATCH={"json":true};"#) }
            try await poll { await server.service.status.watchers == 2 }
            let satellites = try (1...32).map { try SampleEpoch.satellite(.gps, $0, 45, 90, cn0: 40, used: true) }
            let epochs = 4000
            for second in 0..<epochs {
                let time = SampleEpoch.time(Double(second))
                server.publish([
                    .fix(SampleEpoch.fix(at: time)), .satellites(SkyView(time: time, satellites: satellites)),
                ])
                if second % 20 == 19 {
                    let due = try #require(SampleEpoch.lines([.fix(SampleEpoch.fix(at: time))]).last).prefix(80)
                    try await poll { quick.tail.contains(due.dropFirst(20)) }
                }
            }
            let status = await server.service.status
            #expect(status.lostBytes > 1 << 20)
            #expect(status.clients == 2)
            try await slow.startReading()
            let last = try #require(quick.lines.last { $0.hasPrefix(#"{"class":"TPV""#) })
            try await poll { slow.lines.last == last }
            #expect(slow.isConnected)
            let told = slow.lines.filter { $0.contains("bytes were lost here, because this client read too slowly.") }
            let sum = told.reduce(0) { $0 + (Int($1.dropFirst(28).prefix { $0.isNumber }) ?? 0) }
            #expect(await UInt64(sum) == server.service.status.lostBytes && sum > 0, "\(told)")
            for line in slow.lines { #expect(line.hasPrefix(#"{"class":""#) && line.hasSuffix("}")) }
            let tpv = slow.lines.count { $0.hasPrefix(#"{"class":"TPV""#) }
            #expect(tpv > 10 && tpv < epochs)
        }
    }

    @Test("garbage from clients does no harm to them or to others")
    func garbage() async throws {
        let server = TestServer()
        try await server.run { address in
            let watcher = try await TestClient(address)
            try await watcher.send(#"?WATCH={"json":true};"#)
            _ = try await watcher.lines(3)
            let vandal = try await TestClient(address)
            var random = SystemRandomNumberGenerator()
            let likely = Array(#"?WATCH={"json":true,"nmea":true,"device":"};?POLL;?DEVICE={\[]"#.utf8) + [0x0A, 0x00]
            for _ in 0..<200 {
                try await vandal.send(
                    (0..<500).map { _ in
                        random.next() % 8 == 0
                            ? UInt8.random(in: 0...255, using: &random) : likely.randomElement(using: &random) ?? 0
                    })
            }
            try await vandal.send("\n;\n")
            try await vandal.settle()
            for line in vandal.lines {
                #expect(throws: Never.self, "\(line)") { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            }
            server.publish([.fix(SampleEpoch.fix())])
            #expect(try await watcher.lines(1, with: #"{"class":"TPV""#).count == 1)
        }
    }

    @Test("a graceful shutdown ends the service and closes its clients")
    func shutdown() async throws {
        let server = TestServer()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [server.service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let address = try #require(await server.firstAddress)
            let client = try await TestClient(address)
            _ = try await client.lines(1)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try await poll { !client.isConnected }
        }
        // A connection's slot is free a moment after the client has seen the end.
        try await poll { await server.service.status.clients == 0 }
        #expect(server.hub.status.consumers.isEmpty)
    }
}
