// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import NIOCore
internal import ObservationBus
internal import Synchronization

/// What all viewers of the live stream see: each value is made once, for all of them. Nothing of it runs while there is no viewer.
///
/// Epochs are sent as they come, to viewers that want more than one a second. All else is looked at twice a second, sent where
/// it changed, and for each viewer in one write: with many viewers the writes are what costs. Each gets as many values as it
/// asked for.
final class LiveFeed: Sendable {
    typealias Topic = LiveRequest.Topic
    typealias Key = LiveValues.Key

    /// The time between two looks at the reports.
    static let pause = Duration.milliseconds(500)
    /// The time between two signs of life.
    static let beatPause = Duration.seconds(2)
    /// Programs that steer by an epoch are served before people who look at it.
    static let deference = Duration.milliseconds(10)
    /// A state that did not change is sent all the same after so many looks, with its ages and counters.
    static let stateLooks: UInt64 = 20

    /// A value that was made. A class: every viewer is offered it, and copying a report costs more than sending it.
    private final class Entry: Sendable {
        let value: LiveValues.Value
        /// The server-sent event.
        let event: ByteBuffer
        /// Counts the values of all topics.
        let version: UInt64
        let made: ContinuousClock.Instant
        let look: UInt64

        init(
            value: LiveValues.Value, event: ByteBuffer, version: UInt64, made: ContinuousClock.Instant, look: UInt64
        ) {
            (self.value, self.event, self.version, self.made, self.look) = (value, event, version, made, look)
        }
    }

    private struct State {
        var viewers: [ObjectIdentifier: LiveViewer] = [:]
        var entries: [Key: Entry] = [:]
        /// The newest attitude of each receiver, for the headings of its fixes.
        var attitudes: [String: Attitude] = [:]
        var active: String?
        var version: UInt64 = 0
        var looks: UInt64 = 0
        /// What follows the bus and looks at the reports, while there are viewers.
        var work: [Task<Void, Never>] = []
        var subscriptions: [Subscription] = []

        /// An epoch that no viewer follows any more is not renewed, and is not the newest for the next one.
        mutating func forgetUnwatched() {
            entries = entries.filter { entry in
                let key = entry.key
                return !key.topic.isOfReceiver
                    || viewers.values.contains { viewer in
                        viewer.request.topics[key.topic] != nil && (viewer.request.receiver ?? active) == key.receiver
                    }
            }
        }

        mutating func setActive(_ receiver: String?) {
            guard active != receiver else { return }
            active = receiver
            forgetUnwatched()
        }
    }

    /// Identifies this run of the daemon.
    let boot = String(UInt64.random(in: .min ... .max), radix: 16)
    let values: LiveValues
    private let hub: ObservationHub
    private let now: @Sendable () -> HostTime
    /// Protects the viewers and what they are shown; taken before a viewer's own lock, never the other way round.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - source: where the reports come from.
    ///   - now: the daemon's clock.
    init(hub: ObservationHub, source: ControlSource, now: @escaping @Sendable () -> HostTime) {
        (self.hub, self.now) = (hub, now)
        values = LiveValues(source: source)
    }

    /// The time of the daemon's clock.
    var time: Timestamp { Timestamp(now()) }

    // MARK: Viewers

    /// One more viewer, which sees at once how things stand.
    func add(_ viewer: LiveViewer) async {
        let isFirst = state.withLock { state in
            state.viewers[ObjectIdentifier(viewer)] = viewer
            return state.viewers.count == 1
        }
        if isFirst { begin() }
        await look(for: Array(viewer.request.topics.keys), of: [viewer.request.receiver], isFresh: true)
    }

    /// The viewer has left; with the last one all work ends.
    func remove(_ viewer: LiveViewer) {
        viewer.finish()
        let (work, subscriptions) = state.withLock { state in
            state.viewers[ObjectIdentifier(viewer)] = nil
            state.forgetUnwatched()
            guard state.viewers.isEmpty else { return ([Task<Void, Never>](), [Subscription]()) }
            defer { (state.work, state.subscriptions, state.entries, state.attitudes) = ([], [], [:], [:]) }
            return (state.work, state.subscriptions)
        }
        Self.cancel(work, subscriptions)
    }

    /// How many watch.
    var viewerCount: Int { state.withLock { $0.viewers.count } }

    private func begin() {
        let epochs = hub.subscribe(
            "live view", to: TopicFilter(kinds: [.fix, .attitude, .activeReceiver]), policy: .latest)
        let events = hub.subscribe(
            "live events", to: TopicFilter(kinds: ControlEvent.kinds), policy: .skipOldest())
        let work = [
            Task {
                for await batch in epochs {
                    // A sleep that is cut short ends the loop with the subscription.
                    try? await Task.sleep(for: Self.deference)
                    self.note(batch)
                }
                if !Task.isCancelled { self.end() }
            },
            Task { for await batch in events { self.announce(batch.compactMap(ControlEvent.init)) } },
            Task { await self.keepLooking() },
            // By themselves: a report that takes long keeps no viewer from knowing that the gateway is there.
            Task { await self.keepBeating() },
        ]
        let isStillWatched = state.withLock { state in
            guard !state.viewers.isEmpty, state.work.isEmpty else { return false }
            (state.work, state.subscriptions) = (work, [epochs, events])
            return true
        }
        guard !isStillWatched else { return }
        Self.cancel(work, [epochs, events])
    }

    /// The tasks first: one whose subscription ends by itself takes that for the end of the bus, and sends all viewers away.
    private static func cancel(_ work: [Task<Void, Never>], _ subscriptions: [Subscription]) {
        for task in work { task.cancel() }
        for subscription in subscriptions { subscription.cancel() }
    }

    /// The bus has ended: no viewer will see anything new.
    private func end() {
        for viewer in state.withLock({ Array($0.viewers.values) }) { viewer.finish() }
    }

    // MARK: What comes from the bus

    private func note(_ batch: [Observation]) {
        var fixes: [(String, LiveValues.Value)] = []
        for observation in batch {
            if case .fix(let fix) = observation.payload, let receiver = observation.source.receiver?.rawValue {
                guard isWatched(.fix, of: receiver) else { continue }
                let attitude = state.withLock { $0.attitudes[receiver] }
                let shown = LiveFix(fix, attitude, of: receiver, at: Timestamp(observation.hostTime))
                if let value = LiveValues.Value(shown) { fixes.append((receiver, value)) }
            } else if case .attitude(let attitude) = observation.payload, let id = observation.source.receiver?.rawValue
            {
                state.withLock { $0.attitudes[id] = attitude }
            } else if let change = observation.payload.result(ActiveReceiver.self) {
                state.withLock { $0.setActive(change.current?.rawValue ?? $0.active) }
            }
        }
        let clock = ContinuousClock.now
        let waiting = state.withLock { state in
            for (receiver, value) in fixes { Self.set(value, Key(topic: .fix, receiver: receiver), clock, &state) }
            return Self.deliver([.fix], clock, &state) { $0 > 1 }
        }
        LiveViewer.send(to: waiting)
    }

    private func isWatched(_ topic: Topic, of receiver: String) -> Bool {
        state.withLock { state in
            state.viewers.values.contains { viewer in
                viewer.request.topics[topic] != nil && (viewer.request.receiver ?? state.active) == receiver
            }
        }
    }

    private func announce(_ events: [ControlEvent]) {
        let viewers = state.withLock { state in
            state.viewers.values.filter { $0.request.topics[.events] != nil }
        }
        guard !viewers.isEmpty else { return }
        for event in events {
            var texts: [MessageLanguage: ByteBuffer] = [:]
            for viewer in viewers {
                let language = viewer.language
                if texts[language] == nil {
                    let json = LiveValues.Value(event.translated(to: language))?.text
                    texts[language] = Self.event("event", json ?? ByteBuffer(string: "{}"))
                }
                if let text = texts[language] { viewer.offer(event: text) }
            }
        }
        LiveViewer.send(to: viewers)
    }

    // MARK: What is looked at

    private func keepLooking() async {
        while !Task.isCancelled {
            guard (try? await Task.sleep(for: Self.pause, tolerance: .milliseconds(50))) != nil else { return }
            let (topics, receivers, looks) = state.withLock { state in
                state.looks += 1
                let requests = state.viewers.values.map(\.request)
                return (
                    Set(requests.flatMap(\.topics.keys)), Set(requests.map(\.receiver)), state.looks
                )
            }
            // Most change no faster than each second.
            let due = topics.filter { $0 != .fix && ($0.fastest > 1 || looks.isMultiple(of: 2)) }
            await look(for: Array(due), of: Array(receivers), isFresh: false)
        }
    }

    /// Makes the values of topics and sends them to those who have not seen them.
    ///
    /// - Parameters:
    ///   - receivers: nil among them is the active one.
    ///   - isFresh: a viewer has come: a value that is younger than a look will do.
    private func look(for topics: [Topic], of receivers: [String?], isFresh: Bool) async {
        let active = await values.activeReceiver()
        state.withLock { $0.setActive(active) }
        let keys = Set(
            topics.flatMap { topic in
                receivers.map { Key(topic: topic, receiver: topic.isOfReceiver ? $0 ?? active : nil) }
            })
        for key in keys where key.topic != .events {
            let clock = ContinuousClock.now
            let isKnown = state.withLock { state in
                guard let entry = state.entries[key] else { return false }
                return isFresh && (key.topic == .fix || clock - entry.made < Self.pause)
            }
            guard !isKnown, let value = await values.value(of: key) else { continue }
            state.withLock { Self.set(value, key, clock, &$0, isFresh: isFresh) }
        }
        let clock = ContinuousClock.now
        // Epochs that came too early for a viewer are sent now, if nothing newer came.
        LiveViewer.send(to: state.withLock { Self.deliver(Topic.allCases, clock, &$0) { _ in true } })
    }

    /// - Parameter isFresh: a viewer has come: it gets the ages of now, which are no news for the others.
    private static func set(
        _ value: LiveValues.Value, _ key: Key, _ clock: ContinuousClock.Instant, _ state: inout State,
        isFresh: Bool = false
    ) {
        // The last viewer may have left while the value was made.
        guard !state.viewers.isEmpty else { return }
        if key.topic != .fix, let known = state.entries[key], known.value.identity == value.identity,
            key.topic != .state || state.looks - known.look < stateLooks
        {
            guard isFresh, let text = value.text else { return }
            state.entries[key] = Entry(
                value: value, event: event(key.topic.rawValue, text), version: known.version, made: clock,
                look: known.look)
            return
        }
        guard let text = value.text else { return }
        state.version += 1
        state.entries[key] = Entry(
            value: value, event: event(key.topic.rawValue, text), version: state.version, made: clock,
            look: state.looks)
    }

    /// Offers each viewer what it has not seen and is due.
    ///
    /// - Parameter isTurn: whether those have their turn who want a topic as often as that, in hertz.
    /// - Returns: those for whom something waits.
    private static func deliver(
        _ topics: [Topic], _ clock: ContinuousClock.Instant, _ state: inout State, isTurn: (Double) -> Bool
    ) -> [LiveViewer] {
        var waiting: [ObjectIdentifier: LiveViewer] = [:]
        for topic in topics {
            // Most viewers look at the active receiver.
            let usual = state.entries[Key(topic: topic, receiver: topic.isOfReceiver ? state.active : nil)]
            for viewer in state.viewers.values {
                guard let rate = viewer.request.topics[topic], isTurn(rate) else { continue }
                var entry = usual
                if topic.isOfReceiver, let receiver = viewer.request.receiver {
                    entry = state.entries[Key(topic: topic, receiver: receiver)]
                }
                guard let entry else { continue }
                if viewer.offer(entry.event, of: topic, version: entry.version, at: clock, rate: rate) {
                    waiting[ObjectIdentifier(viewer)] = viewer
                }
            }
        }
        return Array(waiting.values)
    }

    // MARK: Signs of life

    private func keepBeating() async {
        // Cancelled when the last viewer has left.
        while (try? await Task.sleep(for: Self.beatPause, tolerance: .milliseconds(100))) != nil { beat() }
    }

    private func beat() {
        let time = time
        let clock = ContinuousClock.now
        let (viewers, entries, active) = state.withLock { (Array($0.viewers.values), $0.entries, $0.active) }
        var texts: [String?: String] = [:]
        for viewer in viewers {
            let receiver = viewer.request.receiver ?? active
            let text = texts[receiver] ?? Self.beat(time, of: receiver, entries, clock)
            texts[receiver] = text
            viewer.offer(beat: text)
        }
        LiveViewer.send(to: viewers)
    }

    /// The beginning of a sign of life, up to what each viewer has of its own.
    private static func beat(
        _ time: Timestamp, of receiver: String?, _ entries: [Key: Entry], _ clock: ContinuousClock.Instant
    ) -> String {
        let ages = [Topic.fix, .sky, .osnma].compactMap { topic in
            entries[Key(topic: topic, receiver: receiver)].map { entry in
                "\"\(topic)\":\(Double(Int((clock - entry.made) / .milliseconds(1))) / 1000)"
            }
        }
        return "event: beat\ndata: {\"time\":\"\(time)\",\"age_s\":{\(ages.joined(separator: ","))},"
    }

    private static func event(_ name: String, _ json: ByteBuffer) -> ByteBuffer {
        var text = ByteBuffer()
        var json = json
        text.writeString("event: \(name)\ndata: ")
        text.writeBuffer(&json)
        text.writeString("\n\n")
        return text
    }
}
