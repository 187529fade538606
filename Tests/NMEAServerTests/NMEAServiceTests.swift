// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import GNSSTypes
import Logging
import NIOCore
import NIOPosix
import ObservationBus
import Synchronization
import Testing

@testable import NMEAServer

/// What a socket brought.
final class Collected: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let datagrams = Mutex<[Int]>([])

    func take(_ buffer: ByteBuffer) {
        datagrams.withLock { $0.append(buffer.readableBytes) }
        bytes.withLock { $0 += buffer.readableBytesView }
    }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

private final class StreamCollector: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    let collected = Collected()
    func channelRead(context: ChannelHandlerContext, data: NIOAny) { collected.take(unwrapInboundIn(data)) }
}

final class DatagramCollector: ChannelInboundHandler, Sendable {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    let collected = Collected()
    func channelRead(context: ChannelHandlerContext, data: NIOAny) { collected.take(unwrapInboundIn(data).data) }
}

@Suite struct NMEAServiceTests {
    private let rover = SourceID(rawValue: "rover")
    private let base = SourceID(rawValue: "base")
    private let hub = ObservationHub()

    private func sentence(_ text: String, from source: SourceID) -> Observation {
        observation(.sentence(Sentence(format: .nmea, bytes: Array(text.utf8))), source)
    }

    private func observation(_ payload: Payload, _ source: SourceID, at seconds: Int64 = 0) -> Observation {
        let time = HostTime(monotonicNanoseconds: 1 + seconds * 1_000_000_000, wallNanoseconds: 1)
        return Observation(source: source, sequence: 1, hostTime: time, payload: payload)
    }

    private func activate(_ source: SourceID) {
        hub.publish([
            observation(.activeReceiver(ActiveReceiver(current: source, previous: nil, reason: "t")), .gateway)
        ])
    }

    /// Runs a server while `body` runs.
    private func serve(
        _ endpoints: [NMEAEndpoint], _ configure: (inout NMEAConfiguration) -> Void = { _ in },
        _ body: ([Int], NMEAService) async throws -> Void
    ) async throws {
        var configuration = NMEAConfiguration(endpoints: endpoints)
        configure(&configuration)
        let (stream, continuation) = AsyncStream.makeStream(of: [NMEAEndpoint].self)
        let service = NMEAService(
            configuration, hub: hub, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { endpoints, _ in continuation.yield(endpoints) })
        let task = Task { try await service.run() }
        defer { task.cancel() }
        var listening = stream.makeAsyncIterator()
        let bound = try #require(await listening.next())
        let ports = bound.map { endpoint in
            if case .tcp(_, let port) = endpoint { Int(port) } else { 0 }
        }
        try await body(ports, service)
        task.cancel()
        _ = await task.result
    }

    private func client(_ port: Int, autoRead: Bool = true) async throws -> (channel: any Channel, Collected) {
        let collector = StreamCollector()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: autoRead)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(collector) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return (channel, collector.collected)
    }

    private func eventually(_ condition: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(120))
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    @Test func `clients on several ports get the sentences as the receiver sent them`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0), .tcp(host: "127.0.0.1", port: 0)]) { ports, service in
            let first = try await client(ports[0])
            let second = try await client(ports[1])
            #expect(await eventually { service.status.clients == 2 })
            hub.publish([sentence("$GNRMC,1*00\r\n", from: rover), sentence("$GNGGA,2*00", from: rover)])
            for (_, collector) in [first, second] {
                #expect(await eventually { collector.text == "$GNRMC,1*00\r\n$GNGGA,2*00\r\n" })
            }
            try await first.channel.close().get()
            // The system reports that a client is gone after something is sent to it.
            let isGone = await eventually {
                hub.publish([sentence("$GNGGA,3*00", from: rover)])
                return service.status.clients == 1
            }
            #expect(isGone)
        }
    }

    @Test func `a client that closes its sending side receives until another one needs its place`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0)], { $0.maximumClients = 1 }) { ports, service in
            let (half, collector) = try await client(ports[0])
            #expect(await eventually { service.status.clients == 1 })
            try await half.close(mode: .output).get()
            // One after the other, so that the server reads the end of the input before the last ones.
            for number in 1...20 {
                hub.publish([sentence("$GPTXT,\(number)*00\r\n", from: rover)])
                try #require(await eventually { collector.text.hasSuffix("$GPTXT,\(number)*00\r\n") || !half.isActive })
                try #require(half.isActive, "disconnected after sentence \(number)")
            }
            #expect(service.status.clients == 1)
            let (_, late) = try await client(ports[0])
            try await half.closeFuture.get()
            let isServed = await eventually {
                hub.publish([sentence("$GPTXT,21*00\r\n", from: rover)])
                return late.text.hasPrefix("$GPTXT,21*00\r\n")
            }
            #expect(isServed)
            #expect(service.admission.status.evicted == 1)
        }
    }

    @Test func `only the active source is passed on once there is one`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0)]) { ports, service in
            let (_, collector) = try await client(ports[0])
            #expect(await eventually { service.status.clients == 1 })
            hub.publish([sentence("$A*00\r\n", from: rover)])
            activate(rover)
            hub.publish([sentence("$B*00\r\n", from: base)])
            hub.publish([sentence("$C*00\r\n", from: rover)])
            activate(base)
            hub.publish([sentence("$D*00\r\n", from: rover)])
            hub.publish([sentence("$E*00\r\n", from: base)])
            #expect(await eventually { collector.text.hasSuffix("$E*00\r\n") })
            #expect(collector.text == "$A*00\r\n$C*00\r\n$E*00\r\n")
        }
    }

    @Test func `with all sources each is passed on`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0)], { $0.followsActiveReceiver = false }) { ports, service in
            let (_, collector) = try await client(ports[0])
            #expect(await eventually { service.status.clients == 1 })
            activate(rover)
            hub.publish([sentence("$B*00\r\n", from: base), sentence("$C*00\r\n", from: rover)])
            #expect(await eventually { collector.text == "$B*00\r\n$C*00\r\n" })
        }
    }

    @Test func `datagrams hold whole sentences and fit into a frame`() async throws {
        let collector = DatagramCollector()
        let receiver = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(collector) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = UInt16(try #require(receiver.localAddress?.port))
        let line = "$GPGSV," + String(repeating: "x", count: 70) + "*00\r\n"
        try await serve([.udp(host: "127.0.0.1", port: port)]) { _, service in
            hub.publish((0..<60).map { _ in sentence(line, from: rover) })
            #expect(await eventually { collector.collected.bytes.withLock { $0.count } == 60 * line.utf8.count })
            let sizes = collector.collected.datagrams.withLock { $0 }
            #expect(sizes.allSatisfy { $0 <= 1400 && $0 % line.utf8.count == 0 }, "\(sizes)")
            #expect(await eventually { service.status.datagrams == UInt64(sizes.count) })
        }
        try await receiver.close().get()
    }

    @Test func `a target that nobody knows yet keeps nobody from the sentences`() async throws {
        let unknown = NMEAEndpoint.udp(host: "receiver.invalid", port: 10_110)
        try await serve([unknown, .tcp(host: "127.0.0.1", port: 0)]) { ports, service in
            let (_, collector) = try await client(ports[0])
            #expect(await eventually { service.status.clients == 1 })
            hub.publish([sentence("$A*00\r\n", from: rover)])
            #expect(await eventually { collector.text == "$A*00\r\n" })
            #expect(await eventually { service.status.refusedDatagrams == 1 })
        }
    }

    @Test func `a client that reads again gets the newest of what it missed`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0)]) { ports, service in
            let (stalled, late) = try await client(ports[0], autoRead: false)
            #expect(await eventually { service.status.clients == 1 })
            let filler = String(repeating: "z", count: 1000)
            var number = 0
            // Far more than the sockets' buffers hold; then the receiver falls silent.
            while service.status.lostBytes < 100_000, number < 200_000 {
                number += 1
                hub.publish([sentence("$GPTXT,\(number),\(filler)*00\r\n", from: rover)])
                if number.isMultiple(of: 100) { try await Task.sleep(for: .milliseconds(1)) }
            }
            #expect(service.status.lostBytes >= 100_000)
            let last = "$GPTXT,\(number),\(filler)*00\r\n"
            try await stalled.setOption(.autoRead, value: true).get()
            stalled.read()
            #expect(await eventually { late.text.hasSuffix(last) })
            #expect(late.text.contains("bytes were lost here: this client read too slowly*"))
        }
    }

    @Test func `a client that does not read loses whole epochs and delays nobody`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0)]) { ports, service in
            let (stalled, late) = try await client(ports[0], autoRead: false)
            let (_, quick) = try await client(ports[0])
            #expect(await eventually { service.status.clients == 2 })
            let line = "$GPTXT," + String(repeating: "y", count: 1000) + "*00\r\n"
            var sent = 0
            // Far more than the sockets' buffers hold.
            while service.status.lostBytes == 0, sent < 200_000 {
                hub.publish((0..<20).map { _ in sentence(line, from: rover) })
                sent += 20
                #expect(await eventually { quick.bytes.withLock { $0.count } == sent * line.utf8.count })
            }
            #expect(service.status.lostBytes > 0)
            try await stalled.setOption(.autoRead, value: true).get()
            stalled.read()
            #expect(await eventually { late.bytes.withLock { $0.count } > 0 })
            let whole = late.text.split(separator: "\r\n", omittingEmptySubsequences: true)
            let isWhole = whole.dropLast().allSatisfy { $0 == line.dropLast() || $0.contains("bytes were lost here") }
            #expect(isWhole, "a sentence was cut")
            // Once it reads again it is told what it missed.
            let isTold = await eventually {
                hub.publish([sentence(line, from: rover)])
                return late.text.contains("bytes were lost here: this client read too slowly*")
            }
            #expect(isTold)
        }
    }

    @Test func `for a receiver that sends no sentences they are made, for another they are not`() {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 47), longitude: Angle(degrees: 15))
        var passage = Passage(followsActiveReceiver: true)
        func text(_ batch: [Observation]) -> String {
            let sentences = passage.take(batch)
            return String(decoding: sentences.stream.readableBytesView, as: UTF8.self)
        }
        #expect(text([observation(.fix(fix), rover)]).hasPrefix("$GPRMC,,A,4700.00000,N,01500.00000,E,"))
        let own = "$GNGGA,1*00\r\n"
        #expect(text([sentence(own, from: base), observation(.fix(fix), base)]) == own)
        #expect(text([observation(.fix(fix), base)]).isEmpty)
        // Only of the active one.
        _ = text([observation(.activeReceiver(ActiveReceiver(current: base, previous: nil, reason: "t")), .gateway)])
        #expect(text([observation(.fix(fix), rover)]).isEmpty)
        // What comes back after a loss may speak another language.
        _ = text([observation(.driverState(DriverStateReport(.lost, reason: "t")), base)])
        #expect(!text([observation(.fix(fix), base)]).isEmpty)
    }

    @Test func `satellites that come after their fix, and several fixes of a batch, are made into sentences`() throws {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 47), longitude: Angle(degrees: 15))
        let sky = SkyView(satellites: [Satellite(try #require(SatelliteID(.gps, 5)), isUsed: true)])
        var passage = Passage(followsActiveReceiver: true)
        func kinds(_ batch: [Observation]) -> [String] {
            let sentences = passage.take(batch)
            return String(decoding: sentences.stream.readableBytesView, as: UTF8.self)
                .split(separator: "\r\n").map { String($0.prefix(10)) }
        }
        #expect(kinds([observation(.fix(fix), rover)]).count == 2)
        #expect(kinds([observation(.satellites(sky), rover, at: 1)]) == ["$GPGSA,A,3", "$GPGSV,1,1"])
        #expect(kinds([observation(.satellites(sky), rover, at: 10)]) == ["$GPGSV,1,1"])
        // The fix of another receiver says nothing about it.
        #expect(kinds([observation(.satellites(sky), base, at: 1)]) == ["$GPGSV,1,1"])
        let two = [observation(.fix(fix), rover, at: 11), observation(.fix(fix), rover, at: 11)]
        #expect(kinds(two).count { $0.hasPrefix("$GPRMC") } == 2)
    }

    @Test func `sentences of a kind that the receiver sends beside its positions in UBX are not made as well`() throws {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.time = UTCTime(nanosecondsSince1970: 1_787_227_200_000_000_000)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 47), longitude: Angle(degrees: 15))
        let sky = SkyView(satellites: [Satellite(try #require(SatelliteID(.gps, 5)), isUsed: true)])
        var passage = Passage(followsActiveReceiver: true)
        let own = ["$GNGSA,A,3*00\r\n", "$GPGSV,1,1,00*79\r\n", "$GNZDA,1*00\r\n"]
        let sentences = passage.take(
            own.map { sentence($0, from: rover) } + [
                observation(.fix(fix), rover), observation(.satellites(sky), rover),
            ])
        let lines = String(decoding: sentences.stream.readableBytesView, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.map { $0.prefix(6) } == ["$GNGSA", "$GPGSV", "$GNZDA", "$GPRMC", "$GPGGA"])
    }

    @Test func `an address that this machine does not have yet ends nothing, even if it is the only one`() async throws
    {
        // TEST-NET-1: on no machine.
        let missing = NMEAEndpoint.tcp(host: "192.0.2.1", port: 0)
        try await serve([missing, .tcp(host: "127.0.0.1", port: 0)]) { ports, service in
            try #require(ports.count == 1)
            _ = try await client(ports[0])
            #expect(await eventually { service.status.clients == 1 })
        }
        try await serve([missing]) { ports, _ in #expect(ports.isEmpty) }
    }

    @Test func `a client too many is closed, and a port that is taken is named`() async throws {
        try await serve([.tcp(host: "127.0.0.1", port: 0)], { $0.maximumClients = 1 }) { ports, service in
            _ = try await client(ports[0])
            #expect(await eventually { service.status.clients == 1 })
            let (second, _) = try await client(ports[0])
            try await second.closeFuture.get()
            #expect(service.status.refused == 1)
            let taken = NMEAEndpoint.tcp(host: "127.0.0.1", port: UInt16(ports[0]))
            let other = NMEAService(
                NMEAConfiguration(endpoints: [taken]), hub: hub,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            await #expect(throws: NMEAServerError(taken, .inUse)) { try await other.run() }
        }
    }
}
