// SPDX-License-Identifier: Apache-2.0

public import NIOCore
public import NIOPosix

extension ServerBootstrap {
    /// Listens on an address with the settings that the servers without HTTP share: the gate, and small
    /// buffers, so that a slow client does not read old data.
    ///
    /// - Parameters:
    ///   - address: The address with the TCP port; port 0 for any free one.
    ///   - limit: The limit of the server's clients.
    ///   - sendBuffer: The size of a client's socket buffer in the system, in bytes.
    /// - Returns: The channel that accepts clients.
    public func listen(
        on address: SocketAddress, _ limit: ClientLimit, sendBuffer: SocketOptionValue
    ) -> EventLoopFuture<any Channel> {
        let watermark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 64 << 10)
        var bootstrap = serverChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(AcceptGate(limit))
            }
        }
        .serverChannelOption(.backlog, value: 512)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.socketOption(.so_sndbuf), value: sendBuffer)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.writeBufferWaterMark, value: watermark)
        if address.protocol == .inet6 {
            // IPv4 addresses are configured separately.
            let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only)
            bootstrap = bootstrap.serverChannelOption(option, value: 1)
        }
        return bootstrap.bind(to: address)
    }
}
