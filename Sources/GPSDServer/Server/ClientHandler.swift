// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import NIOCore

/// Forwards the events of a client's channel to the switchboard, which runs on the same event loop.
///
/// Requests are read only while the client reads the answers. Otherwise, a client that reads nothing would keep the
/// event loop, which all clients share, busy writing answers that are discarded.
final class ClientHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let switchboard: Switchboard
    private var id: Int?
    /// True if reading is suspended until the client has read its answers.
    private var isReadHeld = false

    init(_ switchboard: Switchboard) { self.switchboard = switchboard }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        id = switchboard.locked { $0.connect(channel) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard let id else { return }
        self.id = nil
        switchboard.locked { $0.disconnect(id) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let id else { return }
        let bytes = unwrapInboundIn(data)
        switchboard.locked { $0.receive(bytes, from: id) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard let id else { return }
        let isReady = switchboard.locked { $0.drain(id) }
        guard isReady, isReadHeld else { return }
        isReadHeld = false
        context.read()
    }

    func read(context: ChannelHandlerContext) {
        let isReady = id.map { id in switchboard.locked { $0.isReady(id) } } ?? true
        isReadHeld = !isReady
        if isReady { context.read() }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ClientEviction, let id else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        self.id = nil
        switchboard.locked { $0.evict(id) }
        promise?.succeed()
    }

    /// Closes the client, because an error of its connection is not an error of the server.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
