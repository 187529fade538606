// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Foundation
internal import GNSSTypes
internal import Outbox

/// Turns observations into payloads. Intervals are those of the observations' monotonic clock, so that a step of the wall
/// clock neither stops nor doubles the positions.
struct PositionCollector {
    /// What a batch of observations results in.
    struct Output {
        /// The newest payload by topic.
        var live: [GatewayTopics.Name: [UInt8]] = [:]
        /// Makes the payload of the position for the time when it is no longer current; nil if that is the same.
        var outdated: (@Sendable () -> [UInt8])?
        /// Positions to store, by form.
        var stored: [StoredForm: [OutboxItem]] = [:]
        /// True if the active receiver got a verdict.
        var isJudged = false
    }

    private struct Source {
        var state: DriverStateReport?
        var attitude: Attitude?
    }

    static let sourceLimit = 64
    /// The length of a driver's reason, at most.
    private static let reasonLimit = 200

    private var settings: MQTTUplinkSettings?
    /// The conditions for a position to count as authenticated.
    var requirement = OSNMARequirement()
    private var sources: [SourceID: Source] = [:]
    private var verdicts = ReceiverVerdicts()
    /// The active receiver's newest time that came with a stored position; nil if none of them had one.
    private(set) var receiverTime: UTCTime?
    private var lastLive: Int64?
    private var sampling = PositionSampling(interval: .zero, distance: 0)
    private var lastVerdict: (change: String, time: Int64)?
    /// The newest verdict on the active receiver; nil if it came before the receiver became active.
    private var newestVerdict: (held: HeldVerdict, received: Timestamp)?
    private var uplinks: [FleetGatewayReport.Uplink] = []
    /// True if the receivers' states have changed since `state` was called.
    private(set) var isStateNew = true

    /// Applies changed settings.
    ///
    /// - Parameter settings: Nil for no broker: only states and verdicts are noted then.
    mutating func apply(_ settings: MQTTUplinkSettings?) {
        self.settings = settings
        sampling.interval = settings?.historyInterval ?? .zero
        sampling.distance = settings?.historyDistance ?? 0
        (lastLive, lastVerdict, isStateNew) = (nil, nil, true)
    }

    /// Processes a batch of observations that were published together.
    mutating func take(_ batch: [Observation]) -> Output {
        var output = Output()
        // Verdicts come first, because they apply to positions in the same batch.
        for observation in batch { note(observation, &output) }
        guard let settings else { return output }
        for observation in batch {
            guard case .fix(let fix) = observation.payload, observation.source == verdicts.active else { continue }
            take(fix, observation, settings, &output)
        }
        return output
    }

    private mutating func take(
        _ fix: Fix, _ observation: Observation, _ settings: MQTTUplinkSettings, _ output: inout Output
    ) {
        // Also of a receiver that stands still: the age of stored positions is measured by it.
        receiverTime = fix.time ?? receiverTime
        let time = observation.hostTime.monotonicNanoseconds
        let isLive = PositionSampling.isDue(lastLive, settings.interval, at: time)
        let isStored = fix.position.map { sampling.takes($0, at: time) } ?? false
        guard isLive || isStored else { return }
        let held = verdicts[observation.source]
        var payload = PositionPayload(
            gateway: settings.gateway, receiver: observation.source.rawValue, received: Timestamp(observation.hostTime),
            fix: FixReport(fix, attitude: sources[observation.source]?.attitude),
            authentication: AuthenticationPayload(requirement.objection(to: observation, by: held), held))
        if isLive {
            output.live[.position] = payload.json
            output.outdated = payload.authentication.authenticated ? outdated(payload, held) : nil
            lastLive = time
        }
        guard isStored else { return }
        payload.id = UUID().uuidString.lowercased()
        let verdict: Authentication.State = payload.authentication.authenticated ? .authenticated : .unverified
        for form in StoredForm.allCases where form.topic(settings) != nil {
            output.stored[form, default: []].append(
                OutboxItem(
                    time: OutboxItem.time(receiver: fix.time, host: observation.hostTime),
                    content: form.content(payload, fix, settings), verdict: verdict))
        }
    }

    private func outdated(_ payload: PositionPayload, _ held: HeldVerdict?) -> @Sendable () -> [UInt8] {
        { [requirement] in
            var payload = payload
            payload.authentication = AuthenticationPayload(requirement.objection(to: held?.verdict, age: .max), held)
            return payload.json
        }
    }

    private mutating func note(_ observation: Observation, _ output: inout Output) {
        let before = verdicts.active
        verdicts.note(observation)
        if verdicts.active != before { changeReceiver(&output) }
        switch observation.payload {
        case .driverState(let report):
            update(observation.source) { $0.state = report }
            isStateNew = true
        case .attitude(let attitude): update(observation.source) { $0.attitude = attitude }
        case .result(let result):
            if result.value is ActiveReceiver { isStateNew = true }
            guard let held = HeldVerdict(observation), held.verdict.receiver == verdicts.active else { return }
            publish(held, observation, &output)
        default: break
        }
    }

    /// Withdraws the verdict on the receiver that was active. An earlier verdict on the other one may be old: the next one
    /// counts.
    private mutating func changeReceiver(_ output: inout Output) {
        if let newestVerdict, let settings {
            let payload = verdictPayload(newestVerdict.held, age: .max, newestVerdict.received, settings)
            output.live[.verdict] = payload.json
        }
        (lastLive, lastVerdict, newestVerdict) = (nil, nil, nil)
    }

    /// Publishes a verdict if it has changed, and otherwise from time to time, so that it does not expire.
    private mutating func publish(_ held: HeldVerdict, _ observation: Observation, _ output: inout Output) {
        guard let settings else { return }
        let time = observation.hostTime.monotonicNanoseconds
        newestVerdict = (held, Timestamp(observation.hostTime))
        output.isJudged = true
        let payload = verdictPayload(held, age: 0, Timestamp(observation.hostTime), settings)
        let change = "\(payload.authentication) \(payload.osnma.satellites) \(String(describing: payload.osnma.fix))"
        if let lastVerdict, lastVerdict.change == change,
            !PositionSampling.isDue(lastVerdict.time, settings.verdictExpiry / 2, at: time)
        {
            return
        }
        lastVerdict = (change, time)
        output.live[.verdict] = payload.json
    }

    private func verdictPayload(
        _ held: HeldVerdict, age: Int64, _ received: Timestamp, _ settings: MQTTUplinkSettings
    ) -> VerdictPayload {
        VerdictPayload(
            gateway: settings.gateway, received: received,
            authentication: AuthenticationPayload(requirement.objection(to: held.verdict, age: age), held),
            osnma: OSNMASummary(held.verdict))
    }

    /// The newest verdict as it counts when no other has followed for some time.
    ///
    /// - Parameter age: The time since the verdict arrived, in nanoseconds.
    /// - Returns: Nil if there is none.
    mutating func verdict(ofAge age: Int64) -> [UInt8]? {
        guard let newestVerdict, let settings else { return nil }
        // The next one is published at once.
        lastVerdict = nil
        return verdictPayload(newestVerdict.held, age: age, newestVerdict.received, settings).json
    }

    private mutating func update(_ source: SourceID, _ change: (inout Source) -> Void) {
        if sources[source] == nil, sources.count >= Self.sourceLimit {
            // A receiver that was removed is stopped.
            let old = sources.first { $0.key != verdicts.active && $0.value.state?.state == .stopped }
            guard let old else { return }
            sources[old.key] = nil
        }
        change(&sources[source, default: Source()])
    }

    /// Records the states of the other services to which positions are sent.
    mutating func note(_ uplinks: [FleetGatewayReport.Uplink]) {
        guard uplinks != self.uplinks else { return }
        (self.uplinks, isStateNew) = (uplinks, true)
    }

    /// The receivers and their states; nil without a broker.
    mutating func state(at now: HostTime) -> [UInt8]? {
        guard let settings else { return nil }
        isStateNew = false
        let receivers = sources.compactMap { id, source in
            source.state.map {
                StatePayload.Receiver(
                    id: id.rawValue, state: "\($0.state)", reason: String($0.reason.prefix(Self.reasonLimit)))
            }
        }
        // Readers keep the first ones only.
        func rank(_ receiver: StatePayload.Receiver) -> Int {
            receiver.id == verdicts.active?.rawValue ? 0 : receiver.state == "\(DriverState.stopped)" ? 2 : 1
        }
        return StatePayload(
            gateway: settings.gateway, time: Timestamp(now), active: verdicts.active?.rawValue,
            receivers: receivers.sorted { (rank($0), $0.id) < (rank($1), $1.id) }, uplinks: uplinks
        ).json
    }
}
