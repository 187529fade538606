// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import OSNMA
internal import ObservationBus

/// The validation of all receivers. Belongs to the thread of the stage.
struct OSNMADesk {
    /// More receivers than that are not judged at a time; that which was silent for longest gives way.
    static let sourceLimit = 32

    private struct Seat {
        var validation: SourceValidation
        /// When its newest observation came, on the gateway's monotonic clock.
        var arrived: Int64
        var sequence: UInt64 = 0
        /// When what it has learnt was kept last.
        var kept: Int64 = .min / 2
    }

    /// What is learnt is kept once in so long at most, in nanoseconds; root keys come more often.
    private static let keepInterval: Int64 = 60_000_000_000

    private let context: OSNMAService.Context
    private let save: (HotStartState) -> Void
    private var configuration = OSNMAValidationConfiguration()
    private var clock: TrustedClock
    private var start = TrustStart(anchors: TrustAnchors())
    private var seats: [SourceID: Seat] = [:]
    private(set) var status = OSNMAStatus()

    /// - Parameter save: keeps what was learnt; must not wait.
    init(_ context: OSNMAService.Context, save: @escaping (HotStartState) -> Void) {
        (self.context, self.save) = (context, save)
        clock = TrustedClock(.synchronised, read: context.readClock)
        configuration.isEnabled = false
    }

    /// Does what it is told.
    mutating func follow(_ command: OSNMAService.Command) {
        switch command {
        case .begin(let configuration, let start): begin(configuration, start)
        case .trust(let anchors):
            start.anchors.roots += anchors.roots
            start.anchors.keys += anchors.keys
            for source in seats.keys { seats[source]?.validation.trust(anchors) }
        case .distrust(let fingerprint):
            start.anchors.roots.removeAll { $0.fingerprint == fingerprint }
            start.anchors.keys.removeAll { $0.key.fingerprint == fingerprint }
            for source in seats.keys { seats[source]?.validation.distrust(fingerprint) }
        }
        status.trustedRoots = start.anchors.roots.count
        status.trustedKeys = start.anchors.publicKeys.count
    }

    private mutating func begin(_ new: OSNMAValidationConfiguration, _ start: TrustStart) {
        keep()
        (configuration, self.start) = (new, start)
        clock = TrustedClock(new.timeSource, read: context.readClock)
        let sequences = seats.mapValues(\.sequence)
        seats = [:]
        status = OSNMAStatus()
        status.isEnabled = new.isEnabled
        guard new.isEnabled else { return }
        for (receiver, sequence) in sequences { sit(receiver, sequence: sequence) }
    }

    private mutating func sit(_ receiver: SourceID, sequence: UInt64 = 0) {
        if seats.count >= Self.sourceLimit, let oldest = seats.min(by: { $0.value.arrived < $1.value.arrived })?.key {
            seats[oldest] = nil
            status.verdicts[oldest] = nil
            status.times[oldest] = nil
        }
        let validation = SourceValidation(receiver, isReplay: context.isReplay(receiver), configuration, start)
        seats[receiver] = Seat(validation: validation, arrived: context.now().monotonicNanoseconds, sequence: sequence)
    }

    /// Takes what was published together.
    mutating func take(_ batch: [Observation]) {
        guard configuration.isEnabled else { return }
        let now = context.now().monotonicNanoseconds
        clock.update(at: now)
        var touched: [SourceID] = []
        for observation in batch where observation.source != .gateway && !observation.source.isStage {
            let source = observation.source
            if seats[source] == nil { sit(source) }
            let isReplay = seats[source]?.validation.isReplay ?? false
            let time = isReplay ? nil : clock.time(of: observation.hostTime)
            seats[source]?.validation.take(observation, time: time, clock: clock.report(time, isReplay: isReplay))
            if observation.kind != .driverState { seats[source]?.arrived = now }
            if touched.last != source { touched.append(source) }
        }
        for source in touched { publish(source) }
    }

    /// How long the thread may sleep, in milliseconds: while receivers deliver, a silence is to be noticed soon; where none
    /// does, only ages grow.
    var patience: Int {
        let now = context.now().monotonicNanoseconds
        return seats.values.contains { now - $0.arrived < Self.recent } ? 500 : 4000
    }

    /// A receiver delivers that has done so within this, in nanoseconds.
    private static let recent: Int64 = 15_000_000_000

    /// Time has passed.
    mutating func tick() {
        let now = context.now().monotonicNanoseconds
        for (source, seat) in seats {
            seats[source]?.validation.advance(idle: max(0, now - seat.arrived))
            publish(source)
        }
        keepLearnt(now)
    }

    private mutating func publish(_ receiver: SourceID) {
        guard var seat = seats[receiver] else { return }
        let payloads = seat.validation.publication()
        guard !payloads.isEmpty else {
            seats[receiver] = seat
            return
        }
        let source = SourceID.stage("osnma", of: receiver)
        var batch: [Observation] = []
        for payload in payloads {
            seat.sequence += 1
            batch.append(
                Observation(
                    source: source, sequence: seat.sequence, hostTime: seat.validation.now, payload: payload))
            note(payload, receiver)
        }
        seats[receiver] = seat
        context.hub.publish(batch)
    }

    private mutating func note(_ payload: Payload, _ receiver: SourceID) {
        switch payload {
        case .authentication(let verdict):
            if status.verdicts[receiver]?.reason != verdict.reason {
                context.logger.info(
                    "osnma \(verdict.state.code): \(verdict.reason.text)", metadata: ["receiver": "\(receiver)"])
            }
            status.verdicts[receiver] = verdict
            status.times[receiver] = context.now().monotonicNanoseconds
        case .alert(let alert):
            context.logger.log(
                level: alert.severity == .information ? .notice : .warning, "\(alert.code): \(alert.text)",
                metadata: ["receiver": "\(receiver)"])
        default: break
        }
    }

    // MARK: what is learnt

    /// Keeps what live receivers have taught.
    mutating func keep() {
        for (source, seat) in seats where seat.validation.hasLearnt && !seat.validation.isReplay { keep(source) }
    }

    private mutating func keepLearnt(_ now: Int64) {
        for (source, seat) in seats where seat.validation.hasLearnt && !seat.validation.isReplay {
            guard now - seat.kept >= Self.keepInterval else { continue }
            keep(source)
            seats[source]?.kept = now
        }
    }

    private mutating func keep(_ source: SourceID) {
        guard let state = seats[source]?.validation.takeLearnt() else { return }
        save(state)
    }
}
