// SPDX-License-Identifier: Apache-2.0

/// How the centre of samples is found.
public enum CentroidMethod: UInt8, Codable, Coded {
    /// A robust weighted mean in the local plane.
    case robust = 1
    /// The innermost convex layer, as the reference applications do it.
    case compatible = 2

    /// The word of the control interface.
    public var code: String { self == .robust ? "robust" : "compatible" }
}

/// How many of the samples were authenticated.
public enum CentroidAuthentication: UInt8, Codable, Coded {
    /// Nobody judges that.
    case unknown = 0
    /// None of them.
    case none = 1
    /// Some of them.
    case some = 2
    /// All of them.
    case all = 3

    /// The word of the control interface.
    public var code: String { ["unknown", "none", "some", "all"][Int(rawValue)] }
}

/// The centre of samples, with what is known of its error. The module `Centroid` makes it.
public struct CentroidEstimate: Codable, Hashable, Sendable {
    /// How it was found.
    public var method: CentroidMethod
    /// How many samples it was found from, 1 or more.
    public var count: Int
    /// How many of them counted: not thrown out as outliers; of the compatible method those of the innermost layer.
    public var used: Int
    /// The result of the robust method; its longitude in −180°..<180°.
    public var robust: GeodeticPosition
    /// The result of the compatible method.
    public var compatible: GeodeticPosition
    /// How far the two are from each other.
    public var distanceToCompatible = Length(metres: 0)
    /// The height above the ellipsoid, found robustly with either method; nil where no sample had one.
    public var ellipsoidalHeight: Length?
    /// The height above mean sea level, likewise.
    public var orthometricHeight: Length?
    /// The scatter of one sample; nil for fewer than two.
    public var covariance: PlaneCovariance?
    /// The covariance of the position; nil where it cannot be told: fewer than two samples, or all in the same place.
    public var positionCovariance: PlaneCovariance?
    /// The standard error of the height, where it can be told.
    public var heightStandardError: Length?
    /// How many independent samples these are worth, 1...count; nil for fewer than two.
    public var effectiveSamples: Double?
    /// How much a sample resembles the one before, 0..<1.
    public var correlation = 0.0
    /// The root mean square of the samples' distances from here; nil for fewer than two.
    public var drms: Length?
    /// 95 % of the samples lie within this distance; nil for fewer than two.
    public var r95: Length?
    /// The mean distance of the corners of the innermost layer from the compatible centroid.
    public var innermostSpread: Length?
    /// The instant of the first sample, as the receiver stated it.
    public var first: UTCTime?
    /// The instant of the last sample, as the receiver stated it.
    public var last: UTCTime?
    /// All samples are in the same place: the receiver's digits hide its scatter.
    public var isResolutionLimited = false
    /// So many are outliers that the result is not to be relied on: fewer than 60 % counted.
    public var isUnstable = false
    /// How many of the samples were authenticated.
    public var authentication = CentroidAuthentication.unknown

    /// An estimate of whose error nothing is known.
    public init(
        method: CentroidMethod, count: Int, used: Int, robust: GeodeticPosition, compatible: GeodeticPosition
    ) {
        (self.method, self.count, self.used) = (method, count, used)
        (self.robust, self.compatible) = (robust, compatible)
    }

    /// Where: the result of the method.
    public var position: GeodeticPosition { method == .robust ? robust : compatible }

    /// The standard error ellipse of the position, where it can be told.
    public var standardErrorEllipse: ErrorEllipse? { positionCovariance?.ellipse }

    /// The standard error in the plane, √(σ_E² + σ_N²), where it can be told.
    public var standardError: Length? {
        positionCovariance.map { Length(metres: ($0.eastEast + $0.northNorth).squareRoot()) }
    }
}

extension CentroidEstimate {
    /// Whether its numbers are such as can be.
    var isSound: Bool {
        let lengths = [distanceToCompatible, heightStandardError, drms, r95, innermostSpread]
        return lengths.allSatisfy { $0.map { ResultRanges.magnitude.contains($0.metres) } ?? true }
            && (0...1).contains(correlation)
            && effectiveSamples.map(ResultRanges.magnitude.contains) ?? true
            && [covariance, positionCovariance].allSatisfy { $0.map(\.isSound) ?? true }
    }
}

extension PlaneCovariance {
    fileprivate var isSound: Bool {
        ResultRanges.magnitude.contains(eastEast) && ResultRanges.magnitude.contains(northNorth)
            && ResultRanges.any.contains(eastNorth)
    }
}
