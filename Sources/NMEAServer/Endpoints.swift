// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// The open sockets: those that accept clients, and those that send datagrams.
struct Endpoints {
    private var listeners: [any Channel] = []
    private(set) var senders: [DatagramSender] = []

    /// The TCP endpoints, with their actual ports.
    var listening: [NMEAEndpoint] {
        listeners.compactMap { channel in
            guard let address = channel.localAddress, let host = address.ipAddress, let port = address.port else {
                return nil
            }
            return .tcp(host: host, port: UInt16(clamping: port))
        }
    }

    /// Opens all endpoints or none: after an error, those already open are closed again.
    ///
    /// - Throws: `NMEAServerError` with the endpoint that could not be opened.
    static func open(
        _ endpoints: [NMEAEndpoint], for clients: NMEAClients, _ logger: Logger
    ) async throws(NMEAServerError) -> Endpoints {
        var opened = Endpoints()
        for endpoint in endpoints {
            do {
                switch endpoint {
                case .tcp(let host, let port):
                    opened.listeners.append(try await listen(host, port, for: clients))
                case .udp(let host, let port):
                    let sender = DatagramSender(host: host, port: port, logger)
                    opened.senders.append(sender)
                    try await sender.open()
                }
            } catch {
                await opened.close()
                throw NMEAServerError(error, endpoint)
            }
        }
        return opened
    }

    /// Sends datagrams to all UDP targets.
    func send(_ datagrams: [ByteBuffer], _ clients: NMEAClients) {
        for sender in senders {
            for datagram in datagrams { sender.send(datagram, clients) }
        }
    }

    /// Resolves the names of UDP targets periodically until the task is cancelled.
    func follow() async {
        await withTaskGroup { group in
            for sender in senders { group.addTask { await sender.follow() } }
        }
    }

    /// Closes all sockets.
    func close() async {
        for channel in listeners { try? await channel.close().get() }
        for sender in senders { await sender.close() }
    }

    private static func listen(_ host: String, _ port: UInt16, for clients: NMEAClients) async throws -> any Channel {
        let watermark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 64 << 10)
        var bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { [admission = clients.admission] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptGate(admission))
                }
            }
            .serverChannelOption(.backlog, value: 512)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A small buffer, so that the data read by a slow client is not old.
            .childChannelOption(.socketOption(.so_sndbuf), value: 64 << 10)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: watermark)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NMEAClientHandler(clients))
                }
            }
        for (option, value) in DeadPeers.options { bootstrap = bootstrap.childChannelOption(option, value: value) }
        if host.contains(":") {
            // IPv4 addresses are configured separately.
            let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only)
            bootstrap = bootstrap.serverChannelOption(option, value: 1)
        }
        return try await bootstrap.bind(host: host, port: Int(port)).get()
    }
}

extension NMEAServerError {
    fileprivate init(_ error: any Error, _ endpoint: NMEAEndpoint) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .addressInUse(endpoint)
        case EACCES, EPERM: self = .notPermitted(endpoint)
        case EADDRNOTAVAIL, EAFNOSUPPORT: self = .failed(endpoint, reason: "this machine has no such address")
        default: self = .failed(endpoint, reason: "\(error)")
        }
    }
}
