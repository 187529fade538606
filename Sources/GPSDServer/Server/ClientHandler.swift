// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Hands what happens on a client's channel to the switchboard, which lives on the same event loop.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let switchboard: Switchboard
    private var id: Int?

    init(_ switchboard: Switchboard) { self.switchboard = switchboard }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        id = switchboard.assumeIsolated { $0.connect(channel) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard let id else { return }
        self.id = nil
        switchboard.assumeIsolated { $0.disconnect(id) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let id else { return }
        let bytes = unwrapInboundIn(data)
        switchboard.assumeIsolated { $0.receive(bytes, from: id) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard let id else { return }
        switchboard.assumeIsolated { $0.drain(id) }
    }

    /// A client that is gone is no error of ours: it is closed, which ends it.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
