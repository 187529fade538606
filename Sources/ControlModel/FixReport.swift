// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An epoch of a receiver. A value that the receiver did not state is nil, unless another value names its origin.
public struct FixReport: Codable, Hashable, Sendable {
    /// `none`, `2d` or `3d`.
    public var kind: ReportCode<FixKind>
    /// The method by which the position was determined: `autonomous`, `differential`, `rtk_fixed` …
    public var quality: ReportCode<FixQuality>
    /// The instant of the solution, as the receiver states it.
    public var time: Timestamp?
    /// Latitude in degrees, −90...90, north positive.
    public var latitude: Double?
    /// Longitude in degrees, −180...180, east positive.
    public var longitude: Double?
    /// The datum of the position, if the receiver names one: `WGS84` or another.
    public var datum: String?
    /// The height above the ellipsoid in metres.
    public var ellipsoidalHeight: Double?
    /// The height above mean sea level in metres.
    public var orthometricHeight: Double?
    /// The height of the geoid above the ellipsoid in metres.
    public var geoidSeparation: Double?
    /// The horizontal accuracy in metres, at the confidence level of its origin (`horizontalOrigin`).
    public var horizontalAccuracy: Double?
    /// The origin of the horizontal accuracy.
    public var horizontalOrigin: ReportCode<AccuracyOrigin>?
    /// The vertical accuracy in metres, at the confidence level of its origin (`verticalOrigin`).
    public var verticalAccuracy: Double?
    /// The origin of the vertical accuracy.
    public var verticalOrigin: ReportCode<AccuracyOrigin>?
    /// The speed over ground in metres per second.
    public var speed: Double?
    /// The course over ground in degrees from true north, 0..<360. It is not the heading.
    public var course: Double?
    /// The direction in which the vehicle points, in degrees from true north, 0..<360.
    public var heading: Double?
    /// Horizontal dilution of precision; no unit.
    public var hdop: Double?
    /// Vertical dilution of precision; no unit.
    public var vdop: Double?
    /// Position dilution of precision; no unit.
    public var pdop: Double?
    /// Geometric dilution of precision; no unit.
    public var gdop: Double?
    /// Time dilution of precision; no unit.
    public var tdop: Double?
    /// The age of the newest correction in use, in seconds.
    public var correctionAge: Double?
    /// The reference station of the corrections in use.
    public var correctionStation: UInt16?
    /// The number of satellites in the solution.
    public var satellitesUsed: Int?
    public var satellitesInView: Int?
    /// The receiver's own finding about jamming: `ok`, `warning`, `critical`.
    public var jamming: ReportCode<JammingState>?
    /// The receiver's own finding about spoofing: `ok`, `indicated`, `multiple`.
    public var spoofing: ReportCode<SpoofingState>?

    enum CodingKeys: String, CodingKey {
        case kind, quality, time, datum, hdop, vdop, pdop, gdop, tdop, jamming, spoofing
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
        case ellipsoidalHeight = "ellipsoidal_height_m"
        case orthometricHeight = "orthometric_height_m"
        case geoidSeparation = "geoid_separation_m"
        case horizontalAccuracy = "horizontal_accuracy_m"
        case horizontalOrigin = "horizontal_accuracy_origin"
        case verticalAccuracy = "vertical_accuracy_m"
        case verticalOrigin = "vertical_accuracy_origin"
        case speed = "speed_m_s"
        case course = "course_deg"
        case heading = "heading_deg"
        case correctionAge = "correction_age_s"
        case correctionStation = "correction_station"
        case satellitesUsed = "satellites_used"
        case satellitesInView = "satellites_in_view"
    }

    /// - Parameter attitude: The receiver's newest attitude; ignored if its time differs from that of the fix by more
    ///   than 2 s.
    public init(_ fix: Fix, satellitesInView: Int? = nil, attitude: Attitude? = nil) {
        kind = ReportCode(fix.kind)
        quality = ReportCode(fix.quality)
        time = fix.time.map(Timestamp.init(rounding:))
        latitude = fix.position?.latitude.degrees
        longitude = fix.position?.longitude.degrees
        datum = fix.datum
        ellipsoidalHeight = fix.height.ellipsoidal?.metres
        orthometricHeight = fix.height.orthometric?.metres
        geoidSeparation = fix.height.geoidSeparation?.metres
        horizontalAccuracy = fix.horizontalAccuracy?.value.metres
        horizontalOrigin = fix.horizontalAccuracy.map { ReportCode($0.origin) }
        verticalAccuracy = fix.verticalAccuracy?.value.metres
        verticalOrigin = fix.verticalAccuracy.map { ReportCode($0.origin) }
        (speed, course) = (fix.speed?.metresPerSecond, fix.course?.degrees)
        heading = attitude.flatMap { $0.isNear(fix) ? $0.heading?.degrees : nil }
        (hdop, vdop, pdop) = (fix.dop.hdop, fix.dop.vdop, fix.dop.pdop)
        (gdop, tdop) = (fix.dop.gdop, fix.dop.tdop)
        correctionAge = fix.corrections?.age
        correctionStation = fix.corrections?.station
        satellitesUsed = fix.satellitesUsed
        self.satellitesInView = satellitesInView
        (jamming, spoofing) = (fix.jamming.map { ReportCode($0) }, fix.spoofing.map { ReportCode($0) })
    }
}

extension Attitude {
    /// True if the attitude may be reported with a fix: their times differ by at most 2 s, or one of them has no time.
    fileprivate func isNear(_ fix: Fix) -> Bool {
        guard let time, let other = fix.time else { return true }
        let (difference, isOver) = time.nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        return !isOver && difference.magnitude <= Attitude.longestAge.magnitude
    }
}
