// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Makes the end of a connection wait until the client has read what was written: the writing side is closed first, all
/// of it only once the client has closed too, or when the time is up.
///
/// At shutdown Hummingbird closes a connection right behind the last chunk, which drops what was not yet sent; and a
/// client on a UNIX socket whose peer is wholly closed loses what it had not yet read.
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    /// - Parameter limit: how long a client may take.
    init(limit: Duration) { self.limit = TimeAmount(limit) }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all else {
            context.close(mode: mode, promise: promise)
            return
        }
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        guard deadline == nil, context.channel.isActive else {
            if deadline == nil { context.close(mode: .all, promise: nil) }
            return
        }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
            context.close(mode: .all, promise: nil)
        }
        context.close(mode: .output, promise: nil)
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if deadline != nil, case .inputClosed = event as? ChannelEvent { context.close(mode: .all, promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }
}
