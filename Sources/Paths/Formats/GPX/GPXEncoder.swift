// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Writes GPX 1.1: one track, a segment after each gap.
///
/// `ele` is the height above mean sea level. What GPX has no element for stands in the attributes of a `gnss:point` in
/// the point's `extensions`.
struct GPXEncoder: PathEncoder {
    /// The name space of what is not GPX's own.
    static let namespace: StaticString = "urn:x-gnss-gateway:path:1"

    private let path: RecordedPath
    private var isInSegment = false

    init(_ path: RecordedPath) { self.path = path }

    mutating func begin(_ output: inout [UInt8]) {
        output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"gnss-gateway\" ")
        output.put("xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:gnss=\"")
        output.put(Self.namespace)
        output.put("\">\n<metadata>")
        output.put(element: "name", .text(path.name))
        output.put("<time>")
        output.put(path.started, leapSecond: false)
        output.put("</time><extensions><gnss:path")
        for field in PathField.allCases {
            if let value = field.value(of: path) { output.put(attribute: field.rawValue, value) }
        }
        output.put("/></extensions></metadata>\n<trk>")
        output.put(element: "name", .text(path.name))
        output.put("\n")
    }

    mutating func append(_ point: PathPoint, _ output: inout [UInt8]) {
        var isFirst = false
        if !isInSegment || point.beginsSegment {
            output.put(isInSegment ? "</trkseg>\n<trkseg>\n" : "<trkseg>\n")
            (isFirst, isInSegment) = (!isInSegment, true)
        }
        putPlace(of: point, &output)
        putElements(of: point, &output)
        putExtensions(of: point, isFirst: isFirst, &output)
        output.put("</trkpt>\n")
    }

    mutating func end(_ output: inout [UInt8]) {
        output.put(isInSegment ? "</trkseg>\n</trk>\n</gpx>\n" : "</trk>\n</gpx>\n")
    }

    /// GPX knows longitudes below 180° only.
    private func putPlace(of point: PathPoint, _ output: inout [UInt8]) {
        let longitude = point.position.longitude.degrees
        output.put("<trkpt lat=\"")
        output.put(point.position.latitude.degrees)
        output.put("\" lon=\"")
        output.put(longitude < 180 ? longitude : -180)
        output.put("\">")
    }

    /// In the order that the schema prescribes.
    private func putElements(of point: PathPoint, _ output: inout [UInt8]) {
        if let value = PointField.orthometricHeight.value(of: point) { output.put(element: "ele", value) }
        if let time = point.time {
            output.put("<time>")
            output.put(time, leapSecond: false)
            output.put("</time>")
        }
        if let value = PointField.geoidSeparation.value(of: point) { output.put(element: "geoidheight", value) }
        output.put(element: "fix", .word(GPXFix(point).rawValue))
        if let value = PointField.satellitesUsed.value(of: point) { output.put(element: "sat", value) }
        if let value = PointField.hdop.value(of: point) { output.put(element: "hdop", value) }
        if let value = PointField.vdop.value(of: point) { output.put(element: "vdop", value) }
        if let value = PointField.pdop.value(of: point) { output.put(element: "pdop", value) }
    }

    private func putExtensions(of point: PathPoint, isFirst: Bool, _ output: inout [UInt8]) {
        var isEmpty = true
        for field in PointField.allCases {
            guard let value = extra(field, of: point, isFirst: isFirst) else { continue }
            if isEmpty { output.put("<extensions><gnss:point") }
            isEmpty = false
            output.put(attribute: field.rawValue, value)
        }
        if !isEmpty { output.put("/></extensions>") }
    }

    /// What GPX's own elements do not say.
    private func extra(_ field: PointField, of point: PathPoint, isFirst: Bool) -> FieldValue? {
        switch field {
        case .latitude, .orthometricHeight, .geoidSeparation, .satellitesUsed, .hdop, .vdop, .pdop: nil
        case .time: point.time?.isLeapSecond == true ? field.value(of: point) : nil
        case .longitude: point.position.longitude.degrees < 180 ? nil : field.value(of: point)
        case .beginsSegment: isFirst && point.beginsSegment ? .flag(true) : nil
        case .fixKind: point.fixKind == GPXFix(point).kind ? nil : field.value(of: point)
        case .fixQuality: point.quality == GPXFix(point).quality ? nil : field.value(of: point)
        default: field.news(of: point)
        }
    }
}

/// GPX's one word for what was solved for and on what.
enum GPXFix: String {
    case none, dgps, pps
    case twoDimensional = "2d"
    case threeDimensional = "3d"

    /// The word that comes nearest to a point's.
    init(_ point: PathPoint) {
        switch (point.fixKind, point.quality) {
        case (.none, _): self = .none
        case (_, .differential), (_, .rtkFixed), (_, .rtkFloat): self = .dgps
        case (_, .precise): self = .pps
        case (.twoDimensional, _): self = .twoDimensional
        case (.threeDimensional, _): self = .threeDimensional
        }
    }

    /// What it means here.
    var kind: FixKind {
        switch self {
        case .none: .none
        case .twoDimensional: .twoDimensional
        case .threeDimensional, .dgps, .pps: .threeDimensional
        }
    }

    /// What it means here.
    var quality: FixQuality {
        switch self {
        case .none: .invalid
        case .twoDimensional, .threeDimensional: .autonomous
        case .dgps: .differential
        case .pps: .precise
        }
    }
}
