// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import Paths

/// Paths made for tests.
enum SamplePaths {
    /// 2026-05-04T12:30:05.25Z.
    static let noon = UTCTime(nanosecondsSince1970: 1_777_897_805_250_000_000)

    /// A finished path of that name.
    static func path(_ name: String = "Field 7") -> RecordedPath {
        var path = RecordedPath(id: 7, name: name, user: "local", started: noon)
        path.state = .finished
        path.ended = UTCTime(nanosecondsSince1970: noon.nanosecondsSince1970 + 60_000_000_000)
        (path.length, path.area, path.crossesItself) = (Length(metres: 120.5), 800.25, false)
        return path
    }

    /// A point of which only place, heights and time are known.
    static func point(_ latitude: Double, _ longitude: Double, height: Double? = nil, second: Int64? = nil)
        -> PathPoint?
    {
        let place = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        guard let place else { return nil }
        var point = PathPoint(place)
        if let height {
            point.height = Height(orthometric: Length(metres: height), geoidSeparation: Length(metres: 48))
        }
        point.time = second.map { UTCTime(nanosecondsSince1970: noon.nanosecondsSince1970 + $0 * 1_000_000_000) }
        return point
    }

    /// Points at these places, a second apart.
    static func points(_ places: [(Double, Double)], height: Double? = nil) -> [PathPoint] {
        places.enumerated().compactMap { point($1.0, $1.1, height: height, second: Int64($0)) }
    }

    /// A point that has everything.
    static func full() -> PathPoint? {
        guard var point = point(47.376_887_1, 8.541_694, height: 408.25, second: 0) else { return nil }
        (point.origin, point.beginsSegment, point.receiver) = (.centroid, true, "rover, \"1\" <&> Žluťoučký")
        (point.fixKind, point.quality) = (.threeDimensional, .rtkFixed)
        point.horizontalAccuracy = Accuracy(Length(metres: 0.014), origin: .errorStatistics)
        point.verticalAccuracy = Accuracy(Length(metres: 0.02), origin: .receiver)
        point.dop = DilutionOfPrecision(gdop: 1.9, pdop: 1.6, hdop: 0.8, vdop: 1.3, tdop: 0.9)
        (point.satellitesUsed, point.authentication, point.sampleCount) = (21, .authenticated, 20)
        return point
    }

    /// A whole file as text.
    static func text(_ points: [PathPoint], as format: PathFormat, of path: RecordedPath = path()) throws -> String {
        String(decoding: try bytes(points, as: format, of: path), as: UTF8.self)
    }

    /// A whole file.
    static func bytes(_ points: [PathPoint], as format: PathFormat, of path: RecordedPath = path()) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try PathWriter.write(path, points: points, as: format) { bytes.append(contentsOf: $0) }
        return bytes
    }
}
