// SPDX-License-Identifier: Apache-2.0

/// The newest verdict on a receiver, as a consumer of the bus keeps it to ask `OSNMARequirement` about the positions of
/// that receiver.
public struct HeldVerdict: Hashable, Sendable {
    public let verdict: Authentication
    private let instant: Int64
    private let origin: ObservationOrigin

    /// The verdict of an observation; nil: it is about something else.
    public init?(_ observation: Observation) {
        guard let verdict = observation.payload.result(Authentication.self) else { return nil }
        (self.verdict, origin) = (verdict, observation.origin)
        instant = observation.hostTime.monotonicNanoseconds
    }

    /// How far its time is from that of an observation, in nanoseconds; nil: it is not about what is observed. Another
    /// receiver runs under the name now, or it is the recording of one.
    public func age(at observation: Observation) -> Int64? {
        guard observation.source == verdict.receiver, observation.origin == origin else { return nil }
        let (age, isOver) = observation.hostTime.monotonicNanoseconds.subtractingReportingOverflow(instant)
        return isOver ? .max : age
    }
}

extension OSNMARequirement {
    /// Why the position of an observation may not be called authenticated; nil: it may.
    ///
    /// - Parameters:
    ///   - observation: the fix, of a receiver.
    ///   - held: the newest verdict on that receiver; nil if it has none.
    public func objection(to observation: Observation, by held: HeldVerdict?) -> Refusal? {
        guard let held, let age = held.age(at: observation) else { return objection(to: nil) }
        return objection(to: held.verdict, age: age)
    }
}
