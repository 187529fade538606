// SPDX-License-Identifier: Apache-2.0

/// A point in metres, or a direction without unit.
typealias Vector = SIMD3<Double>

extension SIMD3<Double> {
    func dot(_ other: Vector) -> Double { (self * other).sum() }

    var length: Double { dot(self).squareRoot() }
}

/// Constants of WGS 84 (NIMA TR8350.2).
enum Ellipsoid {
    /// Semi-major axis in metres.
    static let semiMajor = 6_378_137.0
    static let flattening = 1 / 298.257223563
    /// First eccentricity, squared.
    static let eccentricitySquared = flattening * (2 - flattening)
    /// The gravitational constant times the mass of the Earth, in m³/s².
    static let gravitation = 3.986004418e14
}
