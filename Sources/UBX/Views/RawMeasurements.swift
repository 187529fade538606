// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-RXM-RAWX version 0 or 1: raw measurements of an epoch.
public struct RawMeasurements: Hashable, Sendable {
    /// The receiver's time of measurement in seconds of the GPS week.
    public let timeOfWeek: Double
    /// The GPS week of `timeOfWeek`, as sent.
    public let week: UInt16
    /// GPS time minus UTC in seconds.
    public let leapSeconds: Int8
    /// Whether `leapSeconds` is known; whether the receiver's clock was reset.
    public let areLeapSecondsKnown: Bool, wasClockReset: Bool
    /// In the order of the message.
    public let measurements: [RawMeasurement]

    /// Reads a payload; nil if bytes are missing or the version is unknown.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 16, payload.u1(13) <= 1 else { return nil }
        guard let items = payload.items(Int(payload.u1(11)), after: 16, size: 32) else { return nil }
        (timeOfWeek, week, leapSeconds) = (payload.r8(0), payload.u2(8), payload.i1(10))
        let status = payload.u1(12)
        (areLeapSecondsKnown, wasClockReset) = (status.has(0), status.has(1))
        var measurements: [RawMeasurement] = []
        measurements.reserveCapacity(items.count)
        let hasSignals = payload.u1(13) >= 1
        for item in items {
            measurements.append(RawMeasurement(payload, at: 16 &+ item &* 32, hasSignal: hasSignals))
        }
        self.measurements = measurements
    }
}

/// A measurement of RXM-RAWX. Its numbers are unchecked and may be infinite.
public struct RawMeasurement: Hashable, Sendable {
    /// Pseudorange in metres, as sent.
    public let pseudorange: Double
    /// Carrier phase in cycles.
    public let carrierPhase: Double
    /// Doppler in hertz, positive for an approaching satellite.
    public let doppler: Float
    /// The numbers as sent; `sigID` is 0 in version 0.
    public let gnssID: UInt8, svID: UInt8, sigID: UInt8
    /// GLONASS frequency channel plus 7, 0...13.
    public let freqID: UInt8
    /// The time for which the carrier has been locked, in milliseconds; at most 64 500.
    public let lockTime: UInt16
    /// Carrier to noise density in dB-Hz.
    public let cn0: UInt8
    /// Standard deviations as encoded: 0.01 · 2^n m, 0.004 · n cycles (15: invalid), 0.002 · 2^n Hz.
    public let pseudorangeDeviation: UInt8, carrierDeviation: UInt8, dopplerDeviation: UInt8
    /// Whether the pseudorange is valid; whether the carrier phase is valid; whether half cycles are resolved; whether
    /// half a cycle was subtracted.
    public let isPseudorangeValid: Bool, isCarrierValid: Bool, isHalfCycleResolved: Bool, isHalfCycleSubtracted: Bool

    /// The satellite; nil if the numbers do not identify one.
    public var satellite: SatelliteID? { SatelliteID(Constellation(rawValue: gnssID), Int(svID)) }

    init(_ payload: Span<UInt8>, at: Int, hasSignal: Bool) {
        (pseudorange, carrierPhase, doppler) = (payload.r8(at), payload.r8(at &+ 8), payload.r4(at &+ 16))
        (gnssID, svID) = (payload.u1(at &+ 20), payload.u1(at &+ 21))
        (sigID, freqID) = (hasSignal ? payload.u1(at &+ 22) : 0, payload.u1(at &+ 23))
        (lockTime, cn0) = (payload.u2(at &+ 24), payload.u1(at &+ 26))
        pseudorangeDeviation = payload.u1(at &+ 27) & 0x0F
        carrierDeviation = payload.u1(at &+ 28) & 0x0F
        dopplerDeviation = payload.u1(at &+ 29) & 0x0F
        let status = payload.u1(at &+ 30)
        (isPseudorangeValid, isCarrierValid) = (status.has(0), status.has(1))
        (isHalfCycleResolved, isHalfCycleSubtracted) = (status.has(2), status.has(3))
    }
}
