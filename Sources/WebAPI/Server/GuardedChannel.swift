// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import ServerTLS

/// Hummingbird's HTTP/1.1 channel with a `ByteGate` before its decoder and a `RequestGuard` after it. Clients that have
/// disappeared are disconnected.
struct GuardedChannel: ServerChildChannel {
    let channel: HTTP1Channel
    let limits: RouteLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let limits = limits
        return self.channel.setup(channel: channel, logger: logger).flatMapThrowing { value in
            try DeadPeers.watch(channel)
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let gate = ByteGate()
            try pipeline.addHandler(gate, position: .before(decoder))
            try pipeline.addHandler(RequestGuard(limits.connections, limits.timing, gate), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await channel.handle(value: value, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// An HTTP/1.1 server with limits.
    ///
    /// - Parameters:
    ///   - lingering: The longest time that a client may take to read the rest of a response after the connection is
    ///     closed.
    ///   - certificates: For HTTPS; nil for plain HTTP.
    static func guarded(
        _ limits: RouteLimits, lingering: Duration, certificates: ServerCertificates? = nil
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let plain = GuardedChannel(
                channel: HTTP1Channel(
                    responder: responder,
                    configuration: HTTP1Channel.Configuration(
                        additionalChannelHandlers: [LingeringClose(limit: lingering)],
                        // The headers for this server are short, but a browser also sends the cookies of other services
                        // on the same machine.
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
                limits: limits)
            return certificates.map { EncryptedChannel(inner: plain, certificates: $0) } ?? plain
        }
    }
}
