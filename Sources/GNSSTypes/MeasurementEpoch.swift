// SPDX-License-Identifier: Apache-2.0

/// A receiver's measurements of one signal. Values that are unknown or not valid are nil.
public struct SignalMeasurement: Hashable, Sendable {
    public var satellite: SatelliteID
    public var signal: Signal
    /// GLONASS: the frequency channel, −7...6.
    public var frequencyChannel: Int?
    public var pseudorange: Length?
    /// The standard deviation of `pseudorange`, as estimated by the receiver.
    public var pseudorangeDeviation: Length?
    /// Carrier phase in cycles, with the sign convention of RINEX: it grows with the pseudorange.
    public var carrierPhase: Double?
    /// The standard deviation of `carrierPhase` in cycles.
    public var carrierPhaseDeviation: Double?
    /// True if the half cycle of `carrierPhase` is resolved.
    public var isHalfCycleResolved: Bool
    /// True if half a cycle was subtracted from `carrierPhase`.
    public var isHalfCycleSubtracted: Bool
    /// Doppler in Hz, positive for an approaching satellite.
    public var doppler: Double?
    /// The standard deviation of `doppler` in Hz.
    public var dopplerDeviation: Double?
    /// Carrier to noise density in dB-Hz.
    public var cn0: Double?
    /// The time in seconds for which the carrier has been tracked without a cycle slip, up to the limit of the
    /// receiver's counter.
    public var lockTime: Double?

    /// Creates an entry without measurements.
    public init(_ satellite: SatelliteID, _ signal: Signal) {
        self.satellite = satellite
        self.signal = signal
        isHalfCycleResolved = false
        isHalfCycleSubtracted = false
    }
}

/// A receiver's measurements at one instant.
public struct MeasurementEpoch: Hashable, Sendable {
    /// The instant by the receiver's clock, in GPS time; nil until the receiver knows it.
    public var time: GPSTime?
    /// GPS time minus UTC in whole seconds, if the receiver knows it.
    public var leapSeconds: Int?
    /// True if the receiver's clock was reset, in which case carrier phases are not continuous with those of the
    /// previous epoch.
    public var isClockReset: Bool
    /// One entry for each signal.
    public var measurements: [SignalMeasurement]
    /// The messages from which the epoch was assembled.
    public var sources: [String]

    public init(
        time: GPSTime? = nil, leapSeconds: Int? = nil, isClockReset: Bool = false,
        measurements: [SignalMeasurement] = [], sources: [String] = []
    ) {
        self.time = time
        self.leapSeconds = leapSeconds
        self.isClockReset = isClockReset
        self.measurements = measurements
        self.sources = sources
    }
}
