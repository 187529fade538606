// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import NIOCore

/// Stops accepting clients for a while where the system has no descriptor or memory left for one. It stands first in the
/// pipeline of a server's channel.
///
/// Without it the event loop tries again at once, and takes a processor to fail; and a server that Swift's concurrency
/// reads from ends with the error.
public final class AcceptGate: ChannelDuplexHandler, RemovableChannelHandler {
    /// Clients that were accepted; they pass.
    public typealias InboundIn = any Channel
    /// Nothing is written to a server's channel.
    public typealias OutboundIn = Never

    /// How long no client is accepted.
    static let pause = TimeAmount.seconds(1)

    private let limit: ClientLimit
    private var isClosed = false

    /// - Parameter limit: counts how often it happens.
    public init(_ limit: ClientLimit) { self.limit = limit }

    /// Closes the gate for a second where the error is a lack of descriptors or memory; other errors pass.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
            context.fireErrorCaught(error)
            return
        }
        guard !isClosed else { return }
        isClosed = true
        limit.noteExhaustion()
        set(isOpen: false, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            isClosed = false
            set(isOpen: true, context)
        }
    }

    /// Passes while the gate is open.
    public func read(context: ChannelHandlerContext) {
        if !isClosed { context.read() }
    }

    /// A channel that is closed meanwhile has no options any more.
    private func set(isOpen: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: isOpen)
    }
}
