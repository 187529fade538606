// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import Storage
internal import Synchronization

/// Follows what all receivers deliver, and notes what each was seen to be able to do. What is new is stored first and
/// shown then, so that a light that was green stays so, whatever becomes of the daemon.
final class ReceiverLearner: Service {
    private let hub: ObservationHub
    private let store: Store
    private let clock: GatewayClock
    private let logger: Logger
    /// The receiver of a name, and what its device is called.
    private let identify: @Sendable (SourceID) -> ReceiverSighting?
    /// Called when a receiver is known by its identity, and with whether that is the one that a person chose.
    private let onIdentity: @Sendable (ReceiverSighting, Bool) -> Void
    private let state = Mutex(State())

    private struct State {
        var receivers: [SourceID: LearntReceiver] = [:]
        /// By identity.
        var abilities: [String: [StoredAbility]] = [:]
        var alerts: [AlertReport] = []
        var problem: String?
        /// The identity that a person chose.
        var chosen: String?
    }

    /// What is to be stored.
    private struct Lesson {
        var sighting: ReceiverSighting
        var abilities: [Ability] = []
        var time: HostTime
    }

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

    /// Why nothing is stored; nil where all is well.
    var problem: String? { state.withLock { $0.problem } }

    /// Storing failed, or went well again.
    func note(_ error: StoreError?) {
        let isNews = state.withLock { state in
            defer { state.problem = error?.description }
            return state.problem != error?.description
        }
        if isNews, let error { logger.error("what was learnt and chosen is not stored: \(error)") }
    }

    /// A person chose an identity; nil: none.
    func choose(_ identity: String?) { state.withLock { $0.chosen = identity } }

    /// Forgets an identity; what is seen from now on is learnt anew.
    func forget(_ identity: String) {
        state.withLock { state in
            state.abilities[identity] = nil
            for (id, receiver) in state.receivers where receiver.identity == identity {
                state.receivers[id]?.isNoted = false
            }
        }
    }

    /// Follows until the daemon ends.
    func run() async {
        let subscription = hub.subscribe("learner", policy: .skipOldest())
        await recall()
        await cancelWhenGracefulShutdown {
            for await batch in subscription {
                for lesson in self.take(batch) { await self.learn(lesson) }
            }
        }
    }

    /// What was learnt before.
    private func recall() async {
        do throws(StoreError) {
            let stored = try await store.receivers()
            state.withLock { state in
                for receiver in stored { state.abilities[receiver.sighting.identity] = receiver.abilities }
                state.chosen = stored.first(where: \.isChosen)?.sighting.identity
            }
        } catch {
            note(error)
        }
    }

    private func take(_ batch: [Observation]) -> [Lesson] {
        var lessons: [SourceID: Lesson] = [:]
        let now = clock.now
        for observation in batch {
            if case .alert(let alert) = observation.payload { note(alert, observation) }
            if observation.source == .gateway { continue }
            // What a device is called is looked up when its driver begins and when it has got hold of it.
            if case .driverState(let report) = observation.payload, [.starting, .running].contains(report.state) {
                meet(observation.source)
            } else if receiver(observation.source) == nil {
                meet(observation.source)
            }
            guard let abilities = note(observation, at: now) else { continue }
            guard var lesson = lessons[observation.source] ?? begin(observation.source, now) else { continue }
            lesson.sighting.add(receiver(observation.source))
            lesson.abilities += abilities
            lessons[observation.source] = lesson
        }
        return Array(lessons.values)
    }

    private func begin(_ source: SourceID, _ time: HostTime) -> Lesson? {
        identify(source).map { Lesson(sighting: $0, time: time) }
    }

    /// - Returns: the abilities that are new, none where only the receiver itself is news; nil where there is nothing to
    ///   learn.
    private func note(_ observation: Observation, at time: HostTime) -> [Ability]? {
        state.withLock { state in
            guard var receiver = state.receivers[observation.source] else { return nil }
            receiver.note(observation, at: time)
            let known = state.abilities[receiver.identity] ?? []
            let shown = Ability.shown(by: observation) { name in known.contains { $0.ability == name } }
            let isNews = !receiver.isNoted
            // Once is enough for now; a failure is tried again with the next thing that is new.
            receiver.isNoted = true
            state.receivers[observation.source] = receiver
            return isNews || !shown.isEmpty ? shown : nil
        }
    }

    private func meet(_ source: SourceID) {
        guard let sighting = identify(source) else { return }
        let isChosen: Bool? = state.withLock { state in
            guard state.receivers[source]?.identity != sighting.identity else { return nil }
            state.receivers[source] = LearntReceiver(identity: sighting.identity)
            return state.chosen == sighting.identity
        }
        if let isChosen { onIdentity(sighting, isChosen) }
    }

    private func learn(_ lesson: Lesson) async {
        let identity = lesson.sighting.identity
        let time = lesson.time.storedMilliseconds
        var abilities: [StoredAbility] = []
        for ability in lesson.abilities where !abilities.contains(where: { $0.ability == ability.name }) {
            abilities.append(StoredAbility(ability.name, evidence: ability.evidence, seen: time))
        }
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

    private func note(_ alert: Alert, _ observation: Observation) {
        let receiver = observation.source == .gateway ? nil : observation.source.rawValue
        state.withLock { state in
            let known = state.alerts.firstIndex { $0.code == alert.code && $0.receiver == receiver }
            if let known { state.alerts.remove(at: known) }
            guard !alert.isOver else { return }
            state.alerts.append(
                AlertReport(
                    code: alert.code, severity: alert.severity.controlName, text: alert.text, receiver: receiver,
                    since: Timestamp(observation.hostTime)))
            // A driver that raises ever new ones shows the newest.
            if state.alerts.count > 100 { state.alerts.removeFirst() }
        }
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
