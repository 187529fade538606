// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@Suite("Texts of instants") struct TimeTextTests {
    private static func time(_ seconds: Int64, _ nanoseconds: Int64 = 0, leap: Bool = false) -> UTCTime {
        UTCTime(nanosecondsSince1970: seconds * 1_000_000_000 + nanoseconds, isLeapSecond: leap)
    }

    @Test("have the fields of calendar and clock")
    func fields() {
        let time = CalendarTime(Self.time(1_777_897_805, 250_999_999))
        #expect(
            time.text(decimals: 3) == "2026-05-04T12:30:05.250Z" && time.text(decimals: 0) == "2026-05-04T12:30:05Z")
        #expect(time.text(decimals: 9) == "2026-05-04T12:30:05.250999999Z")
        #expect(time.compactText == "20260504T123005Z" && time.digits == "20260504123005")
        #expect("\(time.date)" == "2026-05-04" && time.clockText == "12:30:05")
    }

    @Test("a leap second is second 60 of the day that it ends")
    func leapSecond() {
        let leap = Self.time(1_483_228_800, 500_000_000, leap: true)
        #expect(leap.iso8601 == "2016-12-31T23:59:60.500Z")
        #expect(UTCTime(iso8601: leap.iso8601) == leap)
        #expect(Timestamp(leap).description == "2017-01-01T00:00:00.500Z")
        #expect(Timestamp("2016-12-31T23:59:60.500Z") == nil)
    }

    @Test("are read as they were written, over the whole range")
    func roundTrip() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let time = UTCTime(nanosecondsSince1970: .random(in: .min ... .max, using: &random))
            var bytes: [UInt8] = []
            bytes.put(iso8601: time)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(UTCTime(iso8601: text) == time, "\(text)")
            let stamp = Timestamp(milliseconds: .random(in: -70_000_000_000_000...260_000_000_000_000, using: &random))
            #expect(Timestamp(stamp.description) == stamp, "\(stamp)")
        }
        for count in [Int64.min, -1, 0, 1, .max] {
            let time = UTCTime(nanosecondsSince1970: count)
            #expect(UTCTime(iso8601: CalendarTime(time).text(decimals: 9)) == time)
        }
    }

    @Test(
        "that are complete are read",
        arguments: [
            ("2026-05-04T12:30:05Z", 0), ("2026-05-04 12:30:05Z", 0), ("2026-05-04t12:30:05z", 0),
            ("2026-05-04T14:30:05.25+02:00", 250_000_000), ("2026-05-04T05:00:05,25-0730", 250_000_000),
            ("2026-05-04T12:30:05.1234567899Z", 123_456_789),
        ])
    func complete(_ text: String, _ nanoseconds: Int64) {
        #expect(UTCTime(iso8601: text) == Self.time(1_777_897_805, nanoseconds))
        #expect(UTCTime(iso8601: text, .any) == UTCTime(iso8601: text))
    }

    @Test(
        "that lack something are read where any form is taken, and refused elsewhere",
        arguments: [
            ("2026-05-04T12:30:05", 1_777_897_805), ("2026-05-04T12:30Z", 1_777_897_800), ("2026-05-04", 1_777_852_800),
            ("2026-05", 1_777_593_600), ("2026", 1_767_225_600), ("2026-05-04T14:30:05+02", 1_777_897_805),
        ])
    func partial(_ text: String, _ seconds: Int64) {
        #expect(UTCTime(iso8601: text, .any) == Self.time(seconds))
        #expect(UTCTime(iso8601: text) == nil)
    }

    @Test(
        "of no instant are refused",
        arguments: [
            "", "Z", "2026-13-04T12:30:05Z", "2026-02-29T12:30:05Z", "2026-05-04T24:00:00Z", "2026-05-04T12:60:00Z",
            "2026-05-04T12:30:60Z", "2026-05-04T12:30:05ZZ", "2026-05-04T12:30:05.Z", "2026-05-04T12:30:05+24:00",
            "2026-05-04T12:30:05+2:00", "+026-05-04T12:30:05Z", "2026-05-04T12:30:+5Z", "0000-01-01T00:00:00Z",
            "2026-05-04T12:30:05\u{661}Z", "1600-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026T12:30:05Z2",
        ])
    func refused(_ text: String) {
        #expect(UTCTime(iso8601: text) == nil && UTCTime(iso8601: text, .any) == nil)
    }

    @Test("of a stamp have one form, and years that four digits hold")
    func stamps() {
        #expect(Timestamp("2026-05-04T12:30:05.250Z")?.milliseconds == 1_777_897_805_250)
        for text in [
            "2026-05-04T12:30:05Z", "2026-05-04 12:30:05.250Z", "2026-05-04T12:30:05.250+", "2026-02-30T12:30:05.250Z",
            "2026-05-04T24:00:00.000Z",
        ] {
            #expect(Timestamp(text) == nil, "\(text)")
        }
        #expect("\(Timestamp(milliseconds: .max))" == "9999-12-31T23:59:59.999Z")
        #expect("\(Timestamp(milliseconds: .min))" == "0001-01-01T00:00:00.000Z")
    }

    @Test("of a rounded instant are those of the nearest multiple, also before 1970 and at midnight")
    func rounded() {
        let midnight: Int64 = 1_795_996_800_000_000_000
        func rounded(_ nanoseconds: Int64, _ unit: Int64) -> String {
            CalendarTime(UTCTime(nanosecondsSince1970: nanoseconds).rounded(toNanoseconds: unit)).text(decimals: 3)
        }
        #expect(rounded(midnight - 1, 10_000_000) == "2026-11-30T00:00:00.000Z")
        #expect(rounded(midnight - 127_759, 1_000_000) == "2026-11-30T00:00:00.000Z")
        #expect(rounded(midnight - 5_000_001, 10_000_000) == "2026-11-29T23:59:59.990Z")
        #expect(rounded(midnight + 5_000_000, 10_000_000) == "2026-11-30T00:00:00.010Z")
        #expect(rounded(-1, 1_000_000) == "1970-01-01T00:00:00.000Z")
        for bound in [Int64.min, .max] {
            #expect(
                UTCTime(nanosecondsSince1970: bound).rounded(toNanoseconds: 1_000_000).nanosecondsSince1970 == bound)
        }
        #expect(
            "\(Timestamp(rounding: UTCTime(nanosecondsSince1970: midnight - 127_759)))" == "2026-11-30T00:00:00.000Z")
        #expect("\(Timestamp(UTCTime(nanosecondsSince1970: midnight - 127_759)))" == "2026-11-29T23:59:59.999Z")
    }

    @Test("of a leap second stay in it when it is rounded")
    func roundedLeapSecond() {
        let begin: Int64 = 1_483_228_800_000_000_000
        func rounded(_ nanoseconds: Int64) -> String {
            let time = UTCTime(nanosecondsSince1970: begin + nanoseconds, isLeapSecond: true)
            return CalendarTime(time.rounded(toNanoseconds: 10_000_000)).text(decimals: 2)
        }
        #expect(rounded(0) == "2016-12-31T23:59:60.00Z" && rounded(-50) == "2016-12-31T23:59:60.00Z")
        #expect(rounded(6_000_000) == "2016-12-31T23:59:60.01Z")
        #expect(rounded(997_000_000) == "2016-12-31T23:59:60.99Z")
    }
}
