// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import ObservationBus
internal import Synchronization

/// Keeps the frames that receivers sent in the last minute, for as long as clients request them.
///
/// After the first request for a receiver, its frames are kept; they are dropped a minute after the last request. For
/// other receivers, nothing is kept and nothing runs. At most `limit` receivers are watched; beyond it, the one that
/// was requested least recently is dropped.
public final class RawFrameWatch: Sendable {
    /// The maximum number of receivers whose frames are kept.
    static let limit = 8
    private struct Watch {
        /// Distinguishes this watch from an earlier one of the same receiver.
        let id: String
        var ring: RawFrameRing
        var asked: ContinuousClock.Instant
        let subscription: Subscription
    }

    private let hub: ObservationHub
    private let patience: Duration
    private let now: @Sendable () -> HostTime
    /// Protects the rings. Requests read them, and the tasks that follow the bus change them.
    private let watches = Mutex<[SourceID: Watch]>([:])

    /// - Parameters:
    ///   - patience: The time after the last request at which a receiver's frames are dropped; must be more than zero.
    ///   - now: The daemon's clock.
    public init(
        hub: ObservationHub, patience: Duration = .seconds(60), now: @escaping @Sendable () -> HostTime
    ) {
        (self.hub, self.patience, self.now) = (hub, patience, now)
    }

    /// The recent frames of a receiver as JSON, for `GET /v1/receivers/ID/raw`.
    ///
    /// - Throws: `ControlError` if the request's `after` is not from an earlier report.
    public func report(of receiver: String, _ request: RawFrameRequest) throws(ControlError) -> [UInt8] {
        let position = try request.after.map(Self.position)
        let source = SourceID(rawValue: receiver)
        let time = now()
        let (ring, id) = watch(source, at: time)
        let number = position.flatMap { $0.watch == id ? min($0.number, ring.count) : nil }
        return RawFrameReport.text(of: receiver, ring, watch: id, after: number, request, at: time)
    }

    /// The frames kept from the last minute; nil if the receiver is not watched.
    public func file(of receiver: String) -> RawFrameFile? {
        let time = now()
        let ring = watches.withLock { watches in
            watches[SourceID(rawValue: receiver)]?.ring.drop(at: time)
            return watches[SourceID(rawValue: receiver)]?.ring
        }
        guard let ring else { return nil }
        let start = Timestamp(ring.frames.first?.time ?? time).description
        let stamp = start.prefix(19).filter { $0 != "-" && $0 != ":" }
        return RawFrameFile(name: "\(receiver)-\(stamp)Z.\(ring.suffix)", bytes: ring.file)
    }

    /// The number of receivers whose frames are kept.
    var count: Int { watches.withLock { $0.count } }

    // MARK: Watches

    private func watch(_ source: SourceID, at time: HostTime) -> (ring: RawFrameRing, id: String) {
        let instant = ContinuousClock.now
        let known: (RawFrameRing, String)? = watches.withLock { watches in
            watches[source]?.asked = instant
            watches[source]?.ring.drop(at: time)
            return watches[source].map { ($0.ring, $0.id) }
        }
        if let known { return known }
        let subscription = hub.subscribe(
            "raw data", to: TopicFilter(kinds: [.sentence], sources: [source]), policy: .skipOldest())
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        let (watch, ended) = watches.withLock { watches in
            var ended: [Subscription] = []
            if watches[source] == nil {
                while watches.count >= Self.limit, let oldest = watches.min(by: { $0.value.asked < $1.value.asked }) {
                    watches[oldest.key] = nil
                    ended.append(oldest.value.subscription)
                }
                watches[source] = Watch(
                    id: id, ring: RawFrameRing(since: time), asked: instant, subscription: subscription)
            } else {
                // Another request has created the watch in the meantime.
                ended.append(subscription)
            }
            return (watches[source], ended)
        }
        for subscription in ended { subscription.cancel() }
        if watch?.id == id {
            Task { await self.follow(subscription, source, id) }
            Task { await self.expire(source, id) }
        }
        return watch.map { ($0.ring, $0.id) } ?? (RawFrameRing(since: time), id)
    }

    /// Follows a receiver until its watch is dropped or the bus ends.
    private func follow(_ subscription: Subscription, _ source: SourceID, _ id: String) async {
        for await batch in subscription {
            watches.withLock { watches in
                guard watches[source]?.id == id else { return }
                for observation in batch {
                    guard case .sentence(let sentence) = observation.payload else { continue }
                    watches[source]?.ring.append(sentence, at: observation.hostTime)
                }
            }
        }
        drop(source, id)
    }

    /// Drops a watch when `patience` has passed since its last request.
    private func expire(_ source: SourceID, _ id: String) async {
        while let asked = watches.withLock({ $0[source]?.id == id ? $0[source]?.asked : nil }) {
            let rest = asked + patience - .now
            if rest <= .zero { return drop(source, id) }
            do {
                // Until the watch could expire; a request in the meantime extends it, and the loop waits again.
                try await Task.sleep(for: rest)
            } catch {
                // Cancelled: without this, the loop would run without a pause.
                return drop(source, id)
            }
        }
    }

    private func drop(_ source: SourceID, _ id: String) {
        let dropped: Watch? = watches.withLock { watches in
            watches[source]?.id == id ? watches.removeValue(forKey: source) : nil
        }
        dropped?.subscription.cancel()
    }

    private static func position(_ text: String) throws(ControlError) -> (watch: String, number: UInt64) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 40, let number = UInt64(parts[1]) else {
            throw ControlError(
                .invalid,
                "\"\(text.prefix(40))\" is not a position among the frames; give the \"next\" of an earlier report")
        }
        return (String(parts[0]), number)
    }
}
