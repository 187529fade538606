// SPDX-License-Identifier: Apache-2.0

/// The ellipsoid of WGS 84 (NGA.STND.0036, table 3.1 and appendix A).
public enum WGS84 {
    /// The semi-major axis in metres; also the radius of the sphere of Web Mercator.
    @inlinable public static var semiMajorAxis: Double { 6_378_137 }
    /// The flattening.
    @inlinable public static var flattening: Double { 1 / 298.257223563 }
    /// The semi-minor axis in metres.
    @inlinable public static var semiMinorAxis: Double { semiMajorAxis * (1 - flattening) }
    /// The square of the first eccentricity.
    @inlinable public static var eccentricitySquared: Double { flattening * (2 - flattening) }
}
