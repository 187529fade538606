// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Testing

/// The JSON of expected satellites.
@Suite struct ExpectedSkyReportTests {
    @Test func `angles have two decimals, and an azimuth stays below 360°`() throws {
        var report = ExpectedSkyReport(
            receiver: "rover", time: Timestamp(milliseconds: 1_790_000_000_000), position: "receiver", lookAhead: 1200)
        report.satellites = [
            ExpectedSatelliteReport(
                id: "E24", source: "almanac", age: 86_400.4, elevation: 12.345678, azimuth: 359.996,
                elevationAhead: -0.004, azimuthAhead: 359.994, isRising: false)
        ]
        (report.source, report.age, report.known) = ("almanac", 86_400, ["E24", "E25"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(report), as: UTF8.self)
        #expect(
            text
                == #"{"age_s":86400,"ahead_s":1200,"known":["E24","E25"],"position":"receiver","receiver":"rover","satellites":[{"age_s":86400,"#
                + #""azimuth_ahead_deg":359.99,"azimuth_deg":0,"elevation_ahead_deg":0,"elevation_deg":12.35,"id":"E24","#
                + #""rising":false,"source":"almanac"}],"source":"almanac","time":"2026-09-21T14:13:20.000Z"}"#)
    }
}
