// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// PZ-90.11 according to the GLONASS interface document (ICD L1, L2, edition 5.1, appendix 3).
enum PZ90 {
    static let gravitation = 398_600.4418e9
    static let equator = 6_378_136.0
    static let oblateness = 1.0826257e-3
    static let earthRate = 7.292115e-5
}

/// The orbit of a GLONASS satellite for all time: a circle disturbed by the Earth's oblateness, in closed form to first
/// order (Gauss's equations with the acceleration caused by J2, integrated for eccentricity 0). Neglected terms amount
/// to a millimetre in half an hour, so consecutive issues agree up to the resolution of the broadcast.
struct GLONASSOrbit {
    /// The mean radius in metres.
    let radius: Double
    /// The mean inclination, and the argument of latitude and longitude of the ascending node at the epoch, in
    /// radians.
    let inclination: Double
    let argument: Double
    let node: Double

    /// The strength of the oblateness term at this radius, relative to the central gravity.
    private var bulge: Double {
        let ratio = PZ90.equator / radius
        return 1.5 * PZ90.oblateness * ratio * ratio
    }

    /// The mean motion in radians per second, without oblateness.
    private var motion: Double { (PZ90.gravitation / (radius * radius * radius)).squareRoot() }

    /// The mean rate of the argument of latitude, in radians per second.
    private var argumentRate: Double {
        let (sine, cosine) = (sin(inclination), cos(inclination))
        return motion * (1 + bulge * (0.5 - 0.75 * sine * sine + cosine * cosine))
    }

    /// The westward rate of the ascending node in the Earth-fixed frame, in radians per second.
    private var nodeRate: Double { PZ90.earthRate + bulge * motion * cos(inclination) }

    /// Seconds from one ascending node to the next.
    var period: Double { 2 * .pi / argumentRate }

    /// The first ascending node at or after an instant: its time in seconds since the epoch and its longitude in
    /// radians.
    func ascendingNode(after elapsed: Double) -> (elapsed: Double, longitude: Double) {
        let turns = ((argument + argumentRate * elapsed) / (2 * .pi)).rounded(.up)
        let passed = (2 * .pi * turns - argument) / argumentRate
        return (passed, node - nodeRate * passed)
    }

    /// The position in the Earth-fixed frame at a number of seconds after the epoch, in metres.
    func position(at elapsed: Double) -> Vector {
        let (sine, cosine) = (sin(inclination), cos(inclination))
        let (across, along) = (sine * sine, cosine * cosine)
        let mean = argument + argumentRate * elapsed
        let (sin2, cos2) = (sin(2 * mean), cos(2 * mean))
        let latitude = mean + bulge / 12 * (1 - 7 * along) * sin2
        let distance = radius * (1 + bulge / 6 * across * cos2)
        let tilt = inclination + bulge / 2 * sine * cosine * cos2
        let longitude = node - nodeRate * elapsed + bulge / 2 * cosine * sin2
        let (x, y) = (distance * cos(latitude), distance * sin(latitude))
        return Vector(
            x * cos(longitude) - y * cos(tilt) * sin(longitude), x * sin(longitude) + y * cos(tilt) * cos(longitude),
            y * sin(tilt))
    }

    /// The velocity in metres per second, from differences over four seconds, which is accurate enough.
    func velocity(at elapsed: Double) -> Vector {
        let near = position(at: elapsed + 1) - position(at: elapsed - 1)
        let far = position(at: elapsed + 2) - position(at: elapsed - 2)
        return (8 * near - far) / 12
    }
}

extension OrbitalElements {
    /// The orbit of a GLONASS satellite from ``epoch`` on.
    var glonassOrbit: GLONASSOrbit {
        let root = Double(rootSemiMajor) * 0x1p-19
        return GLONASSOrbit(
            radius: root * root, inclination: Double(inclination) * 0x1p-31 * KeplerianScales.pi,
            argument: meanAnomaly, node: node)
    }

    /// The broadcast of a GLONASS satellite at an instant.
    func glonass(_ id: SatelliteID, channel: Int, at time: GPSTime, leapSeconds: Int) -> GLONASSEphemeris {
        // Moscow time is three hours ahead of UTC; t_b is in the middle of its half hour.
        let moscow = time.wholeSeconds - leapSeconds + 10_800
        let middle = moscow / 1800 * 1800 + 900
        let reference = GPSTime(wholeSeconds: middle - 10_800 + leapSeconds)
        let elapsed = reference.seconds(since: Self.epoch)
        let orbit = glonassOrbit
        return GLONASSEphemeris(
            satellite: id, frequencyChannel: channel, reference: reference, quarter: middle % 86_400 / 900,
            position: Self.whole(orbit.position(at: elapsed) / 1000 * 0x1p11),
            velocity: Self.whole(orbit.velocity(at: elapsed) / 1000 * 0x1p20),
            acceleration: .zero, clockOffset: -clockOffset, frequencyOffset: 0)
    }

    private static func whole(_ vector: Vector) -> SIMD3<Int32> {
        SIMD3(
            Int32(vector.x.rounded()), Int32(vector.y.rounded()), Int32(vector.z.rounded()))
    }
}
