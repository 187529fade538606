// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Synchronization

/// The TCP clients of all ports.
final class Audience: Sendable {
    private let limit: Int
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var counters = NMEAStatus()
        var isClosed = false
    }

    init(limit: Int, logger: Logger) { (self.limit, self.logger) = (limit, logger) }

    var status: NMEAStatus {
        state.withLock { state in
            var status = state.counters
            status.clients = state.channels.count
            return status
        }
    }

    /// Takes a client; false where there are too many.
    func add(_ channel: any Channel) -> Bool {
        let isTaken = state.withLock { state in
            guard state.channels.count < limit, !state.isClosed else {
                state.counters.refused += 1
                return false
            }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
        if !isTaken { logger.notice("NMEA client refused: too many", metadata: ["limit": "\(limit)"]) }
        return isTaken
    }

    func remove(_ channel: any Channel) {
        state.withLock { $0.channels[ObjectIdentifier(channel)] = nil }
    }

    /// Sends to all that take it; what the others do not take is lost to them.
    func send(_ buffer: ByteBuffer) {
        let channels = state.withLock { Array($0.channels.values) }
        var lost = 0
        for channel in channels {
            if channel.isWritable {
                channel.writeAndFlush(buffer, promise: nil)
            } else {
                lost += buffer.readableBytes
            }
        }
        if lost > 0 { state.withLock { $0.counters.lostBytes += UInt64(lost) } }
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
            return Array(state.channels.values)
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
