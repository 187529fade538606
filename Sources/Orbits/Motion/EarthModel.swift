// SPDX-License-Identifier: Apache-2.0

/// The constants of the Earth that an interface document prescribes.
struct EarthModel: Hashable, Sendable {
    /// The gravitational constant times the mass of the Earth, in m³/s².
    let gravitation: Double
    /// The rotation rate in rad/s.
    let rate: Double

    /// IS-GPS-200, table 20-IV; QZSS uses the same.
    static let gps = EarthModel(gravitation: 3.986005e14, rate: 7.2921151467e-5)
    /// Galileo OS SIS ICD 2.1, table 66.
    static let galileo = EarthModel(gravitation: 3.986004418e14, rate: 7.2921151467e-5)
    /// BDS-SIS-ICD-B1I 3.0, 5.2.4.12.
    static let beidou = EarthModel(gravitation: 3.986004418e14, rate: 7.2921150e-5)
    /// PZ-90.11 (GLONASS ICD L1, L2, edition 5.1, appendix 3).
    static let glonass = EarthModel(gravitation: 398_600.4418e9, rate: 7.292115e-5)

    /// π as the interface documents define it for their semicircles.
    static let pi = 3.1415926535898

    /// The equatorial radius of PZ-90.11, in metres.
    static let equator = 6_378_136.0
    /// The second zonal harmonic of PZ-90.11.
    static let oblateness = 1.0826257e-3
}
