// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// Converts an Earth-centred, Earth-fixed position (WGS 84) to a geodetic one.
struct EarthFrame {
    /// The geodetic position.
    let position: GeodeticPosition
    /// The height above the ellipsoid.
    let height: Length

    /// Converts a position; nil near the Earth's centre, where the latitude is undefined.
    init?(_ x: Length, _ y: Length, _ z: Length) {
        let (x, y, z) = (x.metres, y.metres, z.metres)
        let fromAxis = (x * x + y * y).squareRoot()
        guard (fromAxis * fromAxis + z * z).squareRoot() > 1_000_000 else { return nil }
        let (major, minor, squared) = (WGS84.semiMajorAxis, WGS84.semiMinorAxis, WGS84.eccentricitySquared)
        // Bowring's formula, iterated: after the second iteration, the error is far below a millimetre. Sines and cosines
        // follow from the legs of a right triangle, without the angle.
        var reduced = direction(z * major, fromAxis * minor)
        var (opposite, adjacent, sine, cosine) = (0.0, 0.0, 0.0, 0.0)
        for iteration in 1...3 {
            opposite = z + squared / (1 - squared) * minor * reduced.sine * reduced.sine * reduced.sine
            adjacent = fromAxis - squared * major * reduced.cosine * reduced.cosine * reduced.cosine
            (sine, cosine) = direction(opposite, adjacent)
            if iteration < 3 { reduced = direction((1 - WGS84.flattening) * sine, cosine) }
        }
        let latitude = atan2(opposite, adjacent)
        let curvature = major / (1 - squared * sine * sine).squareRoot()
        // This form of the equation is valid at the poles too.
        height = Length(metres: fromAxis * cosine + z * sine - major * major / curvature)
        let longitude = fromAxis > 0 ? atan2(y, x) : 0
        guard
            let position = GeodeticPosition(
                latitude: Angle(degrees: latitude * 180 / .pi), longitude: Angle(degrees: longitude * 180 / .pi))
        else { return nil }
        self.position = position
    }

    /// Converts an Earth-fixed velocity to the local frame at a position.
    static func velocity(_ vx: Speed, _ vy: Speed, _ vz: Speed, at position: GeodeticPosition) -> Velocity {
        let (sinLatitude, cosLatitude) = (sin(position.latitude.radians), cos(position.latitude.radians))
        let (sinLongitude, cosLongitude) = (sin(position.longitude.radians), cos(position.longitude.radians))
        let (vx, vy, vz) = (vx.metresPerSecond, vy.metresPerSecond, vz.metresPerSecond)
        let inward = cosLongitude * vx + sinLongitude * vy
        return Velocity(
            north: Speed(metresPerSecond: cosLatitude * vz - sinLatitude * inward),
            east: Speed(metresPerSecond: cosLongitude * vy - sinLongitude * vx),
            up: Speed(metresPerSecond: cosLatitude * inward + sinLatitude * vz))
    }
}

/// Returns the sine and the cosine of the angle whose tangent is the quotient of two legs, which are not both 0.
private func direction(_ opposite: Double, _ adjacent: Double) -> (sine: Double, cosine: Double) {
    let length = (opposite * opposite + adjacent * adjacent).squareRoot()
    return (opposite / length, adjacent / length)
}
