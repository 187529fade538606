// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix

/// The open sockets: those that wait for clients, and those that datagrams leave from.
struct Endpoints {
    private var listeners: [any Channel] = []
    private var senders: [(channel: any Channel, target: SocketAddress)] = []

    /// The TCP endpoints, with their real ports.
    var listening: [NMEAEndpoint] {
        listeners.compactMap { channel in
            guard let address = channel.localAddress, let host = address.ipAddress, let port = address.port else {
                return nil
            }
            return .tcp(host: host, port: UInt16(clamping: port))
        }
    }

    /// Opens them all.
    static func open(
        _ endpoints: [NMEAEndpoint], for audience: Audience
    ) async throws(NMEAServerError) -> Endpoints {
        var opened = Endpoints()
        for endpoint in endpoints {
            do {
                switch endpoint {
                case .tcp(let host, let port):
                    opened.listeners.append(try await listen(host, port, for: audience))
                case .udp(let host, let port):
                    opened.senders.append(try await sender(to: host, port))
                }
            } catch {
                await opened.close()
                throw NMEAServerError(error, endpoint)
            }
        }
        return opened
    }

    /// Sends datagrams to all that are to have them.
    func send(_ datagrams: [ByteBuffer], _ audience: Audience) {
        for sender in senders {
            for datagram in datagrams {
                let promise = sender.channel.eventLoop.makePromise(of: Void.self)
                promise.futureResult.whenComplete { result in
                    if case .failure = result {
                        audience.note(datagrams: 0, refused: 1)
                    } else {
                        audience.note(datagrams: 1, refused: 0)
                    }
                }
                let envelope = AddressedEnvelope(remoteAddress: sender.target, data: datagram)
                sender.channel.writeAndFlush(envelope, promise: promise)
            }
        }
    }

    /// Closes them.
    func close() async {
        for channel in listeners + senders.map(\.channel) { try? await channel.close().get() }
    }

    private static func listen(_ host: String, _ port: UInt16, for audience: Audience) async throws -> any Channel {
        let watermark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 64 << 10)
        var bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            // Small, so that what a slow client reads is not old.
            .childChannelOption(.socketOption(.so_sndbuf), value: 64 << 10)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: watermark)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AudienceHandler(audience))
                }
            }
        if host.contains(":") {
            // IPv4 has addresses of its own in the configuration.
            let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only)
            bootstrap = bootstrap.serverChannelOption(option, value: 1)
        }
        return try await bootstrap.bind(host: host, port: Int(port)).get()
    }

    private static func sender(
        to host: String, _ port: UInt16
    ) async throws -> (channel: any Channel, target: SocketAddress) {
        let target = try SocketAddress.makeAddressResolvingHost(host, port: Int(port))
        let own = target.protocol == .inet6 ? "::" : "0.0.0.0"
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_broadcast), value: 1)
            .bind(host: own, port: 0).get()
        return (channel, target)
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
