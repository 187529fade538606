// SPDX-License-Identifier: Apache-2.0

/// A satellite's navigation data in I/NAV words 1 to 6 and 10, in the units of the message (Galileo OS SIS ICD 2.1,
/// sections 4.3.5 and 5.1): integers with the width and sign of their fields. The names are those of the document.
public struct INAVContent: Hashable, Sendable {
    /// IODnav, the issue of the ephemeris: 0...1023.
    public var iodNav = 0
    /// Reference time of the ephemeris, 60 s.
    public var t0e = 0
    /// Mean anomaly at the reference time, 2^-31 semicircles.
    public var m0 = 0
    /// Eccentricity of the orbit, in units of 2^-33.
    public var e = 0
    /// Square root of the semi-major axis, 2^-19 √m.
    public var sqrtA = 0
    /// Longitude of the ascending node at the beginning of the week, 2^-31 semicircles.
    public var omega0 = 0
    /// Inclination at the reference time, 2^-31 semicircles.
    public var i0 = 0
    /// Argument of perigee, 2^-31 semicircles.
    public var omega = 0
    /// Rate of the inclination, 2^-43 semicircles/s.
    public var iDot = 0
    /// Rate of the right ascension, 2^-43 semicircles/s.
    public var omegaDot = 0
    /// Difference of the mean motion from the computed one, 2^-43 semicircles/s.
    public var deltaN = 0
    /// Cosine correction of the argument of latitude, 2^-29 rad.
    public var cuc = 0
    /// Sine correction of the argument of latitude, 2^-29 rad.
    public var cus = 0
    /// Cosine correction of the radius, 2^-5 m.
    public var crc = 0
    /// Sine correction of the radius, 2^-5 m.
    public var crs = 0
    /// Cosine correction of the inclination, 2^-29 rad.
    public var cic = 0
    /// Sine correction of the inclination, 2^-29 rad.
    public var cis = 0
    /// SISA index, 0...255; 107 is 3.12 m.
    public var sisa = 107
    /// Reference time of the clock, 60 s.
    public var t0c = 0
    /// Clock bias, 2^-34 s.
    public var af0 = 0
    /// Clock drift, 2^-46 s/s.
    public var af1 = 0
    /// Clock drift rate, 2^-59 s/s².
    public var af2 = 0
    /// Effective ionisation level, constant term, 2^-2 solar flux units. The terms are in powers of the modified dip
    /// latitude in degrees.
    public var ai0 = 0
    /// Effective ionisation level, first-order term, 2^-8 solar flux units per degree.
    public var ai1 = 0
    /// Effective ionisation level, second-order term, 2^-15 solar flux units per square degree.
    public var ai2 = 0
    /// The ionospheric storm flags of the five regions.
    public var storms = 0
    /// Group delay E1-E5a, 2^-32 s.
    public var bgdE5a = 0
    /// Group delay E1-E5b, 2^-32 s.
    public var bgdE5b = 0
    /// Signal health of E5b; 0 is good.
    public var e5bHealth = 0
    /// Signal health of E1-B and E1-C; 0 is good.
    public var e1bHealth = 0
    /// Data validity of E5b; 0 is good.
    public var e5bValidity = 0
    /// Data validity of E1-B; 0 is good.
    public var e1bValidity = 0
    /// GST to UTC: bias, 2^-30 s.
    public var a0 = 0
    /// GST to UTC: drift, 2^-50 s/s.
    public var a1 = 0
    /// Leap seconds in force, in seconds.
    public var deltaTLS = 18
    /// GST to UTC: reference time, 3600 s.
    public var t0t = 0
    /// GST to UTC: the lowest 8 bits of the reference time's week.
    public var wn0t = 0
    /// The lowest 8 bits of the week of the last or next leap second.
    public var wnLSF = 0
    /// The day at the end of which the leap second occurs, 1...7.
    public var dn = 1
    /// Leap seconds after that day, in seconds.
    public var deltaTLSF = 18
    /// GST to GPS time: bias, 2^-35 s.
    public var a0G = 0
    /// GST to GPS time: drift, 2^-51 s/s.
    public var a1G = 0
    /// GST to GPS time: reference time, 3600 s.
    public var t0G = 0
    /// GST to GPS time: the lowest 6 bits of the reference time's week.
    public var wn0G = 0

    /// Creates a content in which everything is zero except leap seconds and accuracy.
    public init() {}
}
