// SPDX-License-Identifier: Apache-2.0

/// One satellite as a receiver sees it.
public struct Satellite: Hashable, Sendable {
    public var id: SatelliteID
    /// Elevation above the horizon, −90°...90°; known if and only if `azimuth` is known.
    public var elevation: Angle?
    /// Azimuth from true north, 0°..<360°.
    public var azimuth: Angle?
    /// Carrier to noise density in dB-Hz, the highest among the satellite's signals; nil if none is tracked.
    public var cn0: Double?
    /// True if the solution uses the satellite.
    public var isUsed: Bool
    /// The receiver's statement about the satellite as a whole; nil if it makes none. A statement about one signal is
    /// in `TrackedSignal`.
    public var isHealthy: Bool?

    public init(
        _ id: SatelliteID, elevation: Angle? = nil, azimuth: Angle? = nil, cn0: Double? = nil, isUsed: Bool = false,
        isHealthy: Bool? = nil
    ) {
        self.id = id
        self.elevation = elevation
        self.azimuth = azimuth
        self.cn0 = cn0
        self.isUsed = isUsed
        self.isHealthy = isHealthy
    }
}

/// The satellites of one epoch, each once, regardless of its number of signals.
public struct SkyView: Hashable, Sendable {
    /// The age in nanoseconds above which a view says nothing about a fix. Some receivers send one only every 10 s.
    public static let longestAge: Int64 = 10_000_000_000

    /// The epoch of the report; nil until the receiver has stated a date.
    public var time: UTCTime?
    /// The satellites sorted by `id`, without duplicates.
    public var satellites: [Satellite]
    /// Dilutions of precision as stated by the receiver in this epoch.
    public var dop: DilutionOfPrecision
    /// The messages from which the view was assembled.
    public var sources: [String]

    public init(
        time: UTCTime? = nil, satellites: [Satellite] = [], dop: DilutionOfPrecision = DilutionOfPrecision(),
        sources: [String] = []
    ) {
        self.time = time
        self.satellites = satellites
        self.dop = dop
        self.sources = sources
    }

    /// The number of satellites that the solution uses.
    public var usedCount: Int { satellites.count { $0.isUsed } }
}
