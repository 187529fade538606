// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#endif

/// Variances and covariance in the local plane, in m².
public struct PlaneCovariance: Codable, Hashable, Sendable {
    /// Variance of the east coordinate in m², 0 or more.
    public var eastEast: Double
    /// Covariance of the east and north coordinates in m².
    public var eastNorth: Double
    /// Variance of the north coordinate in m², 0 or more.
    public var northNorth: Double

    public init(eastEast: Double, eastNorth: Double, northNorth: Double) {
        (self.eastEast, self.eastNorth, self.northNorth) = (eastEast, eastNorth, northNorth)
    }

    /// Returns the covariance with every element multiplied by `factor`.
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

    /// The major axis lies at half the angle of the vector (E² − N², 2 EN), measured from east.
    private static func azimuth(_ half: Double, _ eastNorth: Double) -> Double {
        let fromEast = atan2(eastNorth, half) * 90 / .pi
        let azimuth = (90 - fromEast).truncatingRemainder(dividingBy: 180)
        return azimuth < 0 ? azimuth + 180 : azimuth
    }
}

/// An error ellipse of one standard deviation, which contains 39 % of normally distributed errors.
public struct ErrorEllipse: Hashable, Sendable {
    /// Semi-major axis.
    public let semiMajor: Length
    /// Semi-minor axis.
    public let semiMinor: Length
    /// Direction of the semi-major axis, clockwise from true north, 0°..<180°.
    public let azimuth: Angle
}
