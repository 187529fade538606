// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#endif

/// Variances and covariance in the plane, in m².
public struct PlaneCovariance: Codable, Hashable, Sendable {
    /// Variance of the east in m², 0 or more.
    public var eastEast: Double
    /// Covariance of east and north in m².
    public var eastNorth: Double
    /// Variance of the north in m², 0 or more.
    public var northNorth: Double

    public init(eastEast: Double, eastNorth: Double, northNorth: Double) {
        (self.eastEast, self.eastNorth, self.northNorth) = (eastEast, eastNorth, northNorth)
    }

    /// All times a factor.
    public func scaled(by factor: Double) -> PlaneCovariance {
        PlaneCovariance(eastEast: eastEast * factor, eastNorth: eastNorth * factor, northNorth: northNorth * factor)
    }

    /// The ellipse of one standard deviation.
    public var ellipse: ErrorEllipse {
        let mean = (eastEast + northNorth) / 2
        let half = (eastEast - northNorth) / 2
        let radius = (half * half + eastNorth * eastNorth).squareRoot()
        return ErrorEllipse(
            semiMajor: Length(metres: max(0, mean + radius).squareRoot()),
            semiMinor: Length(metres: max(0, mean - radius).squareRoot()),
            azimuth: Angle(degrees: radius > 0 ? Self.azimuth(half, eastNorth) : 0))
    }

    /// The axis lies at half the angle of (E² − N², 2 EN) from the east.
    private static func azimuth(_ half: Double, _ eastNorth: Double) -> Double {
        let fromEast = atan2(eastNorth, half) * 90 / .pi
        let azimuth = (90 - fromEast).truncatingRemainder(dividingBy: 180)
        return azimuth < 0 ? azimuth + 180 : azimuth
    }
}

/// An ellipse of one standard deviation (39 % of normal errors lie within).
public struct ErrorEllipse: Hashable, Sendable {
    /// Semi-major axis, half of the longer diameter.
    public let semiMajor: Length
    /// Semi-minor axis, half of the shorter diameter.
    public let semiMinor: Length
    /// Where the longer half points, from true north to the east, 0°..<180°.
    public let azimuth: Angle
}
