// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The payloads of one epoch, collected as they arrive.
///
/// It keeps the payloads themselves, which are references: copying a fix costs more than writing a line.
struct ReportedEpoch {
    private var fixPayload, attitudePayload, timingPayload: Payload?
    private(set) var skyPayload: Payload?
    private var time: UTCTime?

    var fix: Fix? { if case .fix(let fix) = fixPayload { fix } else { nil } }
    var sky: SkyView? { if case .satellites(let view) = skyPayload { view } else { nil } }
    var attitude: Attitude? { if case .attitude(let attitude) = attitudePayload { attitude } else { nil } }
    var timing: Timing? { if case .timing(let timing) = timingPayload { timing } else { nil } }

    var hasFix: Bool { fixPayload != nil }
    var hasSky: Bool { skyPayload != nil }

    /// True while the epoch has no payloads.
    var isEmpty: Bool { fixPayload == nil && skyPayload == nil && attitudePayload == nil && timingPayload == nil }

    /// Adds a payload. Returns false if it belongs to another epoch, because the epoch already has a payload of its
    /// kind or because its time differs.
    mutating func add(_ payload: Payload) -> Bool {
        switch payload {
        case .fix(let fix): put(payload, fix.time, in: &fixPayload, &time)
        case .satellites(let view): put(payload, view.time, in: &skyPayload, &time)
        case .attitude(let attitude): put(payload, attitude.time, in: &attitudePayload, &time)
        case .timing(let timing): put(payload, timing.time, in: &timingPayload, &time)
        case .signals, .navigationPage, .measurements, .sentence, .receiver, .driverState, .corrections, .result: true
        }
    }
}

/// Puts a payload into its place in an epoch with a time; false if the place is taken or the time is another one.
private func put(
    _ payload: Payload, _ new: UTCTime?, in place: inout Payload?, _ time: inout UTCTime?
) -> Bool {
    guard place == nil else { return false }
    if let new {
        if let time, time != new { return false }
        time = new
    }
    place = payload
    return true
}
