// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import GPSDServer

/// Payloads that the tests report.
enum SampleEpoch {
    static let noon = UTCTime(nanosecondsSince1970: 1_787_227_200_000_000_000)

    static func time(_ seconds: Double) -> UTCTime {
        UTCTime(nanosecondsSince1970: noon.nanosecondsSince1970 + Int64(seconds * 1e9))
    }

    /// A fix in Graz, 826.56 m above the sea.
    static func fix(at time: UTCTime? = noon, quality: FixQuality = .autonomous) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: quality)
        fix.time = time
        fix.position = GeodeticPosition(latitude: Angle(degrees: 47.0707), longitude: Angle(degrees: -15.4395))
        fix.height = Height(orthometric: Length(metres: 826.56), geoidSeparation: Length(metres: 42.6))
        fix.speed = Speed(metresPerSecond: 1.5)
        fix.course = Angle(degrees: 2.5)
        return fix
    }

    static func satellite(
        _ system: Constellation, _ number: Int, _ elevation: Double? = nil, _ azimuth: Double? = nil,
        cn0: Double? = nil,
        used: Bool = false
    ) throws -> Satellite {
        guard let id = SatelliteID(system, number) else { throw Missing.satellite(number) }
        return Satellite(
            id, elevation: elevation.map(Angle.init(degrees:)), azimuth: azimuth.map(Angle.init(degrees:)), cn0: cn0,
            isUsed: used)
    }

    /// Four satellites used, one seen, one only expected.
    static func satellites() throws -> [Satellite] {
        [
            try satellite(.gps, 5, 90, 0, cn0: 44, used: true),
            try satellite(.gps, 12, 0, 0, cn0: 40.5, used: true),
            try satellite(.gps, 31, 0, 120, cn0: 38, used: true),
            try satellite(.sbas, 123, 30, 190, cn0: 33),
            try satellite(.galileo, 24, 0, 240, cn0: 41, used: true),
            try satellite(.glonass, 7, nil, nil),
        ]
    }

    /// The lines that a new reporter makes of payloads, without their ends.
    static func lines(_ payloads: [Payload], device: String? = nil) -> [String] {
        var reporter = GPSDReporter(devicePath: device, lineEnding: .lineFeed)
        var output: [UInt8] = []
        for payload in payloads { reporter.report(payload, into: &output) }
        reporter.flush(into: &output)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    enum Missing: Error {
        case satellite(Int)
    }
}
