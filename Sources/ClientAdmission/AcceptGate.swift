// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import NIOCore

/// Pauses the acceptance of clients if the process runs short of descriptors or the system of memory. Must be the first
/// handler in the pipeline of a server channel.
///
/// Some descriptors are reserved for other purposes, because libdispatch ends the process if it cannot read its
/// threads' state in `/proc`. Without the gate, the event loop would retry immediately and use a whole processor core,
/// and a server that is read with Swift concurrency would end with the error.
public final class AcceptGate: ChannelDuplexHandler, RemovableChannelHandler {
    /// Accepted clients, which are passed on.
    public typealias InboundIn = any Channel
    /// Nothing is written to a server channel.
    public typealias OutboundIn = Never

    /// The duration of a pause.
    static let pause = TimeAmount.seconds(1)

    /// The number of descriptors reserved for other purposes than clients.
    static let reserve = 32
    /// The number of clients that a server accepts before it checks the number of free descriptors again.
    private static let clientsAtOnce: UInt = 4

    private let limit: ClientLimit
    private var isClosed = false

    /// - Parameter limit: The limit that records each pause.
    public init(_ limit: ClientLimit) { self.limit = limit }

    /// Limits the number of clients accepted at once.
    public func handlerAdded(context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.maxMessagesPerRead, value: Self.clientsAtOnce)
    }

    /// Closes the gate for a second if the error is a lack of descriptors or memory; other errors are passed on.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
            context.fireErrorCaught(error)
            return
        }
        close(context)
    }

    /// Passes the call on while the gate is open, and closes the gate if few descriptors are free.
    public func read(context: ChannelHandlerContext) {
        guard !isClosed else { return }
        if Self.hasDescriptors { context.read() } else { close(context) }
    }

    private func close(_ context: ChannelHandlerContext) {
        guard !isClosed else { return }
        isClosed = true
        set(isOpen: false, context)
        openLater(context)
    }

    /// Opens the gate after the pause. Opening reads immediately without a call of `read`, so descriptors must be free
    /// by then.
    private func openLater(_ context: ChannelHandlerContext) {
        limit.noteExhaustion()
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            guard context.channel.isActive else { return }
            guard Self.hasDescriptors else { return openLater(context) }
            isClosed = false
            set(isOpen: true, context)
        }
    }

    /// Opens or closes the gate. Errors are ignored, because a channel that was closed in the meantime has no options.
    private func set(isOpen: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: isOpen)
    }

    /// True if enough descriptors are free: the system assigns the lowest free number, which must be below the reserve.
    private static var hasDescriptors: Bool {
        var most = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &most) == 0 else { return true }
        let probe = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard probe >= 0 else { return ![EMFILE, ENFILE, ENOMEM].contains(errno) }
        Glibc.close(probe)
        return UInt64(probe) + UInt64(reserve) < UInt64(most.rlim_cur)
    }
}
