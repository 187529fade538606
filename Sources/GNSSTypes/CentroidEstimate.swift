// SPDX-License-Identifier: Apache-2.0

/// The method that computes the centre of the samples.
public enum CentroidMethod: UInt8, Codable, Coded {
    /// A robust weighted mean in the local tangent plane.
    case robust = 1
    /// The innermost convex layer, as the reference applications compute it.
    case compatible = 2

    /// The word used by the control interface.
    public var code: String { self == .robust ? "robust" : "compatible" }
}

/// The share of samples that were authenticated.
public enum CentroidAuthentication: UInt8, Codable, Coded {
    /// Unknown: no verdict exists.
    case unknown = 0
    /// No sample is authenticated.
    case none = 1
    /// Some samples are authenticated.
    case some = 2
    /// All samples are authenticated.
    case all = 3

    /// The word used by the control interface.
    public var code: String { ["unknown", "none", "some", "all"][Int(rawValue)] }
}

/// The centre of a set of samples with an estimate of its error. The module `Centroid` computes it.
public struct CentroidEstimate: Codable, Hashable, Sendable {
    /// The method that determines `position`.
    public var method: CentroidMethod
    /// Number of samples, 1 or more.
    public var count: Int
    /// Number of samples used: those that are not outliers, or, for the compatible method, those on the innermost
    /// layer.
    public var used: Int
    /// The result of the robust method; its longitude in −180°..<180°.
    public var robust: GeodeticPosition
    /// The result of the compatible method.
    public var compatible: GeodeticPosition
    /// The distance between the two results.
    public var distanceToCompatible = Length(metres: 0)
    /// The height above the ellipsoid, a robust estimate with either method; nil if no sample had one.
    public var ellipsoidalHeight: Length?
    /// The height above mean sea level, estimated in the same way.
    public var orthometricHeight: Length?
    /// The covariance of a single sample; nil for fewer than two samples.
    public var covariance: PlaneCovariance?
    /// The covariance of the position; nil for fewer than two samples, or if all samples coincide.
    public var positionCovariance: PlaneCovariance?
    /// The standard error of the height; nil if it cannot be estimated.
    public var heightStandardError: Length?
    /// The number of independent samples that would carry the same information, 1...count; nil for fewer than two.
    public var effectiveSamples: Double?
    /// The correlation between consecutive samples, 0..<1.
    public var correlation = 0.0
    /// The root mean square distance of the samples from the position; nil for fewer than two.
    public var drms: Length?
    /// The distance within which 95 % of the samples lie.
    public var r95: Length?
    /// The mean distance of the innermost layer's corners from the compatible centroid.
    public var innermostSpread: Length?
    /// The time of the first sample, as stated by the receiver.
    public var first: UTCTime?
    /// The time of the last sample, as stated by the receiver.
    public var last: UTCTime?
    /// True if all samples coincide: the receiver's output has too few digits to show its scatter.
    public var isResolutionLimited = false
    /// True if fewer than 60 % of the samples were used, which makes the result unreliable.
    public var isUnstable = false
    /// The share of samples that were authenticated.
    public var authentication = CentroidAuthentication.unknown

    /// Creates an estimate whose error is unknown.
    public init(
        method: CentroidMethod, count: Int, used: Int, robust: GeodeticPosition, compatible: GeodeticPosition
    ) {
        (self.method, self.count, self.used) = (method, count, used)
        (self.robust, self.compatible) = (robust, compatible)
    }

    /// The result of `method`.
    public var position: GeodeticPosition { method == .robust ? robust : compatible }

    /// The standard error ellipse of the position; nil if it cannot be estimated.
    public var standardErrorEllipse: ErrorEllipse? { positionCovariance?.ellipse }

    /// The standard error in the plane, √(σ_E² + σ_N²); nil if it cannot be estimated.
    public var standardError: Length? {
        positionCovariance.map { Length(metres: ($0.eastEast + $0.northNorth).squareRoot()) }
    }
}

extension CentroidEstimate {
    /// True if all numbers lie in their plausible ranges.
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
