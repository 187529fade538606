// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The almanac of a GLONASS satellite: the first ascending node of a day, from which the orbit is extrapolated (ICD L1,
/// L2, edition 5.1, appendix 3, section 3.2). Angles are in radians, times in seconds.
struct GLONASSAlmanac: Hashable, Sendable {
    /// λ: the longitude of the node. The time of the node is the orbit's reference.
    var node: Double
    var inclination: Double
    var eccentricity: Double
    /// ω.
    var perigee: Double
    /// T: the time from one node to the next.
    var period: Double
    /// T′: the change of ``period`` with each revolution.
    var periodChange: Double

    /// False for data that do not describe a GLONASS satellite.
    var isPlausible: Bool {
        (0..<0.1).contains(eccentricity) && (38_000...44_000).contains(period) && abs(periodChange) < 0.1
            && [node, inclination, perigee].allSatisfy { abs($0) < 10 }
    }

    /// The position in Earth-centred, Earth-fixed coordinates in metres, a number of seconds after the node.
    func position(after elapsed: Double) -> Vector? {
        guard isPlausible, elapsed.magnitude < 1e7 else { return nil }
        let turns = (elapsed / period).rounded(.down)
        let passage = period * turns + periodChange * turns * turns
        let semiMajor = semiMajor
        let parameter = semiMajor * (1 - eccentricity * eccentricity)
        let ratio = EarthModel.equator / parameter
        let motion = 2 * Double.pi / period
        let bulge = 1.5 * EarthModel.oblateness * motion * ratio * ratio
        let nodeRate = -bulge * cos(inclination) - EarthModel.glonass.rate
        let perigeeRate = bulge * (2 - 2.5 * sin(inclination) * sin(inclination))
        let perigee = perigee + perigeeRate * passage
        let node = node + nodeRate * elapsed
        // At the node, the true anomaly is −ω.
        let half = tan(-perigee / 2) * ((1 - eccentricity) / (1 + eccentricity)).squareRoot()
        let first = 2 * atan(half)
        let mean = first - eccentricity * sin(first) + motion * (elapsed - passage)
        let anomaly = KeplerianElements.eccentricAnomaly(mean, eccentricity)
        let root = (1 - eccentricity * eccentricity).squareRoot()
        let latitude = atan2(root * sin(anomaly), cos(anomaly) - eccentricity) + perigee
        let radius = semiMajor * (1 - eccentricity * cos(anomaly))
        let (x, y) = (radius * cos(latitude), radius * sin(latitude) * cos(inclination))
        return Vector(
            x * cos(node) - y * sin(node), x * sin(node) + y * cos(node), radius * sin(latitude) * sin(inclination))
    }

    /// The semi-major axis in metres that belongs to the period between nodes, which the oblateness makes shorter
    /// than the period of the ellipse.
    private var semiMajor: Double {
        let sine = sin(inclination)
        let inner = 1 + eccentricity * cos(perigee)
        let squared = 1 - eccentricity * eccentricity
        let gravitation = EarthModel.glonass.gravitation
        func axis(_ period: Double) -> Double {
            let turn = period / (2 * .pi)
            return cbrt(turn * turn * gravitation)
        }
        var result = axis(period)
        for _ in 0..<4 {
            let ratio = EarthModel.equator / (result * squared)
            let change =
                1.5 * EarthModel.oblateness * ratio * ratio
                * ((2 - 2.5 * sine * sine) * squared * squared.squareRoot() / (inner * inner)
                    + inner * inner * inner / squared)
            result = axis(period / (1 - change))
        }
        return result
    }
}
