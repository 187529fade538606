// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Something that a receiver states apart from its fixes, with its arrival.
struct ReceiverStatement<Value: Sendable>: Sendable {
    let value: Value
    /// The arrival by the host's monotonic clock, in nanoseconds.
    let arrival: Int64
    let origin: ObservationOrigin

    init(_ value: Value, of observation: Observation, at arrival: HostTime) {
        (self.value, self.arrival, origin) = (value, arrival.monotonicNanoseconds, observation.origin)
    }
}

/// The statements that belong to the newest fix: only these are part of a photo and of its conditions.
extension CaptureRules.Situation {
    /// The receiver's satellites; nil if they are older than the fix by more than `SkyView.longestAge`.
    var sky: SkyView? { current(lastSky, within: SkyView.longestAge) }

    /// The receiver's signals; nil if they are older than the fix by more than `SkyView.longestAge`.
    var signals: SignalView? { current(lastSignals, within: SkyView.longestAge) }

    /// The receiver's orientation; nil if it is older than the fix by more than `Attitude.longestAge`, by its arrival or
    /// by the receiver's times.
    var attitude: Attitude? {
        guard let attitude = current(lastAttitude, within: Attitude.longestAge) else { return nil }
        guard let time = attitude.time, let other = window.measured?.fix.time else { return attitude }
        let (age, isOver) = other.nanosecondsSince1970.subtractingReportingOverflow(time.nanosecondsSince1970)
        return !isOver && age <= Attitude.longestAge ? attitude : nil
    }

    /// The identity of the receiver that made the fix. A receiver states it once after it connects, so it has no age.
    var identity: ReceiverIdentity? { current(lastIdentity, within: .max) }

    /// Drops everything but the verdict, because the driver has lost the receiver: another one may answer in its place. The
    /// stage that makes the verdicts withdraws them itself.
    mutating func noteLoss() { self = CaptureRules.Situation(verdict: verdict) }

    /// Returns a statement of the receiver that made the newest fix, unless it is older than that fix by more than `limit`
    /// nanoseconds. A later statement is as new as the photo.
    private func current<Value: Sendable>(_ statement: ReceiverStatement<Value>?, within limit: Int64) -> Value? {
        guard let statement, let newest = window.newest, statement.origin == newest.origin else { return nil }
        let (age, isOver) = window.arrival.monotonicNanoseconds.subtractingReportingOverflow(statement.arrival)
        return !isOver && age <= limit ? statement.value : nil
    }
}
