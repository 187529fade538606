// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import NIOCore
internal import ObservationBus
internal import Synchronization
internal import Translations

/// Computes each value of the live stream once and sends it to all viewers. Nothing runs while there are no viewers.
///
/// Epochs are sent as they arrive to viewers that requested more than one per second. All other values are checked
/// twice a second and sent if they changed, in one write per viewer, because with many viewers the writes dominate the
/// cost. Each viewer gets each topic at the rate that it requested. While a report takes long, epochs are sent without it.
final class LiveFeed: Sendable {
    typealias Topic = LiveRequest.Topic
    typealias Key = LiveValues.Key

    /// The time between two checks of the reports.
    static let pause = Duration.milliseconds(500)
    /// The time between two heartbeats.
    static let beatPause = Duration.seconds(2)
    /// The delay of epochs, so that programs that steer by them are served before people who watch them.
    static let deference = Duration.milliseconds(10)
    /// An unchanged state is sent again after this number of checks, to update its ages and counters.
    static let stateLooks: UInt64 = 20

    /// A computed value. A class, because it is offered to every viewer, and copying a report costs more than sending
    /// it.
    private final class Entry: Sendable {
        let value: LiveValues.Value
        /// The value as a server-sent event.
        let event: ByteBuffer
        /// The value's number, counted over all topics.
        let version: UInt64
        /// The time of the data: a silent receiver's last epoch is old, even if it is computed for a new viewer.
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
        /// The number of times that the reports began to be checked regularly.
        var runs: UInt64 = 0
        /// The run that is looking at the topics; nil if none is. A report may take long, also after all viewers have left.
        var looking: UInt64?
        /// The tasks that follow the bus and check the reports, while there are viewers.
        var work: [Task<Void, Never>] = []
        var subscriptions: [Subscription] = []

        /// Removes epochs that no viewer follows any longer, so that they are not shown as current to the next viewer.
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
    /// Protects the viewers and their values. Taken before a viewer's own lock, never after it.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - source: Provides the reports.
    ///   - now: The daemon's clock.
    init(hub: ObservationHub, source: ControlSource, now: @escaping @Sendable () -> HostTime) {
        (self.hub, self.now) = (hub, now)
        values = LiveValues(source: source)
    }

    /// The current time of the daemon's clock.
    var time: Timestamp { Timestamp(now()) }

    // MARK: Viewers

    /// Adds a viewer, and sends it the current values at once.
    func add(_ viewer: LiveViewer) async {
        let isFirst = state.withLock { state in
            state.viewers[ObjectIdentifier(viewer)] = viewer
            return state.viewers.count == 1
        }
        if isFirst { begin() }
        await look(for: Array(viewer.request.topics.keys), of: [viewer.request.receiver], isFresh: true)
        // States the ages of the values at once.
        beat(to: [viewer])
    }

    /// Removes a viewer. When the last one is removed, all tasks end.
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

    private func begin() {
        let epochs = hub.subscribe(
            "live view", to: TopicFilter(kinds: [.fix, .attitude, .activeReceiver]), policy: .latest)
        let events = hub.subscribe(
            "live events", to: TopicFilter(kinds: ControlEvent.kinds), policy: .skipOldest())
        let work = [
            Task {
                for await batch in epochs {
                    // If the sleep is cancelled, the loop ends with the subscription.
                    try? await Task.sleep(for: Self.deference)
                    self.note(batch)
                }
                if !Task.isCancelled { self.end() }
            },
            Task { for await batch in events { self.announce(batch.compactMap(ControlEvent.init)) } },
            Task { await self.keepLooking() },
            // Heartbeats come from a separate task, so that a slow report does not delay them.
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

    /// Cancels the tasks first: a task whose subscription ends would assume that the bus has ended, and close all
    /// viewers.
    private static func cancel(_ work: [Task<Void, Never>], _ subscriptions: [Subscription]) {
        for task in work { task.cancel() }
        for subscription in subscriptions { subscription.cancel() }
    }

    /// Closes all viewers after the end of the bus, because no new value will come.
    private func end() {
        for viewer in state.withLock({ Array($0.viewers.values) }) { viewer.finish() }
    }

    // MARK: Observations

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

    // MARK: Topics

    private func keepLooking() async {
        let run = state.withLock { state in
            state.runs += 1
            return state.runs
        }
        await withDiscardingTaskGroup { group in
            while (try? await Task.sleep(for: Self.pause, tolerance: .milliseconds(50))) != nil {
                let wasLooking = state.withLock { state in
                    defer { state.looking = run }
                    return state.looking == run
                }
                if wasLooking {
                    // A report takes long. Withheld epochs do not wait for it.
                    LiveViewer.send(to: state.withLock { Self.deliver([.fix], .now, &$0) { _ in true } })
                } else {
                    group.addTask {
                        await self.lookAgain()
                        self.state.withLock { state in
                            if state.looking == run { state.looking = nil }
                        }
                    }
                }
            }
        }
    }

    private func lookAgain() async {
        let (topics, receivers, looks) = state.withLock { state in
            state.looks += 1
            let requests = state.viewers.values.map(\.request)
            return (Set(requests.flatMap(\.topics.keys)), Set(requests.map(\.receiver)), state.looks)
        }
        // Most topics change at most once a second.
        let due = topics.filter { $0 != .fix && ($0.fastest > 1 || looks.isMultiple(of: 2)) }
        await look(for: Array(due), of: Array(receivers), isFresh: false)
    }

    /// Computes the values of topics and sends them to the viewers that have not received them.
    ///
    /// - Parameters:
    ///   - receivers: Receiver ids; nil for the active receiver.
    ///   - isFresh: True if a viewer was added: values younger than `pause` are not computed again.
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
        // This also sends epochs that were withheld to keep a viewer's rate, unless a newer one has arrived.
        LiveViewer.send(to: state.withLock { Self.deliver(Topic.allCases, clock, &$0) { _ in true } })
    }

    /// Stores a value; if it is unchanged, the version stays the same, so that it is not sent again.
    ///
    /// - Parameter isFresh: True if a viewer was added: an unchanged value is stored with its current ages for the new
    ///   viewer.
    private static func set(
        _ value: LiveValues.Value, _ key: Key, _ clock: ContinuousClock.Instant, _ state: inout State,
        isFresh: Bool = false
    ) {
        // The last viewer may have been removed while the value was computed.
        guard !state.viewers.isEmpty else { return }
        let made = clock - .seconds(value.age ?? 0)
        if key.topic != .fix, let known = state.entries[key], known.value.identity == value.identity,
            key.topic != .state || state.looks - known.look < stateLooks
        {
            guard isFresh, let text = value.text else { return }
            state.entries[key] = Entry(
                value: value, event: event(key.topic.rawValue, text), version: known.version, made: made,
                look: known.look)
            return
        }
        guard let text = value.text else { return }
        state.version += 1
        state.entries[key] = Entry(
            value: value, event: event(key.topic.rawValue, text), version: state.version, made: made,
            look: state.looks)
    }

    /// Offers each viewer the values that it has not received and that are due.
    ///
    /// - Parameter isTurn: True if viewers that requested a topic at this rate, in hertz, are served now.
    /// - Returns: The viewers with values to send.
    private static func deliver(
        _ topics: [Topic], _ clock: ContinuousClock.Instant, _ state: inout State, isTurn: (Double) -> Bool
    ) -> [LiveViewer] {
        var waiting: [ObjectIdentifier: LiveViewer] = [:]
        for topic in topics {
            // Most viewers follow the active receiver.
            let usual = state.entries[Key(topic: topic, receiver: topic.isOfReceiver ? state.active : nil)]
            for viewer in state.viewers.values {
                guard let rate = viewer.request.topics[topic], isTurn(rate) else { continue }
                var entry = usual
                if topic.isOfReceiver, let receiver = viewer.request.receiver {
                    entry = state.entries[Key(topic: topic, receiver: receiver)]
                }
                guard let entry else { continue }
                if viewer.offer(
                    entry.event, of: topic, version: entry.version, made: entry.made, at: clock, rate: rate)
                {
                    waiting[ObjectIdentifier(viewer)] = viewer
                }
            }
        }
        return Array(waiting.values)
    }

    // MARK: Heartbeats

    private func keepBeating() async {
        // The task is cancelled when the last viewer is removed.
        while (try? await Task.sleep(for: Self.beatPause, tolerance: .milliseconds(100))) != nil {
            beat(to: state.withLock { Array($0.viewers.values) })
        }
    }

    private func beat(to viewers: [LiveViewer]) {
        let time = time
        let clock = ContinuousClock.now
        for viewer in viewers { viewer.offer(beat: Self.beat(time, to: viewer, clock)) }
        LiveViewer.send(to: viewers)
    }

    /// The beginning of a heartbeat. The ages are those of the values that the viewer has, not of newer ones that are
    /// withheld to keep its rate.
    private static func beat(_ time: Timestamp, to viewer: LiveViewer, _ clock: ContinuousClock.Instant) -> String {
        let ages = [Topic.fix, .sky, .osnma].compactMap { topic in
            viewer.made(topic).map { made in
                "\"\(topic)\":\(Double(Int((clock - made) / .milliseconds(1))) / 1000)"
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
