// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import Synchronization

/// One viewer of the live stream, and what waits for it.
///
/// Of each topic only the newest value waits: a slow viewer sees fewer values, never old ones, and takes no memory. Events
/// wait in their order, a few of them.
final class LiveViewer: Sendable {
    /// How many events wait for a slow viewer; then the oldest are missed.
    static let eventBound = 64

    private struct State {
        var slots: [(topic: LiveRequest.Topic, text: ByteBuffer)] = []
        /// The value that was offered last of each topic, and when.
        var offered: [LiveRequest.Topic: (version: UInt64, time: ContinuousClock.Instant)] = [:]
        var events: [ByteBuffer] = []
        var missed: UInt64 = 0
        var skipped: UInt64 = 0
        var beat: ByteBuffer?
        var isOver = false
    }

    let request: LiveRequest
    let language: MessageLanguage
    /// Gives a sign when something waits.
    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    /// Protects what waits: the feed adds to it, the viewer's own task takes it.
    private let state = Mutex(State())

    init(_ request: LiveRequest, _ language: MessageLanguage) {
        (self.request, self.language) = (request, language)
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The newest value of a topic, in place of one that still waits; not one that it has, and not before its time.
    ///
    /// - Parameters:
    ///   - version: of the value: another one for each.
    ///   - clock: now.
    ///   - rate: how often the viewer wants the topic, in hertz.
    func offer(
        _ text: ByteBuffer, of topic: LiveRequest.Topic, version: UInt64, at clock: ContinuousClock.Instant,
        rate: Double
    ) {
        let isNews = state.withLock { state in
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
        if isNews { continuation.yield() }
    }

    func offer(event text: ByteBuffer) {
        state.withLock { state in
            if state.events.count >= Self.eventBound {
                state.events.removeFirst()
                state.missed += 1
            }
            state.events.append(text)
        }
        continuation.yield()
    }

    /// The sign of life, whose text ends with how many values were replaced before they were sent.
    func offer(beat text: String) {
        state.withLock { state in state.beat = ByteBuffer(string: text + "\"skipped\":\(state.skipped)}\n\n") }
        continuation.yield()
    }

    /// All that waits, in one piece; nil where nothing does.
    func take() -> ByteBuffer? {
        state.withLock { state in
            var text = ByteBuffer()
            if state.missed > 0 { text.writeString("event: missed\ndata: {\"count\":\(state.missed)}\n\n") }
            for var event in state.events { text.writeBuffer(&event) }
            for var (_, value) in state.slots { text.writeBuffer(&value) }
            if var beat = state.beat { text.writeBuffer(&beat) }
            state.events.removeAll(keepingCapacity: true)
            state.slots.removeAll(keepingCapacity: true)
            (state.missed, state.beat) = (0, nil)
            return text.readableBytes > 0 ? text : nil
        }
    }

    /// Nothing more will come.
    func finish() { continuation.finish() }
}
