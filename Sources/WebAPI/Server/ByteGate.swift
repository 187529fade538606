// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Throws away what comes on a connection once it is closed. It stands before the decoder, which would keep without bound
/// what follows a request that it does not read beyond.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var isClosed = false

    /// From now on nothing passes.
    func close() { isClosed = true }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isClosed { context.fireChannelRead(data) }
    }
}
