// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Delays the end of a connection until the client has read the data: closes the writing side first, and the whole
/// connection once the client has closed its side or the time limit is reached.
///
/// At shutdown Hummingbird closes a connection right after the last chunk, which discards unsent data; and a client on
/// a UNIX socket whose peer is completely closed loses data that it has not read yet.
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    /// - Parameter limit: The longest time that a client may take to read the data.
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
