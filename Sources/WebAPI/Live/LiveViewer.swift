// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization
internal import Translations

/// A viewer of the live stream, with the values that wait to be sent to it.
///
/// Only the newest value of each topic waits: a slow viewer gets fewer values, but never outdated ones, and needs
/// little memory. Up to 64 events wait in their order.
final class LiveViewer: Sendable {
    /// The maximum number of events that wait for a slow viewer; beyond it, the oldest are dropped.
    static let eventBound = 64
    /// A viewer whose connection accepts no data for this time is disconnected.
    static let patience = Duration.seconds(30)
    /// The size of the socket's send buffer in bytes, which the system doubles, and the limits for data that wait in
    /// the connection. By default the system buffers megabytes for a viewer on the same machine, which would then see
    /// values that are minutes old.
    private static let systemBuffer = 16 << 10
    private static let connectionBuffer = ChannelOptions.Types.WriteBufferWaterMark(low: 4 << 10, high: 8 << 10)

    private struct State {
        var slots: [(topic: LiveRequest.Topic, text: ByteBuffer)] = []
        /// The value last offered for each topic: its version, when that was, and the time of its data.
        var offered:
            [LiveRequest.Topic: (version: UInt64, time: ContinuousClock.Instant, made: ContinuousClock.Instant)] = [:]
        var events: [ByteBuffer] = []
        var missed: UInt64 = 0
        var skipped: UInt64 = 0
        var beat: ByteBuffer?
        /// The time since which the connection has accepted no data; nil if it accepts data.
        var stalled: ContinuousClock.Instant?
        var isOver = false
    }

    let request: LiveRequest
    let language: MessageLanguage
    /// Written to directly, once the head of the response has been sent.
    private let channel: any Channel
    /// Ends when the stream ends; yields no values.
    let end: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation
    /// Protects the waiting data, which the feed adds and the connection's event loop takes.
    private let state = Mutex(State())

    init(_ request: LiveRequest, _ language: MessageLanguage, _ channel: any Channel) {
        (self.request, self.language, self.channel) = (request, language, channel)
        (end, continuation) = AsyncStream.makeStream()
    }

    // MARK: The queue

    /// Offers the newest value of a topic, which replaces a waiting one. The value is ignored if the viewer already has
    /// it, or if it comes too early for the viewer's rate.
    ///
    /// - Parameters:
    ///   - version: The value's number; different for each value.
    ///   - made: The time of the data; nil for now.
    ///   - clock: The current time.
    ///   - rate: The rate that the viewer requested, in hertz.
    /// - Returns: True if the value waits to be sent.
    func offer(
        _ text: ByteBuffer, of topic: LiveRequest.Topic, version: UInt64, made: ContinuousClock.Instant? = nil,
        at clock: ContinuousClock.Instant, rate: Double
    ) -> Bool {
        state.withLock { state in
            if let last = state.offered[topic] {
                // Tolerates values that arrive up to 20 % early.
                guard last.version != version, clock - last.time >= .seconds(0.8 / rate) else { return false }
            }
            state.offered[topic] = (version, clock, made ?? clock)
            if let index = state.slots.firstIndex(where: { $0.topic == topic }) {
                state.slots[index].text = text
                state.skipped += 1
            } else {
                state.slots.append((topic, text))
            }
            return true
        }
    }

    /// The time of the data of the value last offered for a topic, which may be older than the newest value; nil if none
    /// was offered.
    func made(_ topic: LiveRequest.Topic) -> ContinuousClock.Instant? { state.withLock { $0.offered[topic]?.made } }

    func offer(event text: ByteBuffer) {
        state.withLock { state in
            if state.events.count >= Self.eventBound {
                state.events.removeFirst()
                state.missed += 1
            }
            state.events.append(text)
        }
    }

    /// Offers a heartbeat; appends the number of values that were replaced before they were sent.
    func offer(beat text: String) {
        state.withLock { state in state.beat = ByteBuffer(string: text + "\"skipped\":\(state.skipped)}\n\n") }
    }

    /// Returns all waiting data in one buffer; nil if nothing waits or the stream has ended.
    func take() -> ByteBuffer? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            defer {
                state.events.removeAll(keepingCapacity: true)
                state.slots.removeAll(keepingCapacity: true)
                (state.missed, state.beat) = (0, nil)
            }
            // The usual case: one epoch, whose buffer all viewers share.
            if state.slots.count == 1, state.events.isEmpty, state.missed == 0, state.beat == nil {
                return state.slots[0].text
            }
            var text = ByteBuffer()
            if state.missed > 0 { text.writeString("event: missed\ndata: {\"count\":\(state.missed)}\n\n") }
            for var event in state.events { text.writeBuffer(&event) }
            for var (_, value) in state.slots { text.writeBuffer(&value) }
            if var beat = state.beat { text.writeBuffer(&beat) }
            return text.readableBytes > 0 ? text : nil
        }
    }

    /// Sets the connection's buffers, before anything is sent.
    func begin() async {
        try? await channel.setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(Self.systemBuffer)).get()
        try? await channel.setOption(.writeBufferWaterMark, value: Self.connectionBuffer).get()
        // Hummingbird does not notice the end of a connection on which another request waits.
        channel.closeFuture.whenComplete { [weak self] _ in self?.finish() }
    }

    /// Ends the stream.
    func finish() {
        state.withLock { $0.isOver = true }
        continuation.finish()
    }

    // MARK: Sending

    /// The number of connections written to before other tasks of the same event loop run.
    private static let turn = 32

    /// Sends viewers their waiting data.
    ///
    /// One wake-up of an event loop writes to many of its connections; a task and a wake-up for each viewer would cost
    /// three times as much.
    static func send(to viewers: [LiveViewer], at clock: ContinuousClock.Instant = .now) {
        for ofLoop in Dictionary(grouping: viewers, by: { ObjectIdentifier($0.channel.eventLoop) }).values {
            guard let loop = ofLoop.first?.channel.eventLoop else { continue }
            for start in stride(from: 0, to: ofLoop.count, by: turn) {
                let some = ofLoop[start..<min(start + turn, ofLoop.count)]
                loop.execute { for viewer in some { viewer.send(at: clock) } }
            }
        }
    }

    /// Writes the waiting data. If the viewer does not read, the data keep waiting and may be replaced by newer values.
    private func send(at clock: ContinuousClock.Instant) {
        let isWritable = channel.isWritable
        let isGone = state.withLock { state in
            state.stalled = isWritable ? nil : state.stalled ?? clock
            return state.stalled.map { clock - $0 >= Self.patience } ?? false
        }
        if isGone { channel.triggerUserOutboundEvent(ClientEviction(), promise: nil) }
        guard isWritable, let text = take() else { return }
        channel.writeAndFlush(HTTPResponsePart.body(text), promise: nil)
    }
}
