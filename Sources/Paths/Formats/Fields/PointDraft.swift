// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The fields of a point while it is being decoded.
struct PointDraft {
    var latitude: Double?
    var longitude: Double?
    var height = Height()
    var time: UTCTime?
    var origin = PathPoint.Origin.recorded
    var beginsSegment = false
    var receiver: String?
    var fixKind = FixKind.twoDimensional
    var quality = FixQuality.autonomous
    var horizontalAccuracy: Double?
    var horizontalAccuracyOrigin = AccuracyOrigin.receiver
    var verticalAccuracy: Double?
    var verticalAccuracyOrigin = AccuracyOrigin.receiver
    var dop = DilutionOfPrecision()
    var satellitesUsed: Int?
    var authentication: Authentication.State?
    var sampleCount: Int?

    /// Creates the point.
    ///
    /// - Throws: `PathFormatError` if latitude or longitude is missing or out of range.
    func point() throws(PathFormatError) -> PathPoint {
        guard let latitude else { throw PathFormatError("a point without a latitude; expected one in degrees") }
        guard let longitude else { throw PathFormatError("a point without a longitude; expected one in degrees") }
        guard (-90...90).contains(latitude) else {
            throw PathFormatError("latitude \(latitude), expected -90...90 degrees")
        }
        let place = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        guard let place else { throw PathFormatError("longitude \(longitude), expected -180...180 degrees") }
        var point = PathPoint(place)
        (point.height, point.time, point.origin) = (height, time, origin)
        (point.beginsSegment, point.receiver) = (beginsSegment, receiver)
        (point.fixKind, point.quality) = (fixKind, quality)
        point.horizontalAccuracy = horizontalAccuracy.map {
            Accuracy(Length(metres: $0), origin: horizontalAccuracyOrigin)
        }
        point.verticalAccuracy = verticalAccuracy.map { Accuracy(Length(metres: $0), origin: verticalAccuracyOrigin) }
        (point.dop, point.satellitesUsed) = (dop, satellitesUsed)
        (point.authentication, point.sampleCount) = (authentication, sampleCount)
        return point
    }

    /// The times that can be read, for errors.
    static let timeForm = "a time such as 2026-05-04T12:30:05Z in the years 1678 to 2261"

    /// True for the first time that .NET knows, which its programs write if a time is missing.
    static func isNoTime(_ text: String) -> Bool { text.hasPrefix("0001-01-01T00:00:00") }

    /// Parses the text of a field.
    ///
    /// - Parameter factor: Converts a length from the unit of the text to metres.
    /// - Throws: `PathFormatError` if the text is not valid for the field.
    mutating func set(_ field: PointField, _ text: String, factor: Double = 1) throws(PathFormatError) {
        switch field {
        case .time:
            time = nil
            if Self.isNoTime(text) { return }
            time = try Self.read(field, text, Self.timeForm) { UTCTime(iso8601: $0, .any) }
        case .latitude: latitude = try number(field, text)
        case .longitude: longitude = try number(field, text)
        case .ellipsoidalHeight: height.ellipsoidal = Length(metres: try number(field, text) * factor)
        case .orthometricHeight: height.orthometric = Length(metres: try number(field, text) * factor)
        case .geoidSeparation: height.geoidSeparation = Length(metres: try number(field, text) * factor)
        case .horizontalAccuracy: horizontalAccuracy = try number(field, text) * factor
        case .horizontalAccuracyOrigin: horizontalAccuracyOrigin = try word(field, text)
        case .verticalAccuracy: verticalAccuracy = try number(field, text) * factor
        case .verticalAccuracyOrigin: verticalAccuracyOrigin = try word(field, text)
        case .fixKind: fixKind = try word(field, text)
        case .fixQuality: quality = try word(field, text)
        case .gdop: dop.gdop = try number(field, text)
        case .pdop: dop.pdop = try number(field, text)
        case .hdop: dop.hdop = try number(field, text)
        case .vdop: dop.vdop = try number(field, text)
        case .tdop: dop.tdop = try number(field, text)
        case .satellitesUsed: satellitesUsed = try count(field, text, atMost: 0xFFFF)
        case .authentication: authentication = try word(field, text)
        case .origin: origin = try word(field, text)
        case .sampleCount: sampleCount = try count(field, text, atMost: .max)
        case .beginsSegment: beginsSegment = try flag(field, text)
        case .receiver: receiver = text.shortened
        }
    }

    private func number(_ field: PointField, _ text: String) throws(PathFormatError) -> Double {
        try Self.read(field, text, "a number") { Double(decimal: $0).flatMap { $0.isFinite ? $0 : nil } }
    }

    private func count(_ field: PointField, _ text: String, atMost largest: Int) throws(PathFormatError) -> Int {
        // Spreadsheets and JavaScript write 12 as 12.0.
        try Self.read(field, text, "a whole number, 0...\(largest)") { text in
            guard let value = Int(text) ?? Double(decimal: text).flatMap(Int.init(exactly:)) else { return nil }
            return (0...largest).contains(value) ? value : nil
        }
    }

    private func flag(_ field: PointField, _ text: String) throws(PathFormatError) -> Bool {
        try Self.read(field, text, "true or false") { text in
            switch text.lowercased() {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        }
    }

    private func word<Word: Coded>(_ field: PointField, _ text: String) throws(PathFormatError) -> Word {
        try Self.read(field, text, "one of \(Word.allCases.map(\.code).joined(separator: ", "))") { Word(code: $0) }
    }

    private static func read<Value>(
        _ field: PointField, _ text: String, _ expected: @autoclosure () -> String, _ read: (String) -> Value?
    ) throws(PathFormatError) -> Value {
        guard let value = read(text) else {
            throw PathFormatError("\(field.rawValue) is \(PathFormatError.quoted(text)), expected \(expected())")
        }
        return value
    }
}

extension PointDraft {
    /// Creates a draft with the values of a point.
    init(_ point: PathPoint) {
        self.init()
        (latitude, longitude) = (point.position.latitude.degrees, point.position.longitude.degrees)
        (height, time, origin) = (point.height, point.time, point.origin)
        (beginsSegment, receiver) = (point.beginsSegment, point.receiver)
        (fixKind, quality) = (point.fixKind, point.quality)
        (horizontalAccuracy, verticalAccuracy) = (
            point.horizontalAccuracy?.value.metres, point.verticalAccuracy?.value.metres
        )
        horizontalAccuracyOrigin = point.horizontalAccuracy?.origin ?? .receiver
        verticalAccuracyOrigin = point.verticalAccuracy?.origin ?? .receiver
        (dop, satellitesUsed) = (point.dop, point.satellitesUsed)
        (authentication, sampleCount) = (point.authentication, point.sampleCount)
    }
}
