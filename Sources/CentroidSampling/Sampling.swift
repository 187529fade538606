// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import GNSSTypes
internal import MessageTexts
internal import ObservationBus

/// One sampling session with its published status.
struct Sampling {
    let request: SamplingRequest
    /// The receiver that is being sampled.
    private(set) var receiver: SourceID
    private(set) var status: SamplingStatus
    private var session: CentroidSession
    /// True if the loss of the receiver has already been published.
    private var isLost = false

    init(_ request: SamplingRequest, number: UInt64, settings: CentroidSettings, at time: HostTime) {
        (self.request, receiver) = (request, request.receiver)
        session = CentroidSession(settings, rules: request.rules)
        let sampling = SampledCentroid(
            receiver: request.receiver, session: number, event: .started, state: .collecting, method: settings.method,
            wanted: settings.samples,
            count: 0)
        status = SamplingStatus(
            sampling: sampling, followsActive: request.followsActive, started: time, changed: time)
    }

    /// True if the session has ended.
    var isEnded: Bool { status.sampling.isFinal }

    /// Processes an epoch.
    ///
    /// - Returns: True if the status must be published.
    mutating func take(_ fix: Fix, _ sky: SkyView?, isAuthenticated: Bool?, at time: HostTime) -> Bool {
        isLost = false
        let outcome = session.take(
            fix, sky: sky, arrival: time.monotonicNanoseconds, isAuthenticated: isAuthenticated)
        switch outcome {
        case .ignored: return false
        case .rejected(let reason): say(.rejected, reason.rawValue, reason.message, at: time)
        case .accepted: sayAccepted(at: time)
        case .reset(let reason, _):
            if case .finished = session.state { sayAccepted(at: time) } else { say(reason, at: time) }
        }
        return true
    }

    /// Handles the loss of the receiver. Returns true if the status must be published.
    mutating func lose(_ why: CodedText?, at time: HostTime) -> Bool {
        guard !isLost else { return false }
        isLost = true
        reset(.receiverLost(why), at: time)
        return true
    }

    /// Handles a change of the active receiver. Returns true if the status must be published.
    mutating func follow(_ new: SourceID, at time: HostTime) -> Bool {
        guard request.followsActive, new != receiver else { return false }
        receiver = new
        reset(.source, at: time)
        return true
    }

    mutating func reset(_ reason: CentroidReset, at time: HostTime) {
        session.reset(reason)
        say(reason, at: time)
    }

    /// Applies changed settings, and restarts if they differ. Returns true if the status must be published.
    mutating func apply(_ settings: CentroidSettings, at time: HostTime) -> Bool {
        guard session.apply(settings) else { return false }
        say(.settings, at: time)
        return true
    }

    /// Ends the session because sampling was disabled; its samples are not a result.
    mutating func disable(at time: HostTime) {
        say(.stopped, SampledCentroid.disabled, CodedText(CentroidText.disabled), at: time)
        status.sampling.state = .stopped
    }

    mutating func stop(at time: HostTime) {
        // The samples are a result only if there were enough of them.
        let isComplete = session.state == .ready
        say(.stopped, "asked", CodedText(CentroidText.stopped), at: time)
        status.sampling.state = isComplete ? .finished : .stopped
    }

    private mutating func sayAccepted(at time: HostTime) {
        guard case .finished(let why) = session.state else { return say(.accepted, at: time) }
        say(.finished, session.samples.count >= session.settings.samples ? "samples" : "rule", why, at: time)
    }

    private mutating func say(_ reason: CentroidReset, at time: HostTime) {
        say(.reset, reason.code, reason.message, at: time)
    }

    private mutating func say(
        _ event: SampledCentroid.Event, _ reason: String = "", _ message: CodedText? = nil, at time: HostTime
    ) {
        let progress = session.progress
        var sampling = SampledCentroid(
            receiver: receiver, session: status.sampling.session, event: event, reason: reason, message: message,
            state: state, method: session.settings.method, wanted: progress.wanted, count: progress.count)
        sampling.rejected = session.rejected.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { SampledCentroid.Rejected($0.key.rawValue, UInt64($0.value)) }
        sampling.resets = session.resets
        // A rejected sample does not change the estimate.
        sampling.estimate = event == .rejected ? status.sampling.estimate : progress.estimate
        (status.sampling, status.changed) = (sampling, time)
        if event != .rejected { status.samples = session.samples.map(\.position) }
    }

    private var state: SampledCentroid.State {
        switch session.state {
        case .collecting: .collecting
        case .ready: .ready
        case .finished: .finished
        }
    }
}
