// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import NIOCore

/// Stops accepting clients for a while where the process is short of descriptors, or the system of memory. It stands first
/// in the pipeline of a server's channel.
///
/// Some descriptors are left for everything but clients: libdispatch ends the process where it cannot read the state of
/// its threads in `/proc`. Without the gate the event loop tries again at once, and takes a processor to fail; and a
/// server that Swift's concurrency reads from ends with the error.
public final class AcceptGate: ChannelDuplexHandler, RemovableChannelHandler {
    /// Clients that were accepted; they pass.
    public typealias InboundIn = any Channel
    /// Nothing is written to a server's channel.
    public typealias OutboundIn = Never

    /// How long no client is accepted.
    static let pause = TimeAmount.seconds(1)

    /// How many descriptors are left for everything but clients.
    static let reserve = 32
    /// How many clients a server takes at once, before it looks again how many descriptors are left.
    private static let clientsAtOnce: UInt = 4

    private let limit: ClientLimit
    private var isClosed = false

    /// - Parameter limit: counts how often it happens.
    public init(_ limit: ClientLimit) { self.limit = limit }

    /// Limits how many clients are taken at once.
    public func handlerAdded(context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.maxMessagesPerRead, value: Self.clientsAtOnce)
    }

    /// Closes the gate for a second where the error is a lack of descriptors or memory; other errors pass.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
            context.fireErrorCaught(error)
            return
        }
        close(context)
    }

    /// Passes while the gate is open, and closes it where few descriptors are left.
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

    /// Opening reads at once, without asking `read`: it needs descriptors, too.
    private func openLater(_ context: ChannelHandlerContext) {
        limit.noteExhaustion()
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            guard context.channel.isActive else { return }
            guard Self.hasDescriptors else { return openLater(context) }
            isClosed = false
            set(isOpen: true, context)
        }
    }

    /// A channel that is closed meanwhile has no options any more.
    private func set(isOpen: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: isOpen)
    }

    /// Whether a descriptor is free below the reserve: the system gives the lowest that is.
    private static var hasDescriptors: Bool {
        var most = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &most) == 0 else { return true }
        let probe = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard probe >= 0 else { return ![EMFILE, ENFILE, ENOMEM].contains(errno) }
        Glibc.close(probe)
        return UInt64(probe) + UInt64(reserve) < UInt64(most.rlim_cur)
    }
}
