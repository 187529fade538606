// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A socket that sends datagrams to a target. A target given by name is resolved again periodically: its address may
/// change, or may not be known yet when the machine starts.
final class DatagramSender: Sendable {
    let host: String
    let port: UInt16
    private let logger: Logger
    /// Guards channel and target, which are set by name resolution and read when sending.
    private let state = Mutex(State())

    private struct State {
        var channel: (any Channel)?
        var target: SocketAddress?
        var isClosed = false
        var wasTold = false
    }

    /// The time for which a resolved address is used.
    private static let validity = Duration.seconds(60)
    /// The time to wait before a name that could not be resolved is tried again.
    private static let pause = Duration.seconds(10)

    init(host: String, port: UInt16, _ logger: Logger) { (self.host, self.port, self.logger) = (host, port, logger) }

    /// The address of a target that is not given by name.
    private var numericTarget: SocketAddress? { try? SocketAddress(ipAddress: host, port: Int(port)) }

    /// Opens the socket to a numeric address. `follow` does so for a name, because the start must not wait for a name
    /// server.
    ///
    /// - Throws: The system's error if no socket can be opened.
    func open() async throws {
        guard let target = numericTarget else { return }
        try await use(target)
    }

    /// Resolves the name of the target at once and then periodically, until the task is cancelled. Does not wait for the
    /// name server after that.
    func follow() async {
        guard numericTarget == nil else { return }
        while !Task.isCancelled {
            if let target = await lookUp() { try? await use(target) }
            let isKnown = state.withLock { $0.target != nil }
            guard (try? await Task.sleep(for: isKnown ? Self.validity : Self.pause)) != nil else { break }
        }
    }

    /// Sends a datagram, and counts it as refused if the system does not accept it.
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

    /// Resolves the name; nil if that fails or the task is cancelled.
    private func lookUp() async -> SocketAddress? {
        let found = try? await HostLookup.address(of: host, port: Int(port))
        if Task.isCancelled { return nil }
        let isNews = state.withLock { state in
            defer { state.wasTold = found == nil }
            return found == nil && !state.wasTold
        }
        if isNews {
            logger.warning(
                "NMEA out: udp://\(host):\(port): cannot resolve the host name; trying again every 10 s")
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
