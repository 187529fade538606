// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc

/// A place on Earth from which satellites are seen.
public struct Viewpoint: Hashable, Sendable {
    private let origin: Vector
    private let east: Vector, north: Vector, up: Vector

    /// Creates the place.
    ///
    /// - Parameter height: The height above the ellipsoid; if it is unknown, 0 is accurate enough.
    public init(_ position: GeodeticPosition, height: Length = Length(metres: 0)) {
        let (latitude, longitude) = (position.latitude.radians, position.longitude.radians)
        let (sine, cosine) = (sin(latitude), cos(latitude))
        up = Vector(cosine * cos(longitude), cosine * sin(longitude), sine)
        east = Vector(-sin(longitude), cos(longitude), 0)
        north = Vector(-sine * cos(longitude), -sine * sin(longitude), cosine)
        let squared = WGS84.eccentricitySquared
        let normal = WGS84.semiMajorAxis / (1 - squared * sine * sine).squareRoot()
        let metres = height.metres.isFinite ? min(max(height.metres, -10_000), 100_000) : 0
        origin = (normal + metres) * up - Vector(0, 0, squared * normal * sine)
    }

    /// The direction of a point in Earth-centred, Earth-fixed coordinates, in metres: elevation above the horizon,
    /// −90°...90°, and azimuth from true north, 0°..<360°.
    func direction(of point: Vector) -> Direction {
        let line = point - origin
        let (x, y, z) = (line.dot(east), line.dot(north), line.dot(up))
        let azimuth = atan2(x, y) * 180 / .pi
        return Direction(
            elevation: Angle(degrees: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi),
            azimuth: Angle(degrees: azimuth < 0 ? azimuth + 360 : azimuth))
    }
}

/// A direction in the sky.
public struct Direction: Hashable, Sendable {
    /// Elevation above the horizon, −90°...90°.
    public var elevation: Angle
    /// Azimuth from true north, 0°...360°.
    public var azimuth: Angle

    public init(elevation: Angle, azimuth: Angle) { (self.elevation, self.azimuth) = (elevation, azimuth) }
}
