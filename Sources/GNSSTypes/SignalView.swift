// SPDX-License-Identifier: Apache-2.0

/// How well a receiver tracks a signal.
public enum SignalQuality: UInt8, Sendable, CaseIterable {
    /// Nothing is heard.
    case noSignal = 0
    /// It is searched for.
    case searching = 1
    /// It is found.
    case acquired = 2
    /// It is there and cannot be used.
    case unusable = 3
    /// The code is tracked, and the time known.
    case codeLocked = 4
    /// Code and carrier are tracked, and the time known.
    case carrierLocked = 5
}

/// One signal of one satellite as a receiver sees it.
public struct TrackedSignal: Hashable, Sendable {
    /// What a solution makes of a signal.
    public struct Use: OptionSet, Hashable, Sendable {
        /// The bits of the driver contract.
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The solution uses its pseudorange.
        public static let pseudorange = Use(rawValue: 1)
        /// The solution uses its carrier phase.
        public static let carrier = Use(rawValue: 2)
        /// The solution uses its Doppler.
        public static let doppler = Use(rawValue: 4)
        /// Its pseudorange is corrected.
        public static let correctedPseudorange = Use(rawValue: 8)
        /// Its carrier phase is corrected.
        public static let correctedCarrier = Use(rawValue: 16)
        /// Its Doppler is corrected.
        public static let correctedDoppler = Use(rawValue: 32)
        /// Its pseudorange is smoothed by its carrier phase.
        public static let smoothed = Use(rawValue: 64)
    }

    public var satellite: SatelliteID
    public var signal: Signal
    /// GLONASS: the frequency channel, −7...6.
    public var frequencyChannel: Int?
    /// Carrier to noise density in dB-Hz; nil where not tracked.
    public var cn0: Double?
    /// How well it is tracked.
    public var quality: SignalQuality?
    /// Whether the satellite says that the signal is fit for use.
    public var isHealthy: Bool?
    /// What the solution makes of it.
    public var use: Use
    /// What is left of the pseudorange after the solution.
    public var residual: Length?
    /// The receiver claims that the navigation data of this signal are authenticated. False is "it does not say".
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

/// The signals of one epoch, each once.
public struct SignalView: Hashable, Sendable {
    /// The epoch they were reported in; nil while the receiver has not stated a date.
    public var time: UTCTime?
    /// Ordered by satellite, then by signal.
    public var signals: [TrackedSignal]
    /// The messages that this was joined from.
    public var sources: [String]

    /// A view of the signals.
    public init(time: UTCTime? = nil, signals: [TrackedSignal] = [], sources: [String] = []) {
        self.time = time
        self.signals = signals
        self.sources = sources
    }
}
