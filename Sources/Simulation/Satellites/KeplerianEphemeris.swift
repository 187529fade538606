// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The broadcast orbit and clock of a satellite, in whole units of the broadcast: GPS LNAV (IS-GPS-200, 20.3.3),
/// Galileo I/NAV (OS SIS ICD 2.1, 5.1.1) or BeiDou D1 (BDS-SIS-ICD-B1I 3.0, 5.2.4).
///
/// The three systems share the model and most scales; ``KeplerianScales`` contains the differences. All derived
/// values are computed from exactly these numbers, as in a receiver.
public struct KeplerianEphemeris: Hashable, Sendable {
    /// The satellite: GPS, Galileo or BeiDou.
    public var satellite: SatelliteID
    /// The issue of data: IODE (GPS, 8 bits) or IODnav (Galileo, 10 bits); for BeiDou the age of data in hours, AODE
    /// (5 bits).
    public var issue: Int
    /// The reference time of orbit and clock: t_oe and t_oc, multiples of the system's unit.
    public var reference: GPSTime

    /// Mean anomaly M0, 2⁻³¹ semicircles.
    public var meanAnomaly: Int32
    /// Eccentricity e of the orbit, in units of 2⁻³³.
    public var eccentricity: UInt32
    /// Square root of the semi-major axis, 2⁻¹⁹ √m.
    public var rootSemiMajor: UInt32
    /// Longitude of the ascending node at the beginning of the week Ω0, 2⁻³¹ semicircles.
    public var ascendingNode: Int32
    /// Inclination i0, 2⁻³¹ semicircles.
    public var inclination: Int32
    /// Argument of perigee ω, 2⁻³¹ semicircles.
    public var perigee: Int32
    /// Rate of the ascending node, 2⁻⁴³ semicircles/s, 24 bits.
    public var ascendingNodeRate: Int32
    /// Rate of the inclination, 2⁻⁴³ semicircles/s, 14 bits.
    public var inclinationRate: Int32
    /// Difference of the mean motion from the computed one Δn, 2⁻⁴³ semicircles/s, 16 bits.
    public var meanMotionDifference: Int32
    /// Harmonic corrections of the argument of latitude and of the inclination (cosine, sine): 2⁻²⁹ rad (BeiDou 2⁻³¹).
    public var cuc: Int32, cus: Int32, cic: Int32, cis: Int32
    /// Harmonic corrections of the radius (cosine, sine): 2⁻⁵ m (BeiDou 2⁻⁶).
    public var crc: Int32, crs: Int32

    /// Clock offset af0: 2⁻³¹ s (Galileo 2⁻³⁴, BeiDou 2⁻³³).
    public var clockOffset: Int32
    /// Clock drift af1: 2⁻⁴³ s/s (Galileo 2⁻⁴⁶, BeiDou 2⁻⁵⁰).
    public var clockDrift: Int32
    /// Group delays: T_GD (GPS, 2⁻³¹ s); BGD E1-E5a and E1-E5b (Galileo, 2⁻³² s); T_GD1 and T_GD2 (BeiDou, 0.1 ns).
    public var groupDelay: Int32, secondGroupDelay: Int32

    /// ``reference`` as seconds of the week in the system's own time: t_oe before division by its unit.
    public var referenceSecond: Int {
        let seconds = Int(reference.nanosecondsOfWeek / 1_000_000_000) - scales.secondsBehindGPS
        return seconds < 0 ? seconds + GST.secondsInWeek : seconds
    }

    /// The system's scales.
    public var scales: KeplerianScales { KeplerianScales.of(satellite.constellation) }
}

/// The differences between the systems that broadcast Keplerian elements.
public struct KeplerianScales: Hashable, Sendable {
    /// The gravitational constant times the mass of the Earth, m³/s².
    public var gravitation: Double
    /// The Earth's rotation rate, rad/s.
    public var earthRate: Double
    /// The scales of harmonic corrections in radians and in metres.
    public var harmonicAngle: Double, harmonicLength: Double
    /// The scales of af0 in seconds and af1 in seconds per second.
    public var clockOffset: Double, clockDrift: Double
    /// The scale of group delays in seconds.
    public var groupDelay: Double
    /// The unit of t_oe and t_oc, in seconds.
    public var referenceUnit: Int
    /// The offset of the system's time behind GPS time, in whole seconds.
    public var secondsBehindGPS: Int
    /// The GPS week in which the system's week 0 started.
    public var firstWeek: Int

    /// π as defined in the interface documents.
    public static let pi = 3.1415926535898
    /// The speed of light, m/s.
    public static let lightSpeed = 299_792_458.0

    public static let gps = KeplerianScales(
        gravitation: 3.986005e14, earthRate: 7.2921151467e-5, harmonicAngle: 0x1p-29, harmonicLength: 0x1p-5,
        clockOffset: 0x1p-31, clockDrift: 0x1p-43, groupDelay: 0x1p-31, referenceUnit: 16, secondsBehindGPS: 0,
        firstWeek: 0)
    public static let galileo = KeplerianScales(
        gravitation: 3.986004418e14, earthRate: 7.2921151467e-5, harmonicAngle: 0x1p-29, harmonicLength: 0x1p-5,
        clockOffset: 0x1p-34, clockDrift: 0x1p-46, groupDelay: 0x1p-32, referenceUnit: 60, secondsBehindGPS: 0,
        firstWeek: 1024)
    /// BeiDou D1 and D2, whose time is 14 s behind GPS time and counts weeks from 2006.
    public static let beidou = KeplerianScales(
        gravitation: 3.986004418e14, earthRate: 7.2921150e-5, harmonicAngle: 0x1p-31, harmonicLength: 0x1p-6,
        clockOffset: 0x1p-33, clockDrift: 0x1p-50, groupDelay: 1e-10, referenceUnit: 8, secondsBehindGPS: 14,
        firstWeek: 1356)

    static func of(_ constellation: Constellation) -> KeplerianScales {
        switch constellation {
        case .galileo: .galileo
        case .beidou: .beidou
        default: .gps
        }
    }
}
