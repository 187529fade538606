// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// Elements of an ellipse with its slow changes, as ephemerides and almanacs of GPS, Galileo, BeiDou and QZSS state
/// them. Angles are in radians, lengths in metres, times in seconds. An almanac leaves the corrections at zero.
struct KeplerianElements: Hashable, Sendable {
    /// t_oe or t_oa.
    var reference: GPSTime
    /// ``reference`` as a second of the week in the system's own time, to which ``ascendingNode`` refers.
    var referenceSecond: Double
    var rootSemiMajor: Double
    var eccentricity: Double
    /// M0.
    var meanAnomaly: Double
    /// ω.
    var perigee: Double
    /// Ω0: the longitude of the ascending node at the beginning of the week.
    var ascendingNode: Double
    var ascendingNodeRate: Double
    var inclination: Double
    var inclinationRate = 0.0
    /// Δn.
    var meanMotionDifference = 0.0
    /// Corrections of the argument of latitude (u), the inclination (i) and the radius (r): cosine, sine.
    var cuc = 0.0, cus = 0.0, cic = 0.0, cis = 0.0, crc = 0.0, crs = 0.0
    var earth: EarthModel

    /// False for data that do not describe a navigation satellite, such as the zeros of an unused almanac page. The
    /// highest eccentricity of a navigation satellite is 0.17 (Galileo E14 and E18).
    var isPlausible: Bool {
        let angles = [
            meanAnomaly, perigee, ascendingNode, ascendingNodeRate, inclination, inclinationRate, meanMotionDifference,
            cuc, cus, cic, cis, referenceSecond,
        ]
        return (4000...8000).contains(rootSemiMajor) && (0..<0.3).contains(eccentricity)
            && angles.allSatisfy { $0.isFinite && abs($0) < 1e6 } && abs(crc) < 1e5 && abs(crs) < 1e5
            && abs(meanMotionDifference) < 1e-6
    }

    /// The position in Earth-centred, Earth-fixed coordinates, in metres (IS-GPS-200, table 20-IV; Galileo OS SIS ICD
    /// 2.1, 5.1.1; BDS-SIS-ICD-B1I 3.0, 5.2.4.12).
    func position(at time: GPSTime) -> Vector {
        let elapsed = time.seconds(since: reference)
        let semiMajor = rootSemiMajor * rootSemiMajor
        let motion = (earth.gravitation / semiMajor).squareRoot() / semiMajor + meanMotionDifference
        let anomaly = Self.eccentricAnomaly(meanAnomaly + motion * elapsed, eccentricity)
        let latitude =
            atan2((1 - eccentricity * eccentricity).squareRoot() * sin(anomaly), cos(anomaly) - eccentricity) + perigee
        let (sine, cosine) = (sin(2 * latitude), cos(2 * latitude))
        let argument = latitude + cus * sine + cuc * cosine
        let radius = semiMajor * (1 - eccentricity * cos(anomaly)) + crs * sine + crc * cosine
        let tilt = inclination + inclinationRate * elapsed + cis * sine + cic * cosine
        let node = ascendingNode + (ascendingNodeRate - earth.rate) * elapsed - earth.rate * referenceSecond
        let (x, y) = (radius * cos(argument), radius * sin(argument))
        return Vector(
            x * cos(node) - y * cos(tilt) * sin(node), x * sin(node) + y * cos(tilt) * cos(node), y * sin(tilt))
    }

    /// Solves Kepler's equation; the eccentricities that ``isPlausible`` accepts need at most six iterations.
    static func eccentricAnomaly(_ mean: Double, _ eccentricity: Double) -> Double {
        let mean = mean.remainder(dividingBy: 2 * .pi)
        var anomaly = mean
        for _ in 0..<10 {
            let step = (anomaly - eccentricity * sin(anomaly) - mean) / (1 - eccentricity * cos(anomaly))
            anomaly -= step
            if abs(step) < 1e-13 { break }
        }
        return anomaly
    }
}
