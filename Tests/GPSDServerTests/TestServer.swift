// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import NIOCore
import NIOPosix
import ObservationBus
import Synchronization
import Testing

@testable import GPSDServer

/// A server on a free loopback port, with the hub that feeds it.
struct TestServer {
    let hub = ObservationHub()
    let devices: GPSDDeviceTable
    let service: GPSDService
    private let listening: AsyncStream<[ListenAddress]>

    static let rover = SourceID(rawValue: "rover")

    init(
        devices: [GPSDDevice] = [GPSDDevice(source: rover, path: "/dev/ttyACM0")],
        configure: (inout GPSDConfiguration) -> Void = { _ in }
    ) {
        var configuration = GPSDConfiguration()
        configuration.addresses = [ListenAddress(host: "127.0.0.1", port: 0)]
        configuration.release = "1.0"
        configure(&configuration)
        let (stream, continuation) = AsyncStream.makeStream(of: [ListenAddress].self)
        listening = stream
        self.devices = GPSDDeviceTable(devices)
        service = GPSDService(
            configuration: configuration, hub: hub, devices: self.devices,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { addresses, _ in continuation.yield(addresses) })
    }

    /// Runs the server while `body` runs.
    func run(_ body: (ListenAddress) async throws -> Void) async throws {
        try await runAll { addresses in try await body(try #require(addresses.first)) }
    }

    /// Runs the server while `body` runs, with all its addresses.
    func runAll(_ body: ([ListenAddress]) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let service = service
            group.addTask { try await service.run() }
            var addresses = listening.makeAsyncIterator()
            let bound = try #require(await addresses.next())
            try await body(bound)
            group.cancelAll()
        }
    }

    /// Where it listens, once it does.
    var firstAddress: ListenAddress? {
        get async {
            var addresses = listening.makeAsyncIterator()
            return await addresses.next()?.first
        }
    }

    /// Waits until the server has taken all that was published; it does while it has a client.
    func settle() async throws {
        try await poll { hub.status.consumers.allSatisfy { $0.pending == 0 } }
    }

    /// Publishes payloads as one batch of one source.
    func publish(_ payloads: [Payload], from source: SourceID = rover, at seconds: Int64 = 0) {
        let time = HostTime(
            monotonicNanoseconds: 1 + seconds * 1_000_000_000, wallNanoseconds: SampleEpoch.noon.nanosecondsSince1970)
        hub.publish(payloads.map { Observation(source: source, sequence: 1, hostTime: time, payload: $0) })
    }
}

/// A client that keeps all it reads.
final class TestClient: Sendable {
    let channel: any Channel

    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let onBytes: @Sendable (ByteBuffer) -> Void
        let onEnd: @Sendable () -> Void

        init(onBytes: @escaping @Sendable (ByteBuffer) -> Void, onEnd: @escaping @Sendable () -> Void) {
            (self.onBytes, self.onEnd) = (onBytes, onEnd)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { onBytes(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { onEnd() }
    }

    private final class Store: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let isOpen = Mutex(true)
    }

    private let store: Store

    /// Connects; with `reads` false it takes nothing from its socket until `startReading`.
    init(_ address: ListenAddress, reads: Bool = true) async throws {
        let store = Store()
        self.store = store
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Collector(
                            onBytes: { buffer in
                                store.bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
                            },
                            onEnd: { store.isOpen.withLock { $0 = false } }))
                }
            }
            .connect(host: address.host, port: Int(address.port)).get()
    }

    func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)).get() }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    func close() async throws { try await channel.close().get() }

    var isConnected: Bool { store.isOpen.withLock { $0 } }

    /// The whole lines read so far, without their ends.
    var lines: [String] {
        let bytes = store.bytes.withLock { $0 }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        lines.removeLast()
        return lines.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
    }

    /// Waits until that many lines are there that begin with `prefix`.
    func lines(_ count: Int, with prefix: String = "") async throws -> [String] {
        try await poll { lines.count { $0.hasPrefix(prefix) } >= count }
        return lines.filter { $0.hasPrefix(prefix) }
    }

    /// The last bytes read, as text.
    var tail: String { String(decoding: store.bytes.withLock { $0.suffix(8192) }, as: UTF8.self) }

    /// Waits until the server answers: what was asked before is answered then.
    func settle() async throws {
        // The greeting is one too, and may still be on its way.
        _ = try await lines(1, with: #"{"class":"VERSION""#)
        let before = lines.count { $0.hasPrefix(#"{"class":"VERSION""#) }
        try await send("?VERSION;")
        _ = try await lines(before + 1, with: #"{"class":"VERSION""#)
    }
}

/// Waits up to two minutes for something to come true.
func poll(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<24_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw TimedOut()
}

struct TimedOut: Error {}
