// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

#if canImport(Glibc)
internal import Glibc
#endif

/// The ellipsoid of WGS 84 (NGA.STND.0036, table 3.1).
enum WGS84 {
    /// Semi-major axis, in metres.
    static let a = 6_378_137.0
    /// Flattening.
    static let f = 1 / 298.257223563
    /// Semi-minor axis, in metres.
    static let b = a * (1 - f)
    /// First eccentricity squared.
    static let e2 = f * (2 - f)
    /// Second eccentricity squared.
    static let ep2 = e2 / (1 - e2)
}

/// A point in metres in the frame that turns with the earth.
struct EarthFixed {
    var x: Double
    var y: Double
    var z: Double

    /// - Parameter height: above the ellipsoid, in metres.
    init(_ position: GeodeticPosition, height: Double) {
        let (sinLat, cosLat) = (sin(position.latitude.radians), cos(position.latitude.radians))
        let n = WGS84.a / (1 - WGS84.e2 * sinLat * sinLat).squareRoot()
        x = (n + height) * cosLat * cos(position.longitude.radians)
        y = (n + height) * cosLat * sin(position.longitude.radians)
        z = (n * (1 - WGS84.e2) + height) * sinLat
    }

    init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// Latitude and longitude in radians, the height in metres: Bowring's formula (Survey Review 23, 1976, p. 323),
    /// repeated until it stands still, which holds at the poles too.
    var geodetic: (latitude: Double, longitude: Double, height: Double) {
        let p = hypot(x, y)
        var reduced = atan2(z * WGS84.a, p * WGS84.b)
        var latitude = 0.0
        for _ in 0..<4 {
            let (s, c) = (sin(reduced), cos(reduced))
            latitude = atan2(z + WGS84.ep2 * WGS84.b * s * s * s, p - WGS84.e2 * WGS84.a * c * c * c)
            reduced = atan2(WGS84.b * sin(latitude), WGS84.a * cos(latitude))
        }
        let (s, c) = (sin(latitude), cos(latitude))
        let height = p * c + z * s - WGS84.a * (1 - WGS84.e2 * s * s).squareRoot()
        return (latitude, atan2(y, x), height)
    }
}

/// East, north and up in metres about a place on the ellipsoid.
public struct LocalFrame: Sendable {
    /// A place in the frame.
    public struct Point: Hashable, Sendable {
        /// To the east, in metres.
        public var east: Double
        /// To the north, in metres.
        public var north: Double
        /// Along the normal of the ellipsoid at the origin, in metres, upward positive.
        public var up: Double

        public init(east: Double, north: Double, up: Double) { (self.east, self.north, self.up) = (east, north, up) }

        /// How far another one is in the plane, in metres.
        public func distance(to other: Point) -> Double { hypot(east - other.east, north - other.north) }
    }

    /// Where it touches the earth.
    public let origin: GeodeticPosition
    /// Its height above the ellipsoid, in metres.
    public let height: Double
    private let centre: EarthFixed
    private let (sinLat, cosLat, sinLon, cosLon): (Double, Double, Double, Double)

    /// A frame.
    ///
    /// - Parameters:
    ///   - origin: where it touches the earth.
    ///   - height: above the ellipsoid, in metres.
    public init(_ origin: GeodeticPosition, height: Double = 0) {
        (self.origin, self.height) = (origin, height)
        centre = EarthFixed(origin, height: height)
        (sinLat, cosLat) = (sin(origin.latitude.radians), cos(origin.latitude.radians))
        (sinLon, cosLon) = (sin(origin.longitude.radians), cos(origin.longitude.radians))
    }

    /// A place of the earth in this frame, exact at any distance.
    ///
    /// - Parameters:
    ///   - position: its latitude and longitude.
    ///   - height: above the ellipsoid, in metres; nil: that of the frame.
    public func point(_ position: GeodeticPosition, height: Double? = nil) -> Point {
        let there = EarthFixed(position, height: height ?? self.height)
        let (x, y, z) = (there.x - centre.x, there.y - centre.y, there.z - centre.z)
        return Point(
            east: -sinLon * x + cosLon * y,
            north: -sinLat * cosLon * x - sinLat * sinLon * y + cosLat * z,
            up: cosLat * cosLon * x + cosLat * sinLon * y + sinLat * z)
    }

    /// The place of the earth that a point is; its longitude in −180°..<180°.
    public func position(_ point: Point) -> (position: GeodeticPosition, height: Double)? {
        let (e, n, u) = (point.east, point.north, point.up)
        let there = EarthFixed(
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

/// A longitude in −180°..<180°.
func wrapped(longitude degrees: Double) -> Double {
    let turns = degrees.truncatingRemainder(dividingBy: 360)
    return turns >= 180 ? turns - 360 : turns < -180 ? turns + 360 : turns
}
