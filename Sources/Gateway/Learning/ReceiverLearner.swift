// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import Storage
internal import Synchronization

/// Looks at what all receivers deliver, and notes what each was seen to be able to do. What is new is stored first and
/// shown then, so that an indicator that was green stays green, whatever becomes of the daemon.
final class ReceiverLearner: Service {
    private let hub: ObservationHub
    private let store: Store
    private let clock: GatewayClock
    private let logger: Logger
    /// The receiver of a name, and what its device is called.
    private let identify: @Sendable (SourceID) -> ReceiverSighting?
    /// Called when a receiver is known by its identity, and with whether that is the one that the operator selected.
    private let onIdentity: @Sendable (ReceiverSighting, Bool) -> Void
    /// Protects what was learnt, which the drivers' threads note and requests read. The store and `onIdentity` are
    /// called without it.
    private let state = Mutex(State())

    private struct State {
        var receivers: [SourceID: LearntReceiver] = [:]
        /// By identity.
        var abilities: [String: [StoredAbility]] = [:]
        var alerts: [AlertReport] = []
        var log = AlertLog()
        var problem: String?
        /// The identity that the operator selected.
        var selected: String?
    }

    /// What is to be stored.
    private struct Lesson {
        var sighting: ReceiverSighting
        var abilities: [Ability]
        var time: HostTime
    }

    /// The newest lessons that are not stored yet. What is lost here, of a disk that hangs, is taught again.
    private let lessons = AsyncStream<Lesson>.makeStream(bufferingPolicy: .bufferingNewest(256))

    /// A sign that the log of alerts has changed.
    private let logChanges = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// The log is stored no more often than that: a driver may raise alerts without end.
    private static let logPause = Duration.seconds(1)

    init(
        hub: ObservationHub, store: Store, clock: GatewayClock, logger: Logger,
        identify: @escaping @Sendable (SourceID) -> ReceiverSighting?,
        onIdentity: @escaping @Sendable (ReceiverSighting, Bool) -> Void = { _, _ in }
    ) {
        (self.hub, self.store, self.clock, self.logger) = (hub, store, clock, logger)
        (self.identify, self.onIdentity) = (identify, onIdentity)
    }

    /// What was seen of a receiver since the start.
    func receiver(_ id: SourceID) -> LearntReceiver? { state.withLock { $0.receivers[id] } }

    /// What the device of that identity was ever seen to be able to do.
    func abilities(of identity: String) -> [StoredAbility] { state.withLock { $0.abilities[identity] ?? [] } }

    /// Alerts that are not over.
    var alerts: [AlertReport] { state.withLock { $0.alerts } }

    /// The alerts that there are and were.
    func alertLog(limit: Int) -> AlertLogReport { state.withLock { $0.log.report(limit: limit) } }

    /// Why nothing is stored; nil where all is well.
    var problem: String? { state.withLock { $0.problem } }

    /// Storing failed, or went well again.
    func note(_ error: StoreError?) {
        let isNews = state.withLock { state in
            defer { state.problem = error?.description }
            return state.problem != error?.description
        }
        if isNews, let error { logger.error("cannot store learnt abilities and the selection: \(error)") }
    }

    /// The operator selected an identity; nil for none.
    func select(_ identity: String?) { state.withLock { $0.selected = identity } }

    /// Forgets an identity; what is seen from now on is learnt again.
    func forget(_ identity: String) {
        state.withLock { state in
            state.abilities[identity] = nil
            for (id, receiver) in state.receivers where receiver.identity == identity {
                state.receivers[id]?.isNoted = false
            }
        }
    }

    /// Stores what is learnt, and follows alerts, until the daemon ends.
    func run() async {
        let subscription = hub.subscribe("alerts", to: TopicFilter(kinds: [.alert]), policy: .skipOldest())
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await batch in subscription { for alert in batch { self.noteAlert(alert) } }
                }
                group.addTask {
                    for await lesson in self.lessons.stream { await self.learn(lesson) }
                }
                group.addTask {
                    for await _ in self.logChanges.stream {
                        await self.storeLog()
                        // Cut short when the daemon ends; what is left is stored below.
                        try? await Task.sleep(for: Self.logPause)
                    }
                }
            }
        }
        await storeLog()
    }

    private func storeLog() async {
        let changes = state.withLock { $0.log.takeChanges() }
        guard !changes.isEmpty else { return }
        do throws(StoreError) {
            try await store.keep(changes, newest: AlertLogReport.limit)
            note(nil)
        } catch {
            state.withLock { $0.log.giveBack(changes) }
            note(error)
        }
    }

    /// What was learnt before. Called before the receivers start.
    func recall() async {
        do throws(StoreError) {
            let (stored, alerts) = (try await store.receivers(), try await store.alerts())
            let now = Timestamp(clock.now)
            state.withLock { state in
                state.log.recall(alerts, at: now)
                for receiver in stored { state.abilities[receiver.sighting.identity] = receiver.abilities }
                state.selected = stored.first(where: \.isSelected)?.sighting.identity
            }
        } catch {
            note(error)
        }
    }

    /// Takes what one receiver delivered. What it teaches is stored later.
    func take(_ batch: [Observation]) {
        guard let source = batch.first?.source, source != .gateway else { return }
        // What a device is called is looked up when its driver begins and when it has got hold of it.
        if receiver(source) == nil || batch.contains(where: \.isOfBeginning) { meet(source) }
        let now = clock.now
        guard let abilities = note(batch, of: source, at: now), var sighting = identify(source) else { return }
        sighting.add(receiver(source))
        lessons.continuation.yield(Lesson(sighting: sighting, abilities: abilities, time: now))
    }

    /// - Returns: the abilities that are new, none where only the receiver itself is news; nil where there is nothing to
    ///   learn.
    private func note(_ batch: [Observation], of source: SourceID, at time: HostTime) -> [Ability]? {
        state.withLock { state in
            guard let identity = state.receivers[source]?.identity else { return nil }
            let known = state.abilities[identity] ?? []
            var shown: [Ability] = []
            for observation in batch {
                state.receivers[source]?.note(observation, at: time)
                shown += Ability.shown(by: observation) { name in
                    known.contains { $0.ability == name } || shown.contains { $0.name == name }
                }
            }
            let isNews = state.receivers[source]?.isNoted == false
            // Once is enough for now; a failure is tried again with the next thing that is new.
            state.receivers[source]?.isNoted = true
            return isNews || !shown.isEmpty ? shown : nil
        }
    }

    private func meet(_ source: SourceID) {
        guard let sighting = identify(source) else { return }
        let isSelected: Bool? = state.withLock { state in
            guard state.receivers[source]?.identity != sighting.identity else { return nil }
            state.receivers[source] = LearntReceiver(identity: sighting.identity)
            return state.selected == sighting.identity
        }
        if let isSelected { onIdentity(sighting, isSelected) }
    }

    private func learn(_ lesson: Lesson) async {
        let identity = lesson.sighting.identity
        let time = lesson.time.storedMilliseconds
        let abilities = lesson.abilities.map { StoredAbility($0.name, evidence: $0.evidence, seen: time) }
        do throws(StoreError) {
            try await store.note(lesson.sighting, at: time)
            if !abilities.isEmpty { try await store.learn(abilities, of: identity) }
            note(nil)
        } catch {
            note(error)
        }
        state.withLock { state in
            var known = state.abilities[identity] ?? []
            known += abilities.filter { new in !known.contains { $0.ability == new.ability } }
            state.abilities[identity] = known.sorted { $0.ability < $1.ability }
        }
    }

    private func noteAlert(_ observation: Observation) {
        guard let alert = observation.payload.result(Alert.self) else { return }
        let receiver = observation.source.receiver?.rawValue
        let isChanged = state.withLock { state in
            state.log.note(alert, of: receiver, at: Timestamp(observation.hostTime))
            let known = state.alerts.firstIndex { $0.code == alert.code && $0.receiver == receiver }
            if let known { state.alerts.remove(at: known) }
            guard !alert.isOver else { return state.log.isChanged }
            state.alerts.append(
                AlertReport(
                    code: alert.code, severity: ReportCode(alert.severity), text: alert.text, message: alert.message,
                    receiver: receiver,
                    since: Timestamp(observation.hostTime)))
            // A driver that raises ever new ones shows the newest.
            if state.alerts.count > 100 { state.alerts.removeFirst() }
            return state.log.isChanged
        }
        if isChanged { logChanges.continuation.yield() }
    }
}

extension Observation {
    /// Whether a driver begins, or has got hold of its device.
    fileprivate var isOfBeginning: Bool {
        guard case .driverState(let report) = payload else { return false }
        return report.state == .starting || report.state == .running
    }
}

extension ReceiverSighting {
    /// What the receiver said of itself.
    fileprivate mutating func add(_ learnt: LearntReceiver?) {
        guard let stated = learnt?.stated else { return }
        model = stated.model ?? model
        firmware = stated.firmware ?? firmware
        serial = stated.serial ?? serial
        name = stated.vendor.map { [$0, stated.model].compactMap { $0 }.joined(separator: " ") } ?? name
    }
}
