// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import GatewayClient
import ObservationBus
import ServiceLifecycle
import SystemSupport
import Testing
import WebAPI

struct ControlServiceTests {
    @Test func `what is published comes out the same, from several sources, each named when it changes`() async throws {
        let recording = try await withDaemon { daemon in
            let collector = Collector()
            async let end = daemon.client.streamObservations { collector.take($0) }
            try await daemon.waitForStreams(1)
            for source in ["rover", "base", "rover"] { daemon.hub.publish(oneOfEach(from: source)) }
            daemon.hub.finish()
            #expect(try await end == .ended)
            return try Recording(collector.bytes)
        }
        #expect(recording.start == startTime)
        #expect(recording.sources == ["rover", "base", "rover"])
        #expect(recording.observations == ["rover", "base", "rover"].flatMap(oneOfEach))
    }

    @Test func `kinds and receivers are filtered`() async throws {
        let request = ObservationRequest(
            kinds: [.fix, .sentence], receivers: [SourceID(rawValue: "the rover/1"), SourceID(rawValue: "base")])
        let recording = try await withDaemon { daemon in
            let collector = Collector()
            async let end = daemon.client.streamObservations(request) { collector.take($0) }
            try await daemon.waitForStreams(1)
            for source in ["the rover/1", "other", "base"] { daemon.hub.publish(oneOfEach(from: source)) }
            daemon.hub.finish()
            _ = try await end
            return try Recording(collector.bytes)
        }
        #expect(recording.observations.map(\.kind) == [.fix, .sentence, .fix, .sentence])
        #expect(recording.sources == ["the rover/1", "base"])
    }

    @Test func `a flow-controlled flood of 100 000 observations arrives whole`() async throws {
        let recording = try await withDaemon { daemon in
            let collector = Collector()
            async let end = daemon.client.streamObservations { collector.take($0) }
            try await daemon.waitForStreams(1)
            await onThread {
                for first in stride(from: 1, through: 100_000, by: 10) {
                    _ = daemon.hub.publish(sentences(first...first + 9), waitingUpTo: .seconds(600))
                }
            }
            daemon.hub.finish()
            #expect(try await end == .ended)
            return try Recording(collector.bytes)
        }
        #expect(recording.sequences == Array(1...100_000))
    }

    @Test func `a client that is too slow holds up nobody, and sees that it was cut, without a gap`() async throws {
        let bound = QueueBound(observations: 1_000, bytes: 64 << 20)
        try await withDaemon(streamBound: bound) { daemon in
            let collector = Collector()
            let gate = AsyncStream.makeStream(of: Void.self)
            let stream = Task {
                try await daemon.client.streamObservations { chunk in
                    for await _ in gate.stream {}
                    return collector.take(chunk)
                }
            }
            try await daemon.waitForStreams(1)
            daemon.hub.publish(sentences(1...5))
            try await waited { daemon.hub.status.consumers.first?.delivered == 5 }
            for number in 6...4_000 { daemon.hub.publish([sentence(number, zeros: 4_000)]) }
            daemon.hub.finish()
            gate.continuation.finish()
            await #expect(throws: ControlClientError.cut(path: daemon.socketPath)) { try await stream.value }
            let sequences = try collector.recording().sequences
            #expect(sequences == Array((1...4_000).prefix(sequences.count)))
            #expect((5..<4_000).contains(sequences.count))
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `a client that leaves a quiet bus leaves no subscription behind`() async throws {
        try await withDaemon { daemon in
            let stream = Task { try await daemon.client.streamObservations { _ in true } }
            try await daemon.waitForStreams(1)
            stream.cancel()
            await #expect(throws: CancellationError.self) { try await stream.value }
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `a client that has enough leaves`() async throws {
        try await withDaemon { daemon in
            #expect(try await daemon.client.streamObservations { _ in false } == .left)
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `shutdown gives a slow client what waits for it and ends the stream in order`() async throws {
        let collector = Collector()
        try await withDaemon(shutdownLimit: .seconds(60)) { daemon in
            let gate = AsyncStream.makeStream(of: Void.self)
            async let end = daemon.client.streamObservations { chunk in
                for await _ in gate.stream {}
                return collector.take(chunk)
            }
            try await daemon.waitForStreams(1)
            for number in 1...3_000 { daemon.hub.publish([sentence(number, zeros: 4_000)]) }
            await daemon.services.triggerGracefulShutdown()
            gate.continuation.finish()
            #expect(try await end == .ended)
        }
        #expect(try Recording(collector.bytes).sequences == Array(1...3_000))
    }

    @Test func `a client that does not read holds up shutdown no longer than the limit`() async throws {
        let clock = ContinuousClock()
        let began = try await withDaemon(shutdownLimit: .milliseconds(100)) { daemon in
            let descriptor = try RawClient.send(
                "GET /v1/observations HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
            try await daemon.waitForStreams(1)
            for number in 1...3_000 { daemon.hub.publish([sentence(number, zeros: 4_000)]) }
            _ = consume descriptor
            return clock.now
        }
        #expect(clock.now - began < .seconds(120))
    }

    @Test(.timeLimit(.minutes(5)))
    func `an unknown kind is refused with the kinds that are allowed`() async throws {
        try await withDaemon { daemon in
            let answer = try await RawClient.get("/v1/observations?kinds=fix,fox", from: daemon.socketPath)
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.lowercased().contains("\r\ncontent-type: application/problem+json\r\n"))
            #expect(answer.contains(#""detail":"unknown kind \"fox\"; the kinds are fix, satellites, "#))
            let client = daemon.client
            // One that this version does not know, as of a newer one.
            let unknown = ObservationKind(rawValue: 9999)
            let request = ObservationRequest(kinds: [unknown])
            let error = await #expect(throws: ControlClientError.self) {
                try await client.streamObservations(request) { _ in true }
            }
            #expect(error?.exitCode == 64)
            #expect(error?.description.hasPrefix("unknown kind \"\(unknown)\"; the kinds are fix,") == true)
        }
    }

    @Test func `the type and the version are told`() async throws {
        try await withDaemon { daemon in
            let version = try await RawClient.get("/v1/version", from: daemon.socketPath)
            #expect(version.hasPrefix("HTTP/1.1 200 "))
            for part in [#""name":"gnss-gateway""#, #""version":"1.2.3""#, #""interface":"v1""#] {
                #expect(version.contains(part))
            }
            daemon.hub.finish()
            let stream = try await RawClient.get("/v1/observations", from: daemon.socketPath)
            #expect(stream.lowercased().contains("\r\ncontent-type: application/vnd.gnss-gateway.records\r\n"))
            #expect(stream.hasSuffix("\r\n0\r\n\r\n"), "the last chunk")
        }
    }
}
