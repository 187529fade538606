// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import NIOCore
import NIOEmbedded
import NIOTLS
import Testing

@testable import WebAPI

struct HandshakeWatchTests {
    /// Stands for TLS, which waits for the client before it closes.
    private final class PatientTLS: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {}
    }

    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `only after the handshake, and unless it must make room, a connection ends as TLS demands`(
        isComplete: Bool, isEvicted: Bool
    ) throws {
        let channel = EmbeddedChannel()
        let door = EncryptionDoor()
        try channel.pipeline.syncOperations.addHandlers([door, PatientTLS(), HandshakeWatch(door)])
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        if isComplete {
            channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        }
        if isEvicted { channel.triggerUserOutboundEvent(ClientEviction(), promise: nil) }
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(channel.isActive == (isComplete && !isEvicted))
    }
}
