// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ObservationBus
import SystemSupport
import Testing

@testable import GPSDServer

/// Few clients are sent to on the thread that publishes, many on the event loop: they get the same.
struct DirectSendingTests {
    private static let watch = #"?WATCH={"enable":true,"json":true};"#

    private func payloads(_ number: Int) throws -> [Payload] {
        let time = SampleEpoch.time(Double(number) / 10)
        var fix = SampleEpoch.fix(at: time)
        fix.height = Height(orthometric: Length(metres: 800 + Double(number % 7)))
        var payloads: [Payload] = [.fix(fix)]
        if number % 3 == 0 {
            var sky = SkyView(satellites: try SampleEpoch.satellites())
            sky.time = time
            payloads.append(.satellites(sky))
        }
        return payloads
    }

    /// What each of so many clients reads of 60 epochs, the last line of which is TPV.
    private func transcripts(clients count: Int) async throws -> [[String]] {
        let server = TestServer()
        var transcripts: [[String]] = []
        try await server.run { address in
            // It was there before any client: what follows depends on it.
            for number in 0..<7 { server.publish(try payloads(number)) }
            var clients: [TestClient] = []
            for _ in 0..<count {
                let client = try await TestClient(address)
                try await client.send(Self.watch)
                try await client.settle()
                clients.append(client)
            }
            for number in 7..<67 { server.publish(try payloads(number)) }
            for client in clients {
                _ = try await client.lines(60, with: #"{"class":"TPV""#)
                transcripts.append(client.lines)
            }
        }
        return transcripts
    }

    @Test func `one client, a few and many read the same bytes`() async throws {
        let one = try await transcripts(clients: 1)
        let expected = try #require(one.first)
        #expect(expected.count { $0.hasPrefix(#"{"class":"SKY""#) } == 20)
        #expect(expected.contains { $0.contains(#""climb":"#) })
        for count in [3, 8, 12] {
            for transcript in try await transcripts(clients: count) { #expect(transcript == expected) }
        }
    }

    @Test func `POLL tells of epochs that no client was sent`() async throws {
        var polls: [String] = []
        for isWatched in [true, false] {
            let server = TestServer()
            try await server.run { address in
                let watcher = try await TestClient(address)
                if isWatched { try await watcher.send(Self.watch) }
                try await watcher.settle()
                // The sky comes with every third epoch: that of POLL is older than its TPV.
                for number in 0..<11 { server.publish(try payloads(number)) }
                var statistics = SampleEpoch.fix(at: SampleEpoch.time(5))
                var errors = ErrorStatistics()
                errors.latitude = Length(metres: 1)
                statistics.errorStatistics = errors
                server.publish([.fix(statistics)])
                server.publish(try payloads(52))
                let client = try await TestClient(address)
                try await client.send(#"?WATCH={"enable":true,"json":false};?POLL;"#)
                // The time of a POLL goes on.
                polls += try await client.lines(1, with: #"{"class":"POLL""#).map { line in
                    String(line[(line.firstRange(of: #""active":"#)?.lowerBound ?? line.startIndex)...])
                }
            }
        }
        let poll = try #require(polls.first)
        #expect(polls.last == poll)
        #expect(poll.contains(#""tpv":[{"class":"TPV""#) && poll.contains(#""sky":[{"class":"SKY""#))
        #expect(poll.contains(#""gst":[{"class":"GST""#))
    }

    @Test func `what came without clients is known to the first one, and woke no thread`() async throws {
        var polls: [String] = []
        for isWatched in [true, false] {
            let server = TestServer()
            try await server.run { address in
                let watcher = isWatched ? try await TestClient(address) : nil
                try await watcher?.settle()
                server.publish([.driverState(DriverStateReport(.running, reason: "opened /dev/ttyACM0 at 9600 baud"))])
                for number in 0..<47 { server.publish(try payloads(number)) }
                if !isWatched { #expect(server.hub.status.consumers.contains { $0.pending > 50 }) }
                let client = try await TestClient(address)
                try await client.send(#"?WATCH={"enable":true,"json":false};?POLL;"#)
                polls += try await client.lines(1, with: #"{"class":"POLL""#).map { line in
                    String(line[(line.firstRange(of: #""active":"#)?.lowerBound ?? line.startIndex)...])
                }
                #expect(server.hub.status.consumers.allSatisfy { $0.pending == 0 })
                // From now on, each epoch is sent at once.
                try await client.send(Self.watch)
                try await client.settle()
                server.publish(try payloads(47))
                _ = try await client.lines(1, with: #"{"class":"TPV""#)
            }
        }
        let poll = try #require(polls.first)
        #expect(polls.last == poll)
        #expect(poll.contains(#""climb":"#) && poll.contains(#""mode":3"#))
    }

    @Test func `more than some epochs do not wait for a client`() async throws {
        let server = TestServer()
        try await server.run { _ in
            for number in 0..<2000 { server.publish(try payloads(number)) }
            try await poll { server.hub.status.consumers.allSatisfy { $0.pending <= 256 } }
            #expect(server.hub.status.consumers.allSatisfy { $0.lost == 0 && $0.delivered > 2000 })
        }
    }

    @Test func `a position that waited for a client is as old as it is`() async throws {
        for (age, mode) in [(0, 3), (20, 1)] {
            let server = TestServer()
            try await server.run { address in
                let arrival = Int64(age) * 1_000_000_000
                let time = HostTime(
                    monotonicNanoseconds: SystemClock.monotonic - arrival, wallNanoseconds: SystemClock.wall - arrival)
                server.hub.publish([
                    Observation(
                        source: TestServer.rover, sequence: 1, hostTime: time, payload: .fix(SampleEpoch.fix()))
                ])
                let client = try await TestClient(address)
                try await client.send(#"?WATCH={"enable":true,"json":false};?POLL;"#)
                let poll = try await client.lines(1, with: #"{"class":"POLL""#)
                #expect(poll.first?.contains(#""mode":\#(mode)"#) == true, "\(age) s: \(poll)")
            }
        }
    }

    @Test func `clients come and go while two threads publish`() async throws {
        let base = SourceID(rawValue: "base")
        let server = TestServer(devices: [
            GPSDDevice(source: TestServer.rover, path: "/dev/ttyACM0"), GPSDDevice(source: base, path: "/dev/ttyACM1"),
        ])
        let epochs = try (0..<100).map { try payloads($0) }
        try await server.run { address in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for source in [TestServer.rover, base] {
                    group.addTask { @Sendable in
                        var number = 0
                        while !Task.isCancelled {
                            server.publish(epochs[number % epochs.count], from: source)
                            number += 1
                            // As fast as a receiver gets: a debug build formats hardly more than 1,000 epochs a second.
                            try? await Task.sleep(for: .milliseconds(10))
                        }
                    }
                }
                for _ in 0..<40 {
                    let client = try await TestClient(address)
                    try await client.send(Self.watch)
                    _ = try await client.lines(3, with: #"{"class":"TPV""#)
                    for line in client.lines { #expect(line.hasPrefix("{") && line.hasSuffix("}")) }
                    try await client.close()
                }
                group.cancelAll()
            }
            try await poll { await server.service.status.clients == 0 }
        }
    }
}
