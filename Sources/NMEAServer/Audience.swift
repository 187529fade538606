// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import NMEA
internal import Synchronization

/// The TCP clients of all ports.
final class Audience: Sendable {
    private let limit: Int
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var clients: [ObjectIdentifier: Client] = [:]
        var counters = NMEAStatus()
        var isClosed = false
    }

    private struct Client {
        var channel: any Channel
        /// Bytes that it lost since it was told last.
        var lost = 0
    }

    init(limit: Int, logger: Logger) { (self.limit, self.logger) = (limit, logger) }

    var status: NMEAStatus {
        state.withLock { state in
            var status = state.counters
            status.clients = state.clients.count
            return status
        }
    }

    /// Takes a client; false where there are too many.
    func add(_ channel: any Channel) -> Bool {
        let isTaken = state.withLock { state in
            guard state.clients.count < limit, !state.isClosed else {
                state.counters.refused += 1
                return false
            }
            state.clients[ObjectIdentifier(channel)] = Client(channel: channel)
            return true
        }
        if !isTaken { logger.notice("NMEA client refused: too many", metadata: ["limit": "\(limit)"]) }
        return isTaken
    }

    func remove(_ channel: any Channel) {
        state.withLock { $0.clients[ObjectIdentifier(channel)] = nil }
    }

    /// Sends to all that take it; what the others do not take is lost to them, and they are told when they read again.
    func send(_ buffer: ByteBuffer) {
        let takers = state.withLock { state in
            var takers: [Client] = []
            for (id, client) in state.clients {
                if client.channel.isWritable {
                    takers.append(client)
                    state.clients[id]?.lost = 0
                } else {
                    state.clients[id]?.lost += buffer.readableBytes
                    state.counters.lostBytes += UInt64(buffer.readableBytes)
                }
            }
            return takers
        }
        for client in takers {
            if client.lost > 0 { client.channel.write(Self.notice(of: client.lost), promise: nil) }
            client.channel.writeAndFlush(buffer, promise: nil)
        }
    }

    /// A sentence of text, which every program that reads NMEA passes over or shows.
    private static func notice(of lost: Int) -> ByteBuffer {
        var sentence = SentenceWriter(.gps, "TXT")
        for number in [1, 1, 1] { sentence.integer(number, digits: 2) }
        sentence.text("\(lost) bytes were lost here: this client read too slowly")
        return ByteBuffer(bytes: sentence.finish())
    }

    /// Counts datagrams.
    func note(datagrams: Int, refused: Int) {
        state.withLock { state in
            state.counters.datagrams += UInt64(datagrams)
            state.counters.refusedDatagrams += UInt64(refused)
        }
    }

    /// Closes all clients, and takes none any more.
    func close() {
        let channels = state.withLock { state in
            state.isClosed = true
            return state.clients.values.map(\.channel)
        }
        for channel in channels { channel.close(mode: .all, promise: nil) }
    }
}

/// One client: reads what it sends and throws it away.
final class AudienceHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let audience: Audience

    init(_ audience: Audience) { self.audience = audience }

    func channelActive(context: ChannelHandlerContext) {
        if !audience.add(context.channel) { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelInactive(context: ChannelHandlerContext) { audience.remove(context.channel) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
