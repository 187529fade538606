// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Discards the data that a connection receives after the gate was closed. The gate is before the decoder, which would
/// buffer without limit the data after a request that is not read to the end.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var isClosed = false

    /// Discards everything from now on.
    func close() { isClosed = true }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isClosed { context.fireChannelRead(data) }
    }
}
