// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The east, north and up directions at a place on Earth, in Earth-centred, Earth-fixed coordinates.
struct LocalFrame: Sendable {
    /// Latitude in radians.
    let latitude: Double
    /// Longitude in radians.
    let longitude: Double
    /// Height above the ellipsoid, in metres.
    let height: Double
    /// The place in Earth-centred, Earth-fixed coordinates, in metres.
    let origin: Vector
    let east: Vector
    let north: Vector
    let up: Vector

    /// Creates the frame at a latitude and longitude in radians and a height above the ellipsoid in metres.
    init(latitude: Double, longitude: Double, height: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.height = height
        let (sinLatitude, cosLatitude) = (sin(latitude), cos(latitude))
        let (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
        up = Vector(cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude)
        east = Vector(-sinLongitude, cosLongitude, 0)
        north = Vector(-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude)
        let normal =
            WGS84.semiMajorAxis / (1 - WGS84.eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        origin = Vector(
            (normal + height) * up.x, (normal + height) * up.y,
            (normal * (1 - WGS84.eccentricitySquared) + height) * up.z)
    }

    /// Returns the frame at another height, directly above or below a point of this frame's tangent plane.
    ///
    /// - Parameters:
    ///   - east: Metres to the east.
    ///   - north: Metres to the north.
    ///   - height: The new frame's height above the ellipsoid, in metres.
    func moved(east: Double, north: Double, height: Double) -> LocalFrame {
        let point = origin + east * self.east + north * self.north
        let fromAxis = (point.x * point.x + point.y * point.y).squareRoot()
        // Near the surface, four iterations are accurate to far less than a nanometre.
        var latitude = self.latitude
        for _ in 0..<4 {
            let sine = sin(latitude)
            let normal = WGS84.semiMajorAxis / (1 - WGS84.eccentricitySquared * sine * sine).squareRoot()
            latitude = atan2(point.z + WGS84.eccentricitySquared * normal * sine, fromAxis)
        }
        return LocalFrame(latitude: latitude, longitude: atan2(point.y, point.x), height: height)
    }

    /// The components of a direction along this frame's east, north and up.
    func components(of direction: Vector) -> Vector {
        Vector(east.dot(direction), north.dot(direction), up.dot(direction))
    }
}
