// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where on its orbit a satellite is.
struct OrbitPoint {
    /// From the centre of the Earth, in metres.
    var radius: Double
    /// Argument of latitude in radians.
    var argument: Double
    /// Inclination in radians.
    var tilt: Double

    /// On an undisturbed ellipse.
    ///
    /// - Parameters:
    ///   - axis: the semi-major axis in metres.
    ///   - e: the eccentricity.
    ///   - perigee: the argument of perigee in radians.
    ///   - anomaly: the mean anomaly in radians.
    ///   - tilt: the inclination in radians.
    init(axis: Double, e: Double, perigee: Double, anomaly: Double, tilt: Double) {
        let mean = anomaly.remainder(dividingBy: 2 * .pi)
        var eccentric = mean
        for _ in 0..<8 { eccentric -= (eccentric - e * sin(eccentric) - mean) / (1 - e * cos(eccentric)) }
        radius = axis * (1 - e * cos(eccentric))
        argument = perigee + atan2((1 - e * e).squareRoot() * sin(eccentric), cos(eccentric) - e)
        self.tilt = tilt
    }

    /// Where an ephemeris has it (Galileo OS SIS ICD 2.1, section 5.1.1, table 64), so many seconds after its reference
    /// time.
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
    /// How fast the Earth turns, rad/s (there too).
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

    /// The nearest way from the reference time of the ephemeris to a second of the week, in seconds.
    func elapsed(to tow: Int) -> Double {
        let seconds = tow - 60 * t0e
        return Double(seconds > 302_400 ? seconds - 604_800 : seconds < -302_400 ? seconds + 604_800 : seconds)
    }

    /// Longitude of the ascending node at the beginning of the week that a second of the week is in, as of that second,
    /// in semicircles. Between two weeks it is another one than that of the ephemeris: the Earth has turned by a week.
    func node(at tow: Int) -> Double {
        let elapsed = elapsed(to: tow)
        let weeks = Double(tow - 60 * t0e) - elapsed
        return Double(omega0) * 0x1p-31 + Double(omegaDot) * 0x1p-43 * elapsed + Self.earthRate / .pi * weeks
    }
}
