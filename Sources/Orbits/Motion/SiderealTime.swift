// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The rotation of the Earth in the frame of two-line elements (TEME: true equator, mean equinox).
enum SiderealTime {
    /// The number of days from 1949-12-31T00:00:00 UTC, day 0 of the model of two-line elements, to an instant.
    static func days(_ time: UTCTime) -> Double {
        // The model's day 0 is Julian date 2433281.5; 1970-01-01 is 2440587.5.
        7306 + Double(time.nanosecondsSince1970) / 86_400e9
    }

    /// Greenwich mean sidereal time in radians (IAU 1982). Uses UTC in place of UT1; they differ by less than a second.
    ///
    /// - Parameter days: As in ``days(_:)``.
    static func greenwich(_ days: Double) -> Double {
        // Julian centuries from J2000.
        let centuries = (days - 18_263.5) / 36_525
        let seconds =
            67_310.54841
            + centuries * (876_600 * 3600 + 8_640_184.812866 + centuries * (0.093104 - centuries * 6.2e-6))
        return (seconds.remainder(dividingBy: 86_400) / 86_400 * 2 * .pi).remainder(dividingBy: 2 * .pi)
    }

    /// Converts a position from TEME to Earth-centred, Earth-fixed coordinates; ignores polar motion, which amounts to
    /// a few metres.
    static func earthFixed(_ position: Vector, days: Double) -> Vector {
        let angle = greenwich(days)
        let (sine, cosine) = (sin(angle), cos(angle))
        return Vector(
            position.x * cosine + position.y * sine, position.y * cosine - position.x * sine, position.z)
    }
}
