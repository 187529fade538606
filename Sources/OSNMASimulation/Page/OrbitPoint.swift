// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The position of a satellite on its orbit.
struct OrbitPoint {
    /// Distance from the centre of the Earth, in metres.
    var radius: Double
    /// Argument of latitude in radians.
    var argument: Double
    /// Inclination in radians.
    var tilt: Double

    /// Creates the point on an undisturbed ellipse.
    ///
    /// - Parameters:
    ///   - axis: The semi-major axis in metres.
    ///   - e: The eccentricity.
    ///   - perigee: The argument of perigee in radians.
    ///   - anomaly: The mean anomaly in radians.
    ///   - tilt: The inclination in radians.
    init(axis: Double, e: Double, perigee: Double, anomaly: Double, tilt: Double) {
        let mean = anomaly.remainder(dividingBy: 2 * .pi)
        var eccentric = mean
        for _ in 0..<8 { eccentric -= (eccentric - e * sin(eccentric) - mean) / (1 - e * cos(eccentric)) }
        radius = axis * (1 - e * cos(eccentric))
        argument = perigee + atan2((1 - e * e).squareRoot() * sin(eccentric), cos(eccentric) - e)
        self.tilt = tilt
    }

    /// Creates the point given by an ephemeris a number of seconds after its reference time (Galileo OS SIS ICD 2.1,
    /// section 5.1.1, table 64).
    init(_ content: INAVContent, after elapsed: Double) {
        let axis = content.axis
        let rate = content.motion
        self.init(
            axis: axis, e: Double(content.e) * 0x1p-33, perigee: Double(content.omega) * 0x1p-31 * .pi,
            anomaly: Double(content.m0) * 0x1p-31 * .pi + rate * elapsed,
            tilt: (Double(content.i0) * 0x1p-31 + Double(content.iDot) * 0x1p-43 * elapsed) * .pi)
        let (sine, cosine) = (sin(2 * argument), cos(2 * argument))
        radius += 0x1p-5 * (Double(content.crs) * sine + Double(content.crc) * cosine)
        tilt += 0x1p-29 * (Double(content.cis) * sine + Double(content.cic) * cosine)
        argument += 0x1p-29 * (Double(content.cus) * sine + Double(content.cuc) * cosine)
    }
}

extension INAVContent {
    /// The gravitational constant times the mass of the Earth, m³/s² (Galileo OS SIS ICD 2.1, section 5.1.1).
    static let gravitation = 3.986004418e14
    /// The Earth's rotation rate, rad/s (from the same section).
    static let earthRate = 7.2921151467e-5
    /// The speed of light, m/s.
    static let lightSpeed = 299_792_458.0

    /// The semi-major axis in metres.
    var axis: Double { Double(sqrtA) * Double(sqrtA) * 0x1p-38 }

    /// The mean motion in rad/s.
    var motion: Double {
        let root = Double(sqrtA) * 0x1p-19
        return Self.gravitation.squareRoot() / (root * root * root) + Double(deltaN) * 0x1p-43 * .pi
    }

    /// Seconds from the ephemeris reference time to a time of week, across the week boundary if that way is shorter.
    func elapsed(to tow: Int) -> Double {
        let seconds = tow - 60 * t0e
        return Double(seconds > 302_400 ? seconds - 604_800 : seconds < -302_400 ? seconds + 604_800 : seconds)
    }

    /// The longitude of the ascending node in semicircles at a time of week, referred to the start of the week that
    /// contains that time. If the week differs from that of the ephemeris, the Earth's rotation during a week is
    /// added.
    func node(at tow: Int) -> Double {
        let elapsed = elapsed(to: tow)
        let weeks = Double(tow - 60 * t0e) - elapsed
        return Double(omega0) * 0x1p-31 + Double(omegaDot) * 0x1p-43 * elapsed + Self.earthRate / .pi * weeks
    }
}
