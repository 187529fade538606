// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Testing

struct FixReportTests {
    private func fix() -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.time = UTCTime(nanosecondsSince1970: 1_777_897_805_000_000_000)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52.5), longitude: Angle(degrees: 13.25))
        fix.height = Height(ellipsoidal: Length(metres: 80), orthometric: Length(metres: 40.5))
        fix.datum = "WGS84"
        fix.horizontalAccuracy = Accuracy(Length(metres: 0.014), origin: .receiver)
        fix.verticalAccuracy = Accuracy(Length(metres: 0.5), origin: .dilutionOfPrecision)
        (fix.speed, fix.course) = (Speed(metresPerSecond: 2.5), Angle(degrees: 270))
        fix.dop = DilutionOfPrecision(gdop: 1.5, pdop: 1.25, hdop: 0.75, vdop: 1, tdop: 0.5)
        return fix
    }

    private func json(_ report: FixReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    @Test func `a fix has all that the receiver stated, with the origin of its accuracies`() throws {
        var attitude = Attitude()
        attitude.heading = Angle(degrees: 91.5)
        let report = FixReport(fix(), attitude: attitude)
        #expect(
            try json(report) == #"""
                {"course_deg":270,"datum":"WGS84","ellipsoidal_height_m":80,"gdop":1.5,"geoid_separation_m":39.5,\#
                "hdop":0.75,"heading_deg":91.5,"horizontal_accuracy_m":0.014,"horizontal_accuracy_origin":"receiver",\#
                "kind":"3d","latitude_deg":52.5,"longitude_deg":13.25,"orthometric_height_m":40.5,"pdop":1.25,\#
                "quality":"rtk_fixed","speed_m_s":2.5,"tdop":0.5,"time":"2026-05-04T12:30:05.000Z","vdop":1,\#
                "vertical_accuracy_m":0.5,"vertical_accuracy_origin":"dilution_of_precision"}
                """#)
        #expect(try JSONDecoder().decode(FixReport.self, from: Data(try json(report).utf8)) == report)
    }

    @Test(arguments: [(0, true), (2, true), (-2, true), (3, false), (-3, false)])
    func `a heading belongs to a fix of at most two seconds before or after`(seconds: Int64, isGood: Bool) throws {
        let fix = fix()
        var attitude = Attitude()
        attitude.heading = Angle(degrees: 1)
        attitude.time = try UTCTime(
            nanosecondsSince1970: #require(fix.time).nanosecondsSince1970 + seconds * 1_000_000_000)
        #expect((FixReport(fix, attitude: attitude).heading != nil) == isGood)
        attitude.time = UTCTime(nanosecondsSince1970: .min)
        #expect(FixReport(fix, attitude: attitude).heading == nil)
    }

    @Test(
        arguments: [
            (3.9, nil, false), (4.1, nil, true), (24, 0.1, false), (26, 0.1, true), (59, 0.01, false), (61, 0.01, true),
        ] as [(Double, Double?, Bool)])
    func `an epoch is old after two and a half of the receiver's epochs`(age: Double, rate: Double?, isOld: Bool) {
        var report = ReceiverReport(
            id: "rover", driver: "nmea", identity: "x", origin: "configured", isolation: "in-process", priority: 10,
            state: .running, reason: "", since: Timestamp(milliseconds: 0))
        #expect(!report.isFixOld)
        (report.fixAge, report.rate) = (age, rate)
        #expect(report.isFixOld == isOld)
    }

    @Test func `an epoch without a position states nothing that it does not know`() throws {
        #expect(try json(FixReport(Fix(kind: .none, quality: .invalid))) == #"{"kind":"none","quality":"invalid"}"#)
    }

    @Test func `the time is rounded to the millisecond, as gpsd clients get it`() throws {
        var fix = fix()
        fix.time = UTCTime(nanosecondsSince1970: 1_777_897_805_000_000_000 - 127_759)
        #expect(FixReport(fix).time.map { "\($0)" } == "2026-05-04T12:30:05.000Z")
        fix.time = UTCTime(nanosecondsSince1970: 1_777_897_804_999_400_000)
        #expect(FixReport(fix).time.map { "\($0)" } == "2026-05-04T12:30:04.999Z")
    }
}
