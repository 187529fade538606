// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// The sockets that accept clients.
struct Listeners {
    private var channels: [any Channel] = []

    /// The size of a client's socket buffer in the system; it is small, so that a slow client does not read old data.
    private static let sendBuffer: SocketOptionValue = 128 << 10

    /// The addresses of the sockets, with the actual ports.
    var addresses: [ListenAddress] {
        channels.compactMap { channel in
            guard let address = channel.localAddress, let host = address.ipAddress, let port = address.port else {
                return nil
            }
            return ListenAddress(host: host, port: UInt16(clamping: port))
        }
    }

    /// Opens all addresses. Addresses that do not exist on this machine are skipped, provided that another one works.
    ///
    /// - Throws: `GPSDServerError` if an address cannot be opened for another reason, or if none of them exists.
    static func open(
        _ addresses: [ListenAddress], for switchboard: Switchboard, _ logger: Logger
    ) async throws(GPSDServerError) -> Listeners {
        var listeners = Listeners()
        for address in addresses {
            do {
                listeners.channels.append(try await listen(on: address, for: switchboard))
                logger.info("gpsd server listens", metadata: ["address": "\(address)"])
            } catch {
                guard case .noAddressAvailable = error else {
                    await listeners.close()
                    throw error
                }
                logger.notice(
                    "gpsd server: skipped an address that this machine does not have",
                    metadata: ["address": "\(address)"])
            }
        }
        guard !listeners.channels.isEmpty else { throw .noAddressAvailable(addresses) }
        return listeners
    }

    /// Closes all sockets.
    func close() async {
        for channel in channels { try? await channel.close().get() }
    }

    private static func listen(
        on address: ListenAddress, for switchboard: Switchboard
    ) async throws(GPSDServerError) -> any Channel {
        let watermark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 64 << 10)
        var bootstrap = ServerBootstrap(group: switchboard.eventLoop)
            .serverChannelInitializer { [admission = switchboard.admission] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptGate(admission))
                }
            }
            .serverChannelOption(.backlog, value: 512)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.so_sndbuf), value: sendBuffer)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: watermark)
            // Requests are short, and a client may only send more of them after it has read the answers.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 2048))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ClientHandler(switchboard))
                }
            }
        for (option, value) in DeadPeers.options { bootstrap = bootstrap.childChannelOption(option, value: value) }
        if address.host.contains(":") {
            // IPv4 addresses are configured separately.
            let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only)
            bootstrap = bootstrap.serverChannelOption(option, value: 1)
        }
        do {
            return try await bootstrap.bind(host: address.host, port: Int(address.port)).get()
        } catch {
            throw GPSDServerError(error, address)
        }
    }
}

extension GPSDServerError {
    fileprivate init(_ error: any Error, _ address: ListenAddress) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .addressInUse(address)
        case EACCES, EPERM: self = .notPermitted(address)
        case EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT: self = .noAddressAvailable([address])
        default: self = .cannotListen(address, reason: "\(error)")
        }
    }
}
