// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import OSNMA
internal import ObservationBus
internal import SystemSupport

/// Validates the data of all receivers. Used only on the stage's thread.
struct OSNMACoordinator {
    /// The largest number of receivers validated at a time; a further one replaces the one that has been silent for
    /// longest.
    static let sourceLimit = 32

    /// A class, because a value of this size would be copied at each access.
    private final class Slot {
        var validation: SourceValidation
        /// The origin of the observations; a different plan means a different receiver.
        let origin: ObservationOrigin
        /// The time at which the newest observation was judged, by the gateway's monotonic clock; by a replay's clock, the
        /// observation's own time.
        var judged: Int64
        /// The arrival of the newest observation by the same clock; for a replay, whose times are those of another clock,
        /// the time at which it was judged.
        var arrived: Int64
        /// The latest time at which the newest observation can have been published, by the same clock.
        var published: Int64 {
            // Compared first, because a recording's times may be at the end of the range.
            arrived < judged ? min(judged, arrived &+ OSNMACoordinator.longestDelivery) : judged
        }
        var sequence: UInt64 = 0
        /// True if the receiver was stopped on request. It then has no verdict, and may never start again.
        var isStopped = false
        /// The time at which the learnt state was last stored; nil if it was not stored yet.
        var kept: Int64?

        init(_ validation: SourceValidation, _ origin: ObservationOrigin, opened: Int64, sequence: UInt64) {
            (self.validation, self.origin) = (validation, origin)
            (judged, arrived, self.sequence) = (opened, opened, sequence)
        }
    }

    /// The minimum time between two saves of the learnt state, in nanoseconds; new root keys arrive more
    /// often.
    private static let keepInterval: Int64 = 60_000_000_000

    /// The number of verdict changes per second that are logged normally; further ones are logged at level `debug`.
    private static let linesPerSecond = 20

    /// The time after a sleep during which live receivers are not heard, in nanoseconds: what arrives then, or arrived
    /// earlier and is still queued, may have been in a buffer during the sleep. How old it is is unknown.
    private static let deafness: Int64 = 1_000_000_000

    /// The longest time between the arrival of a live receiver's data and their publication, in nanoseconds: the gateway
    /// corrects times of arrival that differ more from the present.
    private static let longestDelivery: Int64 = 5_000_000_000

    private let context: OSNMAService.Context
    private let save: (LearntTrust) -> Void
    private var configuration = OSNMAValidationConfiguration()
    private var clock: TrustedClock
    private var start = TrustStart(anchors: TrustAnchors())
    /// All withdrawals that any live receiver has learned, and the roots and keys that the operator removed or whose end has
    /// passed. Only a decision of the operator removes what was learned.
    private var withdrawals = Withdrawals()
    /// Roots and keys of all simulations trusted since the start; nothing that they prove is stored.
    private var simulation: Set<TrustFingerprint> = []
    private var sleep: SleepWatch
    /// The time from which observations of live receivers are processed again after the machine has slept.
    private var hearsFrom = Int64.min
    private var slots: [SourceID: Slot] = [:]
    /// The current second and the number of verdict changes logged in it.
    private var told: (second: Int64, lines: Int) = (0, 0)
    private(set) var status = OSNMAStatus()

    /// - Parameter save: Stores the learned state; must not block.
    init(_ context: OSNMAService.Context, save: @escaping (LearntTrust) -> Void) {
        (self.context, self.save) = (context, save)
        clock = TrustedClock(.synchronised, read: context.readClock)
        sleep = context.sleep
        configuration.isEnabled = false
    }

    /// Executes a command.
    mutating func follow(_ command: OSNMAService.Command) {
        switch command {
        case .begin(let configuration, let start): begin(configuration, start)
        case .trust(let anchors, let decision):
            start.trust(anchors, decision: decision)
            for fingerprint in anchors.fingerprints { withdrawals.remove(fingerprint) }
            let (ends, time) = (anchors.ends, trustTime)
            var valid = anchors
            _ = valid.take { TrustAnchors.hasEnded(ends[$0], at: time) }
            for slot in slots.values {
                slot.validation.trust(slot.validation.isReplay ? anchors : valid, decision: decision)
            }
            // An end that has passed may be a new one of a trusted key.
            endTrust()
        case .distrust(let fingerprint):
            start.distrust(fingerprint)
            distrust(fingerprint, by: Array(slots.values))
        }
        countTrust()
    }

    private mutating func countTrust() {
        let withdrawn = known
        status.trustedRoots = start.anchors.roots.count { !withdrawn.contains($0.fingerprint) }
        status.trustedKeys = start.anchors.publicKeys.count { !withdrawn.contains($0.fingerprint) }
    }

    private mutating func distrust(_ fingerprint: TrustFingerprint, by slots: [Slot]) {
        withdrawals.insert(removed: fingerprint)
        var removal = Withdrawals()
        removal.insert(removed: fingerprint)
        for slot in slots {
            slot.validation.distrust(fingerprint)
            // Without the withdrawals, a trusted tree could reintroduce the key. A recording knows no others.
            slot.validation.adopt(slot.validation.isReplay ? removal : withdrawals)
        }
    }

    /// The time by which trust ends, in milliseconds since 1970-01-01 UTC; nil for that of a recording, by which nothing ends.
    private var trustTime: Int64? { context.hasReplayClock ? nil : context.now().wallNanoseconds / 1_000_000 }

    /// Everything that is withdrawn: by what the store held at the last start or reload, and since.
    private var known: Withdrawals {
        var known = start.hotStart?.withdrawals ?? Withdrawals()
        known.merge(withdrawals)
        return known
    }

    /// Stops trusting roots and keys whose end has passed, and trusts those again whose end lies ahead because the clock was
    /// set. Neither concerns recordings, which may be of any time.
    private mutating func endTrust() {
        guard !start.anchors.ends.isEmpty || !start.ended.ends.isEmpty else { return }
        let live = slots.values.filter { !$0.validation.isReplay }
        let changes = start.end(at: trustTime)
        for fingerprint in changes.ended.fingerprints {
            context.logger.warning("osnma: \(fingerprint) is not trusted any more: its period of validity has ended")
            distrust(fingerprint, by: live)
        }
        // What Galileo withdrew stays so; after the alert message, only the operator's decision starts OSNMA again.
        if !known.hasAlert { withdrawals.remove(removed: changes.valid.fingerprints) }
        var valid = changes.valid
        _ = valid.take { [known] in known.contains($0) }
        if !valid.fingerprints.isEmpty {
            for fingerprint in valid.fingerprints {
                context.logger.notice("osnma: \(fingerprint) is trusted again: by the clock it is still valid")
            }
            for slot in live { slot.validation.trust(valid, decision: start.decision, isDecision: false) }
        }
        countTrust()
    }

    private mutating func begin(_ new: OSNMAValidationConfiguration, _ start: TrustStart) {
        keep()
        simulation.formUnion(start.simulation)
        // Whether their end has passed is judged again.
        let ended = self.start.ended.fingerprints
        if !known.hasAlert { withdrawals.remove(removed: ended) }
        (configuration, self.start) = (new, start)
        for fingerprint in start.ended.fingerprints {
            context.logger.warning("osnma: \(fingerprint) is not trusted: its period of validity has ended")
            withdrawals.insert(removed: fingerprint)
        }
        clock = TrustedClock(new.timeSource, read: context.readClock)
        // A loss that is reported, and one that begins now, outlast new settings.
        if !new.isEnabled {
            for receiver in slots.keys { endAlert(of: receiver, CodedText(code: "osnma.reason.switched_off")) }
        }
        // A recording is validated from the beginning, without what is known about keys.
        for (receiver, slot) in slots where slot.validation.isReplay { endAlert(of: receiver) }
        let before = slots
        slots = [:]
        status = OSNMAStatus()
        status.isEnabled = new.isEnabled
        guard new.isEnabled else { return }
        for (receiver, state) in before where !state.isStopped {
            // The store was read earlier and may not contain the newest learnt state yet.
            var learnt = state.validation.isReplay ? nil : state.validation.engine.hotStart(excluding: simulation)
            learnt?.withdrawals.remove(removed: ended)
            open(receiver, state.origin, sequence: state.sequence, learnt: learnt)
            guard let slot = slots[receiver], !slot.validation.isReplay else { continue }
            slot.validation.continueAlert(of: state.validation)
            (slot.judged, slot.arrived) = (state.judged, state.arrived)
        }
    }

    /// - Parameter learnt: The state of the engine that validated this receiver before; nil to use the stored state.
    private mutating func open(
        _ receiver: SourceID, _ origin: ObservationOrigin, sequence: UInt64 = 0, learnt: HotStartState? = nil
    ) {
        if slots[receiver] == nil, slots.count >= Self.sourceLimit,
            let oldest = slots.min(by: { $0.value.judged < $1.value.judged })?.key
        {
            close(oldest)
        }
        var start = start
        var state = learnt ?? start.hotStart ?? HotStartState()
        state.withdrawals.merge(start.hotStart?.withdrawals ?? Withdrawals())
        state.withdrawals.merge(withdrawals)
        start.hotStart = state
        let isReplay = origin.isReplay || context.hasReplayClock
        if isReplay { start.end(at: nil) }
        let validation = SourceValidation(receiver, isReplay: isReplay, configuration, start)
        slots[receiver] = Slot(validation, origin, opened: context.now().monotonicNanoseconds, sequence: sequence)
    }

    private mutating func close(_ receiver: SourceID) {
        if let state = slots[receiver], state.validation.hasLearnt, !state.validation.isReplay { keep(receiver) }
        endAlert(of: receiver)
        slots[receiver] = nil
        status.verdicts[receiver] = nil
        status.times[receiver] = nil
    }

    /// Returns the state of an observation's receiver; nil if another receiver now has its ID.
    private mutating func slot(of observation: Observation) -> Slot? {
        let (source, origin) = (observation.source, observation.origin)
        guard let slot = slots[source] else {
            open(source, origin)
            return slots[source]
        }
        if slot.origin == origin { return slot }
        guard origin.plan >= slot.origin.plan else { return nil }
        close(source)
        open(source, origin, sequence: slot.sequence)
        return slots[source]
    }

    /// Processes a batch of observations published together.
    mutating func take(_ batch: [Observation]) {
        guard configuration.isEnabled else { return }
        forgetAfterSleep()
        let now = context.now()
        clock.update(at: now)
        var touched: [SourceID] = []
        for observation in batch where observation.source != .gateway && !observation.source.isStage {
            let source = observation.source
            guard let slot = slot(of: observation) else { continue }
            let isReplay = slot.validation.isReplay
            if !isReplay, isFromBeforeSleep(observation) { continue }
            let time = isReplay ? nil : clock.time(of: observation.hostTime, now: now)
            slot.validation.take(
                observation, time: time, clock: clock.report(time, at: observation.hostTime, isReplay: isReplay))
            if observation.kind != .driverState {
                slot.judged = now.monotonicNanoseconds
                // By a replay's clock, the time for which data waited to be judged is part of the silence after them. The
                // clock advances after the data were published, so they may be ahead of it. Its next step, of any size,
                // is then no time without data.
                if context.hasReplayClock {
                    let arrival = observation.hostTime.arrival(at: now).monotonicNanoseconds
                    slot.judged = max(arrival, observation.hostTime.monotonicNanoseconds)
                }
                slot.arrived = isReplay ? slot.judged : min(slot.judged, observation.hostTime.monotonicNanoseconds)
            }
            slot.isStopped = false
            if case .driverState(let report) = observation.payload, report.isStopOnRequest { stop(source) }
            if touched.last != source { touched.append(source) }
        }
        for source in touched {
            share(source)
            publish(source)
        }
    }

    /// Ends the alert and the verdict of a receiver that was stopped on request. What is known about keys stays, because
    /// the receiver may start again.
    private mutating func stop(_ receiver: SourceID) {
        endAlert(of: receiver)
        publish(receiver)
        slots[receiver]?.isStopped = true
        status.verdicts[receiver] = nil
        status.times[receiver] = nil
    }

    private mutating func endAlert(
        of receiver: SourceID, _ reason: CodedText = CodedText(ReceiverText.stoppedOnRequest)
    ) {
        guard let slot = slots[receiver] else { return }
        publish(slot.validation.endAlert(reason), of: receiver, slot)
    }

    /// Forgets what was proven of live receivers if the machine has slept: it would seem as new as before.
    private mutating func forgetAfterSleep() {
        guard sleep.hasSlept() else { return }
        hearsFrom = context.now().monotonicNanoseconds &+ Self.deafness
        for (receiver, slot) in slots where !slot.validation.isReplay {
            slot.validation.forgetAfterSleep()
            publish(receiver)
        }
    }

    /// True if data of a live receiver may have arrived before the machine slept.
    private func isFromBeforeSleep(_ observation: Observation) -> Bool {
        observation.hostTime.monotonicNanoseconds < hearsFrom && observation.kind != .driverState
    }

    /// Applies a live receiver's newly learned withdrawals to all receivers and stores them immediately. Withdrawals
    /// from recordings are ignored, and those of a simulation apply only to itself.
    private mutating func share(_ source: SourceID) {
        guard slots[source]?.validation.isReplay == false, let heard = slots[source]?.validation.takeHeard(),
            withdrawals.merge(heard.excluding(simulation))
        else { return }
        for (other, slot) in slots where other != source && !slot.validation.isReplay {
            slot.validation.adopt(withdrawals)
            publish(other)
        }
        keep(source)
        countTrust()
    }

    /// What the receivers deliver, on which it depends how soon the thread must look at their data.
    enum Pace {
        /// No receiver delivers data, and only the ages in the verdicts change.
        case silent
        /// No receiver that delivers data has delivered a Galileo page since it connected, so that its verdict is the same
        /// at each epoch.
        case withoutPages
        /// Data are judged, or a silence must be detected soon.
        case live
    }

    /// What the receivers deliver now.
    var pace: Pace {
        let now = context.now().monotonicNanoseconds
        let live = slots.values.filter { now - $0.judged < Self.recent }
        if live.isEmpty { return .silent }
        return live.allSatisfy { !$0.validation.isReplay && $0.validation.isWithoutPages } ? .withoutPages : .live
    }

    /// The time in nanoseconds after its last observation during which a receiver counts as delivering data.
    private static let recent: Int64 = 3_000_000_000

    /// Updates verdicts after time has passed without observations. While observations of a receiver are waiting, its
    /// verdict stays that of the newest one judged. So the result of a replay of one receiver does not depend on its speed.
    /// With several receivers it may: a silence is judged only when this function is called.
    ///
    /// - Parameter queues: The observations that have not been judged yet.
    mutating func tick(after queues: ReceiverQueues? = nil) {
        forgetAfterSleep()
        endTrust()
        let now = context.now()
        clock.update(at: now)
        for (source, state) in slots {
            let isReplay = state.validation.isReplay
            var until = now.monotonicNanoseconds
            if let queues { until = min(until, queues.judgedUntil(source) ?? .min) }
            let idle = max(state.published, until) &- state.published
            let instant = HostTime(
                monotonicNanoseconds: state.arrived &+ idle, wallNanoseconds: now.wallNanoseconds)
            let time = isReplay ? nil : clock.time(of: instant, now: now)
            state.validation.advance(idle: idle, clock: clock.report(time, at: instant, isReplay: isReplay))
            publish(source)
            // The data of a replay count as new, even if it is so slow that they bring a verdict only every minute.
            if isReplay, status.verdicts[source] != nil { status.times[source] = now.monotonicNanoseconds }
        }
        keepLearnt(now.monotonicNanoseconds)
    }

    private mutating func publish(_ receiver: SourceID) {
        guard let state = slots[receiver], !state.isStopped else { return }
        publish(state.validation.publication(), of: receiver, state)
    }

    private mutating func publish(_ payloads: [Payload], of receiver: SourceID, _ state: Slot) {
        guard !payloads.isEmpty else { return }
        let source = SourceID.stage("osnma", of: receiver)
        var batch: [Observation] = []
        for payload in payloads {
            state.sequence += 1
            batch.append(
                Observation(
                    source: source, sequence: state.sequence, hostTime: state.validation.now, payload: payload,
                    origin: state.origin))
            note(payload, receiver, at: time(of: state))
        }
        context.hub.publish(batch)
    }

    /// The time up to which a receiver's data are judged, by the gateway's monotonic clock. A replay's times are those of
    /// another clock, so its data count as new.
    private func time(of slot: Slot) -> Int64 {
        let now = context.now().monotonicNanoseconds
        guard !slot.validation.isReplay, slot.validation.observed != nil else { return now }
        return min(now, slot.validation.now.monotonicNanoseconds)
    }

    private mutating func note(_ payload: Payload, _ receiver: SourceID, at time: Int64) {
        guard case .result(let result) = payload else { return }
        switch result.value {
        case let verdict as Authentication:
            if status.verdicts[receiver]?.reason != verdict.reason {
                context.logger.log(
                    level: mayTell() ? .info : .debug, "osnma \(verdict.state.code): \(verdict.reason.text)",
                    metadata: ["receiver": "\(receiver)"])
            }
            status.verdicts[receiver] = verdict
            status.times[receiver] = time
        case let alert as Alert:
            context.logger.log(
                level: alert.severity == .information ? .notice : .warning, "\(alert.code): \(alert.text)",
                metadata: ["receiver": "\(receiver)"])
        default: break
        }
    }

    /// Returns true if another verdict change may be logged normally. A driver whose times jump changes its verdict
    /// at each epoch and must not fill the disk.
    private mutating func mayTell() -> Bool {
        let second = context.now().monotonicNanoseconds / 1_000_000_000
        if told.second != second { told = (second, 0) }
        told.lines += 1
        return told.lines <= Self.linesPerSecond
    }

    // MARK: learning

    /// Stores the state learned from all live receivers.
    mutating func keep() {
        for (source, state) in slots where state.validation.hasLearnt && !state.validation.isReplay { keep(source) }
    }

    private mutating func keepLearnt(_ now: Int64) {
        for (source, state) in slots where state.validation.hasLearnt && !state.validation.isReplay {
            guard state.kept.map({ now - $0 >= Self.keepInterval }) ?? true else { continue }
            keep(source)
            state.kept = now
        }
    }

    private mutating func keep(_ source: SourceID) {
        guard var state = slots[source]?.validation.takeLearnt(excluding: simulation) else { return }
        state.withdrawals.merge(withdrawals)
        // An end depends on the clock, which may be wrong, and is judged again at each start.
        state.withdrawals.remove(removed: start.ended.fingerprints)
        save(LearntTrust(state: state, decision: start.decision))
    }
}
