// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How the centre of samples is found.
public enum CentroidMethod: String, Sendable, CaseIterable {
    /// A robust weighted mean in the local plane.
    case robust
    /// The innermost convex layer, as the reference applications do it.
    case compatible
}

/// How many of the samples were authenticated.
public enum CentroidAuthentication: String, Sendable {
    /// All of them.
    case all
    /// Some of them.
    case some
    /// None of them.
    case none
    /// Nobody judges that.
    case unknown
}

/// Variances and covariance in the plane, in m².
public struct PlaneCovariance: Hashable, Sendable {
    /// Of the east.
    public var eastEast: Double
    /// Of east and north.
    public var eastNorth: Double
    /// Of the north.
    public var northNorth: Double

    /// The values.
    public init(eastEast: Double, eastNorth: Double, northNorth: Double) {
        (self.eastEast, self.eastNorth, self.northNorth) = (eastEast, eastNorth, northNorth)
    }

    /// All times a factor.
    func scaled(by factor: Double) -> PlaneCovariance {
        PlaneCovariance(eastEast: eastEast * factor, eastNorth: eastNorth * factor, northNorth: northNorth * factor)
    }

    /// The ellipse of one standard deviation.
    public var ellipse: ErrorEllipse {
        let mean = (eastEast + northNorth) / 2
        let half = (eastEast - northNorth) / 2
        let radius = (half * half + eastNorth * eastNorth).squareRoot()
        let azimuth = radius > 0 ? Angle.azimuth(ofMajorAxis: half, eastNorth) : Angle(degrees: 0)
        return ErrorEllipse(
            semiMajor: Length(metres: max(0, mean + radius).squareRoot()),
            semiMinor: Length(metres: max(0, mean - radius).squareRoot()), azimuth: azimuth)
    }
}

/// An ellipse of one standard deviation (39 % of normal errors lie within).
public struct ErrorEllipse: Hashable, Sendable {
    /// The longer half.
    public let semiMajor: Length
    /// The shorter half.
    public let semiMinor: Length
    /// Where the longer half points, from true north to the east, 0°..<180°.
    public let azimuth: Angle
}

/// The centre of samples, with what is known of its error.
public struct CentroidEstimate: Hashable, Sendable {
    /// How it was found.
    public let method: CentroidMethod
    /// How many samples it was found from.
    public let count: Int
    /// How many of them counted: not thrown out as outliers; of the compatible method those of the innermost layer.
    public let used: Int
    /// Where; the longitude in −180°..<180°.
    public let position: GeodeticPosition
    /// The height above the ellipsoid, found robustly with either method; nil where no sample had one.
    public let ellipsoidalHeight: Length?
    /// The height above mean sea level, likewise.
    public let orthometricHeight: Length?
    /// The scatter of one sample; nil for fewer than two.
    public let covariance: PlaneCovariance?
    /// The covariance of the position; nil where it cannot be told: fewer than two samples, or all in the same place.
    public let positionCovariance: PlaneCovariance?
    /// The standard error of the height, in metres, where it can be told.
    public let heightStandardError: Length?
    /// How many independent samples these are worth, 1...count; nil for fewer than two.
    public let effectiveSamples: Double?
    /// How much a sample resembles the one before, 0..<1.
    public let correlation: Double
    /// The root mean square of the samples' distances from here; nil for fewer than two.
    public let drms: Length?
    /// 95 % of the samples lie within this distance.
    public let r95: Length?
    /// The mean distance of the corners of the innermost layer from the compatible centroid.
    public let innermostSpread: Length?
    /// The result of the compatible method beside this one.
    public let compatible: GeodeticPosition
    /// How far that is from here.
    public let distanceToCompatible: Length
    /// The instants of the first and the last sample, as the receiver stated them.
    public let first: UTCTime?
    /// The last one's.
    public let last: UTCTime?
    /// All samples are in the same place: the receiver's digits hide its scatter.
    public let isResolutionLimited: Bool
    /// So many are outliers that the result is not to be relied on: fewer than 60 % counted.
    public let isUnstable: Bool
    /// How many of the samples were authenticated.
    public let authentication: CentroidAuthentication

    /// The standard error ellipse of the position, where it can be told.
    public var standardErrorEllipse: ErrorEllipse? { positionCovariance?.ellipse }

    /// The standard error in the plane, √(σ_E² + σ_N²), in metres.
    public var standardError: Length? {
        positionCovariance.map { Length(metres: ($0.eastEast + $0.northNorth).squareRoot()) }
    }
}

extension Angle {
    fileprivate static func azimuth(ofMajorAxis half: Double, _ eastNorth: Double) -> Angle {
        // The axis lies at half the angle of (E² − N², 2 EN) from the east.
        let fromEast = Angle.degrees(atan: eastNorth, half) / 2
        let azimuth = (90 - fromEast).truncatingRemainder(dividingBy: 180)
        return Angle(degrees: azimuth < 0 ? azimuth + 180 : azimuth)
    }
}
