// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Encodes GPX 1.1: one track, with a new segment after each gap.
///
/// `ele` is the height above mean sea level. Fields for which GPX has no element are attributes of a `gnss:point` in
/// the point's `extensions`. So are numbers with more than 18 digits, because XML Schema permits readers to reject
/// them.
struct GPXEncoder: PathEncoder {
    /// The namespace of this program's extensions.
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

    /// Writes a point's place. GPX requires longitudes below 180°, so 180° becomes −180°.
    private func putPlace(of point: PathPoint, _ output: inout [UInt8]) {
        let longitude = GPXNumber(point.position.longitude.degrees).short ?? 0
        output.put("<trkpt lat=\"")
        output.put(GPXNumber(point.position.latitude.degrees).short ?? 0)
        output.put("\" lon=\"")
        output.put(longitude < 180 ? longitude : -180)
        output.put("\">")
    }

    /// Appends the elements in the order that the schema requires.
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

    /// The value to write as an extension because GPX's elements cannot contain it in full; nil if none exists.
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

    /// The value if it is a number that an element cannot contain in full; nil otherwise.
    private func rest(_ value: FieldValue) -> FieldValue? {
        guard case .number(let number) = value, GPXNumber(number).short != number else { return nil }
        return value
    }
}

/// A number in the form of a GPX element: at most 18 digits, which every XML Schema reader must support.
struct GPXNumber {
    /// The number, rounded to 9 decimals if it has more digits; nil if it is too large even then.
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

/// GPX's `fix` element, which combines dimensions and corrections in one word.
enum GPXFix: String {
    case none, dgps, pps
    case twoDimensional = "2d"
    case threeDimensional = "3d"

    /// The word that is nearest to a point's fix kind and quality.
    init(_ point: PathPoint) {
        switch (point.fixKind, point.quality) {
        case (.none, _): self = .none
        case (_, .differential), (_, .rtkFixed), (_, .rtkFloat): self = .dgps
        case (_, .precise): self = .pps
        case (.twoDimensional, _): self = .twoDimensional
        case (.threeDimensional, _): self = .threeDimensional
        }
    }

    /// The fix kind that the word implies.
    var kind: FixKind {
        switch self {
        case .none: .none
        case .twoDimensional: .twoDimensional
        case .threeDimensional, .dgps, .pps: .threeDimensional
        }
    }

    /// The fix quality that the word implies.
    var quality: FixQuality {
        switch self {
        case .none: .invalid
        case .twoDimensional, .threeDimensional: .autonomous
        case .dgps: .differential
        case .pps: .precise
        }
    }
}
