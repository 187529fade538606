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
        var listeners: [ObjectIdentifier: Listener] = [:]
        var counters = NMEAStatus()
        var isClosed = false
    }

    init(limit: Int, logger: Logger) { (self.limit, self.logger) = (limit, logger) }

    var status: NMEAStatus {
        state.withLock { state in
            var status = state.counters
            status.clients = state.listeners.count
            return status
        }
    }

    /// Takes a client; nil where there are too many.
    func add(_ channel: any Channel) -> Listener? {
        let listener: Listener? = state.withLock { state in
            guard state.listeners.count < limit, !state.isClosed else {
                state.counters.refused += 1
                return nil
            }
            let listener = Listener(channel) { [self] lost in note(lost: lost) }
            state.listeners[ObjectIdentifier(channel)] = listener
            return listener
        }
        if listener == nil { logger.notice("NMEA client refused: too many", metadata: ["limit": "\(limit)"]) }
        return listener
    }

    func remove(_ channel: any Channel) {
        state.withLock { $0.listeners[ObjectIdentifier(channel)] = nil }
    }

    /// Sends to all.
    func send(_ buffer: ByteBuffer) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.send(buffer) }
    }

    private func note(lost bytes: Int) {
        state.withLock { $0.counters.lostBytes += UInt64(bytes) }
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
        let listeners = state.withLock { state in
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.channel.close(mode: .all, promise: nil) }
    }
}

/// One client. While its socket takes nothing the newest epochs wait for it; the oldest are lost, and it is told.
final class Listener: Sendable {
    let channel: any Channel
    private let onLoss: @Sendable (Int) -> Void
    /// Belongs to the channel's event loop.
    private let waiting: NIOLoopBoundBox<Waiting>

    /// So many bytes wait at most; the newest epoch always does.
    static let patience = 16 << 10

    private struct Waiting {
        var epochs = CircularBuffer<ByteBuffer>()
        var bytes = 0
        /// Bytes that it lost since it was told last.
        var lost = 0
    }

    init(_ channel: any Channel, onLoss: @escaping @Sendable (Int) -> Void) {
        (self.channel, self.onLoss) = (channel, onLoss)
        waiting = .makeBoxSendingValue(Waiting(), eventLoop: channel.eventLoop)
    }

    /// Sends an epoch as soon as the socket takes it. From any thread.
    func send(_ epoch: ByteBuffer) {
        channel.eventLoop.execute { [self] in
            waiting.value.epochs.append(epoch)
            waiting.value.bytes += epoch.readableBytes
            drain()
            while waiting.value.bytes > Self.patience, waiting.value.epochs.count > 1 { loseOldest() }
        }
    }

    /// The socket takes more: what waits is sent, and before it what was lost is told. On the event loop.
    func drain() {
        guard channel.isWritable, !waiting.value.epochs.isEmpty else { return }
        if waiting.value.lost > 0 {
            channel.write(Self.notice(of: waiting.value.lost), promise: nil)
            waiting.value.lost = 0
        }
        while channel.isWritable, let epoch = waiting.value.epochs.popFirst() {
            waiting.value.bytes -= epoch.readableBytes
            channel.write(epoch, promise: nil)
        }
        channel.flush()
    }

    private func loseOldest() {
        guard let oldest = waiting.value.epochs.popFirst() else { return }
        waiting.value.bytes -= oldest.readableBytes
        waiting.value.lost += oldest.readableBytes
        onLoss(oldest.readableBytes)
    }

    /// A sentence of text, which every program that reads NMEA passes over or shows.
    private static func notice(of lost: Int) -> ByteBuffer {
        var sentence = SentenceWriter(.gps, "TXT")
        for number in [1, 1, 1] { sentence.integer(number, digits: 2) }
        sentence.text("\(lost) bytes were lost here: this client read too slowly")
        return ByteBuffer(bytes: sentence.finish())
    }
}

/// One client's end of the pipeline: reads what it sends and throws it away.
final class AudienceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let audience: Audience
    private var listener: Listener?

    init(_ audience: Audience) { self.audience = audience }

    func channelActive(context: ChannelHandlerContext) {
        listener = audience.add(context.channel)
        if listener == nil { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelWritabilityChanged(context: ChannelHandlerContext) { listener?.drain() }

    func channelInactive(context: ChannelHandlerContext) {
        listener = nil
        audience.remove(context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
