// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A point of a path.
public struct PathPointReport: Codable, Hashable, Sendable {
    /// The index in the path, from 0.
    public var index: Int?
    /// Latitude in degrees, north positive (WGS 84).
    public var latitude: Double
    /// Longitude in degrees, east positive.
    public var longitude: Double
    /// Height above the ellipsoid, in metres.
    public var ellipsoidalHeight: Double?
    /// Height above mean sea level, in metres.
    public var orthometricHeight: Double?
    /// The geoid's height above the ellipsoid, in metres.
    public var geoidSeparation: Double?
    /// The time of the fix, as stated by the receiver.
    public var time: Timestamp?
    /// `recorded`, `vertex` or `centroid`.
    public var origin: String
    /// True if no line connects it to the previous point.
    public var beginsSegment: Bool
    public var receiver: String?
    /// The number of dimensions of the fix.
    public var fix: ReportCode<FixKind>
    /// The method by which the position was determined.
    public var quality: ReportCode<FixQuality>
    /// Horizontal accuracy in metres; for a centroid, its standard error.
    public var horizontalAccuracy: Double?
    /// The origin of the horizontal accuracy.
    public var horizontalAccuracyOrigin: ReportCode<AccuracyOrigin>?
    /// Vertical accuracy in metres; for a centroid, its standard error; nil if unknown.
    public var verticalAccuracy: Double?
    /// The origin of the vertical accuracy.
    public var verticalAccuracyOrigin: ReportCode<AccuracyOrigin>?
    /// Dilutions of precision by name.
    public var dop: [String: Double]?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// The OSNMA verdict on the receiver, if validation was on.
    public var authentication: ReportCode<Authentication.State>?
    /// The number of samples of a centroid.
    public var samples: Int?

    /// Creates a point at a position.
    public init(
        latitude: Double, longitude: Double, origin: String, beginsSegment: Bool, fix: FixKind,
        quality: FixQuality
    ) {
        (self.latitude, self.longitude, self.origin) = (latitude, longitude, origin)
        (self.beginsSegment, self.fix, self.quality) = (beginsSegment, ReportCode(fix), ReportCode(quality))
    }

    enum CodingKeys: String, CodingKey {
        case index, latitude, longitude, time, origin, receiver, fix, quality, dop, authentication, samples
        case ellipsoidalHeight = "ellipsoidal_height_m"
        case orthometricHeight = "orthometric_height_m"
        case geoidSeparation = "geoid_separation_m"
        case beginsSegment = "begins_segment"
        case horizontalAccuracy = "horizontal_accuracy_m"
        case horizontalAccuracyOrigin = "horizontal_accuracy_from"
        case verticalAccuracy = "vertical_accuracy_m"
        case verticalAccuracyOrigin = "vertical_accuracy_from"
        case satellitesUsed = "satellites_used"
    }
}
