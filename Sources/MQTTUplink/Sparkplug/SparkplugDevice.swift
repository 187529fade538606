// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Outbox
internal import SystemSupport

/// A receiver as a device: what is known about it, and what was sent.
struct SparkplugDevice {
    /// The position that is published, with the verdict on it.
    private struct Position {
        var report: FixReport
        var authentication: AuthenticationPayload
        /// The verdict that was applied.
        var held: HeldVerdict?
        /// The age of the verdict when the position arrived, in nanoseconds.
        var verdictAge: Int64
        /// The arrival by the gateway's monotonic clock.
        var arrival: Int64
        var time: UInt64
        /// The time of the last change of `authentication`.
        var judged: UInt64
    }

    /// The length of a driver's reason, at most.
    private static let reasonLimit = 500

    private var state: (report: DriverStateReport, time: UInt64)?
    private var position: Position?
    private var lastTaken: Int64?
    /// The values that were sent since the birth; empty if the device is not born.
    private var sent: [SparkplugValue] = []
    /// True if the receiver has delivered data since its birth was sent.
    private var wasAlive = false
    /// The time at which its positions of the history began to be sent, in milliseconds since 1970-01-01 UTC; nil if none
    /// wait. Its birth is sent then even if the receiver delivers no data.
    var heldSince: UInt64?

    /// True if the device has to be born: it delivers data, or positions of the history wait for it.
    var isWanted: Bool { isAlive || heldSince != nil }

    /// True if the death must be sent. A receiver that is lost dies at once, even if older positions wait for it.
    var mustDie: Bool { isBorn && !isAlive && (wasAlive || heldSince == nil) }

    /// True if nothing is known about the receiver, so that the device existed for its history only.
    var isForgotten: Bool { state == nil && position == nil && heldSince == nil }

    /// True if the receiver delivers data.
    var isAlive: Bool { state.map { $0.report.state == .running || $0.report.state == .degraded } ?? false }

    /// True if the birth was sent.
    var isBorn: Bool { !sent.isEmpty }

    mutating func take(_ report: DriverStateReport, time: UInt64) {
        state = (report, time)
        // What a receiver said before it was gone must not be in its next birth.
        if isAlive { wasAlive = isBorn } else { (position, lastTaken) = (nil, nil) }
    }

    /// Takes a position if its interval has passed.
    ///
    /// - Parameters:
    ///   - held: The newest verdict on the receiver; nil if none has come.
    ///   - now: The gateway's monotonic clock, in nanoseconds.
    mutating func take(
        _ fix: Fix, _ observation: Observation, _ held: HeldVerdict?, every interval: Duration,
        _ requirement: OSNMARequirement, at now: Int64
    ) {
        let instant = observation.hostTime.monotonicNanoseconds
        guard PositionSampling.isDue(lastTaken, interval, at: instant) else { return }
        lastTaken = instant
        let time = SparkplugNode.milliseconds(observation.hostTime)
        position = Position(
            report: FixReport(fix),
            authentication: AuthenticationPayload(requirement.objection(to: observation, by: held), held),
            held: held, verdictAge: held?.age(at: observation) ?? .max, arrival: now, time: time, judged: time)
    }

    /// Withdraws the verdict of a position that nothing has replaced for too long: a reader has only the newest value.
    mutating func judge(_ requirement: OSNMARequirement, at now: HostTime) {
        guard let position, position.authentication.authenticated else { return }
        let passed = max(0, now.monotonicNanoseconds &- position.arrival)
        let (age, isOver) = position.verdictAge.addingReportingOverflow(passed)
        guard
            let objection = requirement.objection(to: position.held?.verdict, age: isOver ? .max : age)
        else { return }
        self.position?.authentication = AuthenticationPayload(objection, position.held)
        self.position?.judged = SparkplugNode.milliseconds(now)
    }

    /// The time at which the verdict of the position must be withdrawn, by the monotonic clock; nil if it need not.
    func end(_ requirement: OSNMARequirement) -> Int64? {
        guard isBorn, let position, position.authentication.authenticated else { return nil }
        return position.arrival &+ max(0, requirement.longestAge &- position.verdictAge) &+ 1_000_000
    }

    /// All metrics, of which the birth consists.
    mutating func birth() -> [SparkplugMetric] {
        let metrics = metrics
        (sent, wasAlive) = (metrics.map(\.value), isAlive)
        return metrics
    }

    /// The metrics whose values have changed since they were sent.
    mutating func news() -> [SparkplugMetric] {
        let metrics = metrics
        guard sent.count == metrics.count else { return [] }
        let changed = metrics.indices.filter { metrics[$0].value != sent[$0] }.map { metrics[$0] }
        if !changed.isEmpty { sent = metrics.map(\.value) }
        return changed
    }

    mutating func die() { (sent, wasAlive) = ([], false) }

    private var metrics: [SparkplugMetric] {
        // The time of an unknown value is that of the newest statement about the receiver.
        let stated = state?.time ?? heldSince ?? 0
        func time(_ own: UInt64?) -> UInt64 { own.flatMap { $0 == 0 ? nil : $0 } ?? stated }
        let reason = (state?.report.reason).map { Self.short($0) }
        return [
            SparkplugMetric(
                name: "receiver/state", value: .string(state.map { "\($0.report.state)" }), time: stated),
            SparkplugMetric(name: "receiver/reason", value: .string(reason), time: stated),
        ]
            + SparkplugMetric.position(
                position?.report, id: nil, taken: time(position?.time),
                (position?.authentication).map { SparkplugVerdict($0) }, judged: time(position?.judged))
    }

    private static func short(_ text: String) -> String {
        text.utf8.count <= reasonLimit ? text : String(text.prefix(reasonLimit / 4))
    }
}
