// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An epoch of a scenario: the true state and the receiver's view of it.
public struct ScenarioEpoch: Sendable {
    /// The number of the epoch, from 0.
    public let index: Int
    /// Seconds since the start of the scenario.
    public let elapsed: Double
    public let time: GPSTime
    public let truth: EpochTruth
    /// True if the receiver restarts in this epoch.
    public let isRestart: Bool

    /// Seconds since the receiver's last restart, or since the start of the scenario.
    let runningTime: Double
    /// The delay in seconds of all signals, and therefore of the time that the receiver reports.
    let skyDelay: Int
    /// GPS time by the receiver's clock, on the millisecond; nil until it knows the time.
    let statedTime: GPSTime?
    /// UTC as reported by the receiver; nil until it knows the time.
    public let statedUTC: UTCTime?
    /// GPS time minus UTC in seconds.
    let leapSeconds: Int
    /// The satellites' announcement of the next leap second.
    let leapAnnouncement: (before: Int, change: LeapSeconds.Change)
    /// The amount by which the receiver's clock is fast, in seconds, and its drift in seconds per second.
    let clock: (offset: Double, drift: Double)
    /// The satellites above the horizon, ordered by system and number.
    let satellites: [HeardSatellite]
    let solution: ScenarioSolution?
    /// True velocity to the east, north and up, in metres per second.
    let velocity: Vector
    let isDualFrequency: Bool

    /// The position as reported by the receiver, before rounding; nil if it has none.
    public var statedPosition: GeodeticPosition? { solution?.position }
}

/// A satellite as received.
struct HeardSatellite: Sendable {
    let path: SkyPath
    /// Carrier to noise density in dB-Hz; nil if it is not tracked.
    var cn0: Double?
    var isUsed = false
    /// The range error in metres.
    var error = 0.0
    /// The time for which the carrier has been tracked, in seconds.
    var lockTime = 0.0
    /// The initial cycle counts of its carriers.
    var ambiguities: [Double] = [0, 0]
    /// The carrier phase error, in multiples of the carrier noise.
    var carrierNoise = 0.0

    var id: SatelliteID { path.satellite.id }

    var seen: Satellite {
        Satellite(
            id, elevation: Angle(degrees: path.elevation), azimuth: Angle(degrees: path.azimuth), cn0: cn0,
            isUsed: isUsed)
    }
}

/// The receiver's solution in a scenario.
struct ScenarioSolution: Sendable {
    let kind: FixKind
    let quality: FixQuality
    let position: GeodeticPosition
    /// Height above the ellipsoid, in metres.
    let height: Double
    let geoidSeparation: Double
    /// Velocity to the east, north and up, in metres per second.
    let velocity: Vector
    let geometry: SolutionGeometry
    /// The standard deviation of a range, in metres.
    let rangeDeviation: Double
    let satellitesUsed: Int
    /// The clock error in metres, which is subtracted from the residuals.
    let clockError: Double
    /// The offset from the position that the ranges indicate, in metres to the east, north and up.
    let error: Vector

    var dop: DilutionOfPrecision { geometry.dop }
    /// Speed over ground in metres per second.
    var speed: Double { (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot() }
    /// Course in degrees; nil while the vehicle is too slow.
    var course: Double? { speed < 0.3 ? nil : VehicleState.bearing(east: velocity.x, north: velocity.y) }
    /// Horizontal accuracy, 1 σ in metres.
    var horizontalAccuracy: Double { rangeDeviation * (geometry.east + geometry.north).squareRoot() }
    /// Vertical accuracy, 1 σ in metres; 100 if the height is not solved for.
    var verticalAccuracy: Double { kind == .threeDimensional ? rangeDeviation * geometry.up.squareRoot() : 100 }
}
