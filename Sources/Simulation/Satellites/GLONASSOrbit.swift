// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// PZ-90.11, as the interface document of GLONASS states it (ICD L1, L2, edition 5.1, appendix 3).
enum PZ90 {
    static let gravitation = 398_600.4418e9
    static let equator = 6_378_136.0
    static let oblateness = 1.0826257e-3
    static let earthRate = 7.292115e-5
}

/// The orbit of a GLONASS satellite for all time: a circle that the Earth's bulge disturbs, in closed form to the first
/// order (Gauss' equations with the acceleration by J2, integrated for eccentricity 0). What is left out amounts to a
/// millimetre in half an hour, so that a satellite's issues go on from each other but for the units of the broadcast.
struct GLONASSOrbit {
    /// The mean radius in metres.
    let radius: Double
    /// The mean inclination, and at the epoch argument of latitude and longitude of the ascending node, in radians.
    let inclination: Double
    let argument: Double
    let node: Double

    /// How strong the bulge is at this radius, as a share of the pull of the centre.
    private var bulge: Double {
        let ratio = PZ90.equator / radius
        return 1.5 * PZ90.oblateness * ratio * ratio
    }

    /// Radians a second, without the bulge.
    private var motion: Double { (PZ90.gravitation / (radius * radius * radius)).squareRoot() }

    /// How fast the argument of latitude grows in the mean, in radians a second.
    private var argumentRate: Double {
        let (sine, cosine) = (sin(inclination), cos(inclination))
        return motion * (1 + bulge * (0.5 - 0.75 * sine * sine + cosine * cosine))
    }

    /// How fast the ascending node goes west in the frame that turns with the Earth, in radians a second.
    private var nodeRate: Double { PZ90.earthRate + bulge * motion * cos(inclination) }

    /// Seconds from one ascending node to the next.
    var period: Double { 2 * .pi / argumentRate }

    /// The first ascending node at an instant or after it: seconds since the epoch, and its longitude in radians.
    func ascendingNode(after elapsed: Double) -> (elapsed: Double, longitude: Double) {
        let turns = ((argument + argumentRate * elapsed) / (2 * .pi)).rounded(.up)
        let passed = (2 * .pi * turns - argument) / argumentRate
        return (passed, node - nodeRate * passed)
    }

    /// Where it is in the frame that turns with the Earth, so many seconds after the epoch, in metres.
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

    /// How fast it is there, in metres a second: differences of four seconds, which leave out nothing that counts.
    func velocity(at elapsed: Double) -> Vector {
        let near = position(at: elapsed + 1) - position(at: elapsed - 1)
        let far = position(at: elapsed + 2) - position(at: elapsed - 2)
        return (8 * near - far) / 12
    }
}

extension OrbitalElements {
    /// The orbit of a satellite of GLONASS, from ``epoch`` on.
    var glonassOrbit: GLONASSOrbit {
        let root = Double(rootSemiMajor) * 0x1p-19
        return GLONASSOrbit(
            radius: root * root, inclination: Double(inclination) * 0x1p-31 * KeplerianScales.pi,
            argument: meanAnomaly, node: node)
    }

    /// What a satellite of GLONASS broadcasts at an instant.
    func glonass(_ id: SatelliteID, channel: Int, at time: GPSTime, leapSeconds: Int) -> GLONASSEphemeris {
        // Moscow time is three hours ahead of UTC; t_b stands in the middle of its half hour.
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
