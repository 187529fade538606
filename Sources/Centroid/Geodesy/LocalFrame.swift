// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

#if canImport(Glibc)
internal import Glibc
#endif

/// A point in Earth-centred, Earth-fixed coordinates in metres.
struct GeocentricPoint {
    var x: Double
    var y: Double
    var z: Double

    /// - Parameter height: The height above the ellipsoid in metres.
    init(_ position: GeodeticPosition, height: Double) {
        let (sinLat, cosLat) = (sin(position.latitude.radians), cos(position.latitude.radians))
        let n = WGS84.semiMajorAxis / (1 - WGS84.eccentricitySquared * sinLat * sinLat).squareRoot()
        x = (n + height) * cosLat * cos(position.longitude.radians)
        y = (n + height) * cosLat * sin(position.longitude.radians)
        z = (n * (1 - WGS84.eccentricitySquared) + height) * sinLat
    }

    init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// Latitude and longitude in radians and height in metres, by Bowring's formula (Survey Review 23, 1976, p. 323)
    /// with four iterations, which also works at the poles.
    var geodetic: (latitude: Double, longitude: Double, height: Double) {
        let (a, b, squared) = (WGS84.semiMajorAxis, WGS84.semiMinorAxis, WGS84.eccentricitySquared)
        let p = hypot(x, y)
        var reduced = atan2(z * a, p * b)
        var latitude = 0.0
        for _ in 0..<4 {
            let (s, c) = (sin(reduced), cos(reduced))
            latitude = atan2(z + squared / (1 - squared) * b * s * s * s, p - squared * a * c * c * c)
            reduced = atan2(b * sin(latitude), a * cos(latitude))
        }
        let (s, c) = (sin(latitude), cos(latitude))
        let height = p * c + z * s - a * (1 - squared * s * s).squareRoot()
        return (latitude, atan2(y, x), height)
    }
}

/// A local frame with east, north and up in metres about an origin on the Earth.
public struct LocalFrame: Sendable {
    /// A position in the frame.
    public struct Point: Hashable, Sendable {
        /// The offset to the east in metres.
        public var east: Double
        /// The offset to the north in metres.
        public var north: Double
        /// The offset along the ellipsoid's normal at the origin in metres, positive upwards.
        public var up: Double

        public init(east: Double, north: Double, up: Double) { (self.east, self.north, self.up) = (east, north, up) }

        /// The horizontal distance to another point in metres.
        public func distance(to other: Point) -> Double { hypot(east - other.east, north - other.north) }
    }

    /// The origin of the frame.
    public let origin: GeodeticPosition
    /// The origin's height above the ellipsoid in metres.
    public let height: Double
    private let centre: GeocentricPoint
    private let (sinLat, cosLat, sinLon, cosLon): (Double, Double, Double, Double)

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - origin: The origin of the frame.
    ///   - height: The origin's height above the ellipsoid in metres.
    public init(_ origin: GeodeticPosition, height: Double = 0) {
        (self.origin, self.height) = (origin, height)
        centre = GeocentricPoint(origin, height: height)
        (sinLat, cosLat) = (sin(origin.latitude.radians), cos(origin.latitude.radians))
        (sinLon, cosLon) = (sin(origin.longitude.radians), cos(origin.longitude.radians))
    }

    /// Converts a position into this frame, exactly at any distance.
    ///
    /// - Parameters:
    ///   - position: The latitude and longitude.
    ///   - height: The height above the ellipsoid in metres; nil uses the frame's.
    public func point(_ position: GeodeticPosition, height: Double? = nil) -> Point {
        let there = GeocentricPoint(position, height: height ?? self.height)
        let (x, y, z) = (there.x - centre.x, there.y - centre.y, there.z - centre.z)
        return Point(
            east: -sinLon * x + cosLon * y,
            north: -sinLat * cosLon * x - sinLat * sinLon * y + cosLat * z,
            up: cosLat * cosLon * x + cosLat * sinLon * y + sinLat * z)
    }

    /// Converts a point into a position with a longitude in −180°..<180° and a height in metres; nil if it is not
    /// finite.
    public func position(_ point: Point) -> (position: GeodeticPosition, height: Double)? {
        let (e, n, u) = (point.east, point.north, point.up)
        let there = GeocentricPoint(
            x: centre.x - sinLon * e - sinLat * cosLon * n + cosLat * cosLon * u,
            y: centre.y + cosLon * e - sinLat * sinLon * n + cosLat * sinLon * u,
            z: centre.z + cosLat * n + sinLat * u
        ).geodetic
        return GeodeticPosition(
            latitude: Angle(degrees: there.latitude * 180 / .pi),
            longitude: Angle(degrees: wrapped(longitude: there.longitude * 180 / .pi))
        ).map { ($0, there.height) }
    }
}

/// Normalises a longitude to −180°..<180°.
func wrapped(longitude degrees: Double) -> Double {
    let turns = degrees.truncatingRemainder(dividingBy: 360)
    return turns >= 180 ? turns - 360 : turns < -180 ? turns + 360 : turns
}
