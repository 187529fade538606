// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A point of a path.
public struct PathPointReport: Codable, Hashable, Sendable {
    /// Its place in the path, from 0.
    public var index: Int?
    /// North positive, in degrees (WGS 84).
    public var latitude: Double
    /// East positive, in degrees.
    public var longitude: Double
    /// Above the ellipsoid, in metres.
    public var ellipsoidalHeight: Double?
    /// Above mean sea level, in metres.
    public var orthometricHeight: Double?
    /// The geoid above the ellipsoid, in metres.
    public var geoidSeparation: Double?
    /// The instant of the fix, as the receiver stated it.
    public var time: Timestamp?
    /// `recorded`, `vertex` or `centroid`.
    public var origin: String
    /// No line leads to it from the point before.
    public var beginsSegment: Bool
    public var receiver: String?
    /// How many dimensions the fix had.
    public var fix: ReportCode<FixKind>
    /// What the fix rested on.
    public var quality: ReportCode<FixQuality>
    /// In metres; of a centroid its standard error.
    public var horizontalAccuracy: Double?
    /// Where that came from.
    public var horizontalAccuracyOrigin: ReportCode<AccuracyOrigin>?
    /// Vertical accuracy in metres, of the same kind; nil if unknown.
    public var verticalAccuracy: Double?
    /// Where the vertical accuracy comes from, as for the horizontal one.
    public var verticalAccuracyOrigin: ReportCode<AccuracyOrigin>?
    /// Dilutions of precision by name.
    public var dop: [String: Double]?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// What OSNMA said of the receiver, where it was judged.
    public var authentication: ReportCode<Authentication.State>?
    /// How many samples a centroid rests on.
    public var samples: Int?

    /// A point at a place.
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
