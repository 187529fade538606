// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import SystemSupport

/// A socket that sends datagrams to a target. A target given by name is resolved again periodically: its address may
/// change, or may not be known yet when the machine starts. A socket that an error has closed is opened again.
final class DatagramSender: Sendable {
    let host: String
    let port: UInt16
    private let logger: Logger
    /// Guards the socket, its target, and what happened to the datagrams. It is used by name resolution, by the sender,
    /// and on the socket's event loop.
    private let state = Mutex(State())

    private struct State {
        var channel: (any Channel)?
        var target: SocketAddress?
        var isClosed = false
        var wasTold = false
        /// The number of datagrams that the system has neither accepted nor refused yet.
        var waiting = 0
        /// The earliest time at which the socket may be opened again.
        var nextAttempt = NIODeadline.distantPast
        /// True from a warning until a datagram is sent.
        var isLost = false
        /// The earliest time of the next warning.
        var nextWarning = NIODeadline.distantPast
    }

    /// The time for which a resolved address is used.
    private static let validity = Duration.seconds(60)
    /// The time to wait before a name that could not be resolved is tried again.
    private static let pause = Duration.seconds(10)
    /// The shortest time between two attempts to open the socket again.
    private static let reopenPause = TimeAmount.seconds(1)
    /// The shortest time between two warnings, so that a network that comes and goes does not fill the log.
    private static let warningPause = TimeAmount.seconds(60)
    /// The largest number of datagrams that wait while the system accepts none.
    private static let waitingLimit = 128

    init(host: String, port: UInt16, _ logger: Logger) { (self.host, self.port, self.logger) = (host, port, logger) }

    private var endpoint: NMEAEndpoint { .udp(host: host, port: port) }

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
        let way = state.withLock { state -> (channel: any Channel, target: SocketAddress)? in
            guard let channel = state.channel, let target = state.target, state.waiting < Self.waitingLimit else {
                return nil
            }
            state.waiting += 1
            return (channel, target)
        }
        guard let way else {
            clients.note(datagrams: 0, refused: 1)
            return
        }
        let promise = way.channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { [self] result in
            state.withLock { $0.waiting -= 1 }
            switch result {
            case .success:
                clients.note(datagrams: 1, refused: 0)
                noteSuccess()
            case .failure(let error):
                clients.note(datagrams: 0, refused: 1)
                warn(error)
                reopen()
            }
        }
        way.channel.writeAndFlush(AddressedEnvelope(remoteAddress: way.target, data: datagram), promise: promise)
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

    /// Sends to an address from now on.
    ///
    /// - Throws: The system's error if no socket can be opened.
    func use(_ target: SocketAddress) async throws {
        let before = state.withLock { $0.target }
        guard target != before else { return }
        if target.protocol == before?.protocol {
            state.withLock { $0.target = target }
            return
        }
        let channel = try await Self.openSocket(to: target).get()
        let outdated = state.withLock { state in
            let outdated = state.isClosed ? channel : state.channel
            if !state.isClosed { (state.channel, state.target) = (channel, target) }
            return outdated
        }
        try? await outdated?.close().get()
    }

    private static func openSocket(to target: SocketAddress) -> EventLoopFuture<any Channel> {
        DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_broadcast), value: 1)
            .bind(host: target.protocol == .inet6 ? "::" : "0.0.0.0", port: 0)
    }

    /// Opens the socket again if an error has closed it, at most once a second. SwiftNIO closes a socket after most errors
    /// of sending, for example if there is no route to the target.
    private func reopen() {
        let closed = state.withLock { state -> (channel: any Channel, target: SocketAddress)? in
            let now = NIODeadline.now()
            guard let channel = state.channel, let target = state.target, !channel.isActive, state.nextAttempt <= now
            else { return nil }
            state.nextAttempt = now + Self.reopenPause
            return (channel, target)
        }
        guard let closed else { return }
        Self.openSocket(to: closed.target).whenComplete { [self] result in
            switch result {
            case .success(let channel):
                let isUsed = state.withLock { state in
                    guard state.channel === closed.channel else { return false }
                    state.channel = channel
                    return true
                }
                if !isUsed { channel.close(promise: nil) }
            case .failure(let error): warn(error)
            }
        }
    }

    /// Logs an error if it is the first one since a datagram was sent.
    private func warn(_ error: any Error) {
        // The error that closed the socket is logged; this one is its consequence.
        guard (error as? ChannelError) != .ioOnClosedChannel else { return }
        let isNews = state.withLock { state in
            let now = NIODeadline.now()
            guard !state.isClosed, !state.isLost, state.nextWarning <= now else { return false }
            (state.isLost, state.nextWarning) = (true, now + Self.warningPause)
            return true
        }
        guard isNews else { return }
        let reason = (error as? IOError).map { SystemError.text(of: $0.errnoCode) } ?? "\(error)"
        logger.warning("NMEA out: \(endpoint): cannot send: \(reason); trying again")
    }

    private func noteSuccess() {
        let isNews = state.withLock { state in
            defer { state.isLost = false }
            return state.isLost
        }
        if isNews { logger.notice("NMEA out: \(endpoint): sending again") }
    }
}
