// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import ClientAdmission
@testable import GPSDServer

@Suite(.timeLimit(.minutes(5))) struct DeadPeerTests {
    /// Sends more than the buffers of a connection hold.
    private final class Flood: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelActive(context: ChannelHandlerContext) {
            let bytes = ByteBuffer(repeating: 0x2E, count: 32 << 20)
            context.write(wrapOutboundOut(bytes), promise: nil)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "END")), promise: nil)
        }
    }

    private static func server(_ prepare: @escaping @Sendable (any Channel) throws -> Void) async throws -> any Channel
    {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try prepare(channel) } }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    private static func address(_ server: any Channel) throws -> ListenAddress {
        ListenAddress(host: "127.0.0.1", port: UInt16(try #require(server.localAddress?.port)))
    }

    @Test func `a client that exists and reads nothing stays connected`() async throws {
        let server = try await Self.server { channel in
            try channel.pipeline.syncOperations.addHandlers([
                DeadPeerWatch(interval: .milliseconds(20), limit: 300), Flood(),
            ])
        }
        let client = try await TestClient(try Self.address(server), reads: false)
        // Time for many checks, and for probes of the closed window.
        try await Task.sleep(for: .seconds(3))
        #expect(client.isConnected)
        try await client.startReading()
        try await poll { client.tail.hasSuffix("END") }
        try await server.close()
    }

    @Test func `the system checks whether idle clients exist`() async throws {
        let accepted = Mutex<(any Channel)?>(nil)
        let server = try await Self.server { channel in
            try DeadPeers.watch(channel)
            accepted.withLock { $0 = channel }
        }
        let client = try await TestClient(try Self.address(server))
        try await poll { accepted.withLock { $0 != nil } }
        let channel = try #require(accepted.withLock { $0 })
        for (option, value) in DeadPeers.options {
            let actual = try await channel.getOption(option).get()
            // The system states a switch that is on as any number other than 0.
            #expect(value == 1 ? actual != 0 : actual == value, "\(option)")
        }
        try await client.close()
        try await server.close()
    }
}
