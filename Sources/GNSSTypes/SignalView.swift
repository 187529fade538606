// SPDX-License-Identifier: Apache-2.0

/// The quality with which a receiver tracks a signal.
public enum SignalQuality: UInt8, Sendable, CaseIterable {
    /// The channel has no signal.
    case noSignal = 0
    /// The receiver searches for the signal.
    case searching = 1
    /// The receiver has acquired the signal.
    case acquired = 2
    /// The signal was detected but is unusable.
    case unusable = 3
    /// The code is locked and the time is synchronised.
    case codeLocked = 4
    /// Code and carrier are locked and the time is synchronised.
    case carrierLocked = 5
}

/// One signal of one satellite as a receiver sees it.
public struct TrackedSignal: Hashable, Sendable {
    /// The use of a signal in the solution.
    public struct Use: OptionSet, Hashable, Sendable {
        /// The bits as defined by the driver contract.
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The solution uses its pseudorange.
        public static let pseudorange = Use(rawValue: 1)
        /// The solution uses its carrier phase.
        public static let carrier = Use(rawValue: 2)
        /// The solution uses its Doppler.
        public static let doppler = Use(rawValue: 4)
        /// The pseudorange is corrected.
        public static let correctedPseudorange = Use(rawValue: 8)
        /// The carrier phase is corrected.
        public static let correctedCarrier = Use(rawValue: 16)
        /// The Doppler is corrected.
        public static let correctedDoppler = Use(rawValue: 32)
        /// The pseudorange is smoothed by the carrier phase.
        public static let smoothed = Use(rawValue: 64)
    }

    public var satellite: SatelliteID
    public var signal: Signal
    /// GLONASS: the frequency channel, −7...6.
    public var frequencyChannel: Int?
    /// Carrier to noise density in dB-Hz; nil if the signal is not tracked.
    public var cn0: Double?
    /// The quality with which the signal is tracked.
    public var quality: SignalQuality?
    /// True if the satellite declares the signal healthy.
    public var isHealthy: Bool?
    /// The use of the signal in the solution.
    public var use: Use
    /// The residual of the pseudorange after the solution.
    public var residual: Length?
    /// True if the receiver claims that this signal's navigation data are authenticated; false if it makes no claim.
    public var isClaimedAuthentic: Bool

    public init(
        _ satellite: SatelliteID, _ signal: Signal, frequencyChannel: Int? = nil, cn0: Double? = nil,
        quality: SignalQuality? = nil, isHealthy: Bool? = nil, use: Use = [], residual: Length? = nil,
        isClaimedAuthentic: Bool = false
    ) {
        self.satellite = satellite
        self.signal = signal
        self.frequencyChannel = frequencyChannel
        self.cn0 = cn0
        self.quality = quality
        self.isHealthy = isHealthy
        self.use = use
        self.residual = residual
        self.isClaimedAuthentic = isClaimedAuthentic
    }
}

/// The signals of one epoch, without duplicates.
public struct SignalView: Hashable, Sendable {
    /// The epoch of the report; nil until the receiver has stated a date.
    public var time: UTCTime?
    /// The signals sorted by satellite, then by signal.
    public var signals: [TrackedSignal]
    /// The messages from which the view was assembled.
    public var sources: [String]

    public init(time: UTCTime? = nil, signals: [TrackedSignal] = [], sources: [String] = []) {
        self.time = time
        self.signals = signals
        self.sources = sources
    }
}
