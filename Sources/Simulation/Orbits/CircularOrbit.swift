// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// A satellite on a circle around the Earth, undisturbed.
struct CircularOrbit: Sendable {
    let satellite: SatelliteID
    /// In metres.
    let radius: Double
    /// In degrees.
    let inclination: Double
    /// Right ascension in degrees.
    let ascendingNode: Double
    /// Radians a second.
    let motion: Double
    /// Argument of latitude at J2000, in radians.
    let phase: Double
    /// From the Earth's centre to the ascending node, and a quarter further on: unit vectors that do not turn.
    private let node: Vector
    private let quarter: Vector

    /// An orbit.
    ///
    /// - Parameters:
    ///   - satellite: whose.
    ///   - radius: in metres.
    ///   - inclination: in degrees.
    ///   - ascendingNode: right ascension in degrees.
    ///   - argument: of latitude at J2000, in degrees.
    init(_ satellite: SatelliteID, radius: Double, inclination: Double, ascendingNode: Double, argument: Double) {
        self.satellite = satellite
        (self.radius, self.inclination, self.ascendingNode) = (radius, inclination, ascendingNode)
        motion = (Ellipsoid.gravitation / (radius * radius * radius)).squareRoot()
        phase = argument * .pi / 180
        let (i, o) = (inclination * .pi / 180, ascendingNode * .pi / 180)
        node = Vector(cos(o), sin(o), 0)
        quarter = Vector(-sin(o) * cos(i), cos(o) * cos(i), sin(i))
    }

    /// Where the satellite is, Earth-centred Earth-fixed, in metres.
    func position(at instant: EarthRotation) -> Vector {
        let argument = phase + motion * instant.secondsSinceJ2000
        let fixed = radius * (cos(argument) * node + sin(argument) * quarter)
        return Vector(
            instant.cosine * fixed.x + instant.sine * fixed.y, instant.cosine * fixed.y - instant.sine * fixed.x,
            fixed.z)
    }
}

/// How far the Earth has turned at an instant.
struct EarthRotation: Sendable {
    /// Seconds since 2000-01-01 12:00, leap seconds not counted.
    let secondsSinceJ2000: Double
    let sine: Double
    let cosine: Double

    /// The rotation at an instant: Greenwich mean sidereal time by its linear term (Astronomical Almanac).
    init(at time: UTCTime) {
        secondsSinceJ2000 = Double(time.nanosecondsSince1970 &- 946_728_000_000_000_000) / 1e9
        let degrees = 280.46061837 + 360.98564736629 * (secondsSinceJ2000 / 86_400)
        let radians = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
        sine = sin(radians)
        cosine = cos(radians)
    }
}
