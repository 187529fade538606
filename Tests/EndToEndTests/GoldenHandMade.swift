// SPDX-License-Identifier: Apache-2.0

import Testing

/// What the last report of a hand-made stream says.
struct GoldenHandMade: CustomTestStringConvertible, Sendable {
    var name: String
    /// How many reports there are.
    var count: Int
    var time: String?
    var values: [String: Double] = [:]
    /// The keys that it does not have.
    var absent: [String] = []

    var testDescription: String { name }

    private static let third = "2019-04-12T12:00:02.000Z"
    /// 45° 52.65403′ S, 170° 30.00668′ E: 45 + 52.65403 / 60.
    private static let sentences = ["lat": -45.877567167, "lon": 170.500111333]
    private static let messages = ["lat": -45.8776543, "lon": 170.5001234, "altHAE": 25.378, "altMSL": 23.579]

    static let all = [
        Self(name: "nmea-vtg-zda", count: 3, time: third, values: ["mode": 1], absent: ["lat", "lon", "alt"]),
        Self(name: "nmea-empty-fields", count: 2, values: ["mode": 1], absent: ["lat", "lon", "alt"]),
        Self(name: "nmea-no-height", count: 3, time: third, values: sentences, absent: ["alt", "altHAE", "altMSL"]),
        Self(
            name: "nmea-no-geoid", count: 3, time: third, values: ["altMSL": 14.2], absent: ["altHAE", "geoidSep"]),
        Self(name: "nmea-wrong-checksum", count: 2, time: third, values: sentences),
        Self(name: "nmea-tag-blocks", count: 3, time: third, values: sentences),
        Self(name: "nmea-cut-sentences", count: 3, time: third, values: sentences),
        Self(name: "nmea-gsv-cut-group", count: 3, time: third, values: ["altHAE": 16]),
        Self(name: "nmea-gsv-systems", count: 3, time: third, values: sentences),
        Self(
            name: "nmea-two-digit-years", count: 3, time: "2038-01-19T03:14:08.000Z",
            values: ["lat": 45.877567167, "lon": -0.500111333]),
        Self(name: "nmea-gns", count: 3, values: ["altMSL": 14.2, "geoidSep": 1.8]),
        // 10 knots; 3.1° to the west.
        Self(
            name: "nmea-variation", count: 3, time: third, values: ["speed": 5.144, "magvar": -3.1, "magtrack": 93.1]),
        // 53° 27.03942′ N, 2° 14.42462′ W.
        Self(
            name: "nmea-pubx", count: 3, time: third,
            values: ["lat": 53.450657, "lon": -2.240410333, "altHAE": 104.461, "eph": 29, "epv": 31]),
        Self(
            name: "nmea-garmin", count: 3, time: third,
            values: ["eph": 15, "epv": 45, "velE": 0.5, "velN": -1.5, "altMSL": 250.8]),
        Self(
            name: "nmea-skytraq", count: 3, time: "2015-09-18T03:30:12.000Z",
            values: ["status": 3, "lat": 24.784873517, "altMSL": 94.615]),
        Self(name: "nmea-heading", count: 3, time: third, values: sentences),
        Self(
            name: "ubx-hnr-pvt", count: 10, time: "2019-04-12T12:00:00.360Z",
            values: messages.merging(["status": 6, "track": 90, "speed": 1.5]) { $1 }),
        Self(name: "ubx-nav2-pvt", count: 3, time: third, values: messages),
        Self(name: "ubx-nav-pvt-short", count: 3, time: third, values: messages),
        Self(name: "ubx-nav-pvt-not-ok", count: 3, time: third, values: ["mode": 1], absent: ["lat", "alt"]),
        Self(name: "ubx-nav-pvt-dead-reckoning", count: 3, time: third, values: ["status": 5, "lat": -45.8776543]),
        Self(name: "ubx-relposned", count: 3, time: third, values: ["status": 3, "dgpsSta": 42]),
        Self(name: "ubx-relposned-0", count: 3, time: third, values: ["status": 3, "dgpsSta": 42]),
        Self(
            name: "ubx-before-nav-pvt", count: 3, time: third,
            values: messages.merging(["velE": 1.5, "velN": 0]) { $1 }),
        Self(name: "ubx-damaged", count: 3, time: "2019-04-12T12:00:03.000Z", values: messages),
        Self(name: "ubx-cut", count: 2, time: third, values: messages),
        Self(name: "mixed-frame-in-sentence", count: 3, time: third, values: sentences),
        Self(name: "mixed-boot-text", count: 4, time: "2019-04-12T12:00:03.000Z", values: messages),
    ]
}
