// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import ControlModel
internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ObservationBus
internal import Synchronization
internal import Translations

/// A client's events as server-sent events (HTML standard): `event:`, `data:` with JSON, an empty line.
///
/// A client that is too slow loses events; the event `lost` reports their number. Heartbeats show that the daemon is
/// alive.
struct EventStream: Sendable {
    static let mediaType = "text/event-stream"
    /// The maximum number of events that wait for a slow client.
    static let bound = 256

    let hub: ObservationHub
    let name: String
    /// The time between two heartbeats.
    var pause = Duration.seconds(Heartbeat.interval)
    /// Returns the current heartbeat.
    let heartbeat: @Sendable () async -> Heartbeat

    /// Subscribes to the events, and sends those published from now on until the client disconnects or the daemon
    /// exits.
    ///
    /// - Parameter slot: Held as long as the stream lasts.
    func begin(_ request: Request, _ slot: ClientSlot) -> Response {
        let subscription = hub.subscribe(name, to: TopicFilter(kinds: ControlEvent.kinds), policy: .skipOldest())
        return Response(
            status: .ok,
            headers: [
                .contentType: Self.mediaType, .cacheControl: "no-store", .contentLanguage: request.language.rawValue,
                .vary: "Accept-Language",
            ],
            body: ResponseBody(streamFor: request, slot, finish: { subscription.finish() }) { writer in
                try await write(subscription, request.language, to: &writer)
            })
    }

    private func write(
        _ subscription: Subscription, _ language: MessageLanguage, to writer: inout any ResponseBodyWriter
    ) async throws {
        try await writer.write(ByteBuffer(string: ": events of gnss-gateway\n\n"))
        let queue = EventQueue(language)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await queue.read(subscription) }
            group.addTask { try await queue.tick(pause, heartbeat) }
            defer { group.cancelAll() }
            for await text in queue.stream { try await writer.write(ByteBuffer(string: text())) }
        }
    }
}

/// The events that wait for a client.
private final class EventQueue: Sendable {
    /// An event's text, produced when it is sent.
    typealias Entry = @Sendable () -> String

    let stream: AsyncStream<Entry>
    private let continuation: AsyncStream<Entry>.Continuation
    private let lost = Atomic<UInt64>(0)
    private let language: MessageLanguage

    init(_ language: MessageLanguage) {
        self.language = language
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(EventStream.bound))
    }

    /// Adds the subscription's events; ends the stream when the subscription ends.
    func read(_ subscription: Subscription) async {
        var batches = subscription.makeAsyncIterator()
        while let batch = await batches.next() {
            count(batches.lostBefore)
            for event in batch.compactMap(ControlEvent.init) {
                add { [self] in lostText + Self.text(event.event.code, event.translated(to: language)) }
            }
        }
        continuation.finish()
    }

    func tick(_ pause: Duration, _ heartbeat: @Sendable () async -> Heartbeat) async throws {
        while true {
            try await Task.sleep(for: pause)
            let beat = await heartbeat()
            add { [self] in lostText + Self.text(beat.event, beat) }
        }
    }

    private func add(_ entry: @escaping Entry) {
        if case .dropped = continuation.yield(entry) { count(1) }
    }

    private func count(_ number: UInt64) { lost.wrappingAdd(number, ordering: .relaxed) }

    private var lostText: String {
        let number = lost.exchange(0, ordering: .relaxed)
        return number == 0 ? "" : "event: lost\ndata: {\"count\":\(number)}\n\n"
    }

    private static func text(_ name: String, _ event: some Encodable) -> String {
        let json = (try? JSONAnswer.text(event)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return "event: \(name)\ndata: \(json)\n\n"
    }
}
