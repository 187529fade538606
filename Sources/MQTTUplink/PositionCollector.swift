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
        /// Positions to store.
        var history: [OutboxItem] = []
        /// True if the active receiver got a verdict.
        var isJudged = false
    }

    private struct Source {
        var state: DriverStateReport?
        var verdict: HeldVerdict?
        var attitude: Attitude?
    }

    private struct Stored {
        var time: Int64
        var latitude, longitude: Double
    }

    static let sourceLimit = 64
    /// The time of a position whose age is unknown: the latest that a store accepts, so that its age drops no position.
    static let unknownTime = UTCTime(nanosecondsSince1970: 9_000_000_000_000_000_000)
    /// The time by which a position may precede its interval, in nanoseconds, because receiver clocks jitter.
    private static let tolerance: Int64 = 50_000_000

    private var settings: MQTTUplinkSettings
    /// The conditions for a position to count as authenticated.
    var requirement = OSNMARequirement()
    private var sources: [SourceID: Source] = [:]
    private var active: SourceID?
    /// The active receiver's newest time that came with a stored position; nil if none of them had one.
    private(set) var receiverTime: UTCTime?
    private var lastLive: Int64?
    private var lastStored: Stored?
    private var lastVerdict: (change: String, time: Int64)?
    /// The newest verdict on the active receiver; nil if it came before the receiver became active.
    private var newestVerdict: (held: HeldVerdict, received: Timestamp)?
    private var uplinks: [FleetGatewayReport.Uplink] = []
    /// True if the receivers' states have changed since `state` was called.
    private(set) var isStateNew = true

    init(_ settings: MQTTUplinkSettings) { self.settings = settings }

    /// Applies changed settings.
    mutating func apply(_ settings: MQTTUplinkSettings) {
        self.settings = settings
        (lastLive, lastVerdict, isStateNew) = (nil, nil, true)
    }

    /// Processes a batch of observations that were published together.
    mutating func take(_ batch: [Observation]) -> Output {
        var output = Output()
        // Verdicts come first, because they apply to positions in the same batch.
        for observation in batch { note(observation, &output) }
        for observation in batch {
            guard case .fix(let fix) = observation.payload, observation.source == active else { continue }
            take(fix, observation, &output)
        }
        return output
    }

    private mutating func take(_ fix: Fix, _ observation: Observation, _ output: inout Output) {
        let time = observation.hostTime.monotonicNanoseconds
        let isLive = isDue(lastLive, settings.interval, at: time)
        let isStored = isStored(fix, at: time)
        guard isLive || isStored else { return }
        let held = sources[observation.source]?.verdict
        var payload = PositionPayload(
            gateway: settings.gateway, receiver: observation.source.rawValue, received: Timestamp(observation.hostTime),
            fix: FixReport(fix, attitude: sources[observation.source]?.attitude),
            authentication: AuthenticationPayload(requirement.objection(to: observation, by: held), held))
        if isLive {
            output.live[.position] = payload.json
            lastLive = time
        }
        guard isStored, let position = fix.position else { return }
        payload.id = UUID().uuidString.lowercased()
        lastStored = Stored(
            time: time, latitude: position.latitude.degrees, longitude: position.longitude.degrees)
        receiverTime = fix.time ?? receiverTime
        output.history.append(
            OutboxItem(
                time: Self.storedTime(fix.time, observation.hostTime), content: payload.json,
                verdict: payload.authentication.authenticated ? .authenticated : .unverified))
    }

    /// The time from which the age of a stored position counts: the later of the two clocks, receiver and host, so that one
    /// clock that is slow makes no position old.
    private static func storedTime(_ receiver: UTCTime?, _ host: HostTime) -> UTCTime {
        guard let receiver else { return unknownTime }
        let latest = max(receiver.nanosecondsSince1970, host.wallNanoseconds)
        return UTCTime(nanosecondsSince1970: min(max(0, latest), unknownTime.nanosecondsSince1970))
    }

    private func isDue(_ last: Int64?, _ interval: Duration, at time: Int64) -> Bool {
        guard let last else { return true }
        let passed = time &- last
        // A clock that went back belongs to another recording.
        return passed < 0 || passed >= max(interval.nanoseconds - Self.tolerance, 0)
    }

    private func isStored(_ fix: Fix, at time: Int64) -> Bool {
        guard let position = fix.position else { return false }
        let isTimed = settings.historyInterval > .zero && isDue(lastStored?.time, settings.historyInterval, at: time)
        if isTimed || settings.historyDistance <= 0 { return isTimed }
        guard let lastStored else { return true }
        let distance = Self.distance(
            lastStored, position.latitude.degrees, position.longitude.degrees)
        return distance >= settings.historyDistance
    }

    /// The distance in metres on a sphere, accurate to 0.5 %.
    private static func distance(_ a: Stored, _ latitude: Double, _ longitude: Double) -> Double {
        let radians = Double.pi / 180
        let (north, east) = (
            (latitude - a.latitude) * radians / 2, (longitude - a.longitude) * radians / 2
        )
        let share =
            sin(north) * sin(north) + cos(latitude * radians) * cos(a.latitude * radians) * sin(east) * sin(east)
        return 2 * 6_371_008.8 * asin(min(1, share.squareRoot()))
    }

    private mutating func note(_ observation: Observation, _ output: inout Output) {
        switch observation.payload {
        case .driverState(let report):
            update(observation.source) { $0.state = report }
            isStateNew = true
        case .attitude(let attitude): update(observation.source) { $0.attitude = attitude }
        case .result(let result):
            switch result.value {
            case let change as ActiveReceiver:
                // An earlier verdict on this receiver may be old: the next one counts.
                if change.current != active { (lastLive, lastVerdict, newestVerdict) = (nil, nil, nil) }
                (active, isStateNew) = (change.current, true)
            case let verdict as Authentication:
                guard let held = HeldVerdict(observation) else { return }
                update(verdict.receiver) { $0.verdict = held }
                if verdict.receiver == active { publish(held, observation, &output) }
            default: break
            }
        default: break
        }
    }

    /// Publishes a verdict if it has changed, and otherwise from time to time, so that it does not expire.
    private mutating func publish(_ held: HeldVerdict, _ observation: Observation, _ output: inout Output) {
        let time = observation.hostTime.monotonicNanoseconds
        newestVerdict = (held, Timestamp(observation.hostTime))
        output.isJudged = true
        let payload = verdictPayload(held, age: 0, Timestamp(observation.hostTime))
        let change = "\(payload.authentication) \(payload.osnma.satellites) \(String(describing: payload.osnma.fix))"
        if let lastVerdict, lastVerdict.change == change, !isDue(lastVerdict.time, settings.verdictExpiry / 2, at: time)
        {
            return
        }
        lastVerdict = (change, time)
        output.live[.verdict] = payload.json
    }

    private func verdictPayload(_ held: HeldVerdict, age: Int64, _ received: Timestamp) -> VerdictPayload {
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
        guard let newestVerdict else { return nil }
        // The next one is published at once.
        lastVerdict = nil
        return verdictPayload(newestVerdict.held, age: age, newestVerdict.received).json
    }

    private mutating func update(_ source: SourceID, _ change: (inout Source) -> Void) {
        if sources[source] == nil, sources.count >= Self.sourceLimit {
            // A receiver that was removed is stopped.
            let old = sources.first { $0.key != active && $0.value.state?.state == .stopped }
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

    /// The receivers and their states.
    mutating func state(at now: HostTime) -> [UInt8] {
        isStateNew = false
        let receivers = sources.compactMap { id, source in
            source.state.map {
                StatePayload.Receiver(id: id.rawValue, state: "\($0.state)", reason: $0.reason)
            }
        }
        return StatePayload(
            gateway: settings.gateway, time: Timestamp(now), active: active?.rawValue,
            receivers: receivers.sorted { $0.id < $1.id }, uplinks: uplinks
        ).json
    }
}
