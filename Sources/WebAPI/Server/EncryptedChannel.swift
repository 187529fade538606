// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
internal import ServerTLS

/// A guarded HTTP/1.1 channel inside TLS. The limits of `RequestGuard` count from the connection, so they include the
/// handshake.
struct EncryptedChannel: ServerChildChannel {
    let inner: GuardedChannel
    let certificates: ServerCertificates

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let address = channel.localAddress?.ipAddress.flatMap(CertificateSubjects.address)
        if let context = certificates.current(for: address) { return setup(channel, context, logger) }
        // A renewal writes to the disk, and other connections of this event loop must not wait for it.
        return NIOThreadPool.singleton.runIfActive(eventLoop: channel.eventLoop) { [certificates] in
            certificates.renewed(for: address)
        }.flatMap { setup(channel, $0, logger) }
    }

    private func setup(
        _ channel: any Channel, _ context: NIOSSLContext, _ logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            let door = EncryptionDoor()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([door, NIOSSLServerHandler(context: context), HandshakeWatch(door)])
        }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await inner.handle(value: value, logger: logger)
    }
}

/// Answers clients that speak plain HTTP to an encrypted port with a readable text instead of a TLS alert. Closes a
/// connection immediately if its handshake is not complete, or if its client must make room. It is the first handler to
/// see data.
final class EncryptionDoor: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?
    private var hasBegun = false
    private var isClosed = false

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        if !hasBegun {
            hasBegun = true
            // A TLS record of a handshake begins with 22 (RFC 8446, section 5.1); an HTTP method is capital letters.
            if let first = unwrapInboundIn(data).getInteger(at: unwrapInboundIn(data).readerIndex, as: UInt8.self),
                (65...90).contains(first)
            {
                return refuse(context)
            }
        }
        context.fireChannelRead(data)
    }

    /// Closes the connection without TLS's closing exchange, which a client could delay.
    func closeNow(_ promise: EventLoopPromise<Void>?) {
        isClosed = true
        guard let context else {
            promise?.succeed()
            return
        }
        context.close(mode: .all, promise: promise)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isClosed = true
        let body = "this port speaks HTTPS: use a URL that begins with https://\n"
        let answer =
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n" + body
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        // Closing only the output lets the client read the text although more of its request may arrive.
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [self] in closeNow(nil) }
    }
}

/// Tells `EncryptionDoor` which connections to close immediately. It is the handler after TLS.
final class HandshakeWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let door: EncryptionDoor
    /// True before the end of the handshake, and after an eviction.
    private var closesNow = true

    init(_ door: EncryptionDoor) { self.door = door }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { closesNow = false }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ClientEviction else { return context.triggerUserOutboundEvent(event, promise: promise) }
        closesNow = true
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all, closesNow { return door.closeNow(promise) }
        context.close(mode: mode, promise: promise)
    }
}
