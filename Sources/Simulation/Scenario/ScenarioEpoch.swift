// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An epoch of a scenario: how things are, and what the receiver makes of them.
public struct ScenarioEpoch: Sendable {
    /// The number of the epoch, from 0.
    public let index: Int
    /// Seconds since the scenario began.
    public let elapsed: Double
    public let time: GPSTime
    public let truth: EpochTruth
    /// Whether the receiver restarts in this epoch.
    public let isRestart: Bool

    /// By so many seconds all signals are late, and with them the time that the receiver states.
    let skyDelay: Int
    /// GPS time by the receiver's clock; nil while it does not know the time.
    let statedTime: GPSTime?
    /// UTC as the receiver states it; nil while it does not know.
    public let statedUTC: UTCTime?
    /// GPS time minus UTC.
    let leapSeconds: Int
    /// What satellites announce of the next leap second.
    let leapAnnouncement: (before: Int, change: LeapSeconds.Change)
    /// By how much the receiver's clock is fast, in seconds, and how that grows a second.
    let clock: (offset: Double, drift: Double)
    /// The satellites above the horizon, by system and number.
    let satellites: [HeardSatellite]
    let solution: ScenarioSolution?
    /// East, north and up, in metres a second, without errors.
    let velocity: Vector
    let isDualFrequency: Bool

    /// The position as the receiver states it, before it is rounded; nil where it has none.
    public var statedPosition: GeodeticPosition? { solution?.position }
}

/// A satellite as the receiver has it.
struct HeardSatellite: Sendable {
    let path: SkyPath
    /// Carrier to noise density in dB-Hz; nil where it is not tracked.
    var cn0: Double?
    var isUsed = false
    /// The error of its range in metres.
    var error = 0.0
    /// For how long the carrier was tracked, in seconds.
    var lockTime = 0.0
    /// Cycles that the counts of its carriers began with.
    var ambiguities: [Double] = [0, 0]
    /// In parts of the carrier's own noise.
    var carrierNoise = 0.0

    var id: SatelliteID { path.satellite.id }

    var seen: Satellite {
        Satellite(
            id, elevation: Angle(degrees: path.elevation), azimuth: Angle(degrees: path.azimuth), cn0: cn0,
            isUsed: isUsed)
    }
}

/// What a receiver of a scenario makes of its satellites.
struct ScenarioSolution: Sendable {
    let kind: FixKind
    let quality: FixQuality
    let position: GeodeticPosition
    /// Above the ellipsoid, in metres.
    let height: Double
    let geoidSeparation: Double
    /// East, north and up in metres a second.
    let velocity: Vector
    let geometry: SolutionGeometry
    /// 1 σ of a range, in metres.
    let rangeDeviation: Double
    let satellitesUsed: Int
    /// The error of its clock in metres: what is taken off the residuals.
    let clockError: Double
    /// How far it is from where the ranges point, in metres to the east, north and up.
    let error: Vector

    var dop: DilutionOfPrecision { geometry.dop }
    /// Over the ground, in metres a second.
    var speed: Double { (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot() }
    /// In degrees; nil while the vehicle is too slow for a direction.
    var course: Double? { speed < 0.3 ? nil : VehicleState.bearing(east: velocity.x, north: velocity.y) }
    /// 1 σ in metres.
    var horizontalAccuracy: Double { rangeDeviation * (geometry.east + geometry.north).squareRoot() }
    /// 1 σ in metres; a large number where the height is not solved for.
    var verticalAccuracy: Double { kind == .threeDimensional ? rangeDeviation * geometry.up.squareRoot() : 100 }
}
