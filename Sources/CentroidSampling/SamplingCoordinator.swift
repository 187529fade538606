// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import Settings

/// All sampling sessions and the receiver states that they need. It has no clock and no bus; it passes observations to
/// `say`.
struct SamplingCoordinator {
    /// The largest number of sessions that run at the same time.
    static let limit = 16
    /// The number of ended sessions to keep.
    static let memory = 16

    /// The known state of a receiver.
    private struct Facts {
        var sky: (view: SkyView, time: Int64)?
        var verdict: HeldVerdict?
    }

    private(set) var preferences: CentroidPreferences
    /// The conditions for a position to count as authenticated.
    var requirement: OSNMARequirement
    private(set) var samplings: [Sampling] = []
    /// The ended sessions, the oldest first.
    private(set) var ended: [SamplingStatus] = []
    private var facts: [SourceID: Facts] = [:]
    private var sequences: [SourceID: UInt64] = [:]
    private var started: UInt64 = 0

    init(_ preferences: CentroidPreferences, _ requirement: OSNMARequirement) {
        (self.preferences, self.requirement) = (preferences, requirement)
    }

    /// Starts a session.
    ///
    /// - Throws: `ControlError` if sampling is disabled, a value is out of range or too many sessions run.
    mutating func start(
        _ request: SamplingRequest, at time: HostTime, _ say: (Observation) -> Void
    ) throws(ControlError) -> SamplingStatus {
        if let refusal = preferences.refusal { throw refusal }
        let settings = try settings(request)
        guard samplings.count < Self.limit else {
            throw ControlError(
                .conflict, "\(Self.limit) sampling sessions are already running; stop one", code: .busy)
        }
        started += 1
        let sampling = Sampling(request, number: started, settings: settings, at: time)
        samplings.append(sampling)
        publish(sampling.status, say)
        return sampling.status
    }

    /// Processes a batch of observations that were published together.
    mutating func take(_ batch: [Observation], _ say: (Observation) -> Void) {
        guard !samplings.isEmpty else { return }
        for observation in batch {
            switch observation.payload {
            case .satellites(let view):
                facts[observation.source, default: Facts()].sky = (view, observation.hostTime.monotonicNanoseconds)
            case .result(let result):
                guard let verdict = result.value as? Authentication else { continue }
                facts[verdict.receiver, default: Facts()].verdict = HeldVerdict(observation)
            default: continue
            }
        }
        for observation in batch {
            let time = observation.hostTime
            switch observation.payload {
            case .fix(let fix):
                let (sky, isAuthenticated) = (sky(of: observation), isAuthenticated(observation))
                change(observation.source, say) { $0.take(fix, sky, isAuthenticated: isAuthenticated, at: time) }
            case .driverState(let report) where report.state == .lost || report.state == .stopped:
                facts[observation.source] = nil
                change(observation.source, say) { $0.lose(report.reason.isEmpty ? nil : report.codedReason, at: time) }
            case .result(let result):
                guard let new = (result.value as? ActiveReceiver)?.current else { continue }
                change(nil, say) { $0.follow(new, at: time) }
            default: break
            }
        }
    }

    /// Ends a session.
    ///
    /// - Returns: The session's status; nil if it does not run.
    mutating func stop(_ number: UInt64, at time: HostTime, _ say: (Observation) -> Void) -> SamplingStatus? {
        act(number, say) { $0.stop(at: time) }
    }

    /// Restarts a session.
    ///
    /// - Returns: The session's status; nil if it does not run.
    mutating func reset(_ number: UInt64, at time: HostTime, _ say: (Observation) -> Void) -> SamplingStatus? {
        act(number, say) { $0.reset(.asked, at: time) }
    }

    /// Applies changed settings. If sampling is disabled, all running sessions end.
    mutating func apply(_ new: CentroidPreferences, at time: HostTime, _ say: (Observation) -> Void) {
        let isNews = new != preferences
        preferences = new
        if isNews { publishSettings(at: time, say) }
        guard preferences.isEnabled else { return endAll(at: time, say) }
        refresh(at: time, say)
    }

    /// Applies a changed condition for authenticated positions.
    mutating func apply(_ new: OSNMARequirement, at time: HostTime, _ say: (Observation) -> Void) {
        requirement = new
        refresh(at: time, say)
    }

    /// The status of all sessions, the oldest first.
    var statuses: [SamplingStatus] { ended + samplings.map(\.status) }

    private func settings(_ request: SamplingRequest) throws(ControlError) -> CentroidSettings {
        CentroidSettings(
            try preferences.changed(by: request.change), request.continuation,
            requiresAuthentication: requirement.isRequired)
    }

    private mutating func endAll(at time: HostTime, _ say: (Observation) -> Void) {
        change(nil, say) { sampling in
            sampling.disable(at: time)
            return true
        }
    }

    private mutating func refresh(at time: HostTime, _ say: (Observation) -> Void) {
        for index in samplings.indices {
            // Settings that were valid at the start of the session are still valid.
            guard let settings = try? settings(samplings[index].request), samplings[index].apply(settings, at: time)
            else { continue }
            publish(samplings[index].status, say)
        }
    }

    /// The satellites of the epoch, or of the last few seconds if the receiver does not report them in each epoch.
    private func sky(of observation: Observation) -> SkyView? {
        guard let sky = facts[observation.source]?.sky else { return nil }
        let (age, isOver) = observation.hostTime.monotonicNanoseconds.subtractingReportingOverflow(sky.time)
        return !isOver && (-1_000_000_000...6_000_000_000).contains(age) ? sky.view : nil
    }

    /// True if the position is authenticated; nil if there is no verdict.
    private func isAuthenticated(_ observation: Observation) -> Bool? {
        guard let held = facts[observation.source]?.verdict else { return nil }
        return requirement.objection(to: observation, by: held) == nil
    }

    private mutating func change(
        _ receiver: SourceID?, _ say: (Observation) -> Void, _ body: (inout Sampling) -> Bool
    ) {
        for index in samplings.indices where receiver == nil || samplings[index].receiver == receiver {
            if body(&samplings[index]) { publish(samplings[index].status, say) }
        }
        bury()
    }

    private mutating func act(
        _ number: UInt64, _ say: (Observation) -> Void, _ body: (inout Sampling) -> Void
    ) -> SamplingStatus? {
        guard let index = samplings.firstIndex(where: { $0.status.sampling.session == number }) else { return nil }
        body(&samplings[index])
        let status = samplings[index].status
        publish(status, say)
        bury()
        return status
    }

    /// Moves ended sessions to `ended`.
    private mutating func bury() {
        guard samplings.contains(where: \.isEnded) else { return }
        ended += samplings.filter(\.isEnded).map(\.status)
        ended.removeFirst(max(0, ended.count - Self.memory))
        samplings.removeAll(where: \.isEnded)
        if samplings.isEmpty { facts = [:] }
    }

    private mutating func publish(_ status: SamplingStatus, _ say: (Observation) -> Void) {
        publish(status.sampling, at: status.changed, say)
    }

    private mutating func publishSettings(at time: HostTime, _ say: (Observation) -> Void) {
        let sampling = SampledCentroid(
            receiver: .gateway, session: 0, event: .settings,
            reason: preferences.isEnabled ? CentroidReset.settings.code : SampledCentroid.disabled,
            message: CentroidReset.settings.message, state: .collecting,
            method: CentroidMethod(code: preferences.method) ?? .robust, wanted: preferences.samples, count: 0)
        publish(sampling, at: time, say)
    }

    private mutating func publish(
        _ sampling: SampledCentroid, at time: HostTime, _ say: (Observation) -> Void
    ) {
        let source = SourceID.stage("centroid", of: sampling.receiver)
        sequences[source, default: 0] += 1
        say(
            Observation(
                source: source, sequence: sequences[source] ?? 1, hostTime: time, payload: .centroid(sampling)))
    }
}
