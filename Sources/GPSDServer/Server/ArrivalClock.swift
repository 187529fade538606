// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SystemSupport

/// Tells when observations arrived that are processed now, because they may have waited.
struct ArrivalClock {
    let now: ContinuousClock.Instant
    private let host: HostTime
    /// The time for which the machine has slept since its start, in nanoseconds.
    private let asleep: Int64
    /// The part of it since earlier observations were processed.
    private let slept: Int64

    /// The age in nanoseconds from which an observation has waited, maybe since before the machine slept.
    private static let leastWait: Int64 = 10_000_000

    /// Reads the clocks.
    ///
    /// - Parameter earlier: The clock by which all earlier observations were processed; nil if there were none.
    init(after earlier: ArrivalClock?) {
        let monotonic = SystemClock.monotonic
        now = .now
        host = HostTime(monotonicNanoseconds: monotonic, wallNanoseconds: SystemClock.wall)
        asleep = SystemClock.boot - monotonic
        slept = max(0, asleep - (earlier?.asleep ?? asleep))
    }

    /// The arrival of an observation. One with times of another clock, such as that of a recording, counts as new.
    func arrival(of observation: Observation) -> ContinuousClock.Instant {
        guard !observation.origin.isReplay else { return now }
        let arrival = observation.hostTime.arrival(at: host)
        let age = host.monotonicNanoseconds.subtractingReportingOverflow(arrival.monotonicNanoseconds)
        guard !age.overflow, age.partialValue > 0 else { return now }
        let asleep = age.partialValue >= Self.leastWait ? slept : 0
        return now - .nanoseconds(age.partialValue) - .nanoseconds(asleep)
    }
}
