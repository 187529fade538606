// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The fields of a `PathPoint`, with their names in files.
///
/// A format uses these names for the fields for which it defines no element, so that no field is lost. The names
/// contain the units.
enum PointField: String, CaseIterable, Sendable {
    case time = "time_utc"
    case latitude = "latitude_deg"
    case longitude = "longitude_deg"
    case ellipsoidalHeight = "ellipsoidal_height_m"
    case orthometricHeight = "orthometric_height_m"
    case geoidSeparation = "geoid_separation_m"
    case horizontalAccuracy = "horizontal_accuracy_m"
    case horizontalAccuracyOrigin = "horizontal_accuracy_origin"
    case verticalAccuracy = "vertical_accuracy_m"
    case verticalAccuracyOrigin = "vertical_accuracy_origin"
    case fixKind = "fix_kind"
    case fixQuality = "fix_quality"
    case gdop, pdop, hdop, vdop, tdop
    case satellitesUsed = "satellites_used"
    case authentication
    case origin
    case sampleCount = "sample_count"
    case beginsSegment = "begins_segment"
    case receiver

    /// The point's value of this field; nil if unknown.
    func value(of point: PathPoint) -> FieldValue? {
        switch self {
        case .time: point.time.map(FieldValue.time)
        case .latitude: .number(point.position.latitude.degrees)
        case .longitude: .number(point.position.longitude.degrees)
        case .ellipsoidalHeight: number(point.height.ellipsoidal?.metres)
        case .orthometricHeight: number(point.height.orthometric?.metres)
        case .geoidSeparation: number(point.height.geoidSeparation?.metres)
        case .horizontalAccuracy: number(point.horizontalAccuracy?.value.metres)
        case .horizontalAccuracyOrigin: (point.horizontalAccuracy?.origin.code).map(FieldValue.word)
        case .verticalAccuracy: number(point.verticalAccuracy?.value.metres)
        case .verticalAccuracyOrigin: (point.verticalAccuracy?.origin.code).map(FieldValue.word)
        case .fixKind: .word(point.fixKind.code)
        case .fixQuality: .word(point.quality.code)
        case .gdop: number(point.dop.gdop)
        case .pdop: number(point.dop.pdop)
        case .hdop: number(point.dop.hdop)
        case .vdop: number(point.dop.vdop)
        case .tdop: number(point.dop.tdop)
        case .satellitesUsed: count(point.satellitesUsed)
        case .authentication: point.authentication.map { .word($0.code) }
        case .origin: .word(point.origin.code)
        case .sampleCount: count(point.sampleCount)
        case .beginsSegment: .flag(point.beginsSegment)
        case .receiver: point.receiver.map(FieldValue.text)
        }
    }

    /// The point's value of this field; nil if it is unknown or equals the default of a point that has only a position.
    func news(of point: PathPoint) -> FieldValue? {
        switch self {
        case .origin where point.origin == .recorded: nil
        case .fixKind where point.fixKind == .twoDimensional: nil
        case .fixQuality where point.quality == .autonomous: nil
        case .beginsSegment where !point.beginsSegment: nil
        case .horizontalAccuracyOrigin where point.horizontalAccuracy?.origin == .receiver: nil
        case .verticalAccuracyOrigin where point.verticalAccuracy?.origin == .receiver: nil
        default: value(of: point)
        }
    }

    /// True if KML schemas must declare the field as a number.
    var isNumber: Bool { rawValue.hasSuffix("_m") || rawValue.hasSuffix("_deg") || rawValue.hasSuffix("dop") }

    /// The field that contains the origin of this field's value and is meaningless without it; nil for most fields.
    var origin: PointField? {
        switch self {
        case .horizontalAccuracy: .horizontalAccuracyOrigin
        case .verticalAccuracy: .verticalAccuracyOrigin
        default: nil
        }
    }

    private func number(_ value: Double?) -> FieldValue? {
        guard let value, value.isFinite else { return nil }
        return .number(value)
    }

    private func count(_ value: Int?) -> FieldValue? {
        guard let value, value >= 0 else { return nil }
        return .count(value)
    }
}

/// The value of a point's field.
enum FieldValue: Hashable, Sendable {
    /// A finite number.
    case number(Double)
    /// An integer, 0 or more.
    case count(Int)
    /// A word from a fixed set.
    case word(String)
    /// Any text.
    case text(String)
    case flag(Bool)
    case time(UTCTime)
}
