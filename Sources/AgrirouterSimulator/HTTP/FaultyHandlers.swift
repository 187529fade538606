// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Accepts all bytes and never answers: a TLS handshake that stalls.
final class StallHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

/// Answers the first bytes with a fatal TLS alert (RFC 8446, section 6.2: handshake_failure) and closes.
final class AlertHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var isDone = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        isDone = true
        let alert = context.channel.allocator.buffer(bytes: [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])
        let done = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(alert), promise: done)
        done.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
