// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The newest states of a receiver's sampling sessions, of which several clients may run one each.
struct HeldSamplings {
    /// The state of a session with its arrival by the host's monotonic clock, in nanoseconds.
    struct Held {
        let state: SampledCentroid
        let instant: Int64

        /// True if the session has an averaged point of enough samples.
        var isComplete: Bool { (state.state == .ready || state.state == .finished) && state.estimate != nil }

        /// The age in seconds.
        func age(at now: Int64) -> Double { Double(now - instant) * 1e-9 }

        fileprivate var order: (Int64, UInt64) { (instant, state.session) }
    }

    /// The largest number of sessions; of more, the one that has been silent for longest is forgotten. The gateway runs at
    /// most 16 at a time.
    static let limit = 32

    private var sessions: [UInt64: Held] = [:]

    /// Takes over the state of a session. A stopped session has no result and is forgotten.
    mutating func take(_ sampling: SampledCentroid, at instant: Int64) {
        guard sampling.state != .stopped else {
            sessions[sampling.session] = nil
            return
        }
        sessions[sampling.session] = Held(state: sampling, instant: instant)
        guard sessions.count > Self.limit else { return }
        if let oldest = sessions.min(by: { $0.value.order < $1.value.order }) { sessions[oldest.key] = nil }
    }

    /// The session whose averaged point counts: the newest complete one that is at most `age` seconds old; without such a
    /// session, the newest one of all.
    func chosen(at now: Int64, within age: Double) -> Held? {
        let complete = sessions.values.filter { $0.isComplete && $0.age(at: now) <= age }
        let newest = complete.max { $0.order < $1.order }
        return newest ?? sessions.values.max { $0.order < $1.order }
    }
}
