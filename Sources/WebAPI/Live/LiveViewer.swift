// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// One viewer of the live stream, and what waits for it.
///
/// Of each topic only the newest value waits: a slow viewer sees fewer values, never old ones, and takes no memory. Events
/// wait in their order, a few of them.
final class LiveViewer: Sendable {
    /// How many events wait for a slow viewer; then the oldest are missed.
    static let eventBound = 64
    /// A viewer that takes nothing for so long is closed.
    static let patience = Duration.seconds(30)
    /// How many bytes wait in the system, which doubles the number, and about how many in the connection. By itself the system
    /// takes megabytes for a viewer of the same machine: it would be shown what was true minutes ago.
    private static let systemBuffer = 16 << 10
    private static let connectionBuffer = ChannelOptions.Types.WriteBufferWaterMark(low: 4 << 10, high: 8 << 10)

    private struct State {
        var slots: [(topic: LiveRequest.Topic, text: ByteBuffer)] = []
        /// The value that was offered last of each topic, and when.
        var offered: [LiveRequest.Topic: (version: UInt64, time: ContinuousClock.Instant)] = [:]
        var events: [ByteBuffer] = []
        var missed: UInt64 = 0
        var skipped: UInt64 = 0
        var beat: ByteBuffer?
        /// Since when its connection takes nothing; nil: it does.
        var stalled: ContinuousClock.Instant?
        var isOver = false
    }

    let request: LiveRequest
    let language: MessageLanguage
    /// Where it is written to, once the head of the answer has been.
    private let channel: any Channel
    /// Ends with the stream; gives nothing before.
    let end: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation
    /// Protects what waits: the feed adds to it, the connection's event loop takes it.
    private let state = Mutex(State())

    init(_ request: LiveRequest, _ language: MessageLanguage, _ channel: any Channel) {
        (self.request, self.language, self.channel) = (request, language, channel)
        (end, continuation) = AsyncStream.makeStream()
    }

    // MARK: What waits

    /// The newest value of a topic, in place of one that still waits; not one that it has, and not before its time.
    ///
    /// - Parameters:
    ///   - version: of the value: another one for each.
    ///   - clock: now.
    ///   - rate: how often the viewer wants the topic, in hertz.
    /// - Returns: whether the value waits now, so that there is something to send.
    func offer(
        _ text: ByteBuffer, of topic: LiveRequest.Topic, version: UInt64, at clock: ContinuousClock.Instant,
        rate: Double
    ) -> Bool {
        state.withLock { state in
            if let last = state.offered[topic] {
                // A source that is a little early keeps its rate.
                guard last.version != version, clock - last.time >= .seconds(0.8 / rate) else { return false }
            }
            state.offered[topic] = (version, clock)
            if let index = state.slots.firstIndex(where: { $0.topic == topic }) {
                state.slots[index].text = text
                state.skipped += 1
            } else {
                state.slots.append((topic, text))
            }
            return true
        }
    }

    func offer(event text: ByteBuffer) {
        state.withLock { state in
            if state.events.count >= Self.eventBound {
                state.events.removeFirst()
                state.missed += 1
            }
            state.events.append(text)
        }
    }

    /// The sign of life, whose text ends with how many values were replaced before they were sent.
    func offer(beat text: String) {
        state.withLock { state in state.beat = ByteBuffer(string: text + "\"skipped\":\(state.skipped)}\n\n") }
    }

    /// All that waits, in one piece; nil where nothing does, or when the stream is over.
    func take() -> ByteBuffer? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            defer {
                state.events.removeAll(keepingCapacity: true)
                state.slots.removeAll(keepingCapacity: true)
                (state.missed, state.beat) = (0, nil)
            }
            // The usual case: one epoch, which all viewers share.
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

    /// Before anything is sent.
    func begin() async {
        try? await channel.setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(Self.systemBuffer)).get()
        try? await channel.setOption(.writeBufferWaterMark, value: Self.connectionBuffer).get()
        // Hummingbird no longer sees the end of a connection on which a further request waits.
        channel.closeFuture.whenComplete { [weak self] _ in self?.finish() }
    }

    /// Nothing more will be sent.
    func finish() {
        state.withLock { $0.isOver = true }
        continuation.finish()
    }

    // MARK: Sending

    /// How many connections are written to before others of the same event loop have their turn.
    private static let turn = 32

    /// Sends viewers what waits for them.
    ///
    /// One wake-up of an event loop writes to many of its connections: a task and a wake-up for each viewer would cost three
    /// times as much.
    static func send(to viewers: [LiveViewer], at clock: ContinuousClock.Instant = .now) {
        for ofLoop in Dictionary(grouping: viewers, by: { ObjectIdentifier($0.channel.eventLoop) }).values {
            guard let loop = ofLoop.first?.channel.eventLoop else { continue }
            for start in stride(from: 0, to: ofLoop.count, by: turn) {
                let some = ofLoop[start..<min(start + turn, ofLoop.count)]
                loop.execute { for viewer in some { viewer.send(at: clock) } }
            }
        }
    }

    /// Writes what waits; for a viewer that does not read it goes on waiting, to be replaced by what is newer.
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
