// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// An undisturbed circular orbit.
struct CircularOrbit: Sendable {
    let satellite: SatelliteID
    /// Radius in metres.
    let radius: Double
    /// Inclination in degrees.
    let inclination: Double
    /// Right ascension of the ascending node, in degrees.
    let ascendingNode: Double
    /// Mean motion in radians per second.
    let motion: Double
    /// Argument of latitude at J2000, in radians.
    let phase: Double
    /// Unit vectors in an inertial frame: from the Earth's centre to the ascending node, and 90° further along the
    /// orbit.
    private let node: Vector
    private let quarter: Vector

    /// Creates an orbit.
    ///
    /// - Parameters:
    ///   - satellite: The satellite.
    ///   - radius: The radius in metres.
    ///   - inclination: The inclination in degrees.
    ///   - ascendingNode: The right ascension of the ascending node in degrees.
    ///   - argument: The argument of latitude at J2000, in degrees.
    init(_ satellite: SatelliteID, radius: Double, inclination: Double, ascendingNode: Double, argument: Double) {
        self.satellite = satellite
        (self.radius, self.inclination, self.ascendingNode) = (radius, inclination, ascendingNode)
        motion = (WGS84.gravitation / (radius * radius * radius)).squareRoot()
        phase = argument * .pi / 180
        let (i, o) = (inclination * .pi / 180, ascendingNode * .pi / 180)
        node = Vector(cos(o), sin(o), 0)
        quarter = Vector(-sin(o) * cos(i), cos(o) * cos(i), sin(i))
    }

    /// The satellite's position, Earth-centred, Earth-fixed, in metres.
    func position(at instant: EarthRotation) -> Vector {
        let argument = phase + motion * instant.secondsSinceJ2000
        let fixed = radius * (cos(argument) * node + sin(argument) * quarter)
        return Vector(
            instant.cosine * fixed.x + instant.sine * fixed.y, instant.cosine * fixed.y - instant.sine * fixed.x,
            fixed.z)
    }
}

/// The Earth's rotation angle at an instant.
struct EarthRotation: Sendable {
    /// Seconds since 2000-01-01 12:00 UTC, not counting leap seconds.
    let secondsSinceJ2000: Double
    let sine: Double
    let cosine: Double

    /// Computes the rotation at an instant: Greenwich mean sidereal time by its linear term (Astronomical Almanac).
    init(at time: UTCTime) {
        secondsSinceJ2000 = Double(time.nanosecondsSince1970 &- 946_728_000_000_000_000) / 1e9
        let degrees = 280.46061837 + 360.98564736629 * (secondsSinceJ2000 / 86_400)
        let radians = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
        sine = sin(radians)
        cosine = cos(radians)
    }
}

extension WGS84 {
    /// The gravitational constant times the mass of the Earth, in m³/s² (table 3.1).
    fileprivate static var gravitation: Double { 3.986004418e14 }
}
