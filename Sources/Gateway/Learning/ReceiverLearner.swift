// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import Storage
internal import Synchronization

/// Observes the data of all receivers and records the abilities that each one has shown. A new ability is stored before
/// it is shown, so that an indicator that was green stays green even if the daemon is killed.
final class ReceiverLearner: Service {
    private let hub: ObservationHub
    private let store: Store
    private let clock: GatewayClock
    private let logger: Logger
    /// Returns the identity of the receiver with this id; nil if the id is unknown.
    private let identify: @Sendable (SourceID) -> ReceiverSighting?
    /// Called when the identity of a receiver is known; the flag is true if the operator selected that identity.
    private let onIdentity: @Sendable (ReceiverSighting, Bool) -> Void
    /// Called with each change of the alert log, in order.
    private let onAlert: @Sendable (AlertLog.Change) -> Void
    /// Protects the observed data, which drivers' threads write and requests read. Not held while the store or
    /// `onIdentity` is called.
    private let state = Mutex(State())

    /// The number of receivers from which a new one causes those to be forgotten whose ids are no longer known.
    static let receiverLimit = 256

    private struct State {
        var receivers: [SourceID: LearntReceiver] = [:]
        /// The number of receivers from which those that are gone are forgotten; more than the limit if that many are known.
        var full = ReceiverLearner.receiverLimit
        /// The abilities by receiver identity.
        var abilities: [String: [StoredAbility]] = [:]
        var alerts: [AlertReport] = []
        var log = AlertLog()
        var problem: String?
        /// The identity that the operator selected.
        var selected: String?
    }

    /// A receiver and abilities to be stored.
    private struct Lesson {
        var sighting: ReceiverSighting
        var abilities: [Ability]
        var time: HostTime
    }

    /// The newest lessons not yet stored. If a slow disk makes the buffer overflow, lost lessons are observed again.
    private let lessons = AsyncStream<Lesson>.makeStream(bufferingPolicy: .bufferingNewest(256))

    /// Signals that the alert log has changed.
    private let logChanges = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// The minimum time between two writes of the log, because a driver may raise any number of alerts.
    private static let logPause = Duration.seconds(1)

    init(
        hub: ObservationHub, store: Store, clock: GatewayClock, logger: Logger,
        identify: @escaping @Sendable (SourceID) -> ReceiverSighting?,
        onIdentity: @escaping @Sendable (ReceiverSighting, Bool) -> Void = { _, _ in },
        onAlert: @escaping @Sendable (AlertLog.Change) -> Void = { _ in }
    ) {
        (self.hub, self.store, self.clock, self.logger) = (hub, store, clock, logger)
        (self.identify, self.onIdentity, self.onAlert) = (identify, onIdentity, onAlert)
    }

    /// The data that a receiver has delivered since its driver last found it; nil if none is known.
    func receiver(_ id: SourceID) -> LearntReceiver? { state.withLock { $0.receivers[id] } }

    /// The abilities ever observed on the device with this identity.
    func abilities(of identity: String) -> [StoredAbility] { state.withLock { $0.abilities[identity] ?? [] } }

    /// The alerts that have not ended, at most 100.
    var alerts: [AlertReport] { state.withLock { $0.alerts } }

    /// The newest alerts, current and past.
    ///
    /// - Parameter limit: The maximum number of alerts.
    func alertLog(limit: Int) -> AlertLogReport { state.withLock { $0.log.report(limit: limit) } }

    /// The reason why nothing can be stored; nil if storing works.
    var problem: String? { state.withLock { $0.problem } }

    /// Records that storing failed, or works again (nil).
    func note(_ error: StoreError?) {
        let isNews = state.withLock { state in
            defer { state.problem = error?.description }
            return state.problem != error?.description
        }
        if isNews, let error { logger.error("cannot store learnt abilities and the selection: \(error)") }
    }

    /// Records the identity that the operator selected; nil for none.
    func select(_ identity: String?) { state.withLock { $0.selected = identity } }

    /// Forgets the abilities of an identity; they are learnt again from new observations.
    func forget(_ identity: String) {
        state.withLock { state in
            state.abilities[identity] = nil
            for (id, receiver) in state.receivers where receiver.identity == identity {
                state.receivers[id]?.isNoted = false
            }
        }
    }

    /// Stores new abilities and the alert log until the daemon shuts down.
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
                        // The sleep is interrupted when the daemon shuts down; the rest is stored below.
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

    /// Loads abilities, selection and alerts of earlier runs. Called before the receivers start.
    func recall() async {
        do throws(StoreError) {
            let (stored, alerts) = (try await store.receivers(), try await store.alerts())
            let now = Timestamp(clock.now)
            let ends = state.withLock { state in
                let ends = state.log.recall(alerts, at: now)
                for receiver in stored { state.abilities[receiver.sighting.identity] = receiver.abilities }
                state.selected = stored.first(where: \.isSelected)?.sighting.identity
                return ends
            }
            ends.forEach(onAlert)
        } catch {
            note(error)
        }
    }

    /// Observes a batch of one receiver. New abilities are stored later.
    func take(_ batch: [Observation]) {
        guard let first = batch.first, first.source != .gateway else { return }
        let (source, plan) = (first.source, first.origin.plan)
        // The identity of a device is determined when its driver starts and when it has opened the device.
        if !knows(source, plan) || batch.contains(where: \.isOfBeginning) { meet(source, plan) }
        let (now, asleep) = (clock.now, clock.asleep)
        let abilities = note(batch, of: source, at: now, asleep: asleep)
        guard let abilities, var sighting = identify(source) else { return }
        sighting.add(receiver(source))
        lessons.continuation.yield(Lesson(sighting: sighting, abilities: abilities, time: now))
    }

    /// Records a batch.
    ///
    /// - Returns: The new abilities, empty if only the receiver itself is new; nil if nothing is new.
    private func note(_ batch: [Observation], of source: SourceID, at time: HostTime, asleep: Int64) -> [Ability]? {
        state.withLock { state in
            // Modify the entry in place, because copying all data of a receiver costs more than the change.
            guard let index = state.receivers.index(forKey: source) else { return nil }
            let known = state.abilities[state.receivers.values[index].identity] ?? []
            var shown: [Ability] = []
            for observation in batch {
                state.receivers.values[index].note(observation, at: time, asleep: asleep)
                shown += Ability.shown(by: observation) { name in
                    known.contains { $0.ability == name } || shown.contains { $0.name == name }
                }
            }
            let isNews = !state.receivers.values[index].isNoted
            // Do not store the receiver again for now. If this attempt fails, the next new ability stores it too.
            state.receivers.values[index].isNoted = true
            return isNews || !shown.isEmpty ? shown : nil
        }
    }

    private func knows(_ source: SourceID, _ plan: UInt32) -> Bool {
        state.withLock { $0.receivers[source].map { $0.plan >= plan } ?? false }
    }

    /// Begins anew if the device or the plan is another one.
    private func meet(_ source: SourceID, _ plan: UInt32) {
        guard let sighting = identify(source) else { return }
        makeRoom()
        let isSelected: Bool? = state.withLock { state in
            let known = state.receivers[source]
            guard known?.identity != sighting.identity || known?.plan != plan else { return nil }
            state.receivers[source] = LearntReceiver(identity: sighting.identity, plan: plan)
            return state.selected == sighting.identity
        }
        if let isSelected { onIdentity(sighting, isSelected) }
    }

    private func makeRoom() {
        let all = state.withLock { $0.receivers.count >= $0.full ? Array($0.receivers.keys) : [] }
        guard !all.isEmpty else { return }
        let gone = all.filter { identify($0) == nil }
        state.withLock { state in
            for id in gone { state.receivers[id] = nil }
            state.full = max(Self.receiverLimit, 2 * state.receivers.count)
        }
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
        let (isChanged, change) = state.withLock { state in
            let change = state.log.note(alert, of: receiver, at: Timestamp(observation.hostTime))
            let known = state.alerts.firstIndex { $0.code == alert.code && $0.receiver == receiver }
            var since = Timestamp(observation.hostTime)
            // An alert whose text or severity changes goes on, as in the log.
            if let known { since = state.alerts.remove(at: known).since }
            guard !alert.isOver else { return (state.log.isChanged, change) }
            state.alerts.append(
                AlertReport(
                    code: alert.code, severity: ReportCode(alert.severity), text: alert.text, message: alert.message,
                    receiver: receiver, since: since))
            // A driver may raise any number of alerts; only the newest 100 are kept.
            if state.alerts.count > 100 { state.alerts.removeFirst() }
            return (state.log.isChanged, change)
        }
        if let change { onAlert(change) }
        if isChanged { logChanges.continuation.yield() }
    }
}

extension Observation {
    /// True if a driver starts or has opened its device.
    fileprivate var isOfBeginning: Bool {
        guard case .driverState(let report) = payload else { return false }
        return report.state == .starting || report.state == .running
    }
}

extension ReceiverSighting {
    /// Adds the facts that the receiver reported about itself.
    fileprivate mutating func add(_ learnt: LearntReceiver?) {
        guard let stated = learnt?.stated else { return }
        model = stated.model ?? model
        firmware = stated.firmware ?? firmware
        serial = stated.serial ?? serial
        name = stated.vendor.map { [$0, stated.model].compactMap { $0 }.joined(separator: " ") } ?? name
    }
}
