// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A socket that datagrams leave from. A target that is named is looked up again from time to time: it may move, or may
/// not be known yet when the machine starts.
final class DatagramSender: Sendable {
    let host: String
    let port: UInt16
    private let logger: Logger
    /// Protects channel and target, which the look-up of the name sets and the sending reads.
    private let state = Mutex(State())

    private struct State {
        var channel: (any Channel)?
        var target: SocketAddress?
        var isClosed = false
        var wasTold = false
    }

    /// How long the address found for a name is used.
    private static let validity = Duration.seconds(60)
    /// How long until a name that was not found is looked up again.
    private static let pause = Duration.seconds(10)

    init(host: String, port: UInt16, _ logger: Logger) { (self.host, self.port, self.logger) = (host, port, logger) }

    /// Opens it; a name that cannot be resolved yet is looked up later.
    ///
    /// - Throws: where the system gives no socket.
    func open() async throws {
        guard let target = await lookUp() else { return }
        try await use(target)
    }

    /// Keeps the target of a name up to date until the task is cancelled.
    func follow() async {
        guard (try? SocketAddress(ipAddress: host, port: Int(port))) == nil else { return }
        while !Task.isCancelled {
            let isKnown = state.withLock { $0.target != nil }
            guard (try? await Task.sleep(for: isKnown ? Self.validity : Self.pause)) != nil else { break }
            guard let target = await lookUp() else { continue }
            try? await use(target)
        }
    }

    /// Sends; what cannot be sent is counted as refused.
    func send(_ datagram: ByteBuffer, _ clients: NMEAClients) {
        guard case (let channel?, let target?) = state.withLock({ ($0.channel, $0.target) }) else {
            clients.note(datagrams: 0, refused: 1)
            return
        }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { result in
            if case .failure = result {
                clients.note(datagrams: 0, refused: 1)
            } else {
                clients.note(datagrams: 1, refused: 0)
            }
        }
        channel.writeAndFlush(AddressedEnvelope(remoteAddress: target, data: datagram), promise: promise)
    }

    func close() async {
        let channel = state.withLock { state in
            state.isClosed = true
            return state.channel.take()
        }
        try? await channel?.close().get()
    }

    /// Where the name leads; on a thread of its own, since the system's resolver blocks.
    private func lookUp() async -> SocketAddress? {
        let (host, port) = (host, port)
        let found = try? await NIOThreadPool.singleton.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: Int(port))
        }
        let isNews = state.withLock { state in
            defer { state.wasTold = found == nil }
            return found == nil && !state.wasTold
        }
        if isNews {
            logger.warning(
                "NMEA out: udp://\(host):\(port): cannot resolve that name; trying again every 10 s")
        }
        return found
    }

    private func use(_ target: SocketAddress) async throws {
        let before = state.withLock { $0.target }
        guard target != before else { return }
        if target.protocol == before?.protocol {
            state.withLock { $0.target = target }
            return
        }
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_broadcast), value: 1)
            .bind(host: target.protocol == .inet6 ? "::" : "0.0.0.0", port: 0).get()
        let outdated = state.withLock { state in
            let outdated = state.isClosed ? channel : state.channel
            if !state.isClosed { (state.channel, state.target) = (channel, target) }
            return outdated
        }
        try? await outdated?.close().get()
    }
}
