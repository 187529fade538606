// SPDX-License-Identifier: Apache-2.0

/// One satellite as a receiver sees it.
public struct Satellite: Hashable, Sendable {
    public var id: SatelliteID
    /// Elevation above the horizon, −90°...90°; known together with `azimuth` or not at all.
    public var elevation: Angle?
    /// Azimuth from true north, 0°..<360°.
    public var azimuth: Angle?
    /// Carrier to noise density in dB-Hz, the best over the satellite's signals; nil where not tracked.
    public var cn0: Double?
    /// Whether the solution uses it.
    public var isUsed: Bool

    public init(
        _ id: SatelliteID, elevation: Angle? = nil, azimuth: Angle? = nil, cn0: Double? = nil, isUsed: Bool = false
    ) {
        self.id = id
        self.elevation = elevation
        self.azimuth = azimuth
        self.cn0 = cn0
        self.isUsed = isUsed
    }
}

/// The satellites of one epoch, each once, whatever the number of its signals.
public struct SkyView: Hashable, Sendable {
    /// The epoch they were reported in; nil while the receiver has not stated a date.
    public var time: UTCTime?
    /// Ordered by `id`, each once.
    public var satellites: [Satellite]
    /// Dilutions of precision as the receiver stated them in this epoch.
    public var dop: DilutionOfPrecision
    /// The messages that this was joined from.
    public var sources: [String]

    /// A view of the sky.
    public init(
        time: UTCTime? = nil, satellites: [Satellite] = [], dop: DilutionOfPrecision = DilutionOfPrecision(),
        sources: [String] = []
    ) {
        self.time = time
        self.satellites = satellites
        self.dop = dop
        self.sources = sources
    }

    /// How many satellites the solution uses.
    public var usedCount: Int { satellites.count { $0.isUsed } }
}
