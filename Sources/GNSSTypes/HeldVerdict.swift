// SPDX-License-Identifier: Apache-2.0

/// The newest verdict on a receiver. A consumer of the bus keeps it so that it can check the receiver's positions with
/// `OSNMARequirement`.
public struct HeldVerdict: Hashable, Sendable {
    public let verdict: Authentication
    /// The time of the verdict by the host's monotonic clock, in nanoseconds.
    let instant: Int64
    private let origin: ObservationOrigin

    /// Creates a held verdict from an observation; nil if the observation is not a verdict.
    public init?(_ observation: Observation) {
        guard let verdict = observation.payload.result(Authentication.self) else { return nil }
        (self.verdict, origin) = (verdict, observation.origin)
        instant = observation.hostTime.monotonicNanoseconds
    }

    /// The age of the verdict at the time of an observation, in nanoseconds. Nil if the verdict does not apply to the
    /// observation, because the observation is from another source, or because another receiver or a recording now runs
    /// under the same name.
    public func age(at observation: Observation) -> Int64? {
        guard observation.source == verdict.receiver, observation.origin == origin else { return nil }
        let (age, isOver) = observation.hostTime.monotonicNanoseconds.subtractingReportingOverflow(instant)
        return isOver ? .max : age
    }
}

extension OSNMARequirement {
    /// Returns the reason why an observation's position may not be called authenticated; nil if it may.
    ///
    /// - Parameters:
    ///   - observation: A receiver's fix.
    ///   - held: The newest verdict on that receiver; nil if there is no verdict.
    public func objection(to observation: Observation, by held: HeldVerdict?) -> Refusal? {
        guard let held, let age = held.age(at: observation) else { return objection(to: nil) }
        return objection(to: held.verdict, age: age)
    }
}
