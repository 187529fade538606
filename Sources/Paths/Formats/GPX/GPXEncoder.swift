// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Writes GPX 1.1: one track, a segment after each gap.
///
/// `ele` is the height above mean sea level. What GPX has no element for stands in the attributes of a `gnss:point` in
/// the point's `extensions`; so does a number of more than 18 digits, which XML Schema lets readers refuse.
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
        let longitude = GPXNumber(point.position.longitude.degrees).short ?? 0
        output.put("<trkpt lat=\"")
        output.put(GPXNumber(point.position.latitude.degrees).short ?? 0)
        output.put("\" lon=\"")
        output.put(longitude < 180 ? longitude : -180)
        output.put("\">")
    }

    /// In the order that the schema prescribes.
    private func putElements(of point: PathPoint, _ output: inout [UInt8]) {
        put("ele", .orthometricHeight, of: point, &output)
        if let time = point.time {
            output.put("<time>")
            output.put(time, leapSecond: false)
            output.put("</time>")
        }
        put("geoidheight", .geoidSeparation, of: point, &output)
        output.put(element: "fix", .word(GPXFix(point).rawValue))
        put("sat", .satellitesUsed, of: point, &output)
        put("hdop", .hdop, of: point, &output)
        put("vdop", .vdop, of: point, &output)
        put("pdop", .pdop, of: point, &output)
    }

    private func put(_ name: StaticString, _ field: PointField, of point: PathPoint, _ output: inout [UInt8]) {
        switch field.value(of: point) {
        case .number(let number): if let short = GPXNumber(number).short { output.put(element: name, .number(short)) }
        case let value?: output.put(element: name, value)
        case nil: break
        }
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
        case .satellitesUsed: nil
        case .latitude, .orthometricHeight, .geoidSeparation, .hdop, .vdop, .pdop: field.value(of: point).flatMap(rest)
        case .time: point.time?.isLeapSecond == true ? field.value(of: point) : nil
        case .longitude where point.position.longitude.degrees < 180: field.value(of: point).flatMap(rest)
        case .beginsSegment: isFirst && point.beginsSegment ? .flag(true) : nil
        case .fixKind: point.fixKind == GPXFix(point).kind ? nil : field.value(of: point)
        case .fixQuality: point.quality == GPXFix(point).quality ? nil : field.value(of: point)
        default: field.news(of: point)
        }
    }

    /// A number that an element has not, or not in full.
    private func rest(_ value: FieldValue) -> FieldValue? {
        guard case .number(let number) = value, GPXNumber(number).short != number else { return nil }
        return value
    }
}

/// A number as an element of GPX may have it: with 18 digits at most, as many as every reader of XML Schema knows.
struct GPXNumber {
    /// The number, or where that has more digits the nearest of 9 decimals; nil of one too large even for that.
    let short: Double?

    init(_ value: Double) {
        var text: [UInt8] = []
        text.put(value)
        guard text.count(where: { (0x30...0x39).contains($0) }) > 18 else {
            short = value
            return
        }
        short = abs(value) < 1e9 ? (value * 1e9).rounded() / 1e9 : nil
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
