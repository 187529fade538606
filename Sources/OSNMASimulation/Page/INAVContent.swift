// SPDX-License-Identifier: Apache-2.0

/// What a satellite says of itself and of the system in I/NAV words 1 to 6 and 10, in the units of the message (Galileo
/// OS SIS ICD 2.1, sections 4.3.5 and 5.1): whole numbers, each as wide as its field and of its sign. The names are the
/// document's.
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
    /// Effective ionisation level: 2^-2, 2^-8 and 2^-15 solar flux units, of degree 0, 1, 2 in the dip latitude.
    public var ai0 = 0
    /// The term of first order.
    public var ai1 = 0
    /// The term of second order.
    public var ai2 = 0
    /// The storm flags of the five regions.
    public var storms = 0
    /// Group delay E1-E5a, 2^-32 s.
    public var bgdE5a = 0
    /// Group delay E1-E5b, 2^-32 s.
    public var bgdE5b = 0
    /// Signal health of E5b, 0 is good.
    public var e5bHealth = 0
    /// Signal health of E1-B and C, 0 is good.
    public var e1bHealth = 0
    /// Data validity of E5b, 0 is good.
    public var e5bValidity = 0
    /// Data validity of E1-B, 0 is good.
    public var e1bValidity = 0
    /// GST to UTC: bias, 2^-30 s.
    public var a0 = 0
    /// GST to UTC: drift, 2^-50 s/s.
    public var a1 = 0
    /// Leap seconds in force.
    public var deltaTLS = 18
    /// GST to UTC: reference time, 3600 s.
    public var t0t = 0
    /// GST to UTC: week of the reference time, its lowest 8 bits.
    public var wn0t = 0
    /// Week of the leap second that was or comes, its lowest 8 bits.
    public var wnLSF = 0
    /// Day of the leap second at whose end it is, 1...7.
    public var dn = 1
    /// Leap seconds after it.
    public var deltaTLSF = 18
    /// GST to GPS time: bias, 2^-35 s.
    public var a0G = 0
    /// GST to GPS time: drift, 2^-51 s/s.
    public var a1G = 0
    /// GST to GPS time: reference time, 3600 s.
    public var t0G = 0
    /// GST to GPS time: week of the reference time, its lowest 6 bits.
    public var wn0G = 0

    /// A content of zeros, but for leap seconds and accuracy.
    public init() {}
}
