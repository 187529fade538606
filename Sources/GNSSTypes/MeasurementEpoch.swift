// SPDX-License-Identifier: Apache-2.0

/// What a receiver measured of one signal. Unknown or not valid is nil.
public struct SignalMeasurement: Hashable, Sendable {
    public var satellite: SatelliteID
    public var signal: Signal
    /// GLONASS: the frequency channel, −7...6.
    public var frequencyChannel: Int?
    public var pseudorange: Length?
    /// The standard deviation of `pseudorange`, as the receiver estimates it.
    public var pseudorangeDeviation: Length?
    /// Carrier phase in cycles, with the sign of RINEX: it grows as the pseudorange does.
    public var carrierPhase: Double?
    /// Its standard deviation in cycles.
    public var carrierPhaseDeviation: Double?
    /// Whether the half cycle of `carrierPhase` is resolved.
    public var isHalfCycleResolved: Bool
    /// Whether half a cycle was subtracted from `carrierPhase`.
    public var isHalfCycleSubtracted: Bool
    /// Doppler in Hz, positive for a satellite that comes nearer.
    public var doppler: Double?
    /// Its standard deviation in Hz.
    public var dopplerDeviation: Double?
    /// Carrier to noise density in dB-Hz.
    public var cn0: Double?
    /// For how many seconds the carrier was tracked without a slip, as far as the receiver counts.
    public var lockTime: Double?

    /// A signal of which nothing is measured yet.
    public init(_ satellite: SatelliteID, _ signal: Signal) {
        self.satellite = satellite
        self.signal = signal
        isHalfCycleResolved = false
        isHalfCycleSubtracted = false
    }
}

/// What a receiver measured at one instant.
public struct MeasurementEpoch: Hashable, Sendable {
    /// The instant by the receiver's clock, in GPS time; nil while it does not know.
    public var time: GPSTime?
    /// GPS − UTC in whole seconds, where the receiver knows.
    public var leapSeconds: Int?
    /// Whether the receiver's clock was reset, so that phases do not continue those of the epoch before.
    public var isClockReset: Bool
    /// One for each signal.
    public var measurements: [SignalMeasurement]
    /// The messages that this was joined from.
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
