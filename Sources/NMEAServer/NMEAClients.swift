// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import NIOCore
internal import NMEA
internal import Synchronization

/// The TCP clients of all ports.
final class NMEAClients: Sendable {
    let admission: ClientLimit
    /// Guards clients and counters. `status` acquires the lock of `admission` while holding this one; data is written
    /// to clients without holding it.
    private let state = Mutex(State())

    private struct State {
        var listeners: [ObjectIdentifier: Listener] = [:]
        var counters = NMEAStatus()
        var isClosed = false
    }

    init(_ admission: ClientLimit) { self.admission = admission }

    var status: NMEAStatus {
        state.withLock { state in
            var status = state.counters
            status.clients = state.listeners.count
            status.refused = admission.status.refused
            return status
        }
    }

    /// Adds a client. Returns nil if the server is closing or there are too many clients. The client is then closed; if
    /// there are too many clients, it first receives the reason.
    func add(_ channel: any Channel) -> Listener? {
        guard let slot = admission.slot(for: channel) else {
            admission.turnAway(channel, telling: Self.refusal(limit: admission.limit))
            return nil
        }
        let listener: Listener? = state.withLock { state in
            guard !state.isClosed else { return nil }
            let listener = Listener(channel, slot) { [self] lost in note(lost: lost) }
            state.listeners[ObjectIdentifier(channel)] = listener
            return listener
        }
        if listener == nil { channel.close(promise: nil) }
        return listener
    }

    private static func refusal(limit: Int) -> ByteBuffer {
        Listener.notice("too many clients: \(limit) are connected")
    }

    func remove(_ channel: any Channel) {
        state.withLock { $0.listeners[ObjectIdentifier(channel)] = nil }
    }

    /// Sends to all clients.
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

    /// Closes all clients, and accepts no further ones.
    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.channel.close(mode: .all, promise: nil) }
    }
}

/// One client. While its socket is not writable, the newest epochs are queued; the oldest are dropped, and the client
/// receives a notice about it.
final class Listener: Sendable {
    let channel: any Channel
    private let onLoss: @Sendable (Int) -> Void
    private let slot: ClientSlot
    /// Used only on the channel's event loop.
    private let waiting: NIOLoopBoundBox<Waiting>

    /// The maximum number of queued bytes; the newest epoch is always kept, even if it is larger.
    static let patience = 16 << 10

    private struct Waiting {
        var epochs = CircularBuffer<ByteBuffer>()
        var bytes = 0
        /// Bytes dropped since the last notice.
        var lost = 0
    }

    init(_ channel: any Channel, _ slot: ClientSlot, onLoss: @escaping @Sendable (Int) -> Void) {
        (self.channel, self.slot, self.onLoss) = (channel, slot, onLoss)
        waiting = .makeBoxSendingValue(Waiting(), eventLoop: channel.eventLoop)
    }

    /// Sends an epoch as soon as the socket is writable. May be called from any thread.
    func send(_ epoch: ByteBuffer) {
        channel.eventLoop.execute { [self] in
            waiting.value.epochs.append(epoch)
            waiting.value.bytes += epoch.readableBytes
            drain()
            while waiting.value.bytes > Self.patience, waiting.value.epochs.count > 1 { loseOldest() }
        }
    }

    /// Marks a client whose socket has not been writable for a long time as idle, so that its slot can be given to
    /// another client. On the event loop.
    func noteUse() {
        if channel.isWritable { slot.setBusy() } else { slot.setIdle(from: .now() + DeadPeers.patience) }
    }

    /// Marks a client that has closed its sending side as idle: it may be gone, which the system reports only after the
    /// next epoch is sent. On the event loop.
    func noteEndOfInput() { slot.setIdle(from: .now()) }

    /// Sends the queued epochs as far as the socket is writable, preceded by a notice of dropped bytes. On the event
    /// loop.
    func drain() {
        guard channel.isWritable, !waiting.value.epochs.isEmpty else { return }
        if waiting.value.lost > 0 {
            let words = "\(waiting.value.lost) bytes were lost here: this client read too slowly"
            channel.write(Self.notice(words), promise: nil)
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

    /// Returns a TXT sentence, which every program that reads NMEA ignores or displays.
    static func notice(_ words: String) -> ByteBuffer {
        var sentence = SentenceWriter(.gps, "TXT")
        for number in [1, 1, 1] { sentence.integer(number, digits: 2) }
        sentence.text(words)
        return ByteBuffer(bytes: sentence.finish())
    }
}

/// The end of one client's pipeline: reads and discards the data that the client sends. A client that closes only its
/// sending side keeps receiving.
final class NMEAClientHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let clients: NMEAClients
    private var listener: Listener?
    private var isInputClosed = false

    init(_ clients: NMEAClients) { self.clients = clients }

    func channelActive(context: ChannelHandlerContext) {
        listener = clients.add(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !isInputClosed { listener?.noteUse() }
        listener?.drain()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed = event as? ChannelEvent {
            isInputClosed = true
            listener?.noteEndOfInput()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ClientEviction else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        context.close(promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        listener = nil
        clients.remove(context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
