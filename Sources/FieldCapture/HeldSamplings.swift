// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The newest states of a receiver's sampling sessions, of which several clients may run one each.
struct HeldSamplings {
    /// The state of a session with its arrival by the host's monotonic clock, in nanoseconds.
    struct Held {
        let state: SampledCentroid
        let instant: Int64
        /// The origin of the receiver's newest epoch at that time; nil before the first one.
        let origin: ObservationOrigin?

        /// True if the session has an averaged point of enough samples.
        var isComplete: Bool { (state.state == .ready || state.state == .finished) && state.estimate != nil }

        /// The age in seconds.
        fileprivate func age(at now: Int64) -> Double { Double(now - instant) * 1e-9 }

        fileprivate var order: (Int64, UInt64) { (instant, state.session) }
    }

    /// The largest number of sessions; of more, the one that has been silent for longest is forgotten. The gateway runs at
    /// most 16 at a time.
    static let limit = 32

    private var sessions: [UInt64: Held] = [:]

    /// Takes over the state of a session. A stopped session has no result and is forgotten.
    ///
    /// - Parameter origin: The origin of the receiver's newest epoch; nil before the first one.
    mutating func take(_ sampling: SampledCentroid, at instant: Int64, of origin: ObservationOrigin?) {
        guard sampling.state != .stopped else {
            sessions[sampling.session] = nil
            return
        }
        sessions[sampling.session] = Held(state: sampling, instant: instant, origin: origin)
        guard sessions.count > Self.limit else { return }
        if let oldest = sessions.min(by: { $0.value.order < $1.value.order }) { sessions[oldest.key] = nil }
    }

    /// Of the sessions of an origin that are at most `age` seconds old, the newest complete one; without such a session, the
    /// newest one.
    func chosen(at now: Int64, within age: Double, of origin: ObservationOrigin) -> Held? {
        let current = sessions.values.filter { $0.origin == origin && $0.age(at: now) <= age }
        let newest = current.filter(\.isComplete).max { $0.order < $1.order }
        return newest ?? current.max { $0.order < $1.order }
    }
}
