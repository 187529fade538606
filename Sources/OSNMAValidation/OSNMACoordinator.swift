// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import OSNMA
internal import ObservationBus

/// The validation of all receivers. Belongs to the thread of the stage.
struct OSNMACoordinator {
    /// More receivers than that are not judged at a time; that which was silent for longest gives way.
    static let sourceLimit = 32

    private struct Slot {
        var validation: SourceValidation
        /// What it is of: with another plan it is another receiver.
        let origin: ObservationOrigin
        /// When its newest observation came, on the gateway's monotonic clock.
        var arrived: Int64
        var sequence: UInt64 = 0
        /// When what it has learnt was kept last; nil: not yet.
        var kept: Int64?
    }

    /// What is learnt is kept once in so long at most, in nanoseconds; root keys come more often.
    private static let keepInterval: Int64 = 60_000_000_000

    /// Further changes of verdicts are logged at the level `debug`.
    private static let linesPerSecond = 20

    private let context: OSNMAService.Context
    private let save: (LearntTrust) -> Void
    private var configuration = OSNMAValidationConfiguration()
    private var clock: TrustedClock
    private var start = TrustStart(anchors: TrustAnchors())
    /// What any live receiver has heard to be out of use. It only grows, but by what a person decides.
    private var withdrawals = Withdrawals()
    /// Roots and keys of all simulations that were trusted since the start: what they prove is kept nowhere.
    private var simulation: Set<TrustFingerprint> = []
    private var slots: [SourceID: Slot] = [:]
    /// So many changes of verdicts were told in a second.
    private var told: (second: Int64, lines: Int) = (0, 0)
    private(set) var status = OSNMAStatus()

    /// - Parameter save: keeps what was learnt; must not wait.
    init(_ context: OSNMAService.Context, save: @escaping (LearntTrust) -> Void) {
        (self.context, self.save) = (context, save)
        clock = TrustedClock(.synchronised, read: context.readClock)
        configuration.isEnabled = false
    }

    /// Carries out commands.
    mutating func follow(_ command: OSNMAService.Command) {
        switch command {
        case .begin(let configuration, let start): begin(configuration, start)
        case .trust(let anchors, let decision):
            start.trust(anchors, decision: decision)
            for fingerprint in anchors.fingerprints { withdrawals.remove(fingerprint) }
            for source in slots.keys { slots[source]?.validation.trust(anchors, decision: decision) }
        case .distrust(let fingerprint):
            start.distrust(fingerprint)
            withdrawals.insert(removed: fingerprint)
            for (source, state) in slots {
                slots[source]?.validation.distrust(fingerprint)
                // Else a tree could bring it back.
                if !state.validation.isReplay { slots[source]?.validation.adopt(withdrawals) }
            }
        }
        status.trustedRoots = start.anchors.roots.count
        status.trustedKeys = start.anchors.publicKeys.count
    }

    private mutating func begin(_ new: OSNMAValidationConfiguration, _ start: TrustStart) {
        keep()
        simulation.formUnion(start.simulation)
        (configuration, self.start) = (new, start)
        clock = TrustedClock(new.timeSource, read: context.readClock)
        let before = slots
        slots = [:]
        status = OSNMAStatus()
        status.isEnabled = new.isEnabled
        guard new.isEnabled else { return }
        for (receiver, state) in before {
            // What it has learnt may not be in the store yet, which was read before.
            let learnt = state.validation.isReplay ? nil : state.validation.engine.hotStart(excluding: simulation)
            open(receiver, state.origin, sequence: state.sequence, learnt: learnt)
        }
    }

    /// - Parameter learnt: what the engine begins with that judged this receiver before; nil: what the store has.
    private mutating func open(
        _ receiver: SourceID, _ origin: ObservationOrigin, sequence: UInt64 = 0, learnt: HotStartState? = nil
    ) {
        if slots[receiver] == nil, slots.count >= Self.sourceLimit,
            let oldest = slots.min(by: { $0.value.arrived < $1.value.arrived })?.key
        {
            close(oldest)
        }
        var start = start
        var state = learnt ?? start.hotStart ?? HotStartState()
        state.withdrawals.merge(start.hotStart?.withdrawals ?? Withdrawals())
        state.withdrawals.merge(withdrawals)
        start.hotStart = state
        let validation = SourceValidation(
            receiver, isReplay: origin.isReplay || context.hasReplayClock, configuration, start)
        slots[receiver] = Slot(
            validation: validation, origin: origin, arrived: context.now().monotonicNanoseconds, sequence: sequence)
    }

    private mutating func close(_ receiver: SourceID) {
        if let state = slots[receiver], state.validation.hasLearnt, !state.validation.isReplay { keep(receiver) }
        slots[receiver] = nil
        status.verdicts[receiver] = nil
        status.times[receiver] = nil
    }

    /// Has what an observation is of judged by a state of its own.
    ///
    /// - Returns: false where another receiver has its name by now.
    private mutating func state(_ observation: Observation) -> Bool {
        let (source, origin) = (observation.source, observation.origin)
        guard let state = slots[source], state.origin != origin else {
            if slots[source] == nil { open(source, origin) }
            return true
        }
        guard origin.plan >= state.origin.plan else { return false }
        close(source)
        open(source, origin, sequence: state.sequence)
        return true
    }

    /// Takes what was published together.
    mutating func take(_ batch: [Observation]) {
        guard configuration.isEnabled else { return }
        let now = context.now()
        clock.update(at: now)
        var touched: [SourceID] = []
        for observation in batch where observation.source != .gateway && !observation.source.isStage {
            let source = observation.source
            guard state(observation) else { continue }
            let isReplay = slots[source]?.validation.isReplay ?? true
            let time = isReplay ? nil : clock.time(of: observation.hostTime, now: now)
            slots[source]?.validation.take(observation, time: time, clock: clock.report(time, isReplay: isReplay))
            if observation.kind != .driverState { slots[source]?.arrived = now.monotonicNanoseconds }
            if touched.last != source { touched.append(source) }
        }
        for source in touched {
            share(source)
            publish(source)
        }
    }

    /// What Galileo put out of use holds for all receivers at once, whichever heard it, and is kept at once. A recording
    /// is not accepted, and a simulation only for itself.
    private mutating func share(_ source: SourceID) {
        guard slots[source]?.validation.isReplay == false, let heard = slots[source]?.validation.takeHeard(),
            withdrawals.merge(heard.excluding(simulation))
        else { return }
        for (other, state) in slots where other != source && !state.validation.isReplay {
            slots[other]?.validation.adopt(withdrawals)
            publish(other)
        }
        keep(source)
    }

    /// How long the thread may sleep, in milliseconds: while receivers deliver, a silence is to be noticed soon; where none
    /// does, only ages grow.
    var patience: Int {
        let now = context.now().monotonicNanoseconds
        return slots.values.contains { now - $0.arrived < Self.recent } ? 500 : 4000
    }

    /// A receiver delivers that has done so within this, in nanoseconds.
    private static let recent: Int64 = 15_000_000_000

    /// Time has passed.
    mutating func tick() {
        let now = context.now()
        clock.update(at: now)
        let time = clock.time(of: now, now: now)
        for (source, state) in slots {
            let report = clock.report(state.validation.isReplay ? nil : time, isReplay: state.validation.isReplay)
            slots[source]?.validation.advance(
                idle: max(0, now.monotonicNanoseconds - state.arrived), clock: report)
            publish(source)
        }
        keepLearnt(now.monotonicNanoseconds)
    }

    private mutating func publish(_ receiver: SourceID) {
        guard var state = slots[receiver] else { return }
        let payloads = state.validation.publication()
        guard !payloads.isEmpty else {
            slots[receiver] = state
            return
        }
        let source = SourceID.stage("osnma", of: receiver)
        var batch: [Observation] = []
        for payload in payloads {
            state.sequence += 1
            batch.append(
                Observation(
                    source: source, sequence: state.sequence, hostTime: state.validation.now, payload: payload,
                    origin: state.origin))
            note(payload, receiver)
        }
        slots[receiver] = state
        context.hub.publish(batch)
    }

    private mutating func note(_ payload: Payload, _ receiver: SourceID) {
        guard case .result(let result) = payload else { return }
        switch result.value {
        case let verdict as Authentication:
            if status.verdicts[receiver]?.reason != verdict.reason {
                context.logger.log(
                    level: mayTell() ? .info : .debug, "osnma \(verdict.state.code): \(verdict.reason.text)",
                    metadata: ["receiver": "\(receiver)"])
            }
            status.verdicts[receiver] = verdict
            status.times[receiver] = context.now().monotonicNanoseconds
        case let alert as Alert:
            context.logger.log(
                level: alert.severity == .information ? .notice : .warning, "\(alert.code): \(alert.text)",
                metadata: ["receiver": "\(receiver)"])
        default: break
        }
    }

    /// Whether one more change of a verdict is worth a line of the log: a driver whose times jump makes one with each
    /// epoch, and must not fill the disk.
    private mutating func mayTell() -> Bool {
        let second = context.now().monotonicNanoseconds / 1_000_000_000
        if told.second != second { told = (second, 0) }
        told.lines += 1
        return told.lines <= Self.linesPerSecond
    }

    // MARK: what is learnt

    /// Keeps what live receivers have taught.
    mutating func keep() {
        for (source, state) in slots where state.validation.hasLearnt && !state.validation.isReplay { keep(source) }
    }

    private mutating func keepLearnt(_ now: Int64) {
        for (source, state) in slots where state.validation.hasLearnt && !state.validation.isReplay {
            guard state.kept.map({ now - $0 >= Self.keepInterval }) ?? true else { continue }
            keep(source)
            slots[source]?.kept = now
        }
    }

    private mutating func keep(_ source: SourceID) {
        guard var state = slots[source]?.validation.takeLearnt(excluding: simulation) else { return }
        state.withdrawals.merge(withdrawals)
        save(LearntTrust(state: state, decision: start.decision))
    }
}
